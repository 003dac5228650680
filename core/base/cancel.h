// Why: everything long can be cancelled at once, from any thread.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace fovea {

// A flag shared by the one who asks and the one who works. Copies refer to the same flag. Thread-safe.
class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
  void cancel() const { flag_->store(true, std::memory_order_relaxed); }
  bool cancelled() const { return flag_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

// How far a long job is. `total` is 0 while it is not known.
struct Progress {
  std::string stage;  // what is being done, for a person: "Reading images"
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};
using ProgressFunction = std::function<void(const Progress&)>;

}  // namespace fovea
