// Why: the launchers of the CTC loss; the rules
// of launchers.h apply. T is float or double.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// Scores [batch, steps, classes], targets [batch, targets].
struct CtcShape {
  std::int64_t batch = 0, steps = 0, classes = 0, targets = 0, blank = 0;
  bool skipImpossible = true;
};
std::size_t ctcScratch(const CtcShape& shape);
// See the op ctc_loss; `lengths` may be null: all steps are valid. `scratch` has ctcScratch() bytes.
template <class T>
cudaError_t ctcLoss(const CtcShape& shape, const T* scores, const std::int32_t* targets, const T* lengths, T* loss,
                    T* dscores, void* scratch, cudaStream_t stream);

// The first and the last step of the computation. For each sample writes the number of its labels, or -1 if a label or
// its length is invalid, and the number of valid steps: all if its length is invalid.
template <class T>
cudaError_t ctcCounts(const CtcShape& shape, const std::int32_t* targets, const T* lengths, std::int32_t* counts,
                      std::int32_t* steps, cudaStream_t stream);
// The loss from the logarithms of all samples' probabilities, which are NaN or -infinity if there is none.
template <class T>
cudaError_t ctcTotal(const CtcShape& shape, double* totals, std::int32_t* counts, T* loss, cudaStream_t stream);

}  // namespace fovea::cuda
