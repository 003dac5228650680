// Why: binds embedding and its gradient.
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

// weight [V,K], symbols
Result<KernelPlan> forwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t symbols = request.inputs[0].shape[0], width = request.inputs[0].shape[1];
  const std::int64_t positions = request.inputs[1].shape.elementCount();
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, symbols, width, positions](const KernelArguments& a) {
      return statusOf(
          embedding(positions, symbols, width, in<T>(a, 0), in<std::int32_t>(a, 1), out<T>(a, 0), context->stream()),
          "embedding");
    });
  });
  return plan;
}

// dy [..., K], symbols
Result<KernelPlan> backwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t symbols = request.outputs[0].shape[0], width = request.outputs[0].shape[1];
  const std::int64_t positions = request.inputs[1].shape.elementCount();
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, symbols, width, positions](const KernelArguments& a) {
      return statusOf(embeddingBackward(positions, symbols, width, in<T>(a, 0), in<std::int32_t>(a, 1), out<T>(a, 0),
                                        context->stream()),
                      "embeddingBackward");
    });
  });
  return plan;
}

}  // namespace

void registerEmbedding(KernelRegistry& registry, const ContextPointer& context) {
  addFloating(registry, "embedding", [context](const KernelRequest& request) { return forwardPlan(request, context); });
  addFloating(registry, "embedding_backward",
              [context](const KernelRequest& request) { return backwardPlan(request, context); });
}

}  // namespace fovea::cuda
