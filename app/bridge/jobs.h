// Why: runs long work outside of the main thread with progress, remaining time and Cancel, and lists it in one place.
// Jobs have their own threads, so that they never delay short tasks of a screen, which run on the global pool. GUI
// thread only; the work itself runs on a thread of the queue.
#pragma once
#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QThreadPool>
#include <functional>
#include <memory>

#include "core/base/cancel.h"
#include "core/base/result.h"

class QRunnable;

namespace fovea {

// The owner of a job's result. No other project can be opened while jobs of the project run, so a result never goes to
// the wrong project.
enum class JobScope { Project, Program };

// A running or waiting piece of work. Deletes itself after finished() was delivered.
class Job : public QObject {
  Q_OBJECT
 public:
  // Runs on another thread. Must check the token often. An exception becomes an error.
  using Work = std::function<Status(const ProgressFunction&, const CancelToken&)>;

  ~Job() override;
  const QString& title() const { return title_; }
  JobScope scope() const { return scope_; }
  // The current step; before the start, that it waits for other jobs.
  QString stage() const { return stage_; }
  // 0 to 1; negative while the total is unknown.
  double progress() const { return progress_; }
  // Seconds; negative while unknown.
  double secondsLeft() const;
  bool cancelled() const { return cancel_.cancelled(); }

 public Q_SLOTS:
  void cancel();

 Q_SIGNALS:
  // Emitted at most about 30 times a second.
  void progressChanged();
  // The job's last signal. The status is Cancelled after a cancel.
  void finished(const fovea::Status& status);

 private:
  friend class JobQueue;
  Job(QString title, JobScope scope, QObject* parent);
  void report(const Progress& progress);

  QString title_;
  JobScope scope_;
  QString stage_;
  double progress_ = -1;
  double begun_ = 0;     // progress when clock_ was started
  QElapsedTimer clock_;  // since the start, or since the stage began to which progress_ belongs
  CancelToken cancel_;
  std::unique_ptr<QRunnable> task_;
};

class JobQueue : public QObject {
  Q_OBJECT
 public:
  explicit JobQueue(QObject* parent = nullptr);
  // Cancels all jobs and waits for them.
  ~JobQueue() override;

  Job* start(const QString& title, Job::Work work, JobScope scope = JobScope::Project);
  // In start order.
  const QList<Job*>& running() const { return running_; }
  QList<Job*> running(JobScope scope) const;

 Q_SIGNALS:
  void jobStarted(fovea::Job* job);
  void jobFinished(fovea::Job* job);

 private:
  friend class Job;
  void dropWaiting(Job* job);
  void finish(Job* job, const Status& status);

  QThreadPool pool_;
  QList<Job*> running_;
};

}  // namespace fovea
