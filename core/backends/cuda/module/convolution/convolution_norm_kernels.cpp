// Why: binds a convolution followed by batch normalisation, if cuDNN has a kernel that also sums its output by channel:
// precompiled for f16 on some devices. Used only if a trial shows that it is faster than separate kernels. The batch
// normalisation and ReLU before the convolution can be part of the kernel, too.
#include "core/backends/composed_kernel.h"
#include "core/backends/cuda/module/convolution/convolution_norm_trial.h"
#include "core/backends/cuda/module/convolution/convolution_tuning.h"
#include "core/backends/cuda/module/convolution/norm_input_trial.h"
#include "core/backends/cuda/module/normalization/norm_masks.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/norm_input.h"

namespace fovea::cuda {
namespace {

// index of the normalisation's first output; output 0 is the convolution's
constexpr std::size_t kFirstOfNorm = 1;

// Index of the weight, after the image. The op with a normalised input has the factors of that normalisation before the
// weight; all further inputs are in the same order.
constexpr std::size_t kPlain = 1;

Result<ConvolutionProblem> problemOf(const KernelRequest& request, std::size_t weight) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[weight].shape));
  problem.type = DataType::Float16;
  problem.exact = request.exact;
  problem.channelsLast = true;
  problem.statistics = true;
  problem.normInput = weight == kNormInputs;
  return problem;
}

Status takesStatistics(const KernelRequest& request, std::size_t weight) {
  if (request.inputs[0].dtype != DataType::Float16) return fail(ErrorCode::Unsupported, "cuDNN has sums for f16 alone");
  if (isOff(Saving::Statistics)) return fail(ErrorCode::Unsupported, offReason(Saving::Statistics));
  if (request.attributes.integer("groups") != 1) return fail(ErrorCode::Unsupported, "plain convolutions only");
  if (request.inputs[weight].shape[0] % kHalvesInAnAccess != 0)
    return fail(ErrorCode::Unsupported, "channels in multiples of 8");
  if (request.inputs[0].shape[0] == 0) return fail(ErrorCode::Unsupported, "an empty batch has no sums");
  return {};
}

Status takesNormInputAndNorm(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_CHECK(takesStatistics(request, kNormInputs));
  FOVEA_TRY(const ConvolutionProblem problem, problemOf(request, kNormInputs));
  return gainsByNormInput(context, problem.geometry, request.exact);
}

// Scratch memory: sums, sums of squares, workspace.
Result<KernelPlan> planWithSums(const KernelRequest& request, const ContextPointer& context, std::size_t weight) {
  FOVEA_TRY(const ConvolutionProblem problem, problemOf(request, weight));
  FOVEA_TRY(const auto graph, chooseConvolution(context, problem));
  const std::size_t scale = weight + 1, residual = weight + 5;
  const bool hasResidual = request.inputs.size() > residual, hasMask = request.outputs.size() > 6;
  const bool wantsResult = hasMask || request.isNeeded(kFirstOfNorm);
  const TensorType& c = request.outputs[0];
  const Channels shape = channelsOf(c, channelsLast(c));
  const std::size_t bytes = alignedBytes(static_cast<std::size_t>(shape.channels) * sizeof(float));
  const double epsilon = request.attributes.real("epsilon"), momentum = request.attributes.real("momentum");
  const NormActivation activation = normActivationOf(request);
  KernelPlan plan = densePlan(
      request,
      [=](const KernelArguments& a) -> Status {
        using T = __half;
        ConvolutionPointers pointers{a.inputs[0], a.inputs[weight], a.outputs[0]};
        if (problem.normInput) {
          pointers.factor = a.inputs[1];
          pointers.shift = a.inputs[2];
        }
        pointers.sums = static_cast<float*>(a.scratch);
        pointers.squares = static_cast<float*>(scratchAt(a, bytes));
        FOVEA_CHECK(graph->run(context->dnn(), pointers, scratchAt(a, 2 * bytes)));
        BatchNormTraining<T> norm{out<T>(a, 0),
                                  in<float>(a, scale),
                                  in<float>(a, scale + 1),
                                  in<float>(a, scale + 2),
                                  in<float>(a, scale + 3),
                                  hasResidual ? in<T>(a, residual) : nullptr,
                                  wantsResult ? out<T>(a, kFirstOfNorm) : nullptr,
                                  out<float>(a, 2),
                                  out<float>(a, 3),
                                  out<float>(a, 4),
                                  out<float>(a, 5),
                                  epsilon,
                                  momentum,
                                  activation};
        if (hasMask) norm.mask = out<std::uint8_t>(a, 6);
        return statusOf(batchNormOfSums(shape, norm, pointers.sums, pointers.squares, context->stream()),
                        "batchNormOfSums");
      },
      2 * bytes + graph->workspaceBytes(),
      "cudnn nhwc " + graph->name() + (problem.normInput ? " of a norm" : "") + " with statistics");
  plan.inputs[0] = channelsLast(request.inputs[0]);
  plan.inputs[weight] = channelsLast(request.inputs[weight]);
  if (hasResidual) plan.inputs[residual] = channelsLast(c);
  plan.outputs[0] = plan.outputs[kFirstOfNorm] = channelsLast(c);
  if (hasMask) plan.outputs[6] = normMaskLayout(batchNormMaskBytes<__half>(shape), true);
  return plan;
}

Result<KernelPlan> planOfNorm(const KernelRequest& request, const ContextPointer& context, const KernelEntry& apart,
                              Device& device) {
  // Variances computed from sums of squares are less exact than from deviations.
  if (request.exact) return apart.create(request, device);
  FOVEA_TRY(const ConvolutionProblem problem, problemOf(request, kPlain));
  const std::string key = problem.key() + "_norm" + (request.inputs.size() > 6 ? "_residual" : "") +
                          (request.outputs.size() > 6 ? "_mask" : "");
  return createTogetherWhereFaster(
      request, context, key, [&] { return apart.create(request, device); },
      [&] { return planWithSums(request, context, kPlain); });
}

}  // namespace

void registerConvolutionNorm(KernelRegistry& registry, const ContextPointer& context) {
  KernelEntry entry;
  entry.name = "cuda.conv2d_batch_norm";
  entry.supports = [](const KernelRequest& request) { return takesStatistics(request, kPlain); };
  entry.create = [context, apart = composedEntry("conv2d_batch_norm")](const KernelRequest& request, Device& device) {
    return planOfNorm(request, context, apart, device);
  };
  registry.add("conv2d_batch_norm", std::move(entry));
  addKernel(
      registry, "norm_conv2d_batch_norm", "cuda.norm_conv2d_batch_norm",
      [context](const KernelRequest& request) { return takesNormInputAndNorm(request, context); },
      [context](const KernelRequest& request) { return planWithSums(request, context, kNormInputs); });
}

}  // namespace fovea::cuda
