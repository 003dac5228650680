// Why: the interface between host and device code for losses over pairs of samples (pairs.cu); the rules of launchers.h
// apply. T is float or double.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// y[i, j] = 1 for equal labels, 0 for different ones, -1 if i is j or a label is below 0.
cudaError_t labelPairs(std::int64_t count, const std::int32_t* labels, float* y, cudaStream_t stream);
// y[i, j] = the sum over d of (x[i, d] - x[j, d])^2, of `count` rows of `width` numbers.
template <class T>
cudaError_t squaredDistances(std::int64_t count, std::int64_t width, const T* x, T* y, cudaStream_t stream);
template <class T>
cudaError_t squaredDistancesBackward(std::int64_t count, std::int64_t width, const T* dy, const T* x, T* dx,
                                     cudaStream_t stream);

}  // namespace fovea::cuda
