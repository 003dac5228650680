// Why: the launchers of kernels that update variables in
// place; the rules of launchers.h apply. T is float or double.
#pragma once
#include <span>

#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// The rule of an update. Accumulate adds the gradient times `factor`; Average moves the variable towards the gradient
// by the fraction `rate`.
enum class UpdateKind { Sgd, AdaGrad, RmsProp, RmsPropCentred, AdaDelta, Adam, AdamW, Lamb, Accumulate, Average };

template <class T>
struct UpdateNumbers {
  T first = 0, firstShare = 0;    // momentum of Sgd, beta1, rho; and 1 minus it
  T second = 0, secondShare = 0;  // beta2, momentum of RmsProp; and 1 minus it
  T epsilon = 0, decay = 0, rateMultiplier = 1;
  T clip = 0;         // 0: no limit
  bool flag = false;  // nesterov of Sgd, adapt of Lamb
};
// The storage of numbers that are computed as T: T itself or, if T is float, 16 bits.
enum class Width : std::uint8_t { Full, Half, BFloat16 };
// One variable, updated in place.
template <class T>
struct Update {
  T* variable = nullptr;
  T* states[3] = {};
  const void* gradient = nullptr;
  void* copy = nullptr;                      // 16-bit copy of the new value; null: none
  const T *rate = nullptr, *step = nullptr;  // one number each, the latter of kinds that count
  const T* factor = nullptr;                 // of the gradient; null: 1. A factor of 0 skips the update
  double* norms = nullptr;                   // updateScratch() bytes
  std::int64_t count = 0;
  UpdateNumbers<T> numbers;
  Width gradientWidth = Width::Full, copyWidth = Width::Half;
};
// Bytes of scratch memory, a multiple of 8, for Lamb's norms.
std::size_t updateScratch(UpdateKind kind, bool flag, std::int64_t count);
// Runs all updates, whose memory must not overlap, in as few launches as their descriptions fit in.
template <class T>
cudaError_t update(UpdateKind kind, std::span<const Update<T>> updates, cudaStream_t stream);

// Gradients that are checked together.
template <class T>
struct Gradient {
  const T* x;
  std::int64_t count;
};
// The number of parts of so many elements: each has its own result, and the results of several gradients are
// consecutive.
std::int64_t partsOf(std::int64_t count);
// Sums of squares, which sumOfParts() adds up.
template <class T>
cudaError_t squaresInParts(std::span<const Gradient<T>> gradients, double* parts, cudaStream_t stream);
template <class T>
cudaError_t sumOfParts(std::int64_t count, const double* parts, T* sum, cudaStream_t stream);
// scale * min(1, limit / (scale * √squaredNorm + 1e-6)); `scale` may be null.
template <class T>
cudaError_t clipFactor(double limit, const T* squaredNorm, const T* scale, T* factor, cudaStream_t stream);

// Sets the flag of each part if it contains an
// infinity or NaN. T is also __half or __nv_bfloat16.
template <class T>
cudaError_t findNonfinite(std::span<const Gradient<T>> gradients, std::int32_t* flags, cudaStream_t stream);
struct LossScaling {
  double growth, backoff, interval, largest, first;
};
// The new values may overwrite the old ones. `factor` is 1 / scale, or 0 if any flag is set or the scale is 0.
cudaError_t updateLossScale(const LossScaling& numbers, std::int64_t count, const std::int32_t* flags,
                            const float* scale, const float* good, float* newScale, float* newGood, float* factor,
                            cudaStream_t stream);

}  // namespace fovea::cuda
