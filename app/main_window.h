// Why: wires the places together: rail, workspaces, status strip, actions. It knows none of their insides.
#pragma once
#include <QMainWindow>
#include <QPointer>

#include "app/bridge/session.h"
#include "app/ending_dialog.h"

class QButtonGroup;
class QFrame;
class QStackedWidget;
class QMenu;
class QVBoxLayout;

namespace fovea {

class Action;
class ActionRegistry;
class CommandPalette;
class MenuBar;
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

  // Size and position as they were last time.
  void restorePlace();
  // By object name: "home", "data", "network", "train", "inspect".
  void showPlace(const QString& name);
  QString currentPlace() const;
  Workspace* workspace(const QString& name) const;
  const QList<Workspace*>& workspaces() const { return workspaces_; }
  // Every action of the program and of its places.
  ActionRegistry& registry() const { return *actions_; }
  MenuBar* menus() const { return menus_; }

 public Q_SLOTS:
  // What goes wrong is shown in Home.
  void openProject(const QString& folder);
  void openExample(const QString& example, const QString& folder);
  void chooseProject();
  void newProject();
  void openPalette();
  void openSettings();

 protected:
  void closeEvent(QCloseEvent* event) override;
  // A file or folder that is dropped goes to the place that is shown, if that knows what to do with it; a network to
  // Network.
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
  void showHomeError(const Error& error);
  QStringList unsaved() const;
  bool underWay(EndingDialog::Purpose purpose) const;
  // Does `then` at once, or when what is under way has ended, or never: a dialog lets the person say.
  void whenEnded(EndingDialog::Purpose purpose, std::function<void()> then);
  // Whether the network is saved, or the person gives up what cannot be.
  bool savedAtEnd();
  void toggleInspector();
  // Which place takes the one file or folder that is dropped; null: none.
  Workspace* placeFor(const QString& file) const;

  Session& session_;
  ThemeManager& themes_;
  QStackedWidget* stack_ = nullptr;
  QButtonGroup* railButtons_ = nullptr;
  QList<Workspace*> workspaces_;
  StatusStrip* status_ = nullptr;
  ActionRegistry* actions_ = nullptr;
  MenuBar* menus_ = nullptr;
  CommandPalette* palette_ = nullptr;
  QPointer<SettingsDialog> settings_;
  QPointer<EndingDialog> ending_;
  bool ended_ = false;              // nothing is under way any more that the person would miss
  std::unique_ptr<QObject> found_;  // owns the things that the palette shows
};

}  // namespace fovea
