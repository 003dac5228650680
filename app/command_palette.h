// Why: every action, layer, run and data set can be found by typing a part of its name.
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
  // Shows the enabled ones among `actions` over the window; Enter starts the chosen one, Escape closes. Of the `things`
  // only those are shown that match what was typed. All must live until the next call.
  void open(const QList<QAction*>& actions, const QList<QAction*>& things);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter(const QString& text);
  void start();

  QLineEdit* search_;
  QListWidget* list_;
  QList<QAction*> actions_;
  QList<QAction*> things_;
};

}  // namespace fovea
