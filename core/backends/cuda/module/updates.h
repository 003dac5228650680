// Why: the launchers of what changes variables in place, apart from those of ops that compute values; see launchers.h
// for what holds for all of them. T is float or double.
#pragma once
#include "core/backends/cuda/module/launchers.h"

namespace fovea::cuda {

enum class UpdateKind { Sgd, AdaGrad, RmsProp, RmsPropCentred, AdaDelta, Adam, AdamW, Lamb };
struct UpdateNumbers {
  UpdateKind kind = UpdateKind::Sgd;
  int states = 1;
  double first = 0;   // momentum of Sgd, beta1, rho
  double second = 0;  // beta2, momentum of RmsProp
  double epsilon = 0, decay = 0, rateMultiplier = 1;
  double clip = 0;    // 0: no limit
  bool flag = false;  // nesterov of Sgd, adapt of Lamb
};
// The new ones may lie where the old ones lie. `step` is for kinds that count; `factor` may be null; where it is 0,
// nothing changes.
template <class T>
struct UpdatePointers {
  const T *parameter = nullptr, *gradient = nullptr, *rate = nullptr, *step = nullptr, *factor = nullptr;
  const T* state[3] = {};
  T* newParameter = nullptr;
  T* newState[3] = {};
};
// Bytes of scratch memory, which Lamb needs for its norms.
std::size_t updateScratch(const UpdateNumbers& numbers, std::int64_t n);
template <class T>
cudaError_t update(const UpdateNumbers& numbers, std::int64_t n, const UpdatePointers<T>& pointers, void* scratch,
                   cudaStream_t stream);

// result = (1 - weight) * average + weight * value, value where the weight is 1.
template <class T>
cudaError_t averageUpdate(std::int64_t n, const T* average, const T* value, const T* weight, T* result,
                          cudaStream_t stream);

// Sums of squares in parts: each of normBlocks(n) numbers that sumOfParts() adds to one.
std::int64_t normBlocks(std::int64_t n);
template <class T>
cudaError_t squaresInParts(std::int64_t n, const T* x, double* parts, cudaStream_t stream);
template <class T>
cudaError_t sumOfParts(std::int64_t count, const double* parts, T* sum, cudaStream_t stream);
// scale * min(1, limit / (scale * √squaredNorm + 1e-6)); `scale` may be null.
template <class T>
cudaError_t clipFactor(double limit, const T* squaredNorm, const T* scale, T* factor, cudaStream_t stream);

// Sets each of nonfiniteBlocks(n) flags to whether its part of x holds an infinity or what is not a number. T is also
// __half or __nv_bfloat16.
std::int64_t nonfiniteBlocks(std::int64_t n);
template <class T>
cudaError_t findNonfinite(std::int64_t n, const T* x, std::int32_t* flags, cudaStream_t stream);
struct LossScaling {
  double growth, backoff, interval, largest, first;
};
// The new ones may lie where the old ones lie. `factor` is 1 / scale, 0 where any flag is set or the scale is 0.
cudaError_t updateLossScale(const LossScaling& numbers, std::int64_t count, const std::int32_t* flags,
                            const float* scale, const float* good, float* newScale, float* newGood, float* factor,
                            cudaStream_t stream);

}  // namespace fovea::cuda
