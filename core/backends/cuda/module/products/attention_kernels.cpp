// Why: binds attention and its gradients.
#include <algorithm>

#include "core/backends/cuda/module/products/attention.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/attention_geometry.h"

namespace fovea::cuda {
namespace {

AttentionShape shapeOf(const KernelRequest& request, std::size_t query) {
  const AttentionGeometry g =
      readAttention(request.attributes, request.inputs[query].shape, request.inputs[query + 1].shape);
  return {g.batch, g.queries, g.keys, g.heads, g.size(), g.causal, g.scale()};
}

// A grid has at most 2^31 - 1 blocks along x and 65,535 along y; `batch` × heads × tiles are along x, the parts of a
// head along y.
Status fitsInAGrid(const AttentionShape& shape) {
  constexpr std::int64_t kSmallestTile = 32, kMostAcross = 65535;
  constexpr double kMostAlong = 2147483647.0;
  const std::int64_t tiles = (std::max(shape.queries, shape.keys) + kSmallestTile - 1) / kSmallestTile;
  const double along = static_cast<double>(shape.batch) * static_cast<double>(shape.heads) * static_cast<double>(tiles);
  if (along <= kMostAlong && shape.size <= kSmallestTile * kMostAcross) return {};
  return fail(ErrorCode::Unsupported, "only as many samples, heads and positions as a grid has blocks");
}

// query, key, value
Result<KernelPlan> attentionPlan(const KernelRequest& request, const ContextPointer& context) {
  const AttentionShape shape = shapeOf(request, 0);
  FOVEA_CHECK(fitsInAGrid(shape));
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape](const KernelArguments& a) {
      return statusOf(attention(shape, in<T>(a, 0), in<T>(a, 1), in<T>(a, 2), out<T>(a, 0), out<Compute<T>>(a, 1),
                                context->stream()),
                      "attention");
    });
  });
  return plan;
}

// dy, query, key, value, y, log_sums
Result<KernelPlan> attentionBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const AttentionShape shape = shapeOf(request, 1);
  FOVEA_CHECK(fitsInAGrid(shape));
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, shape](const KernelArguments& a) {
          const AttentionBackward<T> arguments{
              in<T>(a, 0),          in<T>(a, 1),  in<T>(a, 2),  in<T>(a, 3),  in<T>(a, 4),
              in<Compute<T>>(a, 5), out<T>(a, 0), out<T>(a, 1), out<T>(a, 2), static_cast<Compute<T>*>(a.scratch)};
          return statusOf(attentionBackward(shape, arguments, context->stream()), "attentionBackward");
        },
        request.inputs[5].bytes());
  });
  return plan;
}

}  // namespace

void registerAttention(KernelRegistry& registry, const ContextPointer& context) {
  addFloating(registry, "attention",
              [context](const KernelRequest& request) { return attentionPlan(request, context); });
  addFloating(registry, "attention_backward",
              [context](const KernelRequest& request) { return attentionBackwardPlan(request, context); });
}

}  // namespace fovea::cuda
