// Why: how long work on a stream takes is told by two events on it.
#pragma once
#include "core/backends/cuda/module/status.h"

namespace fovea::cuda {

// Not thread-safe; not to be used while the stream is recorded.
class Stopwatch {
 public:
  Stopwatch() = default;
  ~Stopwatch() {
    if (start_) (void)cudaEventDestroy(start_);
    if (stop_) (void)cudaEventDestroy(stop_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  Status create() {
    FOVEA_CUDA_CALL(cudaEventCreate(&start_));
    FOVEA_CUDA_CALL(cudaEventCreate(&stop_));
    return {};
  }
  Status start(cudaStream_t stream) { return statusOf(cudaEventRecord(start_, stream), "cudaEventRecord"); }
  // Waits for the work since start().
  Result<double> stopSeconds(cudaStream_t stream) {
    FOVEA_CUDA_CALL(cudaEventRecord(stop_, stream));
    FOVEA_CUDA_CALL(cudaEventSynchronize(stop_));
    float milliseconds = 0;
    FOVEA_CUDA_CALL(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

}  // namespace fovea::cuda
