// Why: runs a question beside the window and delivers only the answer to the latest one. A question waits at most for
// the one being computed, never for a long job. GUI thread only.
#pragma once
#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrent/QtConcurrentRun>
#include <functional>
#include <memory>
#include <optional>

#include "core/base/guarded.h"

namespace fovea {

template <class Answer>
class LatestTask {
 public:
  // Runs on its own thread; must not access data that the GUI thread changes meanwhile.
  using Work = std::function<Result<Answer>()>;
  using Deliver = std::function<void(const Result<Answer>&)>;

  // `live`: an answer is delivered even while a later question waits, so that a continuous drag shows intermediate
  // results.
  explicit LatestTask(bool live = false) : live_(live) {
    pool_.setMaxThreadCount(1);
    QObject::connect(&watcher_, &QFutureWatcherBase::finished, &watcher_, [this] { finish(); });
  }
  // Waits for the running question; its answer is dropped.
  ~LatestTask() {
    watcher_.disconnect();
    pool_.waitForDone();
  }
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;

  // `deliver` is called on the GUI thread, unless another question is asked first.
  void ask(Work work, Deliver deliver) {
    next_ = Question{std::move(work), std::move(deliver)};
    if (!current_) start();
  }
  // Drops the answers of all earlier questions.
  void cancel() {
    next_.reset();
    if (current_) current_->deliver = nullptr;
  }
  bool busy() const { return current_.has_value(); }

 private:
  struct Question {
    Work work;
    Deliver deliver;
  };
  using Shared = std::shared_ptr<const Result<Answer>>;

  void start() {
    current_ = std::move(next_);
    next_.reset();
    watcher_.setFuture(QtConcurrent::run(&pool_, [work = std::move(current_->work)]() -> Shared {
      return std::make_shared<const Result<Answer>>(guarded(work));
    }));
  }
  void finish() {
    const Shared answer = watcher_.result();
    const Deliver deliver = std::move(current_->deliver);
    current_.reset();
    const bool overtaken = next_.has_value();
    if (overtaken) start();
    if (deliver && (live_ || !overtaken)) deliver(*answer);
  }

  const bool live_;
  QThreadPool pool_;
  QFutureWatcher<Shared> watcher_;
  std::optional<Question> current_;
  std::optional<Question> next_;
};

}  // namespace fovea
