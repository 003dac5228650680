// Why: device code shared by Fovea's own CTC kernels and those around a library's.
#pragma once
#include "core/backends/cuda/module/losses/ctc.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// The logarithm of the sum of a softmax over one row. Every lane of a warp calls it.
template <class T>
__device__ inline double softmaxSum(const T* values, std::int64_t classes) {
  const int lane = threadIdx.x % 32;
  double largest = kNever, sum = 0;
  for (std::int64_t k = lane; k < classes; k += 32) largest = max(largest, static_cast<double>(values[k]));
  largest = warpMaximum(largest);
  for (std::int64_t k = lane; k < classes; k += 32) sum += exp(static_cast<double>(values[k]) - largest);
  return largest + log(warpSum(sum));
}

// The weight in the total loss of a sample with `labels` labels.
__device__ inline double ctcWeight(const CtcShape& s, std::int32_t labels) {
  return 1.0 / static_cast<double>(s.batch) / static_cast<double>(max(labels, 1));
}

}  // namespace fovea::cuda
