// Why: softmax, its cross-entropy and the count of right answers, each row (sample) by one warp or one thread.
#include <limits>

#include "core/backends/cuda/module/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr int kWarpsPerBlock = kBlockThreads / 32;
constexpr int kOneBlock = 1024;
template <class T>
constexpr T kNaN = std::numeric_limits<T>::quiet_NaN();

__device__ float exponential(float x) {
  return expf(x);
}
__device__ double exponential(double x) {
  return exp(x);
}
__device__ float logarithm(float x) {
  return logf(x);
}
__device__ double logarithm(double x) {
  return log(x);
}

template <class C>
struct Row {
  C maximum, sum;  // probability k is exp(x[k] - maximum) / sum
};

// Of `classes` adjacent logits, for all lanes of a warp. A NaN among them makes the sum NaN.
template <class T>
__device__ Row<Compute<T>> warpRow(const T* x, std::int64_t classes) {
  const int lane = threadIdx.x % 32;
  Compute<T> maximum = -kInfinity<Compute<T>>;
  for (std::int64_t k = lane; k < classes; k += 32) maximum = max(maximum, widen(x[k]));
  maximum = warpMaximum(maximum);
  Compute<T> sum = 0;
  for (std::int64_t k = lane; k < classes; k += 32) sum += exponential(widen(x[k]) - maximum);
  return {maximum, warpSum(sum)};
}

__device__ std::int64_t firstWarpRow() {
  return static_cast<std::int64_t>(blockIdx.x) * kWarpsPerBlock + threadIdx.x / 32;
}
__device__ std::int64_t warpRowStep() {
  return static_cast<std::int64_t>(gridDim.x) * kWarpsPerBlock;
}

template <class T>
__global__ void softmaxRows(std::int64_t rows, std::int64_t classes, const T* x, T* y) {
  for (std::int64_t n = firstWarpRow(); n < rows; n += warpRowStep()) {
    const T* logits = x + n * classes;
    const Row<Compute<T>> row = warpRow(logits, classes);
    for (std::int64_t k = threadIdx.x % 32; k < classes; k += 32)
      y[n * classes + k] = narrow<T>(exponential(widen(logits[k]) - row.maximum) / row.sum);
  }
}

// One thread for each place behind the classes: neighbours read neighbours.
template <class T>
__global__ void softmaxPlaces(Channels shape, const T* x, T* y) {
  for (std::int64_t place = globalThread(); place < shape.outer * shape.inner; place += gridThreads()) {
    const std::int64_t n = place / shape.inner, first = n * shape.channels * shape.inner + place - n * shape.inner;
    const auto logit = [&](std::int64_t k) { return widen(x[first + k * shape.inner]); };
    Compute<T> maximum = -kInfinity<Compute<T>>;
    for (std::int64_t k = 0; k < shape.channels; ++k) maximum = max(maximum, logit(k));
    Compute<T> sum = 0;
    for (std::int64_t k = 0; k < shape.channels; ++k) sum += exponential(logit(k) - maximum);
    for (std::int64_t k = 0; k < shape.channels; ++k)
      y[first + k * shape.inner] = narrow<T>(exponential(logit(k) - maximum) / sum);
  }
}

template <class T>
__global__ void softmaxBackwardRows(std::int64_t rows, std::int64_t classes, const T* dy, const T* y, T* dx) {
  for (std::int64_t n = firstWarpRow(); n < rows; n += warpRowStep()) {
    const std::int64_t first = n * classes;
    Compute<T> sum = 0;
    for (std::int64_t k = threadIdx.x % 32; k < classes; k += 32) sum += widen(dy[first + k]) * widen(y[first + k]);
    sum = warpSum(sum);
    for (std::int64_t k = threadIdx.x % 32; k < classes; k += 32)
      dx[first + k] = narrow<T>(widen(y[first + k]) * (widen(dy[first + k]) - sum));
  }
}

template <class T>
__global__ void softmaxBackwardPlaces(Channels shape, const T* dy, const T* y, T* dx) {
  for (std::int64_t place = globalThread(); place < shape.outer * shape.inner; place += gridThreads()) {
    const std::int64_t n = place / shape.inner, first = n * shape.channels * shape.inner + place - n * shape.inner;
    Compute<T> sum = 0;
    for (std::int64_t k = 0; k < shape.channels; ++k)
      sum += widen(dy[first + k * shape.inner]) * widen(y[first + k * shape.inner]);
    for (std::int64_t k = 0; k < shape.channels; ++k) {
      const std::int64_t at = first + k * shape.inner;
      dx[at] = narrow<T>(widen(y[at]) * (widen(dy[at]) - sum));
    }
  }
}

// Probabilities and -log of that of the label; 0 for a label below 0, NaN for one that is no class.
template <class T>
__global__ void crossEntropyRows(std::int64_t rows, std::int64_t classes, const T* x, const std::int32_t* labels,
                                 T* rowLoss, T* probabilities) {
  for (std::int64_t n = firstWarpRow(); n < rows; n += warpRowStep()) {
    const T* logits = x + n * classes;
    const Row<Compute<T>> row = warpRow(logits, classes);
    for (std::int64_t k = threadIdx.x % 32; k < classes; k += 32)
      probabilities[n * classes + k] = exponential(logits[k] - row.maximum) / row.sum;
    if (threadIdx.x % 32 != 0) continue;
    const std::int32_t label = labels[n];
    if (label < 0)
      rowLoss[n] = T(0);
    else if (label >= classes)
      rowLoss[n] = kNaN<T>;
    else
      rowLoss[n] = logarithm(row.sum) - (logits[label] - row.maximum);
  }
}

// By one block: how many labels there are.
__device__ double countLabels(std::int64_t rows, const std::int32_t* labels) {
  double count = 0;
  for (std::int64_t n = threadIdx.x; n < rows; n += blockDim.x) count += labels[n] >= 0 ? 1.0 : 0.0;
  return blockSum(count);
}

template <class T>
__global__ void meanLoss(std::int64_t rows, const T* rowLoss, const std::int32_t* labels, T* loss) {
  double sum = 0;
  for (std::int64_t n = threadIdx.x; n < rows; n += blockDim.x) sum += static_cast<double>(rowLoss[n]);
  sum = blockSum(sum);
  const double count = countLabels(rows, labels);
  if (threadIdx.x == 0) *loss = static_cast<T>(count > 0 ? sum / count : 0.0);
}

template <class T>
__global__ void gradientFactor(std::int64_t rows, const std::int32_t* labels, const T* dloss, T* factor) {
  const double count = countLabels(rows, labels);
  if (threadIdx.x == 0) *factor = static_cast<T>(static_cast<double>(*dloss) / (count > 0 ? count : 1.0));
}

template <class T>
__global__ void crossEntropyBackwardKernel(std::int64_t count, bool narrow, std::int64_t classes, const T* factor,
                                           const T* probabilities, const std::int32_t* labels, T* dlogits) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t n = quotient(i, classes, narrow);
    const std::int32_t label = labels[n];
    const T target = i - n * classes == label ? T(1) : T(0);
    if (label < 0)
      dlogits[i] = T(0);
    else if (label >= classes)
      dlogits[i] = kNaN<T>;
    else
      dlogits[i] = *factor * (probabilities[i] - target);
  }
}

// Whether (a, at i) goes before (b, at j) as the maximum: NaN is the largest, and of equals the first wins.
template <class T>
__device__ bool goesBefore(T a, std::int64_t i, T b, std::int64_t j) {
  const bool nanA = isnan(a), nanB = isnan(b);
  if (nanA != nanB) return nanA;
  if (!nanA && a != b) return a > b;
  return i < j;
}

template <class T>
__global__ void hitRows(std::int64_t rows, std::int64_t classes, const T* x, const std::int32_t* labels,
                        std::int32_t* hits) {
  for (std::int64_t n = firstWarpRow(); n < rows; n += warpRowStep()) {
    const T* logits = x + n * classes;
    const int lane = threadIdx.x % 32;
    T best = -kInfinity<T>;
    long long place = classes + lane;  // none yet: after every class
    for (std::int64_t k = lane; k < classes; k += 32)
      if (goesBefore(logits[k], k, best, place)) {
        best = logits[k];
        place = k;
      }
    for (int offset = 16; offset > 0; offset /= 2) {
      const T otherBest = __shfl_xor_sync(kWholeWarp, best, offset);
      const long long otherPlace = __shfl_xor_sync(kWholeWarp, place, offset);
      if (!goesBefore(otherBest, otherPlace, best, place)) continue;
      best = otherBest;
      place = otherPlace;
    }
    if (lane == 0) hits[n] = place == labels[n] ? 1 : 0;
  }
}

__global__ void sumHits(std::int64_t rows, const std::int32_t* hits, float* count) {
  double sum = 0;
  for (std::int64_t n = threadIdx.x; n < rows; n += blockDim.x) sum += hits[n];
  sum = blockSum(sum);
  if (threadIdx.x == 0) *count = static_cast<float>(sum);
}

}  // namespace

template <class T>
cudaError_t softmax(const Channels& shape, const T* x, T* y, cudaStream_t stream) {
  const std::int64_t places = shape.outer * shape.inner;
  if (places == 0) return cudaSuccess;
  if (shape.inner == 1)
    return launch(softmaxRows<T>, blocksFor(places, kWarpsPerBlock), kBlockThreads, stream, places, shape.channels, x,
                  y);
  return launch(softmaxPlaces<T>, blocksFor(places), kBlockThreads, stream, shape, x, y);
}

template <class T>
cudaError_t softmaxBackward(const Channels& shape, const T* dy, const T* y, T* dx, cudaStream_t stream) {
  const std::int64_t places = shape.outer * shape.inner;
  if (places == 0) return cudaSuccess;
  if (shape.inner == 1)
    return launch(softmaxBackwardRows<T>, blocksFor(places, kWarpsPerBlock), kBlockThreads, stream, places,
                  shape.channels, dy, y, dx);
  return launch(softmaxBackwardPlaces<T>, blocksFor(places), kBlockThreads, stream, shape, dy, y, dx);
}

template <class T>
cudaError_t crossEntropy(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         T* rowLoss, T* loss, T* probabilities, cudaStream_t stream) {
  if (rows > 0) {
    const cudaError_t error = launch(crossEntropyRows<T>, blocksFor(rows, kWarpsPerBlock), kBlockThreads, stream, rows,
                                     classes, logits, labels, rowLoss, probabilities);
    if (error != cudaSuccess) return error;
  }
  return launch(meanLoss<T>, 1, kOneBlock, stream, rows, rowLoss, labels, loss);
}

template <class T>
cudaError_t crossEntropyBackward(std::int64_t rows, std::int64_t classes, const T* dloss, const T* probabilities,
                                 const std::int32_t* labels, T* factor, T* dlogits, cudaStream_t stream) {
  const std::int64_t count = rows * classes;
  if (count == 0) return cudaSuccess;
  const cudaError_t error = launch(gradientFactor<T>, 1, kOneBlock, stream, rows, labels, dloss, factor);
  if (error != cudaSuccess) return error;
  return launch(crossEntropyBackwardKernel<T>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), classes,
                factor, probabilities, labels, dlogits);
}

template <class T>
cudaError_t correctCount(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         std::int32_t* hits, float* count, cudaStream_t stream) {
  if (rows > 0) {
    const cudaError_t error =
        launch(hitRows<T>, blocksFor(rows, kWarpsPerBlock), kBlockThreads, stream, rows, classes, logits, labels, hits);
    if (error != cudaSuccess) return error;
  }
  return launch(sumHits, 1, kOneBlock, stream, rows, hits, count);
}

#define FOVEA_INSTANTIATE(T)                                                                                        \
  template cudaError_t softmax<T>(const Channels&, const T*, T*, cudaStream_t);                                     \
  template cudaError_t softmaxBackward<T>(const Channels&, const T*, const T*, T*, cudaStream_t);                   \
  template cudaError_t crossEntropy<T>(std::int64_t, std::int64_t, const T*, const std::int32_t*, T*, T*, T*,       \
                                       cudaStream_t);                                                               \
  template cudaError_t crossEntropyBackward<T>(std::int64_t, std::int64_t, const T*, const T*, const std::int32_t*, \
                                               T*, T*, cudaStream_t);                                               \
  template cudaError_t correctCount<T>(std::int64_t, std::int64_t, const T*, const std::int32_t*, std::int32_t*,    \
                                       float*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

#define FOVEA_INSTANTIATE(T)                                                    \
  template cudaError_t softmax<T>(const Channels&, const T*, T*, cudaStream_t); \
  template cudaError_t softmaxBackward<T>(const Channels&, const T*, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
