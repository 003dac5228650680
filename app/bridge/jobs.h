// Why: everything long runs off the main thread with progress, time left and Cancel, and is seen in one place. Jobs
// have threads of their own, so that they never hold up the short questions of a screen, which run on the global pool.
// GUI thread only; the work itself runs on a thread of the queue.
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

// Who owns the result of a job. No other project is opened while jobs of the project run, so a result never lands in a
// project that the job was not begun for.
enum class JobScope { Project, Program };

// A piece of work under way. Lives until finished() has been delivered, then deletes itself.
class Job : public QObject {
  Q_OBJECT
 public:
  // Runs on another thread. Must look at the token often. What it throws becomes an error.
  using Work = std::function<Status(const ProgressFunction&, const CancelToken&)>;

  ~Job() override;
  const QString& title() const { return title_; }
  JobScope scope() const { return scope_; }
  // The step that it is at; before it begins, that it waits for other jobs.
  QString stage() const { return stage_; }
  // 0 to 1; negative while the total is not known.
  double progress() const { return progress_; }
  // Seconds; negative while not known.
  double secondsLeft() const;
  bool cancelled() const { return cancel_.cancelled(); }

 public Q_SLOTS:
  void cancel();

 Q_SIGNALS:
  // At most about 30 times a second.
  void progressChanged();
  // Cancelled when it was cancelled. The last thing a job says.
  void finished(const fovea::Status& status);

 private:
  friend class JobQueue;
  Job(QString title, JobScope scope, QObject* parent);
  void report(const Progress& progress);

  QString title_;
  JobScope scope_;
  QString stage_;
  double progress_ = -1;
  QElapsedTimer clock_;
  CancelToken cancel_;
  std::unique_ptr<QRunnable> task_;
};

class JobQueue : public QObject {
  Q_OBJECT
 public:
  explicit JobQueue(QObject* parent = nullptr);
  // Cancels all and waits for them.
  ~JobQueue() override;

  Job* start(const QString& title, Job::Work work, JobScope scope = JobScope::Project);
  // In the order in which they were started.
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
