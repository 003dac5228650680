// Why: owns a device's stream and library handles once; every buffer, kernel and recording made on the device keeps
// them alive.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "core/backends/cuda/module/runtime/capture_ends.h"
#include "core/backends/cuda/module/runtime/plan_cache.h"
#include "core/backends/cuda/module/runtime/status.h"

namespace fovea::cuda {

// One device, its stream, and library handles that use this stream. Not thread-safe.
class CudaContext {
 public:
  // Fails with NotFound (naming the available devices), Unsupported if this module has no code for it, or CUDA's error.
  static Result<std::shared_ptr<CudaContext>> open(int index);
  ~CudaContext();
  CudaContext(const CudaContext&) = delete;
  CudaContext& operator=(const CudaContext&) = delete;

  // Makes this the current device of the calling thread; every public entry point calls it first.
  Status use() const { return statusOf(cudaSetDevice(index_), "cudaSetDevice"); }
  int index() const { return index_; }
  cudaStream_t stream() const { return stream_; }
  cublasLtHandle_t blas() const { return blas_; }
  cudnnHandle_t dnn() const { return dnn_; }
  // Waits for the stream's work or the event, and returns its error. After a time limit (FOVEA_CUDA_WAIT_SECONDS, else
  // 300 seconds) it fails with Internal: the device hangs, and every later wait for it fails at once.
  Status wait(cudaStream_t stream);
  Status wait(cudaEvent_t event);
  Status wait() { return wait(stream_); }
  bool hangs() const { return hangs_; }
  // Sets a function that every wait calls at most every 0.05 seconds; its error ends the wait. Empty: none.
  void setWatch(std::function<Status()> watch) { watch_ = std::move(watch); }
  // Returns whether the event has been reached or has failed; never waits.
  static bool isDone(cudaEvent_t event);
  PlanCache& plans() { return plans_; }
  // Serialises calls of cuDNN that use memory of its handle.
  Turns& turns() { return turns_; }

 private:
  CudaContext(int index, std::filesystem::path plans) : index_(index), plans_(std::move(plans)) {}
  Status create();
  template <class Query>
  Status waitUntil(Query&& query, const char* call);

  int index_;
  bool hangs_ = false;
  std::function<Status()> watch_;
  cudaStream_t stream_ = nullptr;
  cublasLtHandle_t blas_ = nullptr;
  cudnnHandle_t dnn_ = nullptr;
  PlanCache plans_;
  Turns turns_;
};

// Returns the number of devices that this process can use, at least one. Otherwise returns the reason and a remedy: no
// device, a driver older than CUDA 13, or the toolkit's stub library.
Result<int> countDevices();

}  // namespace fovea::cuda
