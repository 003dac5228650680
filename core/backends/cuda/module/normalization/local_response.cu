// Why: local response normalisation, across channels and within them: sums over a window along one or two axes of
// memory. Neighbours are read from the cache.
#include "core/backends/cuda/module/normalization/norms.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

__device__ float power(float x, float exponent) {
  return powf(x, exponent);
}
__device__ double power(double x, double exponent) {
  return pow(x, exponent);
}

// The first and the last neighbour along one axis of the element at `at`, which has coordinate `place`.
struct Reach {
  std::int64_t first, last;
};
__device__ Reach reachOf(const LocalWindow& w, int axis, std::int64_t at, bool narrowCount) {
  const std::int64_t line = quotient(at, w.stride[axis], narrowCount);
  const std::int64_t place = line - quotient(line, w.extent[axis], narrowCount) * w.extent[axis];
  const std::int64_t before = place < w.half ? place : w.half, room = w.extent[axis] - 1 - place;
  return {-before, room < w.half ? room : w.half};
}

// The sum of value(neighbour) over the window of the element at `at`, added in the order of memory.
template <class T, class Value>
__device__ T windowSum(const LocalWindow& w, std::int64_t at, bool narrowCount, Value value) {
  const Reach outer = reachOf(w, 0, at, narrowCount), inner = reachOf(w, 1, at, narrowCount);
  T sum = 0;
  for (std::int64_t i = outer.first; i <= outer.last; ++i)
    for (std::int64_t j = inner.first; j <= inner.last; ++j) sum += value(at + i * w.stride[0] + j * w.stride[1]);
  return sum;
}

template <class T>
__device__ T scaleAt(const LocalWindow& w, std::int64_t at, bool narrowCount, const T* x) {
  const T sum = windowSum<T>(w, at, narrowCount, [&](std::int64_t other) { return x[other] * x[other]; });
  return static_cast<T>(w.offset) + static_cast<T>(w.factor) * sum;
}

template <class T>
__global__ void responseKernel(LocalWindow w, bool narrowCount, const T* x, T* y) {
  for (std::int64_t at = globalThread(); at < w.count; at += gridThreads())
    y[at] = x[at] * power(scaleAt(w, at, narrowCount, x), static_cast<T>(-w.beta));
}

// Computes the terms whose window sums enter the gradient of each element.
template <class T>
__global__ void responseTerms(LocalWindow w, bool narrowCount, const T* dy, const T* x, T* terms) {
  for (std::int64_t at = globalThread(); at < w.count; at += gridThreads())
    terms[at] = dy[at] * x[at] * power(scaleAt(w, at, narrowCount, x), static_cast<T>(-w.beta - 1));
}

template <class T>
__global__ void responseBackward(LocalWindow w, bool narrowCount, const T* dy, const T* x, const T* terms, T* dx) {
  const T share = static_cast<T>(2 * w.factor * w.beta);
  for (std::int64_t at = globalThread(); at < w.count; at += gridThreads()) {
    const T taken = windowSum<T>(w, at, narrowCount, [&](std::int64_t other) { return terms[other]; });
    const T own = power(scaleAt(w, at, narrowCount, x), static_cast<T>(-w.beta));
    dx[at] = dy[at] * own - share * x[at] * taken;
  }
}

}  // namespace

template <class T>
cudaError_t localResponse(const LocalWindow& window, const T* x, T* y, cudaStream_t stream) {
  if (window.count == 0) return cudaSuccess;
  return launch(responseKernel<T>, blocksFor(window.count), kBlockThreads, stream, window, isNarrow(window.count), x,
                y);
}

template <class T>
cudaError_t localResponseBackward(const LocalWindow& window, const T* dy, const T* x, T* terms, T* dx,
                                  cudaStream_t stream) {
  if (window.count == 0) return cudaSuccess;
  const bool narrowCount = isNarrow(window.count);
  const unsigned blocks = blocksFor(window.count);
  const cudaError_t error = launch(responseTerms<T>, blocks, kBlockThreads, stream, window, narrowCount, dy, x, terms);
  if (error != cudaSuccess) return error;
  return launch(responseBackward<T>, blocks, kBlockThreads, stream, window, narrowCount, dy, x, terms, dx);
}

#define FOVEA_INSTANTIATE(T)                                                             \
  template cudaError_t localResponse<T>(const LocalWindow&, const T*, T*, cudaStream_t); \
  template cudaError_t localResponseBackward<T>(const LocalWindow&, const T*, const T*, T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
