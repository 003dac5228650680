// Why: the interface between host code, which knows ops and attributes, and device code, which knows threads. It uses
// plain pointers and numbers only, so that device code compiles without Fovea's headers. Each function enqueues on
// `stream` and returns immediately with the launch's own error, allocates nothing, may be recorded in a CUDA graph, and
// does nothing if there are no elements. T is float, double, __half or __nv_bfloat16 unless stated otherwise; 16-bit
// numbers are computed in float. All sums have an order that depends on the shapes alone, so the results are the same
// every time. Values are aligned to 16 bytes.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace fovea::cuda {

constexpr int kMaximumAxes = 8;

// The type for computing with T, and for statistics.
template <class T>
struct ComputeType {
  using Type = float;
};
template <>
struct ComputeType<double> {
  using Type = double;
};
template <class T>
using Compute = typename ComputeType<T>::Type;

// Elementwise (elementwise.cu). Outputs may be the same memory as an input.
enum class Unary { Relu, Sigmoid, Tanh };
enum class Binary { Add, Multiply, ReluBackward, SigmoidBackward, TanhBackward };
template <class T>
cudaError_t unary(Unary op, std::int64_t n, const T* x, T* y, cudaStream_t stream);
// The backward ops have the inputs (dy, y).
template <class T>
cudaError_t binary(Binary op, std::int64_t n, const T* a, const T* b, T* y, cudaStream_t stream);
template <class T>
cudaError_t scale(std::int64_t n, double factor, const T* x, T* y, cudaStream_t stream);
// Casts each element; f64 becomes 16 bits via f32.
template <class To, class From>
cudaError_t cast(std::int64_t n, const From* x, To* y, cudaStream_t stream);
// Element first + i is kept if and only if its Philox number is >= threshold; `step` is in device memory.
template <class T>
cudaError_t dropout(std::int64_t n, std::int64_t first, std::uint64_t threshold, std::int64_t seed, double scale,
                    const T* x, const std::int64_t* step, T* y, std::uint8_t* mask, cudaStream_t stream);
template <class T>
cudaError_t dropoutBackward(std::int64_t n, double scale, const T* dy, const std::uint8_t* mask, T* dx,
                            cudaStream_t stream);

// Broadcasting (broadcast.cu).
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

// Per channel of [outer, channels, inner] (channels.cu, batch_norm.cu). An image with channels last is
// [outer * inner, channels, 1].
struct Channels {
  std::int64_t outer = 0, channels = 0, inner = 0;
};
// Computes sum[c] over outer and inner; zero for an empty sum. `scratch` has channelSumScratch<T>() bytes.
template <class T>
std::size_t channelSumScratch(const Channels& shape);
template <class T>
cudaError_t channelSum(const Channels& shape, const T* x, T* sum, void* scratch, cudaStream_t stream);
enum class ConvolutionEnd { None, Relu, Relu6, LeakyRelu, Sigmoid, Tanh, Silu, HardSwish };
// Computes y = end(x + bias[c] + residual); bias and residual may be null, and x may be y. `slope` is that of
// LeakyRelu. Source is T or Compute<T>.
template <class T, class Source>
cudaError_t endConvolution(const Channels& shape, ConvolutionEnd end, double slope, const T* bias, const T* residual,
                           const Source* x, T* y, cudaStream_t stream);

enum class NormActivation { None, Relu, Relu6 };
// `residual` may be null. `scratch` has batchNormScratch<T>() bytes, also for batchNormBackward().
template <class T>
struct BatchNormTraining {
  const T* x;
  const Compute<T>*scale, *bias, *runningMean, *runningVariance;
  const T* residual;
  T* y;  // null (then `mask` must be too): computes only the moments
  Compute<T>*mean, *inverseDeviation, *newRunningMean, *newRunningVariance;
  double epsilon, momentum;
  NormActivation activation;
  std::uint8_t* mask = nullptr;  // batchNormMaskBytes(): where gradients pass the activation; null: none
};
// Returns the bytes of a mask with one bit per element, where each byte belongs to the elements of one access.
template <class T>
std::size_t batchNormMaskBytes(const Channels& shape);
template <class T>
std::size_t batchNormScratch(const Channels& shape);
template <class T>
cudaError_t batchNormTraining(const Channels& shape, const BatchNormTraining<T>& arguments, void* scratch,
                              cudaStream_t stream);
// Does the same with known per-channel sums of x and of its squares.
template <class T>
cudaError_t batchNormOfSums(const Channels& shape, const BatchNormTraining<T>& arguments, const float* sums,
                            const float* squares, cudaStream_t stream);
// With an activation, either `mask` is from the forward pass, or `mask` is null and `y` is its result, or both are null
// and `bias` is used to recompute it. `dresidual` may be null.
template <class T>
struct BatchNormBackward {
  const T *dy, *x, *y;
  const Compute<T>*scale, *bias, *mean, *inverseDeviation;
  T *dx, *dresidual;
  Compute<T>*dscale, *dbias;
  NormActivation activation;
  const std::uint8_t* mask = nullptr;
};
template <class T>
cudaError_t batchNormBackward(const Channels& shape, const BatchNormBackward<T>& arguments, void* scratch,
                              cudaStream_t stream);
// Computes dx and `dresidual` from known dscale and dbias; dx may be dy.
template <class T>
cudaError_t batchNormBackwardOfSums(const Channels& shape, const BatchNormBackward<T>& arguments, cudaStream_t stream);
// Computes factor = scale * inverseDeviation and shift = bias - mean * factor, using the rounded factor. T is __half or
// __nv_bfloat16.
template <class T>
struct NormFactors {
  const float *scale, *bias, *mean, *inverseDeviation;
  T *factor, *shift;
};
template <class T>
cudaError_t normFactors(std::int64_t channels, const NormFactors<T>& arguments, cudaStream_t stream);
// Computes y = relu(x * factor + shift) per channel.
template <class T>
cudaError_t applyFactors(const Channels& shape, const T* x, const T* factor, const T* shift, T* y, cudaStream_t stream);
template <class T>
struct BatchNormInference {
  const T* x;
  const Compute<T>*scale, *bias, *runningMean, *runningVariance;
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
// Losses and counts of classes are for float and double. `rowLoss` is scratch for `rows` elements. `loss` is the mean
// over labels >= 0; zero if there are none.
template <class T>
cudaError_t crossEntropy(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         T* rowLoss, T* loss, T* probabilities, cudaStream_t stream);
// `factor` is scratch for one element.
template <class T>
cudaError_t crossEntropyBackward(std::int64_t rows, std::int64_t classes, const T* dloss, const T* probabilities,
                                 const std::int32_t* labels, T* factor, T* dlogits, cudaStream_t stream);
// Computes loss, gradient and correctCount() of the same logits in one block; requires isOneBlocksLoss().
// `probabilities` and `count` may be null.
template <class T>
struct CrossEntropyStep {
  const T* logits;
  const std::int32_t* labels;
  const T* dloss;
  T *loss, *probabilities, *dlogits;
  float* count;
};
bool isOneBlocksLoss(std::int64_t rows, std::int64_t classes);
template <class T>
cudaError_t crossEntropyStep(std::int64_t rows, std::int64_t classes, const CrossEntropyStep<T>& arguments,
                             cudaStream_t stream);
// `hits` is scratch for `rows` elements.
template <class T>
cudaError_t correctCount(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         std::int32_t* hits, float* count, cudaStream_t stream);

// Pooling (pooling.cu). Window (oy, ox) covers rows oy*strideY - top + [0, kernelY) inside the input.
struct Pooling {
  std::int64_t batch = 0, channels = 0;
  bool channelsLast = false;  // layout of the input and its gradient
  bool outputLast = false;    // layout of the output, its gradient and the indices
  std::int32_t height = 1, width = 1, outputHeight = 1, outputWidth = 1;
  std::int32_t kernelY = 1, kernelX = 1, strideY = 1, strideX = 1, top = 0, left = 0, bottom = 0, right = 0;
  bool countPadding = false;
};
template <class T>
cudaError_t maxPool(const Pooling& p, const T* x, T* y, std::int32_t* indices, cudaStream_t stream);
template <class T>
cudaError_t maxPoolBackward(const Pooling& p, const T* dy, const std::int32_t* indices, T* dx, cudaStream_t stream);
// Does the same, and sums dy per channel into sums[c].
template <class T>
cudaError_t maxPoolBackwardSums(const Pooling& p, const T* dy, const std::int32_t* indices, T* dx, T* sums,
                                cudaStream_t stream);
template <class T>
cudaError_t averagePool(const Pooling& p, const T* x, T* y, cudaStream_t stream);
template <class T>
cudaError_t averagePoolBackward(const Pooling& p, const T* dy, T* dx, cudaStream_t stream);

// Copies memory (copy.cu): `rows` rows of `width` bytes, which begin `targetPitch` and `sourcePitch` bytes apart.
struct BlockCopy {
  std::int64_t rows = 0, width = 0, targetPitch = 0, sourcePitch = 0;
};
cudaError_t copyBlocks(const BlockCopy& shape, const void* source, void* target, cudaStream_t stream);
// Copies row r's first `width` bytes to byte `start` of the target's row r; its other bytes become zero.
cudaError_t spreadBlocks(const BlockCopy& shape, std::int64_t start, const void* source, void* target,
                         cudaStream_t stream);

// Looks up rows of a table [symbolCount, width] (embedding.cu): zeros for a symbol below 0, NaN for one beyond the
// table. The backward pass ignores both.
template <class T>
cudaError_t embedding(std::int64_t positions, std::int64_t symbolCount, std::int64_t width, const T* weight,
                      const std::int32_t* symbols, T* y, cudaStream_t stream);
template <class T>
cudaError_t embeddingBackward(std::int64_t positions, std::int64_t symbolCount, std::int64_t width, const T* dy,
                              const std::int32_t* symbols, T* dweight, cudaStream_t stream);

// Appends channels of zeros in 16 bits (pad_channels.cu): y is [outer, inner, padded]; channel c of position p of
// sample n of x is at (n * channels * inner) + c * channelStride + p * placeStride. `padded` is a multiple of 4.
struct PaddedChannels {
  std::int64_t outer = 0, channels = 0, inner = 0, padded = 0, channelStride = 0, placeStride = 0;
};
template <class To, class From>
cudaError_t padChannels(const PaddedChannels& shape, const From* x, To* y, cudaStream_t stream);

// Reads for each target position the source element at the sum of coordinate × strideA; elements have `unit` bytes (1,
// 2, 4 or 8) (copy.cu).
cudaError_t gather(std::int64_t n, const BroadcastAxes& axes, int unit, const void* source, void* target,
                   cudaStream_t stream);

// Transposes [batch, rows, columns] to [batch, columns, rows]; elements have `unit` bytes: 1, 2, 4 or 8 (transpose.cu).
cudaError_t transpose(std::int64_t batch, std::int64_t rows, std::int64_t columns, int unit, const void* source,
                      void* target, cudaStream_t stream);

}  // namespace fovea::cuda
