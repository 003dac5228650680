// Why: binds convolution and its gradients to cuDNN. The bias is added, and its gradient summed, by own kernels: cuDNN
// fuses them only on tensor cores, which round f32 to TF32.
#include "core/backends/cuda/module/convolution_graph.h"
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

Channels outputChannels(const ConvolutionGeometry& g) {
  return {g.batch, g.outputChannels, g.outputHeight * g.outputWidth};
}

// The plan of cuDNN, or none for an empty batch.
Result<std::shared_ptr<ConvolutionGraph>> graphFor(const ContextPointer& context, ConvolutionPass pass,
                                                   const ConvolutionGeometry& g, DataType type) {
  if (g.batch == 0) return std::shared_ptr<ConvolutionGraph>();
  return ConvolutionGraph::create(context->dnn(), pass, g, type);
}

std::size_t workspaceOf(const std::shared_ptr<ConvolutionGraph>& graph) {
  return graph ? graph->workspaceBytes() : 0;
}
std::string nameOf(const std::shared_ptr<ConvolutionGraph>& graph) {
  return graph ? "cudnn " + graph->name() : "empty batch";
}

Result<KernelPlan> forwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const DataType type = request.inputs[0].dtype;
  FOVEA_TRY(auto graph, graphFor(context, ConvolutionPass::Forward, g, type));
  const bool hasBias = request.inputs.size() > 2;
  const Channels shape = outputChannels(g);
  KernelPlan plan;
  dispatchReal(type, [&]<class T>() {
    plan = densePlan(
        request,
        [context, graph, hasBias, shape](const KernelArguments& a) -> Status {
          if (graph) FOVEA_CHECK(graph->run(context->dnn(), a.inputs[0], a.inputs[1], a.outputs[0], a.scratch));
          if (!hasBias) return {};
          return statusOf(addChannelBias(shape, in<T>(a, 2), out<T>(a, 0), context->stream()), "addChannelBias");
        },
        workspaceOf(graph), nameOf(graph));
  });
  return plan;
}

Result<KernelPlan> backwardDataPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_TRY(auto graph, graphFor(context, ConvolutionPass::BackwardData, g, request.inputs[0].dtype));
  return densePlan(
      request,
      [context, graph](const KernelArguments& a) -> Status {
        if (!graph) return {};
        return graph->run(context->dnn(), a.outputs[0], a.inputs[1], a.inputs[0], a.scratch);
      },
      workspaceOf(graph), nameOf(graph));
}

Result<KernelPlan> backwardWeightsPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const DataType type = request.inputs[0].dtype;
  FOVEA_TRY(auto graph, graphFor(context, ConvolutionPass::BackwardWeights, g, type));
  const Channels shape = outputChannels(g);
  const std::size_t weightBytes = request.outputs[0].bytes();
  KernelPlan plan;
  dispatchReal(type, [&]<class T>() {
    plan = densePlan(
        request,
        [context, graph, shape, weightBytes](const KernelArguments& a) -> Status {
          if (graph)
            FOVEA_CHECK(graph->run(context->dnn(), a.inputs[0], a.outputs[0], a.inputs[1], a.scratch));
          else
            FOVEA_CUDA_CALL(cudaMemsetAsync(a.outputs[0], 0, weightBytes, context->stream()));
          return statusOf(channelSum(shape, in<T>(a, 1), out<T>(a, 1), context->stream()), "channelSum");
        },
        workspaceOf(graph), nameOf(graph));
  });
  return plan;
}

}  // namespace

void registerConvolution(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addReal(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("conv2d", forwardPlan);
  add("conv2d_backward_data", backwardDataPlan);
  add("conv2d_backward_weights", backwardWeightsPlan);
}

}  // namespace fovea::cuda
