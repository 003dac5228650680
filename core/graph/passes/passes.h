// Why: the graph that layers and gradient rules write repeats work and reads memory too often. Each pass returns an
// improved graph with the same results unless it says otherwise. The passes are pure functions.
#pragma once
#include <functional>

#include "core/graph/graph_rewriter.h"

namespace fovea {

struct OptimizeOptions {
  // Values that must survive under their ids, besides inputs and outputs: probes.
  std::vector<ValueId> pinned;
  // Returns whether the device has a kernel for an op; a pass creates only ops that have one.
  std::function<bool(std::string_view op)> hasKernel;
  // Returns whether this fused op, with these attributes and input and output types, is faster on the device than its
  // unfused parts.
  std::function<bool(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                     std::span<const TensorType> outputs)>
      accelerates;
  // Limit in bytes for the live intermediates, used by recomputeToFit(); 0: no limit.
  std::uint64_t memoryBudget = 0;
};

// Runs all passes below in an order that lets each build on the previous ones. Values that no pass removes keep their
// ids.
Result<std::shared_ptr<const Graph>> optimizeGraph(const Graph& graph, const OptimizeOptions& options);

// Merges nodes that compute the same op from the same inputs.
void eliminateCommonSubexpressions(GraphRewriter& graph);
// Computes, with the reference kernels, every value of at most a megabyte that depends on constants only.
void foldConstants(GraphRewriter& graph);
// Inference: conv2d -> batch_norm_inference becomes one convolution with scaled weights. Results differ only by
// rounding. The scaled weights depend on variables alone, so an executor computes them once.
void foldBatchNorm(GraphRewriter& graph);
// conv2d (-> add) -> relu becomes conv2d_fused. This is valid in training too, since the gradient of relu reads only
// its output.
void fuseConvolution(GraphRewriter& graph);
// Training, if faster on the device: conv2d_backward_data -> add, which joins a residual's gradient with that of a
// convolution's input, becomes conv2d_backward_data_fused.
void fuseGradientSum(GraphRewriter& graph, const OptimizeOptions& options);
// Training, if faster on the device: conv2d -> batch_norm or batch_norm_fused becomes conv2d_batch_norm.
void fuseConvolutionNorm(GraphRewriter& graph, const OptimizeOptions& options);
// Training, if faster on the device: conv2d_backward_data -> batch_norm_fused_backward becomes
// conv2d_backward_data_norm.
void fuseGradientNorm(GraphRewriter& graph, const OptimizeOptions& options);
// Training, if faster on the device: batch normalisation and ReLU that only conv2d_batch_norm and
// conv2d_backward_weights read are applied by these: they become norm_conv2d_batch_norm and
// norm_conv2d_backward_weights. Results change by the rounding of the normalisation's factors to the value's type.
void fuseNormInput(GraphRewriter& graph, const OptimizeOptions& options);
// If faster on the device: conv2d -> max_pool2d becomes conv2d_max_pool, and max_pool2d_backward ->
// conv2d_backward_data or conv2d_backward_weights becomes its backward op.
void fusePooledConvolution(GraphRewriter& graph, const OptimizeOptions& options);
// If faster on the device: linear -> relu becomes linear_fused, and in training linear_backward_data -> relu_backward
// of its result becomes linear_fused_backward, which also returns the bias gradient.
void fuseLinear(GraphRewriter& graph, const OptimizeOptions& options);
// Training, if faster on the device: softmax_cross_entropy, its backward op and correct_count of the same logits become
// one op.
void fuseLoss(GraphRewriter& graph, const OptimizeOptions& options);
// Training, if faster on the device: linear -> softmax_cross_entropy_fused -> linear_backward_weights of the same layer
// become linear_cross_entropy_fused.
void fuseClassifier(GraphRewriter& graph, const OptimizeOptions& options);
// Training, if faster on the device: max_pool2d_backward -> conv2d_backward_weights with a bias becomes
// max_pool2d_backward_sums, which also returns the bias gradient.
void fusePoolingSums(GraphRewriter& graph, const OptimizeOptions& options);
// Training: batch_norm (-> add) -> relu becomes batch_norm_fused, and relu_backward -> batch_norm_backward its backward
// op. With a residual, the backward pass reads a bit mask instead of the result if that is faster on the device.
void fuseBatchNorm(GraphRewriter& graph, const OptimizeOptions& options);
// If faster on the device: cast -> conv2d of an image with 2 or 3 channels becomes pad_channels -> conv2d with 4
// channels; the weight and its gradient are padded likewise.
void padStem(GraphRewriter& graph, const OptimizeOptions& options);
// If faster on the device: cast -> update becomes an update that reads its gradient in 16 bits.
void readNarrowGradients(GraphRewriter& graph, const OptimizeOptions& options);
// Training with several ranks: all_reduce becomes all_reduce_begin after the last producer of its inputs, and
// all_reduce_end in its place, if other nodes run between them. A dense all_reduce stays, since the ranks' graphs may
// differ.
void overlapReductions(GraphRewriter& graph);
// Chains of elementwise ops become one fused_pointwise.
void fusePointwise(GraphRewriter& graph);

// Recomputes long-lived values (kept for the backward pass) when they are needed, cheapest first, until the live values
// fit `budget` bytes or no more can be saved. Results change only by the rounding of batch norm. Source: Chen et al.,
// "Training Deep Nets with Sublinear Memory Cost", 2016; here values are chosen one by one, by bytes saved per
// recomputed work.
Result<std::shared_ptr<const Graph>> recomputeToFit(std::shared_ptr<const Graph> graph, std::uint64_t budget,
                                                    std::span<const ValueId> pinned);

}  // namespace fovea
