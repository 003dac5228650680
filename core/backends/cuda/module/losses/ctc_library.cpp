#include "core/backends/cuda/module/losses/ctc_library.h"

namespace fovea::cuda {

struct CtcLibrary::State {
  cudnnCTCLossDescriptor_t loss = nullptr;
  cudnnTensorDescriptor_t scores = nullptr;  // also describes the gradients of the scores
  std::size_t workspaceBytes = 0;

  State() = default;
  ~State() {
    if (scores) (void)cudnnDestroyTensorDescriptor(scores);
    if (loss) (void)cudnnDestroyCTCLossDescriptor(loss);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Status describe(cudnnHandle_t handle, const CtcShape& s) {
    FOVEA_CUDA_CALL(cudnnCreateCTCLossDescriptor(&loss));
    FOVEA_CUDA_CALL(cudnnSetCTCLossDescriptor_v9(loss, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX,
                                                 CUDNN_CTC_ZERO_OOB_GRADIENTS, static_cast<int>(s.targets)));
    const int extents[] = {static_cast<int>(s.steps), static_cast<int>(s.batch), static_cast<int>(s.classes)};
    const int strides[] = {static_cast<int>(s.batch * s.classes), static_cast<int>(s.classes), 1};
    FOVEA_CUDA_CALL(cudnnCreateTensorDescriptor(&scores));
    FOVEA_CUDA_CALL(cudnnSetTensorNdDescriptor(scores, CUDNN_DATA_FLOAT, 3, extents, strides));
    FOVEA_CUDA_CALL(cudnnGetCTCLossWorkspaceSize_v8(handle, CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, loss, scores, scores,
                                                    &workspaceBytes));
    return {};
  }
};

CtcLibrary::CtcLibrary(std::unique_ptr<State> state) : state_(std::move(state)) {}
CtcLibrary::~CtcLibrary() = default;

Result<std::shared_ptr<CtcLibrary>> CtcLibrary::create(cudnnHandle_t handle, const CtcShape& shape) {
  auto state = std::make_unique<State>();
  FOVEA_CHECK(state->describe(handle, shape));
  return std::shared_ptr<CtcLibrary>(new CtcLibrary(std::move(state)));
}

std::size_t CtcLibrary::workspaceBytes() const {
  return state_->workspaceBytes;
}

Status CtcLibrary::run(cudnnHandle_t handle, const CtcPacked& p, void* workspace) const {
  return statusOf(cudnnCTCLoss_v8(handle, CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, state_->loss, state_->scores, p.scores,
                                  p.labels, p.labelCounts, p.stepCounts, p.costs, state_->scores, p.gradients,
                                  state_->workspaceBytes, workspace),
                  "cudnnCTCLoss_v8");
}

}  // namespace fovea::cuda
