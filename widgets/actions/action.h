// Why: one QAction is the one source of a command: menus, toolbars, the palette and the page of shortcuts all show it.
// It knows where in the menus it stands, and which keys it had before a person changed them. GUI thread only.
#pragma once
#include <QtCore/QList>
#include <QtGui/QAction>
#include <QtGui/QKeySequence>
#include <functional>

class QWidget;

namespace fovea {

// What an action is. Only `id` and `text` are needed.
struct ActionSpec {
  QString id;              // "train.pause": the same in every version, since changed shortcuts are kept under it
  QString text;            // in menus and the palette; ends in "…" if it asks something before it does anything
  QString shortText = {};  // on a button; as `text` if empty
  QString icon = {};       // as in icon()
  QList<QKeySequence> keys = {};
  QString help = {};     // one sentence without the keys
  QString menu = {};     // id of its menu; what stands before the "." of `id` if empty; "-": none
  int group = 0;         // actions of one menu stand in order of their groups, with a line between them
  QWidget* keysIn = {};  // the keys work while this widget or one in it has the focus; null: in the whole window
  bool remote = false;   // does its work wherever a person is; else its place is shown first
};

class Action : public QAction {
  Q_OBJECT
 public:
  Action(const ActionSpec& spec, QObject* parent);

  const QString& id() const { return spec_.id; }
  QString menuId() const;
  int group() const { return spec_.group; }
  const QString& help() const { return spec_.help; }
  bool isRemote() const { return spec_.remote; }
  // The widget to which the keys belong; null: the whole window.
  QWidget* keysIn() const { return spec_.keysIn; }
  const QList<QKeySequence>& standardKeys() const { return spec_.keys; }
  // Other words for a while: "Continue" instead of "Pause".
  void setWords(const QString& text, const QString& shortText, const QString& help);
  // `help`, with the keys behind it.
  QString buttonToolTip() const;

 Q_SIGNALS:
  // Just before it does its work.
  void starting();

 private:
  ActionSpec spec_;
};

// An action whose keys are known to its widget, and that does `work`.
Action* makeAction(QObject* parent, const ActionSpec& spec, std::function<void()> work);

}  // namespace fovea
