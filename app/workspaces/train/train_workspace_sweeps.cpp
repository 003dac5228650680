// Why: sweeps have a page of their own beside the curves, and choosing a configuration there shows its runs.
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/sweep_dialog.h"
#include "app/workspaces/train/sweep_page.h"
#include "app/workspaces/train/train_workspace.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

enum Page { kEmptyPage, kCurvesPage, kSweepsPage };
enum View { kCurvesView, kSweepsView };

}  // namespace

QWidget* TrainWorkspace::buildSweeps() {
  views_ = new SegmentBar({tr("Curves"), tr("Sweeps")}, SegmentBar::Size::Tall);
  views_->setAccessibleName(tr("What is shown"));
  views_->hide();
  addToToolbarLeft(views_);
  connect(views_, &SegmentBar::currentChanged, this, &TrainWorkspace::showPages);
  auto* page = new QWidget;
  sweeps_ = new SweepPage(*session().sweeps());
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->addWidget(sweeps_);
  SweepService* service = session().sweeps();
  connect(service, &SweepService::changed, this, &TrainWorkspace::showPages);
  connect(service, &SweepService::began, this, [this] { showSweeps(true); });
  connect(service, &SweepService::failed, this, &TrainWorkspace::showError);
  connect(sweeps_, &SweepPage::failed, this, &TrainWorkspace::showError);
  connect(sweeps_, &SweepPage::runWanted, this, &TrainWorkspace::select);
  connect(sweeps_, &SweepPage::curvesWanted, this, [this](const std::vector<RunId>& runs) {
    runs_->choose(runs);
    showSweeps(false);
  });
  return page;
}

void TrainWorkspace::showSweeps(bool wanted) {
  views_->setCurrent(wanted ? kSweepsView : kCurvesView);
  showPages();
}

void TrainWorkspace::showPages() {
  const bool sweeps = !session().sweeps()->names().empty(), runs = !session().runs()->entries().empty();
  views_->setVisible(sweeps);
  if (!sweeps && views_->current() == kSweepsView) {
    const QSignalBlocker quiet(views_);
    views_->setCurrent(kCurvesView);
  }
  pages_->setCurrentIndex(sweeps && views_->current() == kSweepsView ? kSweepsPage : runs ? kCurvesPage : kEmptyPage);
}

void TrainWorkspace::planSweep() {
  banner()->dismiss();
  if (!inspector_->isValid()) return showInvalidSetting();
  // A sweep that cannot begin is refused before its plan is filled in, which would be lost.
  if (const Status may = session().mayTrain(); !may.ok()) return showObstacle(may.error());
  const Status kept = session().keepChosenSettings(inspector_->chosenSettings());
  if (!kept.ok()) return showError(kept.error());
  auto* dialog = new SweepDialog(inspector_->settings(), knownMetrics(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &SweepDialog::planned, this, [this](const SweepPlan& plan) {
    SweepPlan wanted = plan;
    wanted.settings = inspector_->chosenSettings();
    if (const Status begun = session().startSweep(std::move(wanted)); !begun.ok()) showObstacle(begun.error());
  });
  dialog->open();
}

// The metrics of the project's runs, as a plan names them.
std::vector<std::string> TrainWorkspace::knownMetrics() const {
  std::vector<std::string> names;
  for (const auto& [run, summary] : runModel()->summaries())
    for (const auto& [metric, values] : summary.metrics)
      if (const std::string name = "val_" + metric; std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
  return names;
}

}  // namespace fovea
