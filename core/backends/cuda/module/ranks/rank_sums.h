// Why: sums gradients over the devices of a run without copies through host memory.
#pragma once
#include <memory>
#include <span>

#include "core/backends/communicator.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// One rank's part of the sums over all devices of a run, by NCCL. Not thread-safe.
class RankSums {
 public:
  struct Part {
    const void* from = nullptr;
    void* to = nullptr;  // may be `from`
    std::size_t count = 0;
  };

  // All ranks call it at the same point of their work, each with its own communicator, which distributes NCCL's
  // identifier. While the context later waits for the device it checks whether another rank has failed or has not
  // answered for longestAnswer(), and if so ends NCCL's work and all recordings: the wait returns the cause.
  // Unsupported: NCCL is missing.
  static Result<std::shared_ptr<RankSums>> open(const ContextPointer& context,
                                                const std::shared_ptr<Communicator>& communicator);
  virtual ~RankSums() = default;

  // Enqueues on the context's stream: to[i] = the sum of factor · from[i] over all ranks, for each part. `type`: f32 or
  // f64. With a factor of 0 this rank's numbers are ignored, even if they are not finite. It may be recorded in a CUDA
  // graph; all ranks enqueue the same sums in the same order.
  virtual Status enqueue(std::span<const Part> parts, DataType type, double factor) = 0;
};

}  // namespace fovea::cuda
