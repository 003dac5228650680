// Why: a part of the window asks the inspection engine one question at a time: only the last one matters, its progress
// is reported, and cancelling is immediate. GUI thread only.
#pragma once
#include <QFutureWatcher>
#include <QPromise>
#include <functional>
#include <memory>

#include "core/base/guarded.h"
#include "core/inspect/inspection_engine.h"

namespace fovea {

template <class Answer>
class Question {
 public:
  // Runs on the engine's thread; must not access data that the GUI thread changes meanwhile.
  using Work = std::function<Result<Answer>(const InspectionEngine::Desk&, const ProgressFunction&)>;
  using Shared = std::shared_ptr<const Result<Answer>>;
  using Deliver = std::function<void(const Shared&)>;
  // 0 to 1; negative while unknown.
  using Report = std::function<void(double share)>;

  Question(std::shared_ptr<InspectionEngine> engine, Urgency urgency) : engine_(std::move(engine)), urgency_(urgency) {
    QObject::connect(&watcher_, &QFutureWatcherBase::finished, &watcher_, [this] { finish(); });
    QObject::connect(&watcher_, &QFutureWatcherBase::progressValueChanged, &watcher_, [this](int value) {
      if (busy_ && report_) report_(value < 0 ? -1 : static_cast<double>(value) / kProgressSteps);
    });
  }
  ~Question() {
    watcher_.disconnect();
    token_.cancel();
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  // Called when the first question starts and when none is pending any more.
  void onBusyChanged(std::function<void(bool)> listener) { listener_ = std::move(listener); }
  // `deliver` is called on the GUI thread, unless another question is asked or cancel() is called first.
  void ask(Work work, Deliver deliver, Report report = {}) {
    token_.cancel();
    deliver_ = std::move(deliver);
    report_ = std::move(report);
    const auto promise = std::make_shared<QPromise<Shared>>();
    promise->start();
    promise->setProgressRange(-1, kProgressSteps);
    watcher_.setFuture(promise->future());  // ignores later reports of an earlier question
    token_ = engine_->ask(urgency_, [promise, work = std::move(work)](const InspectionEngine::Desk& desk) {
      const ProgressFunction progress = [&promise](const Progress& now) {
        promise->setProgressValue(now.total > 0 ? static_cast<int>(now.done * kProgressSteps / now.total) : -1);
      };
      promise->addResult(std::make_shared<const Result<Answer>>(guarded([&] { return work(desk, progress); })));
      promise->finish();
    });
    setBusy(true);
  }
  // Drops the answers of all earlier questions; a running one stops as soon as it can.
  void cancel() {
    token_.cancel();
    deliver_ = nullptr;
    setBusy(false);
  }
  bool busy() const { return busy_; }

 private:
  static constexpr int kProgressSteps = 1000;

  void finish() {
    const Deliver deliver = std::move(deliver_);
    deliver_ = nullptr;
    if (!deliver || watcher_.future().resultCount() == 0) return;
    const Shared answer = watcher_.result();
    setBusy(false);
    deliver(answer);
  }
  void setBusy(bool busy) {
    if (std::exchange(busy_, busy) != busy && listener_) listener_(busy);
  }

  std::shared_ptr<InspectionEngine> engine_;
  const Urgency urgency_;
  QFutureWatcher<Shared> watcher_;
  CancelToken token_;
  Deliver deliver_;
  Report report_;
  std::function<void(bool)> listener_;
  bool busy_ = false;
};

// Returns the answer in `shared`, which must contain one; it lives as long as any copy.
template <class Answer>
std::shared_ptr<const Answer> answerIn(const std::shared_ptr<const Result<Answer>>& shared) {
  return std::shared_ptr<const Answer>(shared, &shared->value());
}

}  // namespace fovea
