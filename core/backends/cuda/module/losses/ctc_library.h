// Why: cuDNN's CTC loss, described once and enqueued many times; the only place that calls it.
#pragma once
#include <memory>

#include "core/backends/cuda/module/losses/ctc_packing.h"
#include "core/backends/cuda/module/runtime/status.h"

namespace fovea::cuda {

// Results are the same every time: cuDNN's algorithm with atomic additions is not used. It may be recorded in a CUDA
// graph.
class CtcLibrary {
 public:
  // The maximum number of targets per row. cuDNN documents 256, with which cuDNN 8.1 fails.
  static constexpr std::int64_t kMostTargets = 255;

  // For the device of a handle. Unsupported with cuDNN's message. No extent of the shape may be 0, and each must fit
  // into an int.
  static Result<std::shared_ptr<CtcLibrary>> create(cudnnHandle_t handle, const CtcShape& shape);
  ~CtcLibrary();

  // Bytes of `workspace`, at a multiple of 256.
  std::size_t workspaceBytes() const;
  // Enqueues on the handle's stream: costs and gradients from scores, labels and counts.
  Status run(cudnnHandle_t handle, const CtcPacked& packed, void* workspace) const;

 private:
  struct State;
  explicit CtcLibrary(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea::cuda
