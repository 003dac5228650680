// Why: the interface between host and device code for sums, means and maxima over axes (reductions.cu); the rules of
// launchers.h apply.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// Mean divides by `divisor`; without elements, Sum is 0 and Maximum -infinity. A NaN is larger than any number.
enum class ReductionKind { Sum, Mean, Maximum };

// Output o, given by its coordinates along the kept axes, combines x at all coordinates of the reduced axes. The axes
// of either kind are in memory order, outermost first.
struct ReductionAxes {
  int keptRank = 0, reducedRank = 0;
  std::int64_t keptExtent[kMaximumAxes] = {}, keptStride[kMaximumAxes] = {};
  std::int64_t reducedExtent[kMaximumAxes] = {}, reducedStride[kMaximumAxes] = {};
  std::int64_t kept = 1, reduced = 1;  // products of the extents
};

// Bytes of `scratch`.
std::size_t reductionScratch(const ReductionAxes& axes);
template <class T>
cudaError_t reduce(ReductionKind kind, const ReductionAxes& axes, double divisor, const T* x, T* y, void* scratch,
                   cudaStream_t stream);

}  // namespace fovea::cuda
