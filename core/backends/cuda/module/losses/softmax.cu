// Why: softmax and log-softmax over the classes of each position, and cross-entropy and the count of correct answers
// for rows.
#include "core/backends/cuda/module/losses/classes.h"
#include "core/backends/cuda/module/losses/softmax_rows.cuh"
#include "core/backends/cuda/module/runtime/savings.h"

namespace fovea::cuda {
namespace {

// If a logit is NaN, all results of its position are NaN.
template <bool kRows, bool kLogarithm, class T>
__global__ void softmaxKernel(Channels shape, const T* x, T* y) {
  using Row = ClassRow<kRows, T>;
  for (std::int64_t place = Row::firstPlace(); place < shape.outer * shape.inner; place += Row::placeStep()) {
    const Row row = Row::at(shape, place, x);
    const Compute<T> largest = row.maximum(), sum = row.sumOfExponentials(largest), logSum = logarithm(sum);
    T* const result = y + row.offset(x);
    row.each([&](std::int64_t k) {
      const Compute<T> shifted = row.value(k) - largest;
      result[k * row.stride] = narrow<T>(kLogarithm ? shifted - logSum : exponential(shifted) / sum);
    });
  }
}

template <bool kRows, class T>
__global__ void softmaxBackwardKernel(Channels shape, const T* dy, const T* y, T* dx) {
  using Row = ClassRow<kRows, T>;
  for (std::int64_t place = Row::firstPlace(); place < shape.outer * shape.inner; place += Row::placeStep()) {
    const Row row = Row::at(shape, place, y);
    const T* const gradient = dy + row.offset(y);
    T* const result = dx + row.offset(y);
    Compute<T> sum = 0;
    row.each([&](std::int64_t k) { sum += widen(gradient[k * row.stride]) * row.value(k); });
    sum = Row::sumOfLanes(sum);
    row.each([&](std::int64_t k) {
      result[k * row.stride] = narrow<T>(row.value(k) * (widen(gradient[k * row.stride]) - sum));
    });
  }
}

// Writes the probabilities and -log of the label's probability; 0 for a label below 0, NaN for an invalid class.
template <class T>
__device__ void crossEntropyRow(std::int64_t n, std::int64_t rows, std::int64_t classes, const T* x,
                                const std::int32_t* labels, T* rowLoss, T* probabilities) {
  using Row = ClassRow<true, T>;
  const Row row = Row::at({rows, classes, 1}, n, x);
  const T largest = row.maximum(), sum = row.sumOfExponentials(largest);
  row.each([&](std::int64_t k) { probabilities[n * classes + k] = exponential(row.value(k) - largest) / sum; });
  if (!Row::leads()) return;
  const std::int32_t label = labels[n];
  if (label < 0)
    rowLoss[n] = T(0);
  else if (label >= classes)
    rowLoss[n] = kNaN<T>;
  else
    rowLoss[n] = logarithm(sum) - (row.value(label) - largest);
}

template <class T>
__global__ void crossEntropyRows(std::int64_t rows, std::int64_t classes, const T* x, const std::int32_t* labels,
                                 T* rowLoss, T* probabilities) {
  using Row = ClassRow<true, T>;
  for (std::int64_t n = Row::firstPlace(); n < rows; n += Row::placeStep())
    crossEntropyRow(n, rows, classes, x, labels, rowLoss, probabilities);
}

// Up to this size one block is as fast as several, which would need a second kernel to combine their results.
constexpr std::int64_t kFewNumbers = 16384;
bool isSmall(std::int64_t rows, std::int64_t classes) {
  return isOneBlocksLoss(rows, classes) && !isOff(Saving::Launches);
}

template <class T>
__device__ void findMeanLoss(std::int64_t rows, const T* rowLoss, const std::int32_t* labels, T* loss) {
  double sum = 0;
  for (std::int64_t n = threadIdx.x; n < rows; n += blockDim.x) sum += static_cast<double>(rowLoss[n]);
  sum = blockSum(sum);
  const double count = countLabels(rows, labels);
  if (threadIdx.x == 0) *loss = static_cast<T>(count > 0 ? sum / count : 0.0);
}

template <class T>
__global__ void __launch_bounds__(kOneBlock)
    meanLoss(std::int64_t rows, const T* rowLoss, const std::int32_t* labels, T* loss) {
  findMeanLoss(rows, rowLoss, labels, loss);
}

// Runs as one block.
template <class T>
__global__ void __launch_bounds__(kOneBlock)
    crossEntropyAtOnce(std::int64_t rows, std::int64_t classes, const T* x, const std::int32_t* labels, T* rowLoss,
                       T* loss, T* probabilities) {
  for (std::int64_t n = threadIdx.x / 32; n < rows; n += blockDim.x / 32)
    crossEntropyRow(n, rows, classes, x, labels, rowLoss, probabilities);
  __syncthreads();
  findMeanLoss(rows, rowLoss, labels, loss);
}

template <class T>
__global__ void __launch_bounds__(kOneBlock)
    gradientFactor(std::int64_t rows, const std::int32_t* labels, const T* dloss, T* factor) {
  const double count = countLabels(rows, labels);
  if (threadIdx.x == 0) *factor = factorOf(count, dloss);
}

template <class T>
__device__ void writeGradients(std::int64_t count, bool narrow, std::int64_t classes, T factor, const T* probabilities,
                               const std::int32_t* labels, T* dlogits) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t n = quotient(i, classes, narrow);
    const std::int32_t label = labels[n];
    const T target = i - n * classes == label ? T(1) : T(0);
    if (label < 0)
      dlogits[i] = T(0);
    else if (label >= classes)
      dlogits[i] = kNaN<T>;
    else
      dlogits[i] = factor * (probabilities[i] - target);
  }
}

template <class T>
__global__ void crossEntropyBackwardKernel(std::int64_t count, bool narrow, std::int64_t classes, const T* factor,
                                           const T* probabilities, const std::int32_t* labels, T* dlogits) {
  writeGradients(count, narrow, classes, *factor, probabilities, labels, dlogits);
}

// Each block counts all labels itself.
template <class T>
__global__ void crossEntropyBackwardAtOnce(std::int64_t rows, std::int64_t classes, const T* dloss,
                                           const T* probabilities, const std::int32_t* labels, T* dlogits) {
  const T factor = factorOf(countLabels(rows, labels), dloss);
  writeGradients(rows * classes, true, classes, factor, probabilities, labels, dlogits);
}

template <class T>
__global__ void hitRows(std::int64_t rows, std::int64_t classes, const T* x, const std::int32_t* labels,
                        std::int32_t* hits) {
  using Row = ClassRow<true, T>;
  for (std::int64_t n = Row::firstPlace(); n < rows; n += Row::placeStep()) {
    const std::int64_t best = Row::at({rows, classes, 1}, n, x).best();
    if (Row::leads()) hits[n] = best == labels[n] ? 1 : 0;
  }
}

template <class T>
__global__ void __launch_bounds__(kOneBlock)
    crossEntropyWithGradientKernel(std::int64_t rows, std::int64_t classes, CrossEntropyStep<T> a) {
  crossEntropyWithGradient(rows, classes, a);
}

__device__ void findCount(double hitsOfThread, float* count) {
  const double sum = blockSum(hitsOfThread);
  if (threadIdx.x == 0) *count = static_cast<float>(sum);
}

__global__ void __launch_bounds__(kOneBlock) sumHits(std::int64_t rows, const std::int32_t* hits, float* count) {
  double sum = 0;
  for (std::int64_t n = threadIdx.x; n < rows; n += blockDim.x) sum += hits[n];
  findCount(sum, count);
}

// Runs as one block.
template <class T>
__global__ void __launch_bounds__(kOneBlock)
    countHits(std::int64_t rows, std::int64_t classes, const T* x, const std::int32_t* labels, float* count) {
  using Row = ClassRow<true, T>;
  double sum = 0;
  for (std::int64_t n = threadIdx.x / 32; n < rows; n += blockDim.x / 32) {
    const std::int64_t best = Row::at({rows, classes, 1}, n, x).best();
    if (Row::leads() && best == labels[n]) sum += 1;
  }
  findCount(sum, count);
}

}  // namespace

template <class T>
cudaError_t softmax(const Channels& shape, const T* x, T* y, cudaStream_t stream) {
  if (shape.outer * shape.inner == 0) return cudaSuccess;
  const auto kernel = shape.inner == 1 ? softmaxKernel<true, false, T> : softmaxKernel<false, false, T>;
  return launch(kernel, classBlocks(shape), kBlockThreads, stream, shape, x, y);
}

template <class T>
cudaError_t logSoftmax(const Channels& shape, const T* x, T* y, cudaStream_t stream) {
  if (shape.outer * shape.inner == 0) return cudaSuccess;
  const auto kernel = shape.inner == 1 ? softmaxKernel<true, true, T> : softmaxKernel<false, true, T>;
  return launch(kernel, classBlocks(shape), kBlockThreads, stream, shape, x, y);
}

template <class T>
cudaError_t softmaxBackward(const Channels& shape, const T* dy, const T* y, T* dx, cudaStream_t stream) {
  if (shape.outer * shape.inner == 0) return cudaSuccess;
  const auto kernel = shape.inner == 1 ? softmaxBackwardKernel<true, T> : softmaxBackwardKernel<false, T>;
  return launch(kernel, classBlocks(shape), kBlockThreads, stream, shape, dy, y, dx);
}

template <class T>
cudaError_t crossEntropy(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         T* rowLoss, T* loss, T* probabilities, cudaStream_t stream) {
  if (isSmall(rows, classes))
    return launch(crossEntropyAtOnce<T>, 1, kOneBlock, stream, rows, classes, logits, labels, rowLoss, loss,
                  probabilities);
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
  if (isSmall(rows, classes))
    return launch(crossEntropyBackwardAtOnce<T>, blocksFor(count), kBlockThreads, stream, rows, classes, dloss,
                  probabilities, labels, dlogits);
  const cudaError_t error = launch(gradientFactor<T>, 1, kOneBlock, stream, rows, labels, dloss, factor);
  if (error != cudaSuccess) return error;
  return launch(crossEntropyBackwardKernel<T>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), classes,
                factor, probabilities, labels, dlogits);
}

template <class T>
cudaError_t correctCount(std::int64_t rows, std::int64_t classes, const T* logits, const std::int32_t* labels,
                         std::int32_t* hits, float* count, cudaStream_t stream) {
  if (isSmall(rows, classes)) return launch(countHits<T>, 1, kOneBlock, stream, rows, classes, logits, labels, count);
  if (rows > 0) {
    const cudaError_t error =
        launch(hitRows<T>, blocksFor(rows, kWarpsPerBlock), kBlockThreads, stream, rows, classes, logits, labels, hits);
    if (error != cudaSuccess) return error;
  }
  return launch(sumHits, 1, kOneBlock, stream, rows, hits, count);
}

bool isOneBlocksLoss(std::int64_t rows, std::int64_t classes) {
  return rows * classes <= kFewNumbers && rows <= kFewNumbers / 4;
}

template <class T>
cudaError_t crossEntropyStep(std::int64_t rows, std::int64_t classes, const CrossEntropyStep<T>& arguments,
                             cudaStream_t stream) {
  return launch(crossEntropyWithGradientKernel<T>, 1, kOneBlock, stream, rows, classes, arguments);
}

#define FOVEA_INSTANTIATE(T)                                                       \
  template cudaError_t softmax<T>(const Channels&, const T*, T*, cudaStream_t);    \
  template cudaError_t logSoftmax<T>(const Channels&, const T*, T*, cudaStream_t); \
  template cudaError_t softmaxBackward<T>(const Channels&, const T*, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

#define FOVEA_INSTANTIATE(T)                                                                                        \
  template cudaError_t crossEntropy<T>(std::int64_t, std::int64_t, const T*, const std::int32_t*, T*, T*, T*,       \
                                       cudaStream_t);                                                               \
  template cudaError_t crossEntropyBackward<T>(std::int64_t, std::int64_t, const T*, const T*, const std::int32_t*, \
                                               T*, T*, cudaStream_t);                                               \
  template cudaError_t crossEntropyStep<T>(std::int64_t, std::int64_t, const CrossEntropyStep<T>&, cudaStream_t);   \
  template cudaError_t correctCount<T>(std::int64_t, std::int64_t, const T*, const std::int32_t*, std::int32_t*,    \
                                       float*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
