// Why: every wait for a device has a time limit, so that a device that hangs does not hang the program.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/backends/cuda/module/runtime/context.h"

namespace fovea::cuda {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kBetweenLooks = 0.05;  // seconds
constexpr double kLongest = 300;        // seconds; far more than a step and all queued work take

// Polls without sleeping at first, since most steps take microseconds to milliseconds.
void pauseAfter(double seconds) {
  constexpr double kShort = 0.02;
  if (seconds < kShort)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(std::chrono::microseconds(50));
}

}  // namespace

// Leaks the handles of a device that hangs, since cudnnDestroy waits for all work of the device. Ignores failures: the
// program may be ending and the driver may already be gone.
CudaContext::~CudaContext() {
  if (hangs_) return;
  (void)cudaSetDevice(index_);
  if (dnn_) (void)cudnnDestroy(dnn_);
  if (blas_) (void)cublasLtDestroy(blas_);
  if (stream_) (void)cudaStreamDestroy(stream_);
}

double CudaContext::longestWait() {
  const char* const wanted = std::getenv("FOVEA_CUDA_WAIT_SECONDS");
  const double seconds = wanted ? std::strtod(wanted, nullptr) : 0;
  return seconds > 0 ? seconds : kLongest;
}

template <class Query>
Status CudaContext::waitUntil(Query&& query, const char* call) {
  FOVEA_CHECK(ended_);
  const auto start = Clock::now();
  double nextLook = kBetweenLooks;
  while (true) {
    const cudaError_t code = query();
    if (code != cudaErrorNotReady) return statusOf(code, call);
    (void)cudaGetLastError();  // clears "not ready", which the next launch would report
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (watch_ && seconds >= nextLook) {
      ended_ = watch_(seconds);
      FOVEA_CHECK(ended_);
      nextLook = seconds + kBetweenLooks;
    }
    if (!watch_ && seconds > longestWait()) hangs_ = true;
    if (hangs_)
      return fail(ErrorCode::Internal,
                  fmt::format("cuda:{} has not finished its work within {:g} seconds.", index_, longestWait()),
                  "The device is lost to this program: start it again and resume from the last checkpoint. "
                  "FOVEA_CUDA_WAIT_SECONDS sets another limit.");
    pauseAfter(seconds);
  }
}

Status CudaContext::wait(cudaStream_t stream) {
  return waitUntil([stream] { return cudaStreamQuery(stream); }, "cudaStreamQuery");
}

Status CudaContext::wait(cudaEvent_t event) {
  return waitUntil([event] { return cudaEventQuery(event); }, "cudaEventQuery");
}

bool CudaContext::isDone(cudaEvent_t event) {
  if (cudaEventQuery(event) != cudaErrorNotReady) return true;
  (void)cudaGetLastError();
  return false;
}

}  // namespace fovea::cuda
