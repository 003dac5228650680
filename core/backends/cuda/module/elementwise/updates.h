// Why: the launchers of what changes variables in place, apart from those of ops that compute values; see launchers.h
// for what holds for all of them. T is float or double.
#pragma once
#include <span>

#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// What becomes of a variable. Accumulate adds the gradient times `factor`; Average takes the gradient with the share
// that is the rate.
enum class UpdateKind { Sgd, AdaGrad, RmsProp, RmsPropCentred, AdaDelta, Adam, AdamW, Lamb, Accumulate, Average };

template <class T>
struct UpdateNumbers {
  T first = 0, firstShare = 0;    // momentum of Sgd, beta1, rho; and what is left to 1
  T second = 0, secondShare = 0;  // beta2, momentum of RmsProp; and what is left to 1
  T epsilon = 0, decay = 0, rateMultiplier = 1;
  T clip = 0;         // 0: no limit
  bool flag = false;  // nesterov of Sgd, adapt of Lamb
};
// How numbers lie that are computed with as T: as such, or, where T is float, in 16 bits.
enum class Width : std::uint8_t { Full, Half, BFloat16 };
// One variable, changed in its place.
template <class T>
struct Update {
  T* variable = nullptr;
  T* states[3] = {};
  const void* gradient = nullptr;
  void* copy = nullptr;                      // the new value again, in 16 bits; null: none
  const T *rate = nullptr, *step = nullptr;  // one number each, the latter of kinds that count
  const T* factor = nullptr;                 // of the gradient; null: 1. Where it is 0, nothing changes
  double* norms = nullptr;                   // updateScratch() bytes
  std::int64_t count = 0;
  UpdateNumbers<T> numbers;
  Width gradientWidth = Width::Full, copyWidth = Width::Half;
};
// Bytes of scratch memory, a multiple of 8, which Lamb needs for its norms.
std::size_t updateScratch(UpdateKind kind, bool flag, std::int64_t count);
// Makes all updates, which must not touch each other's memory, in as few launches as their descriptions fit in.
template <class T>
cudaError_t update(UpdateKind kind, std::span<const Update<T>> updates, cudaStream_t stream);

// Gradients that are looked at together.
template <class T>
struct Gradient {
  const T* x;
  std::int64_t count;
};
// The parts of so many numbers: each has a result of its own, and the results of several gradients follow each other.
std::int64_t partsOf(std::int64_t count);
// Sums of squares, that sumOfParts() adds to one.
template <class T>
cudaError_t squaresInParts(std::span<const Gradient<T>> gradients, double* parts, cudaStream_t stream);
template <class T>
cudaError_t sumOfParts(std::int64_t count, const double* parts, T* sum, cudaStream_t stream);
// scale * min(1, limit / (scale * √squaredNorm + 1e-6)); `scale` may be null.
template <class T>
cudaError_t clipFactor(double limit, const T* squaredNorm, const T* scale, T* factor, cudaStream_t stream);

// Sets the flag of each part to whether it holds an infinity or what is not a number. T is also __half or
// __nv_bfloat16.
template <class T>
cudaError_t findNonfinite(std::span<const Gradient<T>> gradients, std::int32_t* flags, cudaStream_t stream);
struct LossScaling {
  double growth, backoff, interval, largest, first;
};
// The new ones may lie where the old ones lie. `factor` is 1 / scale, 0 where any flag is set or the scale is 0.
cudaError_t updateLossScale(const LossScaling& numbers, std::int64_t count, const std::int32_t* flags,
                            const float* scale, const float* good, float* newScale, float* newGood, float* factor,
                            cudaStream_t stream);

}  // namespace fovea::cuda
