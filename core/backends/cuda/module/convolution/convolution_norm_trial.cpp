#include "core/backends/cuda/module/convolution/convolution_norm_trial.h"

namespace fovea::cuda {

Result<KernelPlan> createTogetherWhereFaster(const KernelRequest& request, const ContextPointer& context,
                                             const std::string& key, std::function<Result<KernelPlan>()> apart,
                                             std::function<Result<KernelPlan>()> together) {
  KernelTrial trial;
  trial.key = key;
  trial.inputs.assign(request.inputs.begin(), request.inputs.end());
  for (const TensorType& type : request.outputs) trial.outputs.push_back({type, type.dtype != DataType::UInt8});
  trial.tolerance = 5e-3;  // several roundings to f16
  trial.fill = [context, types = trial.inputs](std::span<void* const> inputs) -> Status {
    for (std::size_t i = 0; i < inputs.size(); ++i) FOVEA_CHECK(fillNormal(context, types[i], 0.5, inputs[i]));
    return {};
  };
  const std::vector<TrialCandidate> candidates{{"apart", std::move(apart)}, {"together", std::move(together)}};
  return createFastest(context, trial, candidates);
}

}  // namespace fovea::cuda
