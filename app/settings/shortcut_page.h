// Why: shows and changes every shortcut of the window; taking another action's keys needs a confirmation.
#pragma once
#include <QWidget>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace fovea {

class Action;
class ActionRegistry;

class ShortcutPage : public QWidget {
  Q_OBJECT
 public:
  explicit ShortcutPage(ActionRegistry& registry, QWidget* parent = nullptr);

  QTreeWidget* list() const { return list_; }
  QLineEdit* search() const { return search_; }
  QKeySequenceEdit* keys() const { return keys_; }
  QPushButton* setButton() const { return set_; }
  QPushButton* standardButton() const { return standard_; }
  QLabel* message() const { return message_; }
  void select(const QString& id);

 private:
  void fill();
  void filter(const QString& text);
  Action* current() const;
  void showCurrent();
  // Shows which action has the typed keys, and updates what Set would do.
  void check();
  void apply();
  void showKeys(QTreeWidgetItem& item);

  ActionRegistry& registry_;
  QLineEdit* search_;
  QTreeWidget* list_;
  QKeySequenceEdit* keys_;
  QPushButton* set_;
  QPushButton* standard_;
  QLabel* message_;
};

}  // namespace fovea
