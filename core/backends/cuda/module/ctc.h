// Why: the launcher of the loss of unaligned labels, apart from those of other ops; see launchers.h for what holds for
// all of them. T is float or double.
#pragma once
#include "core/backends/cuda/module/launchers.h"

namespace fovea::cuda {

// Scores [batch, steps, classes], targets [batch, targets].
struct CtcShape {
  std::int64_t batch = 0, steps = 0, classes = 0, targets = 0, blank = 0;
  bool skipImpossible = true;
};
std::size_t ctcScratch(const CtcShape& shape);
// See the op ctc_loss. `scratch` has ctcScratch() bytes.
template <class T>
cudaError_t ctcLoss(const CtcShape& shape, const T* scores, const std::int32_t* targets, T* loss, T* dscores,
                    void* scratch, cudaStream_t stream);

}  // namespace fovea::cuda
