// Why: the common structure of all workspaces: a toolbar on top, the content in the middle, the inspector on the right.
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

// Something that the user may search by name: a layer, a run, a data set.
struct Findable {
  QString text;
  QString iconName;
  std::function<void()> show;
};

class Workspace : public QWidget {
  Q_OBJECT
 public:
  Workspace(Session& session, const QString& title, const QString& iconName, QWidget* parent = nullptr);

  // The title on the rail and in the command palette.
  const QString& title() const { return title_; }
  const QString& iconName() const { return iconName_; }
  // Called when the workspace becomes visible; does work that was deferred while it was hidden.
  virtual void activate() {}
  // Prepares a picture for the tour (selects something, waits for pictures), then calls `ready`.
  virtual void prepareForTour(std::function<void()> ready) { ready(); }
  // Objects in this workspace that can be found by name; the workspace is visible when `show` is called.
  virtual std::vector<Findable> findables() { return {}; }
  // Undoes, or redoes, the last change in the workspace; does nothing if it has no edits.
  virtual void undo() {}
  virtual void redo() {}
  virtual bool canUndo() const { return false; }
  virtual bool canRedo() const { return false; }
  // All commands of the workspace, for the menus, the palette and the shortcuts page.
  const QList<Action*>& commands() const { return commands_; }
  // Called once with the program's actions: a workspace may add buttons for them to its toolbar.
  virtual void addProgramButtons(const ActionRegistry&) {}
  // Ctrl+F: searches in the workspace; the palette unless the workspace has its own search.
  virtual void find() { Q_EMIT findRequested(); }
  // Whether the workspace accepts a dropped file or folder; and what it does with it.
  virtual bool takesFile(const QString&) const { return false; }
  virtual void openFile(const QString&) {}
  // Work that cannot be saved and would be lost, one line each.
  virtual QStringList unsaved() { return {}; }
  // The panels around the content.
  PanelArea* panels() const { return panels_; }
  bool hasInspector() const;
  void setInspectorVisible(bool visible);
  bool inspectorVisible() const;
  // Stores the layout of its panels under its object name.
  void saveLayout() const;
  void restoreLayout();
  void resetLayout();

 Q_SIGNALS:
  // Requests another workspace by object name: "home", "data", "network", "train", "inspect".
  void placeRequested(const QString& place);
  // Requests the palette.
  void findRequested();
  // Whether something can be undone or redone may have changed.
  void undoChanged();

 protected:
  Session& session() const { return session_; }
  // Adds an action, owned by the workspace.
  Action* addCommand(const ActionSpec& spec, std::function<void()> work);
  // Adds actions made by parts of the workspace.
  void addCommands(const QList<Action*>& actions) { commands_ << actions; }
  // Sets the text at the left end of the toolbar; the workspace's title by default.
  void setHeading(const QString& heading);
  // Adds right after the heading (pills), or at the right end (buttons; the last added is rightmost).
  void addToToolbarLeft(QWidget* widget);
  void addToToolbarRight(QWidget* widget);
  // Sets the content in the middle. Takes ownership; call once.
  void setContent(QWidget* content);
  // Sets the panel on the right, 300 px wide, scrolling if necessary. Takes ownership; call at most once.
  void setInspector(QWidget* inspector, const QString& title);
  // Sets whether the panel has any content to show.
  void setInspectorUseful(bool useful);
  // Adds another panel, with an entry in the menu View. Takes ownership.
  void addPanel(const PanelSpec& spec, QWidget* content);
  // Above the content: says what went wrong and what to do.
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
