// Why: binds convolution and its gradients to cuDNN: with channels last where tensor cores compute (16 bits, and f32
// rounded to TF32), dense where they do not. What follows a convolution is fused where cuDNN can, and an own kernel
// where it cannot.
#include "core/backends/cuda/module/convolution_tuning.h"
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

// A problem with its graph; none for an empty batch.
struct Chosen {
  ConvolutionProblem problem;
  std::shared_ptr<ConvolutionGraph> graph;

  std::size_t workspace() const { return graph ? alignedBytes(graph->workspaceBytes()) : 0; }
  std::string name() const {
    return graph ? std::string("cudnn ") + (problem.channelsLast ? "nhwc " : "nchw ") + graph->name() : "empty batch";
  }
};

// `problem` with channels last or dense, whichever is better and can be had.
Result<Chosen> choose(const ContextPointer& context, const KernelRequest& request, ConvolutionProblem problem) {
  problem.type = request.inputs[0].dtype;
  problem.exact = request.exact;
  problem.channelsLast = prefersChannelsLast(request);
  if (problem.geometry.batch == 0) {
    problem.channelsLast = false;
    return Chosen{problem, nullptr};
  }
  auto graph = chooseConvolution(context, problem);
  if (!graph.ok() && graph.error().code == ErrorCode::Unsupported) {
    problem.channelsLast = !problem.channelsLast;
    if (auto other = chooseConvolution(context, problem); other.ok()) return Chosen{problem, *other};
  }
  if (!graph.ok()) return graph.error();
  return Chosen{problem, *graph};
}

void setImageLayouts(KernelPlan& plan, const KernelRequest& request, const Chosen& chosen) {
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    plan.inputs[i] = layoutIn(request.inputs[i], chosen.problem.channelsLast);
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    plan.outputs[i] = layoutIn(request.outputs[i], chosen.problem.channelsLast);
}

Channels outputChannels(const Chosen& chosen) {
  const TensorType y{chosen.problem.type, chosen.problem.geometry.outputShape()};
  return channelsOf(y, layoutIn(y, chosen.problem.channelsLast));
}

// What the graph computes, and then y += bias where the graph does not add it.
Result<KernelPlan> planOf(const KernelRequest& request, const ContextPointer& context, const Chosen& chosen) {
  const bool hasBias = request.inputs.size() > 2, hasResidual = request.inputs.size() > 3;
  const bool addBias = hasBias && !chosen.problem.bias;
  const Channels shape = outputChannels(chosen);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, graph = chosen.graph, hasBias, hasResidual, addBias, shape](const KernelArguments& a) -> Status {
          const ConvolutionPointers pointers{a.inputs[0], a.inputs[1], a.outputs[0], hasBias ? a.inputs[2] : nullptr,
                                             hasResidual ? a.inputs[3] : nullptr};
          if (graph) FOVEA_CHECK(graph->run(context->dnn(), pointers, a.scratch));
          if (!addBias) return {};
          return statusOf(addChannelBias(shape, in<T>(a, 2), out<T>(a, 0), context->stream()), "addChannelBias");
        },
        chosen.workspace(), chosen.name());
  });
  setImageLayouts(plan, request, chosen);
  return plan;
}

// With the bias in the graph, if cuDNN can; it adds one on tensor cores only, which round f32 to TF32.
Result<KernelPlan> forwardPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry, readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  if (request.inputs.size() > 2 && prefersChannelsLast(request)) {
    problem.bias = true;
    if (auto fused = choose(context, request, problem); fused.ok()) return planOf(request, context, *fused);
    problem.bias = false;
  }
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  return planOf(request, context, chosen);
}

ConvolutionEnd endOf(const KernelRequest& request) {
  const std::pair<const char*, ConvolutionEnd> ends[] = {{"relu", ConvolutionEnd::Relu},
                                                         {"relu6", ConvolutionEnd::Relu6},
                                                         {"leaky_relu", ConvolutionEnd::LeakyRelu},
                                                         {"sigmoid", ConvolutionEnd::Sigmoid},
                                                         {"tanh", ConvolutionEnd::Tanh},
                                                         {"silu", ConvolutionEnd::Silu},
                                                         {"hard_swish", ConvolutionEnd::HardSwish}};
  for (const auto& [name, end] : ends)
    if (request.attributes.text("activation") == name) return end;
  return ConvolutionEnd::None;
}

// conv2d_fused (x, weight, bias, residual) in one graph.
Result<KernelPlan> fusedPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry, readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  problem.end = endOf(request);
  if (problem.end == ConvolutionEnd::HardSwish) return fail(ErrorCode::Unsupported, "cuDNN has no hard swish");
  if (!prefersChannelsLast(request)) return fail(ErrorCode::Unsupported, "cuDNN fuses on tensor cores only");
  problem.slope = request.attributes.real("slope");
  problem.bias = true;
  problem.residual = request.inputs.size() > 3;
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  return planOf(request, context, chosen);
}

// The same as a convolution and one pass over its result.
Result<KernelPlan> endedPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry, readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  const ConvolutionEnd end = endOf(request);
  const double slope = request.attributes.real("slope");
  const Channels shape = outputChannels(chosen);
  const bool hasResidual = request.inputs.size() > 3;
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, graph = chosen.graph, end, slope, shape, hasResidual](const KernelArguments& a) -> Status {
          if (graph) FOVEA_CHECK(graph->run(context->dnn(), {a.inputs[0], a.inputs[1], a.outputs[0]}, a.scratch));
          return statusOf(endConvolution(shape, end, slope, in<T>(a, 2), hasResidual ? in<T>(a, 3) : nullptr,
                                         out<T>(a, 0), context->stream()),
                          "endConvolution");
        },
        chosen.workspace(), chosen.name());
  });
  setImageLayouts(plan, request, chosen);
  return plan;
}

Result<KernelPlan> backwardDataPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  problem.pass = ConvolutionPass::BackwardData;
  FOVEA_TRY(problem.geometry,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  KernelPlan plan = densePlan(
      request,
      [context, graph = chosen.graph](const KernelArguments& a) -> Status {
        if (!graph) return {};
        return graph->run(context->dnn(), {a.outputs[0], a.inputs[1], a.inputs[0]}, a.scratch);
      },
      chosen.workspace(), chosen.name());
  setImageLayouts(plan, request, chosen);
  return plan;
}

Result<KernelPlan> backwardWeightsPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  problem.pass = ConvolutionPass::BackwardWeights;
  FOVEA_TRY(problem.geometry,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  const Channels shape = outputChannels(chosen);
  const std::size_t weightBytes = request.outputs[0].bytes(), workspace = chosen.workspace();
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, graph = chosen.graph, shape, weightBytes, workspace](const KernelArguments& a) -> Status {
          if (graph)
            FOVEA_CHECK(graph->run(context->dnn(), {a.inputs[0], a.outputs[0], a.inputs[1]}, a.scratch));
          else
            FOVEA_CUDA_CALL(cudaMemsetAsync(a.outputs[0], 0, weightBytes, context->stream()));
          return statusOf(channelSum(shape, in<T>(a, 1), out<T>(a, 1), scratchAt(a, workspace), context->stream()),
                          "channelSum");
        },
        workspace + channelSumScratch<T>(shape), chosen.name());
  });
  setImageLayouts(plan, request, chosen);
  return plan;
}

}  // namespace

void registerConvolution(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addFloating(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("conv2d", forwardPlan);
  add("conv2d_fused", fusedPlan);
  addKernel(registry, "conv2d_fused", "cuda.conv2d_ended", needsFloating,
            [context](const KernelRequest& request) { return endedPlan(request, context); });
  add("conv2d_backward_data", backwardDataPlan);
  add("conv2d_backward_weights", backwardWeightsPlan);
}

}  // namespace fovea::cuda
