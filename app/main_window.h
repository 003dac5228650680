// Why: connects rail, workspaces, status strip and actions, without knowing their internals.
#pragma once
#include <QMainWindow>
#include <QPointer>

#include "app/bridge/session.h"
#include "app/ending_dialog.h"

class QButtonGroup;
class QFrame;
class QMenu;
class QVBoxLayout;

namespace fovea {

class Action;
class ActionRegistry;
class Banner;
class CommandPalette;
class MenuBar;
class PageStack;
class SettingsDialog;
class StatusStrip;
class ThemeManager;
class Workspace;
struct ActionSpec;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  MainWindow(Session& session, ThemeManager& themes, QWidget* parent = nullptr);
  ~MainWindow() override;

  // Restores size and position of the last session.
  void restorePlace();
  // By object name: "home", "data", "network", "train", "inspect".
  void showPlace(const QString& name);
  QString currentPlace() const;
  Workspace* workspace(const QString& name) const;
  const QList<Workspace*>& workspaces() const { return workspaces_; }
  // All actions of the program and its workspaces.
  ActionRegistry& registry() const { return *actions_; }
  MenuBar* menus() const { return menus_; }

 Q_SIGNALS:
  void newWindowWanted();
  // It was closed, and everything is saved.
  void closed();

 public Q_SLOTS:
  // Home shows an error.
  void openProject(const QString& folder);
  void openExample(const QString& example, const QString& folder);
  void chooseProject();
  void newProject();
  void openPalette();
  void openSettings();

 protected:
  void closeEvent(QCloseEvent* event) override;
  // A dropped file or folder goes to the shown workspace if it accepts it; a network otherwise goes to Network.
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void addPlace(Workspace* workspace, const QString& name, QVBoxLayout* rail);
  QFrame* makeRail(QVBoxLayout*& column);
  void makePlaces(QVBoxLayout* rail);
  void makeActions();
  void makeFileActions();
  void makeEditActions();
  void makeViewActions();
  void addCommand(const ActionSpec& spec, std::function<void()> work);
  void updateActions();
  void fillRecent(QMenu& menu);
  void saveNow();
  void showAbout();
  void updateTitle();
  void showHeld();
  // Applies what was chosen in the settings of any window.
  void applyPreferences();
  void showHomeError(const Error& error);
  QStringList unsaved() const;
  bool underWay(EndingDialog::Purpose purpose) const;
  // Calls `then` at once, after active work has ended, or never: a dialog lets the user decide.
  void whenEnded(EndingDialog::Purpose purpose, std::function<void()> then);
  // Closes the window after the network is saved, or after the user discards what cannot be saved.
  void saveAtEnd();
  void toggleInspector();
  // The workspace that accepts the dropped file or folder; null: none.
  Workspace* placeFor(const QString& file) const;

  Session& session_;
  ThemeManager& themes_;
  PageStack* stack_ = nullptr;
  QButtonGroup* railButtons_ = nullptr;
  QList<Workspace*> workspaces_;
  Banner* heldBanner_ = nullptr;  // above all places: why the project can only be read
  StatusStrip* status_ = nullptr;
  ActionRegistry* actions_ = nullptr;
  MenuBar* menus_ = nullptr;
  CommandPalette* palette_ = nullptr;
  QPointer<SettingsDialog> settings_;
  QPointer<EndingDialog> ending_;
  bool ended_ = false;              // no active work remains that the user would miss
  bool saving_ = false;             // before the window closes
  bool saved_ = false;              // the network is saved or discarded
  std::unique_ptr<QObject> found_;  // owns the palette's entries
};

}  // namespace fovea
