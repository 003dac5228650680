// Why: finds every action, layer, run and data set by a part of its name.
#pragma once
#include <QAction>
#include <QFrame>

class QLineEdit;
class QListWidget;

namespace fovea {

class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  explicit CommandPalette(QWidget* window);
  // Shows the enabled `actions` over the window; Enter runs the selected one, Escape closes. Arrow and page keys select
  // one while the user types, and Tab goes to the list. `things` are listed only if they match the typed text. All must
  // live until the next call.
  void open(const QList<QAction*>& actions, const QList<QAction*>& things);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter(const QString& text);
  void start();
  // Tells screen readers which row the keys have moved to, since the focus stays in the line above.
  void tellReaders(int row);

  QLineEdit* search_;
  QListWidget* list_;
  QList<QAction*> actions_;
  QList<QAction*> things_;
};

}  // namespace fovea
