// Why: batch normalisation and bias gradients are sums over everything but the channel. One block works on one channel,
// so the order of every sum is fixed.
#include "core/backends/cuda/module/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr int kChannelThreads = 512;
constexpr int kColumns = 32;  // channels of one block where the channels lie side by side
constexpr int kRowThreads = 8;

// Calls f(position) for this thread's share of the elements of channel c.
template <class F>
__device__ void forEachOfChannel(const Channels& shape, bool narrow, std::int64_t c, F f) {
  const std::int64_t count = shape.outer * shape.inner;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) {
    const std::int64_t o = quotient(i, shape.inner, narrow);
    f((o * shape.channels + c) * shape.inner + i - o * shape.inner);
  }
}

template <class T>
__global__ void channelSumKernel(Channels shape, bool narrow, const T* x, T* sums) {
  for (std::int64_t c = blockIdx.x; c < shape.channels; c += gridDim.x) {
    T sum = 0;
    forEachOfChannel(shape, narrow, c, [&](std::int64_t at) { sum += x[at]; });
    sum = blockSum(sum);
    if (threadIdx.x == 0) sums[c] = sum;
  }
}

// Rows of adjacent channels (inner is 1): neighbouring threads read neighbouring channels.
template <class T>
__global__ void columnSumKernel(Channels shape, const T* x, T* sums) {
  __shared__ T parts[kRowThreads][kColumns];
  const std::int64_t c = static_cast<std::int64_t>(blockIdx.x) * kColumns + threadIdx.x;
  T sum = 0;
  if (c < shape.channels)
    for (std::int64_t row = threadIdx.y; row < shape.outer; row += kRowThreads) sum += x[row * shape.channels + c];
  parts[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y != 0 || c >= shape.channels) return;
  for (int row = 1; row < kRowThreads; ++row) sum += parts[row][threadIdx.x];
  sums[c] = sum;
}

template <class T>
__global__ void addBiasKernel(std::int64_t count, bool narrow, Channels shape, const T* bias, T* y) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t row = quotient(i, shape.inner, narrow);
    y[i] += bias[row - quotient(row, shape.channels, narrow) * shape.channels];
  }
}

// Two passes for the moments: the sum of squares of deviations does not cancel.
template <class T>
__global__ void batchNormKernel(Channels shape, bool narrow, BatchNormTraining<T> a, T epsilon, T momentum) {
  const std::int64_t count = shape.outer * shape.inner;
  const T number = static_cast<T>(count > 0 ? count : 1);
  for (std::int64_t c = blockIdx.x; c < shape.channels; c += gridDim.x) {
    T sum = 0, squares = 0;
    forEachOfChannel(shape, narrow, c, [&](std::int64_t at) { sum += a.x[at]; });
    const T mean = blockSum(sum) / number;
    forEachOfChannel(shape, narrow, c, [&](std::int64_t at) { squares += (a.x[at] - mean) * (a.x[at] - mean); });
    squares = blockSum(squares);
    const T inverse = T(1) / sqrt(squares / number + epsilon);
    const T factor = a.scale[c], shift = a.bias[c];
    forEachOfChannel(shape, narrow, c, [&](std::int64_t at) { a.y[at] = factor * (a.x[at] - mean) * inverse + shift; });
    if (threadIdx.x != 0) continue;
    // The new running moments may lie where the old ones lie. An empty batch leaves them as they are.
    const T weight = count > 0 ? momentum : T(0);
    const T unbiased = squares / static_cast<T>(count > 1 ? count - 1 : 1);
    a.newRunningMean[c] = (T(1) - weight) * a.runningMean[c] + weight * mean;
    a.newRunningVariance[c] = (T(1) - weight) * a.runningVariance[c] + weight * unbiased;
    a.mean[c] = mean;
    a.inverseDeviation[c] = inverse;
  }
}

template <class T>
__global__ void batchNormBackwardKernel(Channels shape, bool narrow, BatchNormBackward<T> a) {
  const T number = static_cast<T>(shape.outer * shape.inner);
  for (std::int64_t c = blockIdx.x; c < shape.channels; c += gridDim.x) {
    const T mean = a.mean[c], inverse = a.inverseDeviation[c], factor = a.scale[c] * inverse;
    T sum = 0, product = 0;
    forEachOfChannel(shape, narrow, c, [&](std::int64_t at) {
      sum += a.dy[at];
      product += a.dy[at] * ((a.x[at] - mean) * inverse);
    });
    sum = blockSum(sum);
    product = blockSum(product);
    forEachOfChannel(shape, narrow, c, [&](std::int64_t at) {
      const T normalised = (a.x[at] - mean) * inverse;
      a.dx[at] = factor * (a.dy[at] - sum / number - normalised * (product / number));
    });
    if (threadIdx.x != 0) continue;
    a.dscale[c] = product;
    a.dbias[c] = sum;
  }
}

template <class T>
__global__ void batchNormInferenceKernel(std::int64_t count, bool narrow, Channels shape, BatchNormInference<T> a,
                                         T epsilon) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t row = quotient(i, shape.inner, narrow);
    const std::int64_t c = row - quotient(row, shape.channels, narrow) * shape.channels;
    const T factor = a.scale[c] / sqrt(a.runningVariance[c] + epsilon);
    a.y[i] = (a.x[i] - a.runningMean[c]) * factor + a.bias[c];
  }
}

std::int64_t elementsOf(const Channels& shape) {
  return shape.outer * shape.channels * shape.inner;
}
bool narrowOf(const Channels& shape) {
  return isNarrow(elementsOf(shape)) && isNarrow(shape.inner) && isNarrow(shape.channels);
}

}  // namespace

template <class T>
cudaError_t channelSum(const Channels& shape, const T* x, T* sum, cudaStream_t stream) {
  if (shape.channels == 0) return cudaSuccess;
  if (shape.inner == 1) {
    columnSumKernel<<<blocksFor(shape.channels, kColumns), dim3(kColumns, kRowThreads), 0, stream>>>(shape, x, sum);
  } else {
    channelSumKernel<<<blocksFor(shape.channels, 1), kChannelThreads, 0, stream>>>(shape, narrowOf(shape), x, sum);
  }
  return cudaGetLastError();
}

template <class T>
cudaError_t addChannelBias(const Channels& shape, const T* bias, T* y, cudaStream_t stream) {
  const std::int64_t count = elementsOf(shape);
  if (count == 0) return cudaSuccess;
  addBiasKernel<<<blocksFor(count), kBlockThreads, 0, stream>>>(count, narrowOf(shape), shape, bias, y);
  return cudaGetLastError();
}

template <class T>
cudaError_t batchNormTraining(const Channels& shape, const BatchNormTraining<T>& arguments, cudaStream_t stream) {
  if (shape.channels == 0) return cudaSuccess;
  batchNormKernel<<<blocksFor(shape.channels, 1), kChannelThreads, 0, stream>>>(
      shape, narrowOf(shape), arguments, static_cast<T>(arguments.epsilon), static_cast<T>(arguments.momentum));
  return cudaGetLastError();
}

template <class T>
cudaError_t batchNormBackward(const Channels& shape, const BatchNormBackward<T>& arguments, cudaStream_t stream) {
  if (shape.channels == 0) return cudaSuccess;
  batchNormBackwardKernel<<<blocksFor(shape.channels, 1), kChannelThreads, 0, stream>>>(shape, narrowOf(shape),
                                                                                        arguments);
  return cudaGetLastError();
}

template <class T>
cudaError_t batchNormInference(const Channels& shape, const BatchNormInference<T>& arguments, cudaStream_t stream) {
  const std::int64_t count = elementsOf(shape);
  if (count == 0) return cudaSuccess;
  batchNormInferenceKernel<<<blocksFor(count), kBlockThreads, 0, stream>>>(count, narrowOf(shape), shape, arguments,
                                                                           static_cast<T>(arguments.epsilon));
  return cudaGetLastError();
}

#define FOVEA_INSTANTIATE(T)                                                                             \
  template cudaError_t channelSum<T>(const Channels&, const T*, T*, cudaStream_t);                       \
  template cudaError_t addChannelBias<T>(const Channels&, const T*, T*, cudaStream_t);                   \
  template cudaError_t batchNormTraining<T>(const Channels&, const BatchNormTraining<T>&, cudaStream_t); \
  template cudaError_t batchNormBackward<T>(const Channels&, const BatchNormBackward<T>&, cudaStream_t); \
  template cudaError_t batchNormInference<T>(const Channels&, const BatchNormInference<T>&, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
