// Why: wires the places together: rail, workspaces, status strip, actions. It knows none of their insides.
#pragma once
#include <QMainWindow>

#include "app/bridge/session.h"

class QButtonGroup;
class QFrame;
class QStackedWidget;
class QVBoxLayout;

namespace fovea {

class CommandPalette;
class StatusStrip;
class ThemeManager;
class Workspace;

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

 public Q_SLOTS:
  // What goes wrong is shown in Home.
  void openProject(const QString& folder);
  void openExample(const QString& example, const QString& folder);
  void chooseProject();
  void newProject();
  void openPalette();

 protected:
  void closeEvent(QCloseEvent* event) override;
  // A file of a network that is dropped anywhere is opened in Network.
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void addPlace(Workspace* workspace, const QString& name, QVBoxLayout* rail);
  QFrame* makeRail(QVBoxLayout*& column);
  void makeActions();
  QAction* addAction(const QString& text, const QString& icon, const QKeySequence& shortcut,
                     std::function<void()> work);
  void updateTitle();
  void showHomeError(const Error& error);
  bool confirmClose();

  Session& session_;
  ThemeManager& themes_;
  QStackedWidget* stack_ = nullptr;
  QButtonGroup* railButtons_ = nullptr;
  QList<Workspace*> workspaces_;
  StatusStrip* status_ = nullptr;
  CommandPalette* palette_ = nullptr;
  std::unique_ptr<QObject> found_;  // owns the things that the palette shows
};

}  // namespace fovea
