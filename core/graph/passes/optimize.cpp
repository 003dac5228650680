#include "core/graph/passes/passes.h"

namespace fovea {

Result<std::shared_ptr<const Graph>> optimizeGraph(const Graph& graph, const OptimizeOptions& options) {
  GraphRewriter rewriter(graph, options.pinned);
  const auto has = [&](std::string_view op) { return options.hasKernel && options.hasKernel(op); };
  eliminateCommonSubexpressions(rewriter);
  foldConstants(rewriter);
  foldBatchNorm(rewriter);
  if (options.accelerates) fusePooledConvolution(rewriter, options);
  if (has("conv2d_fused")) fuseConvolution(rewriter);
  if (has("batch_norm_fused") && has("batch_norm_fused_backward")) fuseBatchNorm(rewriter, options);
  if (options.accelerates) padStem(rewriter, options);
  if (options.accelerates && options.memoryBudget == 0) fuseConvolutionNorm(rewriter, options);
  if (options.accelerates && options.memoryBudget == 0) fuseGradientNorm(rewriter, options);
  if (options.accelerates && options.memoryBudget == 0) fuseNormInput(rewriter, options);
  if (options.accelerates) readNarrowGradients(rewriter, options);
  if (options.accelerates) fuseGradientSum(rewriter, options);
  if (options.accelerates) fuseLoss(rewriter, options);
  if (options.accelerates) fuseClassifier(rewriter, options);
  if (options.accelerates) fusePoolingSums(rewriter, options);
  if (options.accelerates) fuseLinear(rewriter, options);
  if (has("fused_pointwise")) fusePointwise(rewriter);
  if (has("all_reduce_begin") && options.memoryBudget == 0) overlapReductions(rewriter);
  FOVEA_TRY(auto result, rewriter.finish());
  if (options.memoryBudget == 0) return result;
  return recomputeToFit(std::move(result), options.memoryBudget, options.pinned);
}

}  // namespace fovea
