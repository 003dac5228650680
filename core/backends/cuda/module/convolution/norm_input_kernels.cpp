// Why: binds the weight gradient of a convolution whose normalised input is not stored: cuDNN has a kernel that
// normalises while it reads, precompiled for f16 on some devices. The convolution itself is bound in
// convolution_norm_kernels.cpp.
#include "core/backends/cuda/module/convolution/convolution_tuning.h"
#include "core/backends/cuda/module/convolution/norm_input_trial.h"
#include "core/ops/norm_input.h"

namespace fovea::cuda {
namespace {

Result<ConvolutionGeometry> geometryOf(const KernelRequest& request) {
  return readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[kNormInputs].shape);
}

Status takesNormInput(const KernelRequest& request, const ContextPointer& context) {
  if (request.inputs[0].dtype != DataType::Float16) return fail(ErrorCode::Unsupported, "cuDNN has it for f16 alone");
  if (request.attributes.integer("groups") != 1) return fail(ErrorCode::Unsupported, "plain convolutions only");
  FOVEA_TRY(const ConvolutionGeometry geometry, geometryOf(request));
  if (geometry.batch == 0) return fail(ErrorCode::Unsupported, "it is empty");
  return gainsByNormInput(context, geometry, request.exact);
}

Result<KernelPlan> weightsPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  problem.pass = ConvolutionPass::BackwardWeights;
  FOVEA_TRY(problem.geometry, geometryOf(request));
  problem.type = DataType::Float16;
  problem.exact = false;
  problem.channelsLast = true;
  problem.normInput = true;
  FOVEA_TRY(const auto graph, chooseConvolution(context, problem));
  KernelPlan plan = densePlan(
      request,
      [context, graph](const KernelArguments& a) {
        ConvolutionPointers pointers{a.inputs[0], a.outputs[0], a.inputs[kNormInputs]};
        pointers.factor = a.inputs[1];
        pointers.shift = a.inputs[2];
        return graph->run(context->dnn(), pointers, a.scratch);
      },
      graph->workspaceBytes(), "cudnn nhwc " + graph->name() + " of a norm");
  for (const std::size_t image : {std::size_t{0}, kNormInputs})
    plan.inputs[image] = channelsLast(request.inputs[image]);
  plan.outputs[0] = channelsLast(request.outputs[0]);
  return plan;
}

}  // namespace

void registerNormInputs(KernelRegistry& registry, const ContextPointer& context) {
  addKernel(
      registry, "norm_conv2d_backward_weights", "cuda.norm_conv2d_backward_weights",
      [context](const KernelRequest& request) { return takesNormInput(request, context); },
      [context](const KernelRequest& request) { return weightsPlan(request, context); });
}

}  // namespace fovea::cuda
