// Why: softmax, losses and metrics iterate over the classes of a position in one way: if classes are adjacent in
// memory, a warp handles a position; otherwise a thread does, and its neighbours handle adjacent positions.
#pragma once
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {

constexpr int kWarpsPerBlock = kBlockThreads / 32;

__device__ inline float exponential(float x) {
  return expf(x);
}
__device__ inline double exponential(double x) {
  return exp(x);
}
__device__ inline float logarithm(float x) {
  return logf(x);
}
__device__ inline double logarithm(double x) {
  return log(x);
}

// Returns whether a at index i beats b at index j as the maximum: NaN is the largest, and the lower index wins a tie.
template <class T>
__device__ inline bool goesBefore(T a, std::int64_t i, T b, std::int64_t j) {
  const bool nanA = isnan(a), nanB = isnan(b);
  if (nanA != nanB) return nanA;
  if (!nanA && a != b) return a > b;
  return i < j;
}

// The class values of one position: class k is x[k * stride]. With kRows, a warp shares the position, `stride` is 1,
// and every lane gets the results.
template <bool kRows, class T>
struct ClassRow {
  using Number = Compute<T>;
  const T* x;
  std::int64_t classes, stride;

  __device__ static std::int64_t firstPlace() {
    return kRows ? static_cast<std::int64_t>(blockIdx.x) * kWarpsPerBlock + threadIdx.x / 32 : globalThread();
  }
  __device__ static std::int64_t placeStep() {
    return kRows ? static_cast<std::int64_t>(gridDim.x) * kWarpsPerBlock : gridThreads();
  }
  __device__ static bool leads() { return !kRows || threadIdx.x % 32 == 0; }
  __device__ static ClassRow at(const Channels& shape, std::int64_t place, const T* values) {
    const std::int64_t n = kRows ? place : place / shape.inner;
    return {values + n * shape.channels * shape.inner + place - n * shape.inner, shape.channels,
            kRows ? 1 : shape.inner};
  }
  __device__ std::int64_t offset(const T* values) const { return x - values; }

  // Calls visit(k) for each class that this thread handles.
  template <class Visit>
  __device__ void each(Visit visit) const {
    for (std::int64_t k = kRows ? threadIdx.x % 32 : 0; k < classes; k += kRows ? 32 : 1) visit(k);
  }
  __device__ Number value(std::int64_t k) const { return widen(x[k * stride]); }
  template <class Value>
  __device__ static Value sumOfLanes(Value value) {
    if constexpr (kRows)
      return warpSum(value);
    else
      return value;
  }

  __device__ Number maximum() const {
    Number largest = -kInfinity<Number>;
    each([&](std::int64_t k) { largest = max(largest, value(k)); });
    if constexpr (kRows) largest = warpMaximum(largest);
    return largest;
  }
  // Returns the sum of exp(x - maximum), which is NaN if any x is.
  __device__ Number sumOfExponentials(Number maximum) const {
    Number sum = 0;
    each([&](std::int64_t k) { sum += exponential(value(k) - maximum); });
    return sumOfLanes(sum);
  }
  // Returns the class with the largest value.
  __device__ std::int64_t best() const {
    Number largest = -kInfinity<Number>;
    long long place = classes;  // none yet: loses every tie
    each([&](std::int64_t k) {
      if (!goesBefore(value(k), k, largest, place)) return;
      largest = value(k);
      place = k;
    });
    if constexpr (kRows)
      for (int offset = 16; offset > 0; offset /= 2) {
        const Number other = __shfl_xor_sync(kWholeWarp, largest, offset);
        const long long otherPlace = __shfl_xor_sync(kWholeWarp, place, offset);
        if (!goesBefore(other, otherPlace, largest, place)) continue;
        largest = other;
        place = otherPlace;
      }
    return place;
  }
};

inline unsigned classBlocks(const Channels& shape) {
  const std::int64_t places = shape.outer * shape.inner;
  return shape.inner == 1 ? blocksFor(places, kWarpsPerBlock) : blocksFor(places);
}

}  // namespace fovea::cuda
