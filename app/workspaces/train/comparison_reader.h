// Why: reads and caches, in the background, what the table and plots of runs show beyond their records: view choices,
// summaries of all runs, and the curves of compared runs. GUI thread; other threads read the store.
#pragma once
#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <vector>

#include "app/bridge/latest_task.h"
#include "app/workspaces/train/compared_run.h"
#include "app/workspaces/train/run_summary.h"
#include "core/project/run_view_choices.h"

namespace fovea {

class Project;

class ComparisonReader : public QObject {
  Q_OBJECT
 public:
  explicit ComparisonReader(QObject* parent = nullptr);
  // Writes pending choices.
  ~ComparisonReader() override;

  // Sets the project whose runs are read (null: none). choicesRead() follows.
  void setProject(const Project* project);
  // Sets the project's current runs and reads missing data.
  void setRuns(const std::vector<RunRecord>& runs);
  // Stores the choices after a short delay; a read-only project keeps them only for this session.
  void keep(const RunViewChoices& choices);
  // Reads the curves of these runs, one after the other.
  void compare(const std::vector<RunId>& runs);

 Q_SIGNALS:
  void choicesRead(const fovea::RunViewChoices& choices);
  void summariesChanged(const std::map<fovea::RunId, fovea::RunSummary>& summaries);
  // The compared runs read so far, in the requested order.
  void comparedChanged(const std::vector<fovea::ComparedRunPtr>& runs);
  void failed(const fovea::Error& error);

 private:
  // Identifies the version of a run's data; a change means that the data must be read again.
  struct State {
    std::int64_t epochs = 0, step = 0;
    RunStatus status = RunStatus::Created;
    std::string name;
    bool operator==(const State&) const = default;
  };

  void readSummaries();
  void readNext();
  void tellCompared();
  void write();
  static State stateOf(const RunRecord& run);

  std::filesystem::path folder_;
  bool readOnly_ = false;                                      // choices are kept for this session only
  std::shared_ptr<const RunStore> summaryStore_, curveStore_;  // each is used by one task only
  std::map<RunId, State> states_;
  std::map<RunId, std::pair<State, RunSummary>> summaries_;
  std::map<RunId, std::pair<State, ComparedRunPtr>> curves_;
  std::vector<RunId> compared_;
  RunViewChoices choices_;
  bool known_ = false;  // the project's choices have been read
  bool unwritten_ = false;
  bool told_ = false;                                     // a write error has been reported
  std::map<std::filesystem::path, RunViewChoices> kept_;  // latest choices of this session, keyed by project folder
  QTimer soon_;
  LatestTask<RunViewChoices> read_;
  LatestTask<bool> write_;
  LatestTask<std::map<RunId, RunSummary>> summaryTask_;
  LatestTask<ComparedRunPtr> curveTask_;
};

}  // namespace fovea
