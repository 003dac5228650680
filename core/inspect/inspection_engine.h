// Why: inspecting a network takes from a moment to minutes, and callers must not wait. One thread answers all questions
// and keeps a few checkpoints in memory. Thread-safety: every public function may be called from any thread.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/cancel.h"
#include "core/inspect/warm_models.h"

namespace fovea {

enum class Urgency {
  Look,  // a moment; also answered while a Job pauses
  Job,   // seconds to hours; one at a time
};

class InspectionEngine {
 public:
  // The resources available to a question, on the engine's thread.
  struct Desk {
    WarmModels& models;
    CancelToken cancel;
    // A Job calls it between steps, ideally every 50 ms, so that waiting Looks are answered. Does nothing within a
    // Look.
    std::function<void()> pause;
  };
  // A question delivers its own answer. An exception ends only that question, not the engine.
  using Question = std::function<void(const Desk&)>;

  explicit InspectionEngine(std::shared_ptr<const BackendRegistry> backends, std::string device = "cpu");
  // Cancels the running questions and waits for them; questions still queued are dropped.
  ~InspectionEngine();
  InspectionEngine(const InspectionEngine&) = delete;
  InspectionEngine& operator=(const InspectionEngine&) = delete;

  // Queues a question. The returned token cancels it: it does not start, or stops when it checks the token.
  CancelToken ask(Urgency urgency, Question question);

 private:
  struct Asked {
    Question question;
    CancelToken cancel;
  };
  void run();
  void answerLooks();
  void answer(Asked asked, bool mayPause);
  bool take(std::deque<Asked>& queue, Asked& asked);

  WarmModels models_;  // used only by the engine's thread
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Asked> looks_, jobs_;
  std::vector<CancelToken> running_;  // a job, and the look inside it
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace fovea
