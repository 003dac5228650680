// Why: menus, toolbars, the palette and the shortcuts page all show a command through one QAction. It knows its menu
// and its default keys. GUI thread only.
#pragma once
#include <QtCore/QList>
#include <QtGui/QAction>
#include <QtGui/QKeySequence>
#include <functional>

class QWidget;

namespace fovea {

// Describes an action. Only `id` and `text` are required.
struct ActionSpec {
  QString id;              // "train.pause": never changes, since changed shortcuts are stored under it
  QString text;            // for menus and the palette; ends in "…" if it opens a dialog first
  QString shortText = {};  // for a button; empty: `text`
  QString icon = {};       // as in icon()
  QList<QKeySequence> keys = {};
  QString help = {};     // one sentence without the keys
  QString menu = {};     // menu id; empty: the part of `id` before the "."; "-": no menu
  int group = 0;         // sorts actions within a menu; groups are separated by a line
  QWidget* keysIn = {};  // the keys work while this widget or a child has focus; null: in the whole window
  bool remote = false;   // works without showing its place first
  bool handlesKeys = false;  // `keysIn` itself reacts to the keys; Qt does not
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
  // The widget within which the keys work; null: the whole window.
  QWidget* keysIn() const { return spec_.keysIn; }
  const QList<QKeySequence>& standardKeys() const { return spec_.keys; }
  // Changes the texts temporarily: "Continue" instead of "Pause".
  void setWords(const QString& text, const QString& shortText, const QString& help);
  // `help` followed by the keys.
  QString buttonToolTip() const;

 Q_SIGNALS:
  // Emitted just before the action runs.
  void starting();

 private:
  ActionSpec spec_;
};

// Creates an action that runs `work` and registers its keys with its widget.
Action* makeAction(QObject* parent, const ActionSpec& spec, std::function<void()> work);

}  // namespace fovea
