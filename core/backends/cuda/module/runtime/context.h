// Why: owns a device's stream and library handles once; every buffer, kernel and recording made on the device keeps
// them alive.
#pragma once
#include <functional>
#include <memory>
#include <set>
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
  // Waits for the stream's work or the event, and returns its error. After longestWait() it fails with Internal: the
  // device hangs, and every later wait for it fails at once. A watch has a time limit of its own instead.
  Status wait(cudaStream_t stream);
  Status wait(cudaEvent_t event);
  Status wait() { return wait(stream_); }
  // FOVEA_CUDA_WAIT_SECONDS, else 300.
  static double longestWait();
  bool hangs() const { return hangs_; }
  void giveUp() { hangs_ = true; }
  // Sets a function that every wait calls at most every 0.05 seconds, with the seconds since it began. Its error ends
  // this wait and every later one, since what the device then holds is incomplete. Empty: none.
  void setWatch(std::function<Status(double seconds)> watch) { watch_ = std::move(watch); }
  // The error of the watch; success while there is none.
  const Status& ended() const { return ended_; }
  // The graphs of recorded steps; each owner removes its own.
  void addRecording(cudaGraphExec_t& graph) { recordings_.insert(&graph); }
  // Destroys the graph, if there is one, and sets it to null. A graph that the device still runs is freed when it ends.
  void removeRecording(cudaGraphExec_t& graph);
  void removeRecordings();
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
  std::function<Status(double)> watch_;
  Status ended_;
  std::set<cudaGraphExec_t*> recordings_;
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
