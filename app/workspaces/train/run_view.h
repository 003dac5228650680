// Why: shows one complete run in plots and log: its past from the run library and current events from the worker, with
// nothing missing or repeated in between.
#pragma once
#include <QObject>
#include <QStringList>
#include <map>

#include "app/bridge/run_history.h"
#include "core/worker/worker.h"

namespace fovea {

class RunLibrary;
class RunLog;
class RunPlots;

class RunView : public QObject {
  Q_OBJECT
 public:
  RunView(RunLibrary& library, RunPlots& plots, RunLog& log, QObject* parent = nullptr);

  // Shows nothing and drops all events; call it when the project changes.
  void forget();
  // Shows a run; its curves and log follow when they are read. An invalid id shows nothing.
  void show(RunId run);
  // Returns the last requested run.
  RunId wanted() const { return wanted_; }
  // Sets the current step of each active run: stored history after that step is obsolete.
  void setRunning(std::map<RunId, std::int64_t> steps) { running_ = std::move(steps); }
  // Drops later events, since `run` resumes from a checkpoint at `step`. Call it before the run's first events.
  void forgetAfter(RunId run, std::int64_t step);
  // Adds events of any active run, shown or not.
  void addEvents(const RunEvents& events);
  void addSpeed(RunId run, double step, double samplesPerSecond);
  // Appends a line to the log, with the current time.
  void addLine(RunId run, const QString& words);

 Q_SIGNALS:
  void failed(const fovea::Error& error);
  // The curves and the log of the run are shown.
  void filled(fovea::RunId run);

 private:
  void clear();
  void fill(const ThinnedHistory& stored);
  void append(const RunEvents& events);
  void dropOldest();

  RunLibrary& library_;
  RunPlots& plots_;
  RunLog& log_;
  RunId wanted_;
  RunId shown_;
  std::map<RunId, std::int64_t> running_;
  // The latest events of recently active runs, which are not yet in the store when such a run is selected.
  std::map<RunId, RunEvents> recent_;
  // The marks and checkpoints of the shown run that were stored when its history was read. Their events may arrive
  // later and are then ignored.
  std::vector<RunMark> storedMarks_;
  std::vector<CheckpointRecord> storedCheckpoints_;
  QStringList missedLines_;  // lines for the requested run that arrive while its past is read
};

}  // namespace fovea
