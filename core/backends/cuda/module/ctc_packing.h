// Why: a library's CTC loss has a form and limits of its own: steps before samples, labels without gaps, nothing about
// labels that are none or do not fit. What the op says is brought into that form, and the answer back into the op's.
#pragma once
#include "core/backends/cuda/module/ctc.h"

namespace fovea::cuda {

// Between the op and the library, which gets only what it can answer: of each sample at least one label, none of them
// the blank (0), that fit into its steps, and scores of which none is infinite or no number.
struct CtcPacked {
  float* scores = nullptr;              // [steps, batch, classes]
  std::int32_t* labels = nullptr;       // each sample's behind those of the one before; room for batch * targets
  std::int32_t* labelCounts = nullptr;  // [batch]
  std::int32_t* stepCounts = nullptr;   // [batch]
  float* costs = nullptr;               // [batch]: -log P, the library's answer
  float* gradients = nullptr;           // [steps, batch, classes], of the costs for the scores; undefined behind steps
  std::int32_t* counts = nullptr;       // [batch]: the op's labels, as ctcCounts() gives them
  double* totals = nullptr;             // [batch]: log P, as the op says
};

// Writes scores, labels, labelCounts, stepCounts, counts, and totals where the library cannot tell them. The blank is
// 0, there is at least one class besides it, and a row has at least one target. Without `lengths` all steps count.
cudaError_t packCtc(const CtcShape& shape, const float* scores, const std::int32_t* targets, const float* lengths,
                    const CtcPacked& packed, cudaStream_t stream);
// The op's outputs from the answer.
cudaError_t unpackCtc(const CtcShape& shape, const CtcPacked& packed, float* loss, float* dscores, cudaStream_t stream);

}  // namespace fovea::cuda
