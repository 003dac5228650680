// Why: the border between host code, which knows ops and attributes, and device code, which knows threads. Plain
// pointers and numbers only, so that device code compiles without Fovea's headers. Each function enqueues on `stream`
// and returns at once with the launch's own error, allocates nothing, may be recorded in a CUDA graph, and does nothing
// where there are no elements. T is float or double. All sums run in an order that depends on the shapes alone, so the
// same numbers come out every time.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace fovea::cuda {

constexpr int kMaximumAxes = 8;

// Elementwise (elementwise.cu). Outputs may be the same memory as an input.
enum class Unary { Relu, Sigmoid, Tanh };
enum class Binary { Add, Multiply, ReluBackward, SigmoidBackward, TanhBackward };
template <class T>
cudaError_t unary(Unary op, std::int64_t n, const T* x, T* y, cudaStream_t stream);
// The backward ones take (dy, y).
template <class T>
cudaError_t binary(Binary op, std::int64_t n, const T* a, const T* b, T* y, cudaStream_t stream);
template <class T>
cudaError_t scale(std::int64_t n, T factor, const T* x, T* y, cudaStream_t stream);
// result = sum + factor*value
template <class T>
cudaError_t addScaled(std::int64_t n, T factor, const T* sum, const T* value, T* result, cudaStream_t stream);
// Element i is kept if and only if its Philox number is >= threshold; `step` lies in device memory.
template <class T>
cudaError_t dropout(std::int64_t n, std::uint64_t threshold, std::int64_t seed, T scale, const T* x,
                    const std::int64_t* step, T* y, std::uint8_t* mask, cudaStream_t stream);
template <class T>
cudaError_t dropoutBackward(std::int64_t n, T scale, const T* dy, const std::uint8_t* mask, T* dx, cudaStream_t stream);

struct SgdNumbers {
  double momentum, weightDecay, rateMultiplier;
  bool nesterov;
};
template <class T>
cudaError_t sgdUpdate(std::int64_t n, const SgdNumbers& numbers, const T* parameter, const T* gradient,
                      const T* velocity, const T* learningRate, T* newParameter, T* newVelocity, cudaStream_t stream);

// Broadcasting and sums (broadcast.cu).
// Element i of the output, by its coordinates, reads a[sum of coordinate * strideA] and b[... strideB].
struct BroadcastAxes {
  int rank = 0;
  std::int64_t extent[kMaximumAxes] = {};
  std::int64_t strideA[kMaximumAxes] = {};
  std::int64_t strideB[kMaximumAxes] = {};
};
// `op` is Add or Multiply.
template <class T>
cudaError_t broadcast(Binary op, std::int64_t n, const BroadcastAxes& axes, const T* a, const T* b, T* y,
                      cudaStream_t stream);

// Output o, by its coordinates along the kept axes, is the sum of x over all coordinates of the reduced axes.
struct ReductionAxes {
  int keptRank = 0, reducedRank = 0;
  std::int64_t keptExtent[kMaximumAxes] = {}, keptStride[kMaximumAxes] = {};
  std::int64_t reducedExtent[kMaximumAxes] = {}, reducedStride[kMaximumAxes] = {};
  std::int64_t kept = 1, reduced = 1;  // products of the extents
};
template <class T>
cudaError_t reduce(const ReductionAxes& axes, const T* x, T* y, cudaStream_t stream);

// Per channel of [outer, channels, inner] (channels.cu).
struct Channels {
  std::int64_t outer = 0, channels = 0, inner = 0;
};
// sum[c] over outer and inner; zero where there is nothing to add.
template <class T>
cudaError_t channelSum(const Channels& shape, const T* x, T* sum, cudaStream_t stream);
// y[o, c, i] += bias[c]
template <class T>
cudaError_t addChannelBias(const Channels& shape, const T* bias, T* y, cudaStream_t stream);

template <class T>
struct BatchNormTraining {
  const T *x, *scale, *bias, *runningMean, *runningVariance;
  T *y, *mean, *inverseDeviation, *newRunningMean, *newRunningVariance;
  double epsilon, momentum;
};
template <class T>
cudaError_t batchNormTraining(const Channels& shape, const BatchNormTraining<T>& arguments, cudaStream_t stream);
template <class T>
struct BatchNormBackward {
  const T *dy, *x, *scale, *mean, *inverseDeviation;
  T *dx, *dscale, *dbias;
};
template <class T>
cudaError_t batchNormBackward(const Channels& shape, const BatchNormBackward<T>& arguments, cudaStream_t stream);
template <class T>
struct BatchNormInference {
  const T *x, *scale, *bias, *runningMean, *runningVariance;
  T* y;
  double epsilon;
};
template <class T>
cudaError_t batchNormInference(const Channels& shape, const BatchNormInference<T>& arguments, cudaStream_t stream);

// Softmax over the channels (softmax.cu).
template <class T>
cudaError_t softmax(const Channels& shape, const T* x, T* y, cudaStream_t stream);
template <class T>
cudaError_t softmaxBackward(const Channels& shape, const T* dy, const T* y, T* dx, cudaStream_t stream);
// `rowLoss` is scratch for `rows` elements. The mean over labels >= 0; zero where there are none.
template <class T>
cudaError_t crossEntropy(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         T* rowLoss, T* loss, T* probabilities, cudaStream_t stream);
// `factor` is scratch for one element.
template <class T>
cudaError_t crossEntropyBackward(std::int64_t rows, std::int64_t classes, const T* dloss, const T* probabilities,
                                 const std::int32_t* labels, T* factor, T* dlogits, cudaStream_t stream);
// `hits` is scratch for `rows` elements.
template <class T>
cudaError_t correctCount(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         std::int32_t* hits, float* count, cudaStream_t stream);

// Pooling (pooling.cu). Window (oy, ox) covers rows oy*strideY - top + [0, kernelY) that lie within the input.
struct Pooling {
  std::int64_t planes = 0;  // batch times channels
  std::int32_t height = 1, width = 1, outputHeight = 1, outputWidth = 1;
  std::int32_t kernelY = 1, kernelX = 1, strideY = 1, strideX = 1, top = 0, left = 0, bottom = 0, right = 0;
  bool countPadding = false;
};
template <class T>
cudaError_t maxPool(const Pooling& p, const T* x, T* y, std::int32_t* indices, cudaStream_t stream);
template <class T>
cudaError_t maxPoolBackward(const Pooling& p, const T* dy, const std::int32_t* indices, T* dx, cudaStream_t stream);
template <class T>
cudaError_t averagePool(const Pooling& p, const T* x, T* y, cudaStream_t stream);
template <class T>
cudaError_t averagePoolBackward(const Pooling& p, const T* dy, T* dx, cudaStream_t stream);

// Blocks of memory (copy.cu): `rows` rows of `width` bytes; the starts of two rows lie `targetPitch` and `sourcePitch`
// bytes apart.
struct BlockCopy {
  std::int64_t rows = 0, width = 0, targetPitch = 0, sourcePitch = 0;
};
cudaError_t copyBlocks(const BlockCopy& shape, const void* source, void* target, cudaStream_t stream);
// Byte start + i of row r of the target is byte i of row r of the source, for i < width; its other bytes become zero.
cudaError_t spreadBlocks(const BlockCopy& shape, std::int64_t start, const void* source, void* target,
                         cudaStream_t stream);

}  // namespace fovea::cuda
