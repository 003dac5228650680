// Why: a profile should show the run time of a kernel, without the gap before it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fovea::cuda {

// While one is there, kernels, copies and fills that this thread enqueues between enter() and leave() are timed by
// CUPTI. At most one at a time in a process.
class KernelTimes {
 public:
  // Null where CUPTI is not there, refuses, or is turned off.
  static std::unique_ptr<KernelTimes> begin();
  virtual ~KernelTimes() = default;
  virtual void enter(std::size_t part) = 0;
  virtual void leave() = 0;
  // When the device is done: milliseconds by part, 0 for one that enqueued nothing; nothing where CUPTI has lost
  // records or saw none. Ends the timing.
  virtual std::optional<std::vector<double>> finish(std::size_t parts) = 0;
};

}  // namespace fovea::cuda
