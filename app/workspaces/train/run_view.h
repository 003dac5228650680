// Why: plots and log show one run, whole: its past comes from the project's store, what happens now from the worker,
// and nothing is missed or told twice where the two meet.
#pragma once
#include <QObject>
#include <QStringList>
#include <memory>

#include "app/bridge/latest_task.h"
#include "app/workspaces/train/run_history.h"
#include "core/worker/worker.h"

namespace fovea {

class Project;
class RunLog;
class RunPlots;

class RunView : public QObject {
  Q_OBJECT
 public:
  RunView(RunPlots& plots, RunLog& log, QObject* parent = nullptr);

  // Shows nothing, and reads runs from this project from now on (null: from none).
  void setProject(const Project* project);
  // Its curves and its log follow as soon as they are read; an id that is not valid shows nothing.
  void show(RunId run);
  // What was asked for last.
  RunId wanted() const { return wanted_; }
  // Which run goes on (none: an id that is not valid), and where it is: what it recorded behind that step, before it
  // was continued from a checkpoint, is not true any more.
  void setRunning(RunId run, std::int64_t step);
  // `run` goes on from a checkpoint at `step`: what came after it is not true any more. Before the first news of it.
  void forgetAfter(RunId run, std::int64_t step);
  // Of the run that goes on, whether it is shown or not.
  void addNews(RunId run, const WorkerNews& news);
  void addSpeed(RunId run, double step, double samplesPerSecond);
  // A line of the log, with the time that it is now.
  void addLine(RunId run, const QString& words);

 Q_SIGNALS:
  void failed(const fovea::Error& error);

 private:
  void clear();
  void fill(RunHistory history);
  void append(const WorkerNews& news);

  RunPlots& plots_;
  RunLog& log_;
  RunId wanted_;
  RunId shown_;
  RunId running_;
  std::int64_t runningStep_ = 0;
  // The latest news of the run that goes on: they come before they are in the store, and before that run is looked at.
  RunId recentRun_;
  WorkerNews recent_;
  QStringList missedLines_;  // of the wanted run, while its past is being read
  std::shared_ptr<const RunStore> store_;  // touched by the task alone
  LatestTask<RunHistory> task_;
};

}  // namespace fovea
