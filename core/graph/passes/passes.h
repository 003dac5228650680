// Why: a graph as layers and gradient rules write it is not the one to run: work is done twice, memory is walked
// through too often. Each pass takes the graph a step further and is exact unless it says otherwise. Pure functions of
// their arguments.
#pragma once
#include <functional>

#include "core/graph/graph_rewriter.h"

namespace fovea {

struct OptimizeOptions {
  // Values that must survive under their ids, besides inputs and outputs: probes.
  std::vector<ValueId> pinned;
  // Whether the device has a kernel for an op; a pass makes no op that it has not.
  std::function<bool(std::string_view op)> hasKernel;
  // Whether the device gains by running this op, given its attributes and the types of its inputs and outputs, in the
  // place of those that it is made of.
  std::function<bool(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                     std::span<const TensorType> outputs)>
      accelerates;
  // Bytes of intermediates alive at once that recomputeToFit() tries to keep to; 0: no limit.
  std::uint64_t memoryBudget = 0;
};

// All of the passes below, in an order that lets each find what the former ones leave. Values that no pass removes keep
// their ids.
Result<std::shared_ptr<const Graph>> optimizeGraph(const Graph& graph, const OptimizeOptions& options);

// Nodes that compute the same from the same are one.
void eliminateCommonSubexpressions(GraphRewriter& graph);
// What depends on constants alone and is at most a megabyte is computed now, by the reference kernels.
void foldConstants(GraphRewriter& graph);
// Inference: conv2d -> batch_norm_inference becomes one convolution whose weights are scaled; rounding differs by the
// order of the multiplications. The scaled weights depend on variables alone, so an executor computes them once.
void foldBatchNorm(GraphRewriter& graph);
// conv2d (-> add) -> relu becomes conv2d_fused. The gradient of relu reads its output only, so this holds in training
// too.
void fuseConvolution(GraphRewriter& graph);
// conv2d -> max_pool2d becomes conv2d_max_pool, and max_pool2d_backward -> conv2d_backward_data or
// conv2d_backward_weights its backward ops, where the device gains by it.
void fusePooledConvolution(GraphRewriter& graph, const OptimizeOptions& options);
// Training: batch_norm (-> add) -> relu becomes batch_norm_fused, and relu_backward -> batch_norm_backward its
// backward. Where the device gains by it, the backward pass reads bits in the place of a result that a residual is part
// of.
void fuseBatchNorm(GraphRewriter& graph, const OptimizeOptions& options);
// cast -> update becomes an update that reads its gradient in 16 bits, where the device gains by it.
void readNarrowGradients(GraphRewriter& graph, const OptimizeOptions& options);
// Chains of elementwise ops become one fused_pointwise.
void fusePointwise(GraphRewriter& graph);

// Values that wait long (for the backward pass) are computed again when they are needed, cheapest first, until what is
// alive at once fits `budget` bytes, or no more can be saved. The numbers stay the same but for the rounding of batch
// norm. Source: Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016; chosen value by value here, by
// bytes saved for the work done twice.
Result<std::shared_ptr<const Graph>> recomputeToFit(std::shared_ptr<const Graph> graph, std::uint64_t budget,
                                                    std::span<const ValueId> pinned);

}  // namespace fovea
