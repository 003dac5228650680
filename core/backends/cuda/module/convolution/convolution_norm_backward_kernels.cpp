// Why: binds the input gradient of a convolution fused with the preceding batch normalisation and ReLU, if cuDNN has a
// kernel that masks its output and sums it by channel: precompiled for f16 on some devices. Used only if a trial shows
// that it is faster than separate kernels and has the same results.
#include "core/backends/composed_kernel.h"
#include "core/backends/cuda/module/convolution/convolution_norm_trial.h"
#include "core/backends/cuda/module/convolution/convolution_tuning.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

Status takesNorm(const KernelRequest& request) {
  if (request.inputs[0].dtype != DataType::Float16) return fail(ErrorCode::Unsupported, "cuDNN has it for f16 alone");
  if (isOff(Saving::NormSums)) return fail(ErrorCode::Unsupported, offReason(Saving::NormSums));
  if (request.attributes.integer("groups") != 1) return fail(ErrorCode::Unsupported, "plain convolutions only");
  if (request.attributes.text("activation") != "relu") return fail(ErrorCode::Unsupported, "only with a ReLU");
  const Shape& weight = request.inputs[1].shape;
  if (weight[0] % kHalvesInAnAccess != 0 || weight[1] % kHalvesInAnAccess != 0)
    return fail(ErrorCode::Unsupported, "channels in multiples of 8");
  if (request.inputs[0].shape[0] == 0) return fail(ErrorCode::Unsupported, "an empty batch has no sums");
  return {};
}

Result<ConvolutionProblem> backwardProblemOf(const KernelRequest& request) {
  ConvolutionProblem problem;
  problem.pass = ConvolutionPass::BackwardData;
  FOVEA_TRY(problem.geometry,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  problem.type = DataType::Float16;
  problem.exact = request.exact;
  problem.channelsLast = true;
  problem.normGradient = true;
  return problem;
}

// Does not read the factors that cuDNN's operation also returns: dx is computed from the sums, in the memory of the
// masked gradient.
Result<KernelPlan> backwardPlanWithSums(const KernelRequest& request, const ContextPointer& context) {
  using T = __half;
  FOVEA_TRY(const ConvolutionProblem problem, backwardProblemOf(request));
  FOVEA_TRY(const auto graph, chooseConvolution(context, problem));
  const TensorType& dx = request.outputs[0];
  const Channels shape = channelsOf(dx, channelsLast(dx));
  const std::size_t factorBytes = alignedBytes(static_cast<std::size_t>(shape.channels) * sizeof(float));
  KernelPlan plan = densePlan(
      request,
      [=](const KernelArguments& a) -> Status {
        ConvolutionPointers pointers{a.outputs[0], a.inputs[1], a.inputs[0]};
        pointers.norm = {a.inputs[2], a.inputs[3], a.inputs[4], a.inputs[5], a.inputs[6], a.outputs[1], a.outputs[2]};
        for (std::size_t i = 0; i < pointers.norm.factors.size(); ++i)
          pointers.norm.factors[i] = scratchAt(a, i * factorBytes);
        void* const workspace = scratchAt(a, pointers.norm.factors.size() * factorBytes);
        FOVEA_CHECK(graph->run(context->dnn(), pointers, workspace));
        BatchNormBackward<T> norm{};
        norm.dy = out<T>(a, 0);
        norm.x = in<T>(a, 2);
        norm.scale = in<float>(a, 3);
        norm.bias = in<float>(a, 4);
        norm.mean = in<float>(a, 5);
        norm.inverseDeviation = in<float>(a, 6);
        norm.dx = out<T>(a, 0);
        norm.dscale = out<float>(a, 1);
        norm.dbias = out<float>(a, 2);
        return statusOf(batchNormBackwardOfSums(shape, norm, context->stream()), "batchNormBackwardOfSums");
      },
      NormGradientPointers{}.factors.size() * factorBytes + graph->workspaceBytes(),
      "cudnn nhwc " + graph->name() + " with sums of batch norm");
  for (const std::size_t image : {0, 1, 2}) plan.inputs[image] = channelsLast(request.inputs[image]);
  plan.outputs[0] = channelsLast(dx);
  return plan;
}

Result<KernelPlan> planOfNormBackward(const KernelRequest& request, const ContextPointer& context,
                                      const KernelEntry& apart, Device& device) {
  if (request.exact) return apart.create(request, device);
  FOVEA_TRY(const ConvolutionProblem problem, backwardProblemOf(request));
  return createTogetherWhereFaster(
      request, context, problem.key() + "_apart", [&] { return apart.create(request, device); },
      [&] { return backwardPlanWithSums(request, context); });
}

}  // namespace

void registerConvolutionNormBackward(KernelRegistry& registry, const ContextPointer& context) {
  KernelEntry entry;
  entry.name = "cuda.conv2d_backward_data_norm";
  entry.supports = takesNorm;
  entry.create = [context, apart = composedEntry("conv2d_backward_data_norm")](const KernelRequest& request,
                                                                               Device& device) {
    return planOfNormBackward(request, context, apart, device);
  };
  registry.add("conv2d_backward_data_norm", std::move(entry));
}

}  // namespace fovea::cuda
