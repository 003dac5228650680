// Why: every place of the window is built alike: a toolbar on top, the work in the middle, the inspector at the right.
#pragma once
#include <QWidget>
#include <functional>

#include "core/base/result.h"
#include "widgets/actions/action.h"

class QVBoxLayout;

namespace fovea {

class ActionRegistry;
class Banner;
class PanelArea;
class Session;
class Toolbar;

struct PanelSpec;

// Something in a place that a person may look for by name: a layer, a run, a data set.
struct Findable {
  QString text;
  QString iconName;
  std::function<void()> show;
};

class Workspace : public QWidget {
  Q_OBJECT
 public:
  Workspace(Session& session, const QString& title, const QString& iconName, QWidget* parent = nullptr);

  // As on the rail and in the command palette.
  const QString& title() const { return title_; }
  const QString& iconName() const { return iconName_; }
  // The window shows this place now; what was put off while it was hidden is done here.
  virtual void activate() {}
  // Brings the place into a state worth a picture for the tour (selects something, waits for pictures), then calls
  // `ready`.
  virtual void prepareForTour(std::function<void()> ready) { ready(); }
  // What can be found here by name; the place is in front when `show` is called.
  virtual std::vector<Findable> findables() { return {}; }
  // Takes back, or does again, what was last done in what the place shows; nothing where nothing can be edited.
  virtual void undo() {}
  virtual void redo() {}
  virtual bool canUndo() const { return false; }
  virtual bool canRedo() const { return false; }
  // Everything that a person can do here, for the menus, the palette and the page of shortcuts.
  const QList<Action*>& commands() const { return commands_; }
  // Called once with the actions of the program: a place that has buttons for some of them adds them to its toolbar.
  virtual void addProgramButtons(const ActionRegistry&) {}
  // Ctrl+F: looks for something in what the place shows; the palette unless the place has a search of its own.
  virtual void find() { Q_EMIT findRequested(); }
  // Whether a file or folder that is dropped on the window is for this place, and then what is done with it.
  virtual bool takesFile(const QString&) const { return false; }
  virtual void openFile(const QString&) {}
  // What would be lost with the program or the project and cannot be saved, one line each.
  virtual QStringList unsaved() { return {}; }
  // The margins around the work.
  PanelArea* panels() const { return panels_; }
  bool hasInspector() const;
  void setInspectorVisible(bool visible);
  bool inspectorVisible() const;
  // The layout of its panels is saved under its object name.
  void saveLayout() const;
  void restoreLayout();
  void resetLayout();

 Q_SIGNALS:
  // "Show me that place", by its object name: "home", "data", "network", "train", "inspect".
  void placeRequested(const QString& place);
  // The palette is wanted.
  void findRequested();

 protected:
  Session& session() const { return session_; }
  // The place owns it.
  Action* addCommand(const ActionSpec& spec, std::function<void()> work);
  // Made by parts of the place.
  void addCommands(const QList<Action*>& actions) { commands_ << actions; }
  // Words at the left end of the toolbar; the workspace's title unless changed.
  void setHeading(const QString& heading);
  // Right after the heading (pills), and from the right end (buttons; the last added stands rightmost).
  void addToToolbarLeft(QWidget* widget);
  void addToToolbarRight(QWidget* widget);
  // The middle. Takes ownership; call once.
  void setContent(QWidget* content);
  // The panel at the right, 300 px wide, scrolling when it must. Takes ownership; call once, or never.
  void setInspector(QWidget* inspector, const QString& title);
  // Says whether the panel has anything to show.
  void setInspectorUseful(bool useful);
  // Another panel, with an entry in the menu View. Takes ownership.
  void addPanel(const PanelSpec& spec, QWidget* content);
  // Above the content: what went wrong here and what to do.
  Banner* banner() const { return banner_; }
  // Shows the error in the banner.
  void showError(const Error& error);

 private:
  Session& session_;
  QList<Action*> commands_;
  QString title_;
  QString iconName_;
  Toolbar* toolbar_ = nullptr;
  QVBoxLayout* middle_ = nullptr;
  PanelArea* panels_ = nullptr;
  Banner* banner_ = nullptr;
};

}  // namespace fovea
