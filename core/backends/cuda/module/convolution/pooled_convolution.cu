// Why: a convolution of grey images hardly uses tensor cores; launches and memory dominate its time. Here one kernel
// computes the sums of a window and keeps the largest, and one computes the gradients of all weights from the inputs of
// these maxima. Sums are in f32, in a fixed order.
#include "core/backends/cuda/module/convolution/pooled_convolution.h"

#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr int kWindow = 2;

struct PooledPlace {
  std::int64_t image;
  int filter, y, x;
};

__device__ PooledPlace placeOf(const PooledConvolutionShape& s, std::int64_t i, bool narrowCount) {
  if (s.filtersLast) {
    const std::int64_t pixel = quotient(i, s.filters, narrowCount), row = quotient(pixel, s.pooledWidth, narrowCount);
    const std::int64_t image = quotient(row, s.pooledHeight, narrowCount);
    return {image, static_cast<int>(i - pixel * s.filters), static_cast<int>(row - image * s.pooledHeight),
            static_cast<int>(pixel - row * s.pooledWidth)};
  }
  const std::int64_t row = quotient(i, s.pooledWidth, narrowCount), plane = quotient(row, s.pooledHeight, narrowCount);
  const std::int64_t image = quotient(plane, s.filters, narrowCount);
  return {image, static_cast<int>(plane - image * s.filters), static_cast<int>(row - plane * s.pooledHeight),
          static_cast<int>(i - row * s.pooledWidth)};
}

// A thread computes one position of y. The inputs of its four sums are loaded once.
template <int K>
__global__ void pooledConvolutionKernel(std::int64_t count, bool narrowCount, PooledConvolutionShape s, const float* x,
                                        const float* weight, const float* bias, float* y, std::int32_t* indices) {
  __shared__ float weights[kMostPooledWeights];
  for (int i = threadIdx.x; i < s.filters * K * K; i += blockDim.x) weights[i] = weight[i];
  __syncthreads();
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const PooledPlace place = placeOf(s, i, narrowCount);
    constexpr int kSeen = K + kWindow - 1;
    const float* const image = x + place.image * s.height * s.width;
    const int firstY = place.y * kWindow - s.top, firstX = place.x * kWindow - s.left;
    float seen[kSeen][kSeen];
#pragma unroll
    for (int row = 0; row < kSeen; ++row)
#pragma unroll
      for (int column = 0; column < kSeen; ++column) {
        const int iy = firstY + row, ix = firstX + column;
        const bool inside = iy >= 0 && iy < s.height && ix >= 0 && ix < s.width;
        seen[row][column] = inside ? image[iy * s.width + ix] : 0.0f;
      }
    const float* const filter = weights + place.filter * K * K;
    float sums[kWindow][kWindow] = {};
#pragma unroll
    for (int ky = 0; ky < K; ++ky)
#pragma unroll
      for (int kx = 0; kx < K; ++kx) {
        const float w = filter[ky * K + kx];
#pragma unroll
        for (int row = 0; row < kWindow; ++row)
#pragma unroll
          for (int column = 0; column < kWindow; ++column) sums[row][column] += seen[row + ky][column + kx] * w;
      }
    const float shift = bias[place.filter];
    const int corner = place.y * kWindow * s.convolvedWidth + place.x * kWindow;
    float largest = sums[0][0] + shift;
    int best = corner;
#pragma unroll
    for (int at = 1; at < kWindow * kWindow; ++at) {
      const float here = sums[at / kWindow][at % kWindow] + shift;
      // The first maximum wins, and NaN is larger than any number.
      if (!(here > largest || (isnan(here) && !isnan(largest)))) continue;
      largest = here;
      best = corner + at / kWindow * s.convolvedWidth + at % kWindow;
    }
    y[i] = largest;
    indices[i] = best;
  }
}

// A block computes one row of a filter's gradient; the blocks of the first rows also compute the bias gradients.
template <int K>
__global__ void pooledWeightsKernel(PooledConvolutionShape s, bool narrowCount, const float* x, PlaneStrides dyStrides,
                                    const float* dy, PlaneStrides indexStrides, const std::int32_t* indices,
                                    float* dweight, float* dbias) {
  const int filter = blockIdx.x, ky = blockIdx.y;
  const std::int64_t count = s.batch * s.pooledHeight * s.pooledWidth;
  float sums[K] = {}, all = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) {
    const std::int64_t line = quotient(i, s.pooledWidth, narrowCount), n = quotient(line, s.pooledHeight, narrowCount);
    const std::int64_t row = line - n * s.pooledHeight, column = i - line * s.pooledWidth;
    const auto at = [&](const PlaneStrides& strides) {
      return n * strides.image + filter * strides.filter + row * strides.row + column * strides.column;
    };
    const float gradient = dy[at(dyStrides)];
    all += gradient;
    const int winner = indices[at(indexStrides)], winnerY = winner / s.convolvedWidth;
    const int iy = winnerY - s.top + ky, firstX = winner - winnerY * s.convolvedWidth - s.left;
    if (iy < 0 || iy >= s.height) continue;
    const float* const from = x + (n * s.height + iy) * s.width;
#pragma unroll
    for (int kx = 0; kx < K; ++kx) {
      const int ix = firstX + kx;
      if (ix >= 0 && ix < s.width) sums[kx] += gradient * from[ix];
    }
  }
  for (int kx = 0; kx < K; ++kx) {
    const double sum = blockSum(static_cast<double>(sums[kx]));
    if (threadIdx.x == 0) dweight[(filter * K + ky) * K + kx] = static_cast<float>(sum);
  }
  if (ky != 0 || !dbias) return;
  const double sum = blockSum(static_cast<double>(all));
  if (threadIdx.x == 0) dbias[filter] = static_cast<float>(sum);
}

bool isKnown(const PooledConvolutionShape& s) {
  return (s.kernel == 3 || s.kernel == 5) && s.filters * s.kernel * s.kernel <= kMostPooledWeights;
}

}  // namespace

cudaError_t pooledConvolution(const PooledConvolutionShape& s, const float* x, const float* weight, const float* bias,
                              float* y, std::int32_t* indices, cudaStream_t stream) {
  const std::int64_t count = s.places();
  if (count == 0) return cudaSuccess;
  if (!isKnown(s)) return cudaErrorInvalidValue;
  const auto kernel = s.kernel == 3 ? pooledConvolutionKernel<3> : pooledConvolutionKernel<5>;
  return launch(kernel, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), s, x, weight, bias, y,
                indices);
}

cudaError_t pooledConvolutionWeights(const PooledConvolutionShape& s, const float* x, const PlaneStrides& dyStrides,
                                     const float* dy, const PlaneStrides& indexStrides, const std::int32_t* indices,
                                     float* dweight, float* dbias, cudaStream_t stream) {
  if (s.filters == 0) return cudaSuccess;
  if (!isKnown(s)) return cudaErrorInvalidValue;
  const auto kernel = s.kernel == 3 ? pooledWeightsKernel<3> : pooledWeightsKernel<5>;
  const dim3 blocks(static_cast<unsigned>(s.filters), static_cast<unsigned>(s.kernel));
  return launch(kernel, blocks, kBlockThreads, stream, s, isNarrow(s.places()), x, dyStrides, dy, indexStrides, indices,
                dweight, dbias);
}

}  // namespace fovea::cuda
