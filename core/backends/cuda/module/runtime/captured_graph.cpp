#include "core/backends/cuda/module/runtime/captured_graph.h"

#include <utility>

namespace fovea::cuda {
namespace {

class CudaGraphStep : public CapturedStep {
 public:
  explicit CudaGraphStep(ContextPointer context) : context_(std::move(context)) {}
  ~CudaGraphStep() override {
    (void)context_->use();
    context_->removeRecording(executable_);
  }
  CudaGraphStep(const CudaGraphStep&) = delete;
  CudaGraphStep& operator=(const CudaGraphStep&) = delete;

  Status instantiate(cudaGraph_t graph) {
    FOVEA_CUDA_CALL(cudaGraphInstantiate(&executable_, graph, 0));
    context_->addRecording(executable_);
    FOVEA_CUDA_CALL(cudaGraphUpload(executable_, context_->stream()));
    return {};
  }
  Status launch() override {
    FOVEA_CHECK(context_->ended());  // the graph is gone
    return statusOf(cudaGraphLaunch(executable_, context_->stream()), "cudaGraphLaunch");
  }

 private:
  ContextPointer context_;
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace

void CudaContext::removeRecording(cudaGraphExec_t& graph) {
  recordings_.erase(&graph);
  if (graph) (void)cudaGraphExecDestroy(std::exchange(graph, nullptr));
}

void CudaContext::removeRecordings() {
  while (!recordings_.empty()) removeRecording(**recordings_.begin());
}

Result<std::unique_ptr<CapturedStep>> captureGraph(const ContextPointer& context,
                                                   const std::function<Status()>& enqueue) {
  FOVEA_CUDA_CALL(cudaStreamBeginCapture(context->stream(), cudaStreamCaptureModeThreadLocal));
  const Status recorded = enqueue();
  cudaGraph_t graph = nullptr;
  const Status ended = statusOf(cudaStreamEndCapture(context->stream(), &graph), "cudaStreamEndCapture");
  auto captured = std::make_unique<CudaGraphStep>(context);
  const Status result = !recorded.ok() ? recorded : !ended.ok() ? ended : captured->instantiate(graph);
  if (graph) (void)cudaGraphDestroy(graph);
  FOVEA_CHECK(result);
  return std::unique_ptr<CapturedStep>(std::move(captured));
}

bool isRecording(const ContextPointer& context) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(context->stream(), &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
}

}  // namespace fovea::cuda
