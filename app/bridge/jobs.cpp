#include "app/bridge/jobs.h"

#include <QRunnable>
#include <algorithm>
#include <chrono>

#include "core/base/guarded.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

constexpr auto kReportInterval = std::chrono::milliseconds(33);
constexpr int kFewestThreads = 4;

// Receives progress from the working thread and forwards as much as the screen can show.
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

Job::Job(QString title, JobScope scope, QObject* parent)
    : QObject(parent), title_(std::move(title)), scope_(scope), stage_(tr("Waiting for other jobs")) {
  clock_.start();
}

Job::~Job() = default;

double Job::secondsLeft() const {
  const double done = progress_ - begun_;
  if (progress_ < 0 || done <= 0.01) return -1;
  return static_cast<double>(clock_.elapsed()) / 1000.0 * (1.0 - progress_) / done;
}

void Job::report(const Progress& progress) {
  stage_ = coreMessage(progress.stage);
  const double now = progress.total > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.total) : -1;
  // A stage with a total of its own has its own speed, and a job that continues a former one does not begin at 0.
  if (progress_ < 0 || now < progress_) {
    begun_ = now;
    clock_.restart();
  }
  progress_ = now;
  Q_EMIT progressChanged();
}

void Job::cancel() {
  if (cancelled()) return;
  cancel_.cancel();
  static_cast<JobQueue*>(parent())->dropWaiting(this);
  Q_EMIT progressChanged();
}

JobQueue::JobQueue(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(std::max(kFewestThreads, QThread::idealThreadCount()));
}

JobQueue::~JobQueue() {
  for (const Job* job : running_) job->cancel_.cancel();
  pool_.clear();
  pool_.waitForDone();
}

Job* JobQueue::start(const QString& title, Job::Work work, JobScope scope) {
  auto* job = new Job(title, scope, this);
  auto throttle = std::make_shared<Throttle>();
  // Progress is passed by value through the event loop: the working thread never touches the job.
  const ProgressFunction progress = [job, throttle](const Progress& now) {
    if (throttle->pass())
      QMetaObject::invokeMethod(
          job, [job, now] { job->report(now); }, Qt::QueuedConnection);
  };
  job->task_.reset(QRunnable::create([this, job, progress, work = std::move(work), cancel = job->cancel_] {
    QMetaObject::invokeMethod(
        job,
        [job] {
          job->clock_.restart();
          job->stage_.clear();
        },
        Qt::QueuedConnection);
    const Status status = guarded([&] { return work(progress, cancel); });
    QMetaObject::invokeMethod(
        this, [this, job, status] { finish(job, status); }, Qt::QueuedConnection);
  }));
  job->task_->setAutoDelete(false);
  running_.append(job);
  pool_.start(job->task_.get());
  Q_EMIT jobStarted(job);
  return job;
}

QList<Job*> JobQueue::running(JobScope scope) const {
  QList<Job*> jobs;
  for (Job* job : running_)
    if (job->scope() == scope) jobs << job;
  return jobs;
}

// A job that no thread has started ends immediately when it is cancelled.
void JobQueue::dropWaiting(Job* job) {
  if (!pool_.tryTake(job->task_.get())) return;
  QMetaObject::invokeMethod(
      this, [this, job] { finish(job, fail(ErrorCode::Cancelled, "Cancelled.")); }, Qt::QueuedConnection);
}

void JobQueue::finish(Job* job, const Status& status) {
  running_.removeOne(job);
  Q_EMIT job->finished(status);
  Q_EMIT jobFinished(job);
  job->deleteLater();
}

}  // namespace fovea
