// Why: lists the project's runs as rows, newest first, with optional columns for any of their values.
#pragma once
#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "app/workspaces/train/run_looks.h"
#include "app/workspaces/train/run_summary.h"
#include "core/project/run_filter.h"
#include "core/project/run_records.h"
#include "core/project/run_view_choices.h"

namespace fovea {

// Returns "finished", in the user's language.
QString runStatusWords(RunStatus status);
// Returns a title that distinguishes runs with the same name: "fashion-lenet · run 5".
QString runTitle(const std::string& name, RunId run);

// The sort key of a row, a double or QString.
inline constexpr int kSortValueRole = Qt::UserRole + 300;
// The run's CurveLook in the plots; only while the run is compared.
inline constexpr int kLookRole = Qt::UserRole + 301;

class RunTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    kName,
    kStatus,
    kRate,
    kBatch,
    kEpochs,
    kBestAccuracy,
    kBestEpoch,
    kDevice,
    kCurve,
    kTags,
    kColumnCount
  };

  using QAbstractTableModel::QAbstractTableModel;

  // Updates rows in place for runs that remain, so that a selection is kept.
  void setRuns(std::vector<RunRecord> runs);
  const RunRecord* run(int row) const;
  int rowOf(RunId run) const;  // -1: no such run
  const std::vector<RunRecord>& runs() const { return runs_; }

  void setSummaries(std::map<RunId, RunSummary> summaries);
  const std::map<RunId, RunSummary>& summaries() const { return summaries_; }
  void setNotes(const std::map<std::int32_t, RunNote>& notes);
  // Sets which runs are checked, and their looks.
  void setChosen(const std::vector<RunId>& chosen);
  const std::vector<RunId>& chosen() const { return chosen_; }
  const RunLooks& looks() const { return looks_; }

  // Sets the additional columns: names of settings ("momentum"), of metrics with a suffix ("loss.last",
  // "confusion_f1.best"), "dataset", "group" (a sweep), "seconds", "started", "note".
  void setExtraColumns(const std::vector<std::string>& names);
  const std::vector<std::string>& extraColumns() const { return extra_; }
  // Returns all names that setExtraColumns() accepts for these runs.
  std::vector<std::string> possibleColumns() const;
  static QString columnTitle(const std::string& name);
  // Returns the stored name of a column: "status", "momentum"; columnOf() is the inverse, -1 for an unknown name.
  std::string columnName(int column) const;
  int columnOf(const std::string& name) const;

  // Returns a run's value by the name of a filter term or column; "accuracy" is the best one. The settings and the
  // duration of another program's run are not known.
  std::optional<FilterValue> value(const RunRecord& run, const std::string& name) const;
  // Returns the text in which filter words without a name are searched.
  std::string searchText(const RunRecord& run) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
  // The user checked or unchecked a run.
  void chosenToggled(fovea::RunId run, bool chosen);

 private:
  QString text(const RunRecord& run, int column) const;
  QString extraText(const RunRecord& run, const std::string& name) const;
  QVariant sortValue(const RunRecord& run, int column) const;
  bool isFigure(int column) const;
  bool isChosen(RunId run) const;
  const RunNote* noteOf(RunId run) const;
  void changed(int firstColumn, int lastColumn);

  std::vector<RunRecord> runs_;
  std::map<RunId, RunSummary> summaries_;
  std::map<std::int32_t, RunNote> notes_;
  std::vector<RunId> chosen_;
  RunLooks looks_;
  std::vector<std::string> extra_;
};

}  // namespace fovea
