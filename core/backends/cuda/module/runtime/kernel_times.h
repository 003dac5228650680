// Why: a profile should show the run time of a kernel, without the gap before it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fovea::cuda {

// While an instance exists, CUPTI times the kernels, copies and fills that this thread enqueues between enter() and
// leave(). A process can have one instance at a time.
class KernelTimes {
 public:
  // Returns null if CUPTI is missing, fails to start, or is turned off.
  static std::unique_ptr<KernelTimes> begin();
  virtual ~KernelTimes() = default;
  virtual void enter(std::size_t part) = 0;
  virtual void leave() = 0;
  // Ends the timing; call it when the device is done. Returns milliseconds per part, 0 for a part that enqueued
  // nothing; returns nothing if CUPTI lost records or saw none.
  virtual std::optional<std::vector<double>> finish(std::size_t parts) = 0;
};

}  // namespace fovea::cuda
