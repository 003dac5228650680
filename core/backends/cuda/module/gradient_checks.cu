// Why: how large gradients are together, whether they are finite, and what follows for the factor of the updates: all
// on the device, so that no step waits for the host.
#include "core/backends/cuda/module/device_code.cuh"
#include "core/backends/cuda/module/updates.h"

namespace fovea::cuda {
namespace {

constexpr int kOneBlock = 1024;
constexpr std::int64_t kPart = 16 * kBlockThreads;

template <class T>
__global__ void squaresKernel(std::int64_t n, const T* x, double* parts) {
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * kPart;
  const std::int64_t end = begin + kPart < n ? begin + kPart : n;
  double sum = 0;
  for (std::int64_t i = begin + threadIdx.x; i < end; i += kBlockThreads)
    sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  sum = blockSum(sum);
  if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

template <class T>
__global__ void sumPartsKernel(std::int64_t count, const double* parts, T* result) {
  double sum = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) sum += parts[i];
  sum = blockSum(sum);
  if (threadIdx.x == 0) *result = static_cast<T>(sum);
}

template <class T>
__global__ void clipFactorKernel(double limit, const T* squaredNorm, const T* scale, T* factor) {
  const double by = scale ? static_cast<double>(*scale) : 1.0;
  const double share = limit / (by * sqrt(static_cast<double>(*squaredNorm)) + 1e-6);
  *factor = static_cast<T>(by == 0 ? 0.0 : by * (share > 1 ? 1.0 : share));
}

// x * 0 is 0 for every finite x, and NaN for the others.
template <class T>
__global__ void nonfiniteKernel(std::int64_t n, const T* x, std::int32_t* flags) {
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * kPart;
  const std::int64_t end = begin + kPart < n ? begin + kPart : n;
  float sum = 0;
  for (std::int64_t i = begin + threadIdx.x; i < end; i += kBlockThreads)
    sum += widen(x[i]) * Compute<T>(0) == Compute<T>(0) ? 0.0f : 1.0f;
  sum = blockSum(sum);
  if (threadIdx.x == 0) flags[blockIdx.x] = sum > 0 ? 1 : 0;
}

// One block: whether any flag is set, and what follows from it for the scale.
__global__ void lossScaleKernel(LossScaling numbers, std::int64_t count, const std::int32_t* flags, const float* scale,
                                const float* good, float* newScale, float* newGood, float* factor) {
  float sum = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) sum += flags[i] ? 1.0f : 0.0f;
  sum = blockSum(sum);
  if (threadIdx.x != 0) return;
  const float now = *scale;
  double next = static_cast<double>(now);
  float steps = *good + 1.0f;
  if (sum > 0) {
    next *= numbers.backoff;
    steps = 0;
  } else if (static_cast<double>(steps) >= numbers.interval) {
    next *= numbers.growth;
    steps = 0;
  }
  next = next > numbers.largest ? numbers.largest : next < 1 ? 1 : next;
  const bool begins = now == 0;
  if (begins) {
    next = numbers.first;
    steps = 0;
  }
  *newScale = static_cast<float>(next);
  *newGood = steps;
  *factor = sum > 0 || begins ? 0.0f : 1.0f / now;
}

}  // namespace

std::int64_t normBlocks(std::int64_t n) {
  return (n + kPart - 1) / kPart;
}
std::int64_t nonfiniteBlocks(std::int64_t n) {
  return (n + kPart - 1) / kPart;
}

template <class T>
cudaError_t squaresInParts(std::int64_t n, const T* x, double* parts, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  return launch(squaresKernel<T>, static_cast<unsigned>(normBlocks(n)), kBlockThreads, stream, n, x, parts);
}

template <class T>
cudaError_t sumOfParts(std::int64_t count, const double* parts, T* sum, cudaStream_t stream) {
  return launch(sumPartsKernel<T>, 1, kOneBlock, stream, count, parts, sum);
}

template <class T>
cudaError_t clipFactor(double limit, const T* squaredNorm, const T* scale, T* factor, cudaStream_t stream) {
  return launch(clipFactorKernel<T>, 1, 1, stream, limit, squaredNorm, scale, factor);
}

template <class T>
cudaError_t findNonfinite(std::int64_t n, const T* x, std::int32_t* flags, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  return launch(nonfiniteKernel<T>, static_cast<unsigned>(nonfiniteBlocks(n)), kBlockThreads, stream, n, x, flags);
}

cudaError_t updateLossScale(const LossScaling& numbers, std::int64_t count, const std::int32_t* flags,
                            const float* scale, const float* good, float* newScale, float* newGood, float* factor,
                            cudaStream_t stream) {
  return launch(lossScaleKernel, 1, kOneBlock, stream, numbers, count, flags, scale, good, newScale, newGood, factor);
}

#define FOVEA_INSTANTIATE(T)                                                             \
  template cudaError_t squaresInParts<T>(std::int64_t, const T*, double*, cudaStream_t); \
  template cudaError_t sumOfParts<T>(std::int64_t, const double*, T*, cudaStream_t);     \
  template cudaError_t clipFactor<T>(double, const T*, const T*, T*, cudaStream_t);      \
  template cudaError_t findNonfinite<T>(std::int64_t, const T*, std::int32_t*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE
template cudaError_t findNonfinite<__half>(std::int64_t, const __half*, std::int32_t*, cudaStream_t);
template cudaError_t findNonfinite<__nv_bfloat16>(std::int64_t, const __nv_bfloat16*, std::int32_t*, cudaStream_t);

}  // namespace fovea::cuda
