// Why: a step is recorded as a graph whose parts wait only for what they need; this reads and sets the dependencies of
// a recording stream.
#pragma once
#include <algorithm>
#include <vector>

#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/status.h"

namespace fovea::cuda {

// The nodes for which the next node of a recording stream will wait.
class CaptureEnds {
 public:
  static Result<CaptureEnds> current(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const cudaGraphNode_t* nodes = nullptr;
    const cudaGraphEdgeData* edges = nullptr;
    std::size_t count = 0;
    FOVEA_CUDA_CALL(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &nodes, &edges, &count));
    CaptureEnds ends;
    for (std::size_t i = 0; i < count; ++i) ends.add(nodes[i], edges ? edges[i] : cudaGraphEdgeData{});
    return ends;
  }
  // Adds an empty node without dependencies to the recording.
  static Result<CaptureEnds> emptyNode(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaGraph_t graph = nullptr;
    FOVEA_CUDA_CALL(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, nullptr, nullptr, nullptr));
    cudaGraphNode_t node = nullptr;
    FOVEA_CUDA_CALL(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    CaptureEnds ends;
    ends.add(node, cudaGraphEdgeData{});
    return ends;
  }
  void add(const CaptureEnds& other) {
    for (std::size_t i = 0; i < other.nodes_.size(); ++i) add(other.nodes_[i], other.edges_[i]);
  }
  bool empty() const { return nodes_.empty(); }
  // Requires at least one node.
  Status makeCurrent(cudaStream_t stream) {
    FOVEA_CUDA_CALL(cudaStreamUpdateCaptureDependencies(stream, nodes_.data(), edges_.data(), nodes_.size(),
                                                        cudaStreamSetCaptureDependencies));
    return {};
  }

 private:
  void add(cudaGraphNode_t node, const cudaGraphEdgeData& edge) {
    if (std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end()) return;
    nodes_.push_back(node);
    edges_.push_back(edge);
  }

  std::vector<cudaGraphNode_t> nodes_;
  std::vector<cudaGraphEdgeData> edges_;
};

// Serialises library calls that must not overlap although the graph has no dependency between them: their kernels fill
// the device and wait there for each other, or they share memory of the library handle. Each call waits for the
// previous one in the same recording; outside of recordings the stream order does that.
class Turns {
 public:
  template <class Call>
  Status take(cudaStream_t stream, Call&& call) {
    FOVEA_TRY(const unsigned long long recording, recordingOf(stream));
    if (recording == 0) return call();
    if (recording == recording_) {
      FOVEA_TRY(CaptureEnds before, CaptureEnds::current(stream));
      before.add(last_);
      FOVEA_CHECK(before.makeCurrent(stream));
    }
    FOVEA_CHECK(call());
    FOVEA_TRY(last_, CaptureEnds::current(stream));
    recording_ = recording;
    return {};
  }

 private:
  // Returns the id of the stream's recording; 0 if the stream is not recorded.
  static Result<unsigned long long> recordingOf(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long id = 0;
    FOVEA_CUDA_CALL(cudaStreamGetCaptureInfo(stream, &status, &id, nullptr, nullptr, nullptr, nullptr));
    return status == cudaStreamCaptureStatusNone ? 0 : id;
  }

  unsigned long long recording_ = 0;
  CaptureEnds last_;
};

// Enqueues two pieces of work that do not access each other's outputs. In a recording they are independent and the next
// node waits for both; otherwise, or if branches are turned off, the second follows the first.
template <class First, class Second>
Status enqueueBeside(cudaStream_t stream, First&& first, Second&& second) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  FOVEA_CUDA_CALL(cudaStreamIsCapturing(stream, &status));
  if (status == cudaStreamCaptureStatusNone || isOff(Saving::Branches)) {
    FOVEA_CHECK(first());
    return second();
  }
  FOVEA_TRY(CaptureEnds before, CaptureEnds::current(stream));
  if (before.empty()) {
    FOVEA_TRY(before, CaptureEnds::emptyNode(stream));
    FOVEA_CHECK(before.makeCurrent(stream));
  }
  FOVEA_CHECK(first());
  FOVEA_TRY(CaptureEnds ends, CaptureEnds::current(stream));
  FOVEA_CHECK(before.makeCurrent(stream));
  FOVEA_CHECK(second());
  FOVEA_TRY(const CaptureEnds others, CaptureEnds::current(stream));
  ends.add(others);
  return ends.makeCurrent(stream);
}

}  // namespace fovea::cuda
