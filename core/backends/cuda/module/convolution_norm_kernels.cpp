// Why: binds a convolution fused with the following batch normalisation, if cuDNN has a kernel that returns the sums of
// its output: precompiled for f16 on some devices. Used only if a trial shows that it is faster than separate kernels.
#include "core/backends/composed_kernel.h"
#include "core/backends/cuda/module/convolution_norm_trial.h"
#include "core/backends/cuda/module/convolution_tuning.h"
#include "core/backends/cuda/module/kernel_trial.h"
#include "core/backends/cuda/module/norm_masks.h"
#include "core/backends/cuda/module/savings.h"
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

constexpr std::int64_t kAligned = 8;  // so that a byte of bits belongs to the channels of one access
// index of the first output of the normalisation, after that of the convolution
constexpr std::size_t kFirstOfNorm = 1;

Status takesStatistics(const KernelRequest& request) {
  if (request.inputs[0].dtype != DataType::Float16) return fail(ErrorCode::Unsupported, "cuDNN has sums for f16 alone");
  if (isOff(Saving::Statistics)) return fail(ErrorCode::Unsupported, offReason(Saving::Statistics));
  if (request.attributes.integer("groups") != 1) return fail(ErrorCode::Unsupported, "plain convolutions only");
  if (request.inputs[1].shape[0] % kAligned != 0) return fail(ErrorCode::Unsupported, "channels in multiples of 8");
  if (request.inputs[0].shape[0] == 0) return fail(ErrorCode::Unsupported, "an empty batch has no sums");
  return {};
}

Result<ConvolutionProblem> problemOf(const KernelRequest& request) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry, readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  problem.type = DataType::Float16;
  problem.exact = request.exact;
  problem.channelsLast = true;
  problem.statistics = true;
  return problem;
}

// Scratch memory: the sums, their squares, the workspace.
Result<KernelPlan> planWithSums(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const ConvolutionProblem problem, problemOf(request));
  FOVEA_TRY(const auto graph, chooseConvolution(context, problem));
  const bool hasResidual = request.inputs.size() > 6, hasMask = request.outputs.size() > 6;
  const TensorType& c = request.outputs[0];
  const Channels shape = channelsOf(c, channelsLast(c));
  const std::size_t bytes = alignedBytes(static_cast<std::size_t>(shape.channels) * sizeof(float));
  const double epsilon = request.attributes.real("epsilon"), momentum = request.attributes.real("momentum");
  const NormActivation activation = normActivationOf(request);
  KernelPlan plan = densePlan(
      request,
      [=](const KernelArguments& a) -> Status {
        using T = __half;
        ConvolutionPointers pointers{a.inputs[0], a.inputs[1], a.outputs[0]};
        pointers.sums = static_cast<float*>(a.scratch);
        pointers.squares = static_cast<float*>(scratchAt(a, bytes));
        FOVEA_CHECK(graph->run(context->dnn(), pointers, scratchAt(a, 2 * bytes)));
        BatchNormTraining<T> norm{out<T>(a, 0),     in<float>(a, 2),  in<float>(a, 3),
                                  in<float>(a, 4),  in<float>(a, 5),  hasResidual ? in<T>(a, 6) : nullptr,
                                  out<T>(a, 1),     out<float>(a, 2), out<float>(a, 3),
                                  out<float>(a, 4), out<float>(a, 5), epsilon,
                                  momentum,         activation};
        if (hasMask) norm.mask = out<std::uint8_t>(a, 6);
        return statusOf(batchNormOfSums(shape, norm, pointers.sums, pointers.squares, context->stream()),
                        "batchNormOfSums");
      },
      2 * bytes + graph->workspaceBytes(), "cudnn nhwc " + graph->name() + " with statistics");
  plan.inputs[0] = channelsLast(request.inputs[0]);
  plan.inputs[1] = channelsLast(request.inputs[1]);
  if (hasResidual) plan.inputs[6] = channelsLast(c);
  plan.outputs[0] = plan.outputs[kFirstOfNorm] = channelsLast(c);
  if (hasMask) plan.outputs[6] = normMaskLayout(batchNormMaskBytes<__half>(shape), true);
  return plan;
}

Result<KernelPlan> chosenPlan(const KernelRequest& request, const ContextPointer& context, const KernelEntry& apart,
                              Device& device) {
  // Variances computed from sums of squares are less exact than from deviations.
  if (request.exact) return apart.create(request, device);
  FOVEA_TRY(const ConvolutionProblem problem, problemOf(request));
  const std::string key = problem.key() + "_norm" + (request.inputs.size() > 6 ? "_residual" : "") +
                          (request.outputs.size() > 6 ? "_mask" : "");
  return createTogetherWhereFaster(
      request, context, key, [&] { return apart.create(request, device); },
      [&] { return planWithSums(request, context); });
}

}  // namespace

void registerConvolutionNorm(KernelRegistry& registry, const ContextPointer& context) {
  KernelEntry entry;
  entry.name = "cuda.conv2d_batch_norm";
  entry.supports = takesStatistics;
  entry.create = [context, apart = composedEntry("conv2d_batch_norm")](const KernelRequest& request, Device& device) {
    return chosenPlan(request, context, apart, device);
  };
  registry.add("conv2d_batch_norm", std::move(entry));
}

}  // namespace fovea::cuda
