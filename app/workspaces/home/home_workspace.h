// Why: the start page: recent projects, ready-made examples, and the devices of this machine.
#pragma once
#include "app/bridge/session.h"
#include "app/workspaces/workspace.h"

class QVBoxLayout;

namespace fovea {

class Card;
class FlowLayout;

class HomeWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit HomeWorkspace(Session& session, QWidget* parent = nullptr);
  void activate() override;
  // Accepts a project: its folder, or the manifest in it.
  bool takesFile(const QString& file) const override;
  void openFile(const QString& file) override;
  void addProgramButtons(const ActionRegistry& program) override;
  // Shows why a project could not be opened, and what to do.
  void showProblem(const Error& error);
  void clearProblem();

 Q_SIGNALS:
  void projectChosen(const QString& folder);
  void exampleChosen(const QString& example, const QString& folder);

 private:
  void buildExamples(QVBoxLayout* column);
  void buildDevices(QVBoxLayout* column);
  void showProjects();
  // Updates the card of the open project.
  void showRuns();
  void forget(const QString& folder);
  void findDevices();

  QWidget* projects_ = nullptr;
  FlowLayout* projectCards_ = nullptr;
  Card* devices_ = nullptr;
};

}  // namespace fovea
