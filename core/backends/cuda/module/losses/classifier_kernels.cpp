// Why: binds the last layer of a classifier with its loss and its gradients: as one kernel for small batches, if a
// trial shows that it is faster than cuBLASLt's products and a separate loss kernel.
#include "core/backends/composed_kernel.h"
#include "core/backends/cuda/module/losses/classifier.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

enum Input { kX, kWeight, kBias, kLabels, kDloss };
enum Output { kLoss, kDlogits, kCount, kDweight, kDbias };

ClassifierShape shapeOf(const KernelRequest& request) {
  const Shape& weight = request.inputs[kWeight].shape;
  return {request.inputs[kX].shape[0], weight[1], weight[0]};
}

Status takesClassifier(const KernelRequest& request) {
  if (request.inputs[kX].dtype != DataType::Float32) return fail(ErrorCode::Unsupported, "f32 only");
  if (isOff(Saving::Classifier)) return fail(ErrorCode::Unsupported, offReason(Saving::Classifier));
  if (isOneBlocksClassifier(shapeOf(request))) return {};
  return fail(ErrorCode::Unsupported, "it is empty, or too large for one block");
}

Result<KernelPlan> planAtOnce(const KernelRequest& request, const ContextPointer& context) {
  const ClassifierShape shape = shapeOf(request);
  return densePlan(
      request,
      [context, shape, counts = request.isNeeded(kCount)](const KernelArguments& a) {
        const Classifier arguments{in<float>(a, kX),
                                   in<float>(a, kWeight),
                                   in<float>(a, kBias),
                                   in<std::int32_t>(a, kLabels),
                                   in<float>(a, kDloss),
                                   out<float>(a, kLoss),
                                   static_cast<float*>(a.scratch),
                                   out<float>(a, kDlogits),
                                   counts ? out<float>(a, kCount) : nullptr,
                                   out<float>(a, kDweight),
                                   out<float>(a, kDbias)};
        return statusOf(classifier(shape, arguments, context->stream()), "classifier");
      },
      request.outputs[kDlogits].bytes(), "classifier at once");
}

Status fillLabels(const ContextPointer& context, std::int64_t rows, std::int64_t classes, void* target) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(rows));
  for (std::size_t n = 0; n < labels.size(); ++n)
    labels[n] = static_cast<std::int32_t>(static_cast<std::int64_t>(n) % classes);
  FOVEA_CUDA_CALL(cudaMemcpyAsync(target, labels.data(), labels.size() * sizeof(std::int32_t), cudaMemcpyHostToDevice,
                                  context->stream()));
  return context->wait();
}

// The own kernel does not round to TF32, so it also serves exact requests.
Result<KernelPlan> chosenPlan(const KernelRequest& request, const ContextPointer& context, const KernelEntry& apart,
                              Device& device) {
  if (request.exact) return planAtOnce(request, context);
  const ClassifierShape shape = shapeOf(request);
  KernelTrial trial;
  trial.key = "classifier_n" + std::to_string(shape.rows) + "_k" + std::to_string(shape.inputs) + "_m" +
              std::to_string(shape.classes);
  trial.inputs.assign(request.inputs.begin(), request.inputs.end());
  // Counts are not compared: rounding changes which of nearly equal scores is the largest.
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    trial.outputs.push_back({request.outputs[i], i != kCount && request.isNeeded(i)});
  trial.tolerance = 2e-3;  // the precision of sums in TF32
  trial.fill = [context, shape, types = trial.inputs](std::span<void* const> inputs) -> Status {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      FOVEA_CHECK(i == kLabels ? fillLabels(context, shape.rows, shape.classes, inputs[i])
                               : fillNormal(context, types[i], i == kWeight ? 0.05 : 0.5, inputs[i]));
    return {};
  };
  const std::vector<TrialCandidate> candidates{{"apart", [&] { return apart.create(request, device); }},
                                               {"at_once", [&] { return planAtOnce(request, context); }}};
  return createFastest(context, trial, candidates);
}

}  // namespace

void registerClassifier(KernelRegistry& registry, const ContextPointer& context) {
  KernelEntry entry;
  entry.name = "cuda.linear_cross_entropy_fused";
  entry.supports = takesClassifier;
  entry.create = [context, apart = composedEntry("linear_cross_entropy_fused")](const KernelRequest& request,
                                                                                Device& device) {
    return chosenPlan(request, context, apart, device);
  };
  registry.add("linear_cross_entropy_fused", std::move(entry));
}

}  // namespace fovea::cuda
