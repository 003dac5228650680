#include "app/bridge/training_bridge.h"

namespace fovea {
namespace {

constexpr int kPollMilliseconds = 33;

bool isEmpty(const WorkerNews& news) {
  return news.points.empty() && news.epochs.empty() && news.marks.empty() && news.checkpoints.empty();
}

}  // namespace

TrainingBridge::TrainingBridge(std::shared_ptr<const BackendRegistry> backends, QObject* parent)
    : QObject(parent), worker_(std::move(backends)), seen_(worker_.snapshot()), snapshot_(seen_) {
  timer_.setInterval(kPollMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &TrainingBridge::poll);
}

void TrainingBridge::start(StartRun run) {
  starting_ = true;
  worker_.send(std::move(run));
  timer_.start();
}

void TrainingBridge::forget() {
  if (active() || snapshot_->state == WorkerState::Idle) return;
  snapshot_ = std::make_shared<const WorkerSnapshot>();
  Q_EMIT snapshotChanged(snapshot_);
}

void TrainingBridge::poll() {
  // The snapshot first: what it says has happened is in the news that is taken after it.
  const auto snapshot = worker_.snapshot();
  const WorkerNews news = worker_.takeNews();
  const bool changed = snapshot != seen_;
  if (changed) {
    snapshot_ = seen_ = snapshot;
    starting_ = false;
  }
  // Who hears the news finds the snapshot of the run that they are of.
  if (!isEmpty(news)) Q_EMIT newsArrived(news);
  if (!changed) return;
  Q_EMIT snapshotChanged(snapshot_);
  if (snapshot_->active()) return;
  timer_.stop();
  Q_EMIT runEnded(snapshot_);
}

}  // namespace fovea
