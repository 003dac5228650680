#include "app/bridge/jobs.h"

#include <QFutureWatcher>
#include <QtConcurrent/QtConcurrentRun>
#include <chrono>
#include <mutex>

namespace fovea {
namespace {

constexpr auto kReportInterval = std::chrono::milliseconds(33);

// Takes progress from the working thread and lets through what the screen can show.
class Throttle {
 public:
  bool pass() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kReportInterval) return false;
    last_ = now;
    return true;
  }

 private:
  std::chrono::steady_clock::time_point last_;
};

}  // namespace

double Job::secondsLeft() const {
  if (progress_ <= 0.01) return -1;
  return static_cast<double>(clock_.elapsed()) / 1000.0 * (1.0 - progress_) / progress_;
}

void Job::report(const Progress& progress) {
  stage_ = QString::fromStdString(progress.stage);
  progress_ = progress.total > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.total) : -1;
  Q_EMIT progressChanged();
}

JobQueue::~JobQueue() {
  for (Job* job : running_) job->cancel();
  for (QFutureWatcherBase* watcher : watchers_) {
    watcher->disconnect();
    watcher->waitForFinished();
  }
}

Job* JobQueue::start(const QString& title, Job::Work work) {
  auto* job = new Job(title, this);
  auto throttle = std::make_shared<Throttle>();
  // Progress travels as a value through the event loop: the working thread never touches the job.
  const ProgressFunction progress = [job, throttle](const Progress& now) {
    if (throttle->pass())
      QMetaObject::invokeMethod(
          job, [job, now] { job->report(now); }, Qt::QueuedConnection);
  };
  auto* watcher = new QFutureWatcher<std::shared_ptr<Status>>(this);
  running_.append(job);
  watchers_.append(watcher);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, job, watcher] {
    const std::shared_ptr<Status> status = watcher->result();
    running_.removeOne(job);
    watchers_.removeOne(watcher);
    Q_EMIT job->finished(*status);
    Q_EMIT jobFinished(job);
    job->deleteLater();
    watcher->deleteLater();
  });
  watcher->setFuture(QtConcurrent::run([work = std::move(work), progress, cancel = job->cancel_] {
    return std::make_shared<Status>(work(progress, cancel));
  }));
  Q_EMIT jobStarted(job);
  return job;
}

}  // namespace fovea
