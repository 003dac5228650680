// Why: distances between all samples of a batch, and which of them have the same label; computed by tiles, so that each
// number is loaded once for all samples of a tile.
#include "core/backends/cuda/module/elementwise/pairs.h"

#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr int kTile = 16;

__global__ void labelPairsKernel(std::int64_t count, bool narrowCount, const std::int32_t* labels, float* y) {
  for (std::int64_t at = globalThread(); at < count * count; at += gridThreads()) {
    const std::int64_t i = quotient(at, count, narrowCount), j = at - i * count;
    const std::int32_t a = labels[i], b = labels[j];
    y[at] = i == j || a < 0 || b < 0 ? -1.0f : a == b ? 1.0f : 0.0f;
  }
}

__host__ __device__ std::int64_t tilesOf(std::int64_t count) {
  return (count + kTile - 1) / kTile;
}

// The number at [row, column], or 0 outside.
template <class T>
__device__ T numberAt(const T* x, std::int64_t rows, std::int64_t columns, std::int64_t row, std::int64_t column) {
  return row < rows && column < columns ? x[row * columns + column] : T(0);
}

template <class T>
__global__ void distancesKernel(std::int64_t count, std::int64_t width, const T* x, T* y) {
  __shared__ T left[kTile][kTile + 1], right[kTile][kTile + 1];
  const std::int64_t tiles = tilesOf(count);
  for (std::int64_t tile = blockIdx.x; tile < tiles * tiles; tile += gridDim.x) {
    const std::int64_t firstI = tile / tiles * kTile, firstJ = tile % tiles * kTile;
    T sum = 0;
    for (std::int64_t first = 0; first < width; first += kTile) {
      left[threadIdx.y][threadIdx.x] = numberAt(x, count, width, firstI + threadIdx.y, first + threadIdx.x);
      right[threadIdx.y][threadIdx.x] = numberAt(x, count, width, firstJ + threadIdx.y, first + threadIdx.x);
      __syncthreads();
      for (int d = 0; d < kTile; ++d) {
        const T difference = left[threadIdx.y][d] - right[threadIdx.x][d];
        sum += difference * difference;
      }
      __syncthreads();
    }
    const std::int64_t i = firstI + threadIdx.y, j = firstJ + threadIdx.x;
    if (i < count && j < count) y[i * count + j] = sum;
  }
}

// dx[i, d] = the sum over j of 2 (dy[i, j] + dy[j, i]) (x[i, d] - x[j, d])
template <class T>
__global__ void distancesBackwardKernel(std::int64_t count, std::int64_t width, const T* dy, const T* x, T* dx) {
  __shared__ T weights[kTile][kTile + 1], others[kTile][kTile + 1];
  const std::int64_t across = tilesOf(width), tiles = tilesOf(count) * across;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const std::int64_t firstI = tile / across * kTile, d = tile % across * kTile + threadIdx.x;
    const std::int64_t i = firstI + threadIdx.y;
    const T own = numberAt(x, count, width, i, d);
    T sum = 0;
    for (std::int64_t first = 0; first < count; first += kTile) {
      weights[threadIdx.y][threadIdx.x] = numberAt(dy, count, count, i, first + threadIdx.x);
      others[threadIdx.y][threadIdx.x] = numberAt(x, count, width, first + threadIdx.y, d);
      __syncthreads();
      // The transposed half of each weight; reads rows of dy, so that accesses are contiguous.
      const T mirrored = numberAt(dy, count, count, first + threadIdx.y, firstI + threadIdx.x);
      weights[threadIdx.x][threadIdx.y] += mirrored;
      __syncthreads();
      for (int j = 0; j < kTile; ++j) sum += weights[threadIdx.y][j] * (own - others[j][threadIdx.x]);
      __syncthreads();
    }
    if (i < count && d < width) dx[i * width + d] = T(2) * sum;
  }
}

}  // namespace

cudaError_t labelPairs(std::int64_t count, const std::int32_t* labels, float* y, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  return launch(labelPairsKernel, blocksFor(count * count), kBlockThreads, stream, count, isNarrow(count * count),
                labels, y);
}

template <class T>
cudaError_t squaredDistances(std::int64_t count, std::int64_t width, const T* x, T* y, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  return launch(distancesKernel<T>, blocksFor(tilesOf(count) * tilesOf(count), 1), dim3(kTile, kTile), stream, count,
                width, x, y);
}

template <class T>
cudaError_t squaredDistancesBackward(std::int64_t count, std::int64_t width, const T* dy, const T* x, T* dx,
                                     cudaStream_t stream) {
  if (count == 0 || width == 0) return cudaSuccess;
  return launch(distancesBackwardKernel<T>, blocksFor(tilesOf(count) * tilesOf(width), 1), dim3(kTile, kTile), stream,
                count, width, dy, x, dx);
}

#define FOVEA_INSTANTIATE(T)                                                                        \
  template cudaError_t squaredDistances<T>(std::int64_t, std::int64_t, const T*, T*, cudaStream_t); \
  template cudaError_t squaredDistancesBackward<T>(std::int64_t, std::int64_t, const T*, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
