// Why: shows the table of runs with its controls: filter, sort, group, choose columns, check runs for comparison, edit
// tags and notes. GUI thread.
#pragma once
#include <QWidget>
#include <functional>
#include <vector>

#include "app/workspaces/train/run_table_model.h"

class QLabel;
class QLineEdit;
class QMenu;
class QTableView;

namespace fovea {

class PillButton;
class RunSortModel;

class RunTable : public QWidget {
  Q_OBJECT
 public:
  explicit RunTable(QWidget* parent = nullptr);

  QTableView* view() const { return view_; }
  RunTableModel* model() const { return model_; }
  QLineEdit* filterField() const { return filter_; }

  void setRuns(std::vector<RunRecord> runs);
  // Returns the run of the current row, or null.
  const RunRecord* current() const;
  // Returns the run that is `rows` rows below the current one, or null.
  const RunRecord* beside(int rows) const;
  // Makes `run` the current run; clears the filter if that hides it. Returns false if there is no such run.
  bool select(RunId run);
  // Selects `preferred` if it is shown, else another shown run, if there is one.
  void selectSome(RunId preferred);

  // Applies columns, order, filter, group, notes and compared runs; stores the other choices unchanged.
  void setChoices(const RunViewChoices& choices);
  const RunViewChoices& choices() const { return choices_; }

  // Compares these runs, at most kMostComparedRuns.
  void choose(const std::vector<RunId>& runs);
  // Compares the selected runs; chooseNone() ends the comparison.
  void chooseSelected();
  void chooseNone();
  // In a project that can only be read, noteRefused() says that tags and notes cannot be stored.
  void setReadOnly(bool readOnly) { readOnly_ = readOnly; }
  void editNote();
  // Returns the shown runs, from the top.
  std::vector<RunId> shown() const;
  // Returns the runs of the selected rows, from the top.
  std::vector<RunId> selected() const;

 public Q_SLOTS:
  // Highlights a run's row as if the mouse were over it.
  void highlight(fovea::RunId run);

 Q_SIGNALS:
  // The current run changed.
  void currentChanged();
  // The user changed a choice, or checked runs.
  void choicesChanged();
  void noteRefused();
  // The mouse is over a run's row; an invalid id: over none.
  void runHovered(fovea::RunId run);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildHead();
  void change(const std::function<void(RunViewChoices&)>& edit);
  void applyFilter();
  void fillColumns(QMenu& menu);
  void fillGroups(QMenu& menu);
  void toggle(RunId run, bool chosen);
  void applyColumns();
  void applySort();
  void addActions();
  void showCompare();

  RunTableModel* model_;
  RunSortModel* sorted_;
  QTableView* view_;
  QLineEdit* filter_;
  QLabel* problem_;
  PillButton* group_;
  PillButton* compare_;
  RunViewChoices choices_;
  bool applying_ = false;
  bool readOnly_ = false;
};

}  // namespace fovea
