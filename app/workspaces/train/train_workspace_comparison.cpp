// Why: runs checked in the table also appear in the plots and the differences, and the user's choices in any of them
// are stored with the project.
#include "app/workspaces/panel_area.h"
#include "app/workspaces/train/comparison_reader.h"
#include "app/workspaces/train/run_diff.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/train_workspace.h"

namespace fovea {

void TrainWorkspace::connectComparison() {
  const auto compare = [this] { reader_->compare(runModel()->chosen()); };
  connect(reader_, &ComparisonReader::choicesRead, this, [this](const RunViewChoices& choices) {
    choices_ = choices;
    edits_.clear();  // undoing an earlier edit would discard the stored choices
    showChoices(choices);
  });
  connect(reader_, &ComparisonReader::summariesChanged, runModel(), &RunTableModel::setSummaries);
  connect(reader_, &ComparisonReader::comparedChanged, this, [this](const std::vector<ComparedRunPtr>& compared) {
    plots_->setCompared(compared, runModel()->looks());
    diff_->setRuns(compared, runModel()->looks());
    panels()->setUseful("differences", compared.size() > 1);
  });
  connect(reader_, &ComparisonReader::failed, this, &TrainWorkspace::showError);
  connect(runs_, &RunTable::choicesChanged, this, [this, compare] {
    plots_->setChoices(runs_->choices());
    keepChoices(runs_->choices());
    compare();
  });
  connect(runs_, &RunTable::noteRefused, this, [this] { showError(projectIsReadOnly()); });
  connect(plots_, &RunPlots::choicesChanged, this, [this] {
    runs_->setChoices(plots_->choices());
    keepChoices(plots_->choices());
  });
  connect(plots_, &RunPlots::comparisonEnded, runs_, &RunTable::chooseNone);
  connect(plots_, &RunPlots::runHovered, runs_, &RunTable::highlight);
  connect(runs_, &RunTable::runHovered, plots_, &RunPlots::highlight);
}

}  // namespace fovea
