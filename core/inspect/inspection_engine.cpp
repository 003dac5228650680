#include "core/inspect/inspection_engine.h"

#include "core/base/guarded.h"

namespace fovea {

InspectionEngine::InspectionEngine(std::shared_ptr<const BackendRegistry> backends, std::string device)
    : models_(std::move(backends), std::move(device)), thread_([this] { run(); }) {}

InspectionEngine::~InspectionEngine() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    for (const CancelToken& token : running_) token.cancel();
  }
  wake_.notify_all();
  thread_.join();
}

CancelToken InspectionEngine::ask(Urgency urgency, Question question) {
  CancelToken token;
  {
    const std::scoped_lock lock(mutex_);
    (urgency == Urgency::Look ? looks_ : jobs_).push_back({std::move(question), token});
  }
  wake_.notify_all();
  return token;
}

bool InspectionEngine::take(std::deque<Asked>& queue, Asked& asked) {
  if (ended_ || queue.empty()) return false;
  asked = std::move(queue.front());
  queue.pop_front();
  running_.push_back(asked.cancel);
  return true;
}

void InspectionEngine::answer(Asked asked, bool mayPause) {
  if (!asked.cancel.cancelled()) {
    const Desk desk{models_, asked.cancel, mayPause ? std::function<void()>([this] { answerLooks(); }) : [] {}};
    // A question reports errors through its own answer.
    (void)guarded([&] { asked.question(desk); });
  }
  asked.question = nullptr;  // frees its captures before it counts as finished
  const std::scoped_lock lock(mutex_);
  running_.pop_back();
}

void InspectionEngine::answerLooks() {
  Asked asked;
  while (true) {
    {
      const std::scoped_lock lock(mutex_);
      if (!take(looks_, asked)) return;
    }
    answer(std::move(asked), false);
  }
}

void InspectionEngine::run() {
  while (true) {
    Asked asked;
    bool look = false;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ended_ || !looks_.empty() || !jobs_.empty(); });
      if (ended_) return;
      look = take(looks_, asked);
      if (!look && !take(jobs_, asked)) continue;
    }
    answer(std::move(asked), !look);
  }
}

}  // namespace fovea
