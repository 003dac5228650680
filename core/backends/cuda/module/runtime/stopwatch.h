// Why: measures how long work on a stream takes, with two events.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/backends/cuda/module/runtime/context.h"
#include "core/backends/cuda/module/runtime/kernel_times.h"

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
  Status start(const CudaContext& context) {
    return statusOf(cudaEventRecord(start_, context.stream()), "cudaEventRecord");
  }
  // Waits for the work since start() and returns its duration.
  Result<double> stopSeconds(CudaContext& context) {
    FOVEA_CUDA_CALL(cudaEventRecord(stop_, context.stream()));
    FOVEA_CHECK(context.wait(stop_));
    float milliseconds = 0;
    FOVEA_CUDA_CALL(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

// Returns the milliseconds of each part's work on the context's stream: its kernel times if CUPTI measures them, else
// the intervals between events around the parts. Waits for all of the work.
inline Result<std::vector<double>> timeParts(CudaContext& context, std::span<const std::function<Status()>> parts) {
  std::vector<std::unique_ptr<CUevent_st, decltype(&cudaEventDestroy)>> marks;
  const auto mark = [&]() -> Status {
    cudaEvent_t event = nullptr;
    FOVEA_CUDA_CALL(cudaEventCreate(&event));
    marks.emplace_back(event, &cudaEventDestroy);
    return statusOf(cudaEventRecord(event, context.stream()), "cudaEventRecord");
  };
  const auto kernels = KernelTimes::begin();
  FOVEA_CHECK(mark());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (kernels) kernels->enter(i);
    const Status status = parts[i]();
    if (kernels) kernels->leave();
    FOVEA_CHECK(status);
    FOVEA_CHECK(mark());
  }
  FOVEA_CHECK(context.wait());
  if (kernels)
    if (auto times = kernels->finish(parts.size())) return std::move(*times);
  std::vector<double> milliseconds;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    float time = 0;
    FOVEA_CUDA_CALL(cudaEventElapsedTime(&time, marks[i].get(), marks[i + 1].get()));
    milliseconds.push_back(static_cast<double>(time));
  }
  return milliseconds;
}

}  // namespace fovea::cuda
