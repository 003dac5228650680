// Why: the interface between host and device code for convolutions of grey images fused with a following pooling; the
// rules of launchers.h apply.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// Strides in elements between positions of [N, M, PH, PW] along each axis.
struct PlaneStrides {
  std::int64_t image = 0, filter = 0, row = 0, column = 0;
};

// x [batch, 1, height, width] with zero padding, weight [filters, 1, kernel, kernel] with kernel 3 or 5, stride 1; then
// windows of 2 × 2 with stride 2 that lie entirely within the [convolvedHeight, convolvedWidth] of its result.
struct PooledConvolutionShape {
  std::int64_t batch = 0;
  int height = 0, width = 0, filters = 0, kernel = 0, top = 0, left = 0;
  int convolvedHeight = 0, convolvedWidth = 0, pooledHeight = 0, pooledWidth = 0;
  bool filtersLast = false;  // of y and its indices
  // The number of elements of y.
  std::int64_t places() const { return batch * filters * pooledHeight * pooledWidth; }
};
// The number of weights that a block holds.
constexpr int kMostPooledWeights = 4096;

// y and indices = max_pool2d(conv2d(x, weight, bias)) (pooled_convolution.cu); only f32.
cudaError_t pooledConvolution(const PooledConvolutionShape& shape, const float* x, const float* weight,
                              const float* bias, float* y, std::int32_t* indices, cudaStream_t stream);
// dweight and dbias from dy and the indices, each with its own strides. `dbias` may be null.
cudaError_t pooledConvolutionWeights(const PooledConvolutionShape& shape, const float* x, const PlaneStrides& dyStrides,
                                     const float* dy, const PlaneStrides& indexStrides, const std::int32_t* indices,
                                     float* dweight, float* dbias, cudaStream_t stream);

}  // namespace fovea::cuda
