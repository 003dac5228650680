// Why: a library's CTC loss has its own format and limits: steps before samples, labels without gaps, no invalid labels
// or labels that do not fit. This converts the op's inputs to that format, and the results back.
#pragma once
#include "core/backends/cuda/module/losses/ctc.h"

namespace fovea::cuda {

// Buffers between the op and the library, which gets only valid input: at least one label per sample, none of them the
// blank (0), that fit into its steps, and finite scores.
struct CtcPacked {
  float* scores = nullptr;              // [steps, batch, classes]
  std::int32_t* labels = nullptr;       // labels of all samples without gaps; room for batch * targets
  std::int32_t* labelCounts = nullptr;  // [batch]
  std::int32_t* stepCounts = nullptr;   // [batch]
  float* costs = nullptr;               // [batch]: -log P, computed by the library
  // [steps, batch, classes], gradients of the costs for the scores; undefined after the valid steps
  float* gradients = nullptr;
  std::int32_t* counts = nullptr;  // [batch]: numbers of labels, from ctcCounts()
  double* totals = nullptr;        // [batch]: log P, as in the op
};

// Writes scores, labels, labelCounts, stepCounts, counts, and the totals that the library cannot compute. The blank is
// 0, there is at least one class besides it, and a row has at least one target. Without `lengths` all steps are valid.
cudaError_t packCtc(const CtcShape& shape, const float* scores, const std::int32_t* targets, const float* lengths,
                    const CtcPacked& packed, cudaStream_t stream);
// Computes the op's outputs from the library's results.
cudaError_t unpackCtc(const CtcShape& shape, const CtcPacked& packed, float* loss, float* dscores, cudaStream_t stream);

}  // namespace fovea::cuda
