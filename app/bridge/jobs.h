// Why: everything long runs off the main thread with progress, time left and Cancel, and is seen in one place.
// GUI thread only; the work itself runs on a thread of the global pool.
#pragma once
#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <functional>

#include "core/base/cancel.h"
#include "core/base/result.h"

class QFutureWatcherBase;

namespace fovea {

// A piece of work under way. Lives until finished() has been delivered, then deletes itself.
class Job : public QObject {
  Q_OBJECT
 public:
  // Runs on another thread. Must look at the token often.
  using Work = std::function<Status(const ProgressFunction&, const CancelToken&)>;

  const QString& title() const { return title_; }
  QString stage() const { return stage_; }
  // 0 to 1; negative while the total is not known.
  double progress() const { return progress_; }
  // Seconds; negative while not known.
  double secondsLeft() const;
  bool cancelled() const { return cancel_.cancelled(); }

 public Q_SLOTS:
  void cancel() { cancel_.cancel(); }

 Q_SIGNALS:
  // At most about 30 times a second.
  void progressChanged();
  // Cancelled when it was cancelled. The last thing a job says.
  void finished(const fovea::Status& status);

 private:
  friend class JobQueue;
  Job(QString title, QObject* parent) : QObject(parent), title_(std::move(title)) { clock_.start(); }
  void report(const Progress& progress);

  QString title_;
  QString stage_;
  double progress_ = -1;
  QElapsedTimer clock_;
  CancelToken cancel_;
};

class JobQueue : public QObject {
  Q_OBJECT
 public:
  explicit JobQueue(QObject* parent = nullptr) : QObject(parent) {}
  // Cancels all and waits for them.
  ~JobQueue() override;

  Job* start(const QString& title, Job::Work work);
  const QList<Job*>& running() const { return running_; }

 Q_SIGNALS:
  void jobStarted(fovea::Job* job);
  void jobFinished(fovea::Job* job);

 private:
  QList<Job*> running_;
  QList<QFutureWatcherBase*> watchers_;
};

}  // namespace fovea
