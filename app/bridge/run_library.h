// Why: gives all screens the same runs. Records are cached and updated one by one; curves are read on the project
// thread on request, and the most recently used ones are cached. GUI thread only.
#pragma once
#include <QObject>
#include <QPointer>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "app/bridge/project_thread.h"
#include "app/bridge/run_history.h"

namespace fovea {

struct RunEntry {
  RunRecord record;
  std::vector<CheckpointRecord> checkpoints;  // in order of step
  // Why training cannot go on with the run: it has no checkpoint, and its records do not tell how to begin it anew.
  std::optional<Error> obstacle{};
};

// Any thread that may use `store`. Errors as RunStore's.
Result<RunEntry> readRunEntry(const RunStore& store, RunId run);
Result<std::vector<RunEntry>> readRunEntries(const RunStore& store);

class RunLibrary : public QObject {
  Q_OBJECT
 public:
  using Entries = std::map<RunId, RunEntry, std::greater<>>;
  using History = std::shared_ptr<const ThinnedHistory>;
  using Deliver = std::function<void(const Result<History>&)>;

  explicit RunLibrary(ProjectThread& thread, QObject* parent = nullptr);

  // Newest first.
  const Entries& entries() const { return entries_; }
  std::vector<RunRecord> records() const;
  const RunEntry* find(RunId run) const;  // null: not found
  // The checkpoint with the highest step, or null.
  const CheckpointRecord* lastCheckpoint(RunId run) const;

  // Shows the runs of a newly opened project.
  void show(std::vector<RunEntry> entries);
  // Reads a run's record again, since it may have changed in the store; its curves are read again on the next request.
  // Adds an unknown run, and removes one that is no longer stored.
  void refresh(RunId run);
  // Handles a data set's new name, which the store already has. Notifies the runs that were trained on it one by one,
  // with other events in between, since there may be many.
  void datasetRenamed(const std::string& name, const std::string& newName);
  // Marks the cached curves of the run as incomplete, after a change that its record does not show.
  void touch(RunId run);
  // Adds or replaces a run that another part of the program has just read.
  void put(RunEntry entry);
  // Removes runs from the project; runRemoved() or failed() follows for each. restore() brings them back until
  // deleteRemoved() deletes them with their curves and checkpoint files.
  void remove(const std::vector<RunId>& runs);
  void restore(const std::vector<RunId>& runs);
  void deleteRemoved();
  // Keeps a checkpoint whatever the retention rules say, or no longer; runChanged() follows, also after failed().
  void setPinned(RunId run, std::int64_t step, bool pinned);

  // Delivers the stored history of the run: at once if cached, else when it has been read, in the order of requests.
  // Nothing is delivered if `receiver` is destroyed or has withdrawn.
  void history(RunId run, QObject* receiver, Deliver deliver);
  // Reads the history of a run that a person will probably look at next, when nobody waits for another.
  void prepare(RunId run);
  // Drops the requests of `receiver`.
  void withdraw(const QObject* receiver);
  // The limit of cached curve points; beyond it the least recently used curves are dropped.
  void setMostPoints(std::size_t points);
  // The runs with cached curves, most recently used first.
  std::vector<RunId> kept() const;

 Q_SIGNALS:
  // Another project, or none, is open.
  void replaced();
  void runAdded(fovea::RunId run);
  void runChanged(fovea::RunId run);
  void runRemoved(fovea::RunId run);
  // Reading the store or deleting a run failed.
  void failed(const fovea::Error& error);

 private:
  struct Question {
    RunId run;
    QPointer<QObject> receiver;
    const QObject* asker;  // for comparison only
    Deliver deliver;
  };
  struct Kept {
    RunId run;
    History history;
  };

  void readDirty();
  void readNext();
  void answer(RunId run, std::uint64_t version, const Result<History>& history);
  void keep(RunId run, History history);
  void erase(RunId run);
  void change(RunId run, std::function<Status(Project&)> work);
  // Emits runChanged() for the first run now, and for each further one after other events.
  void tellChanged(std::vector<RunId> runs);
  void dropKept(RunId run);

  ProjectThread& thread_;
  Entries entries_;
  std::set<RunId> dirty_;
  bool readingEntries_ = false;
  std::uint64_t project_ = 0;                // number of the open project, for dropping answers about earlier ones
  std::map<RunId, std::uint64_t> versions_;  // number of changes of each run
  std::deque<Question> questions_;
  std::optional<RunId> reading_;
  std::optional<RunId> prepared_;  // to be read when there are no questions
  std::list<Kept> kept_;           // most recently used first
  std::size_t keptPoints_ = 0;
  std::size_t mostPoints_;
};

}  // namespace fovea
