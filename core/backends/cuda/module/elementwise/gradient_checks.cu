// Why: computes the norm of all gradients, whether they are finite, and the resulting factor of the updates, all on the
// device, so that no step waits for the host.
#include "core/backends/cuda/module/elementwise/updates.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

// Kernels with this block size need __launch_bounds__: they might use more registers than a multiprocessor has.
constexpr int kOneBlock = 1024;
constexpr std::int64_t kPart = 16 * kBlockThreads;

// The gradients of a launch, as many as fit in the 4 KB of kernel arguments that every device supports. Blocks from
// firstBlock[i] up to the next first block belong to gradients[i].
template <class T>
struct Table {
  static constexpr int kMost = 4000 / (sizeof(Gradient<T>) + sizeof(unsigned));
  Gradient<T> gradients[kMost];
  unsigned firstBlock[kMost];
  int count = 0;
};

// The part of a gradient that one block processes.
template <class T>
struct Part {
  const T* x;
  std::int64_t begin, end;
};

template <class T>
__device__ Part<T> partOfBlock(const Table<T>& table) {
  const int index = ownerOfBlock(table.firstBlock, table.count);
  const Gradient<T>& gradient = table.gradients[index];
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x - table.firstBlock[index]) * kPart;
  return {gradient.x, begin, begin + kPart < gradient.count ? begin + kPart : gradient.count};
}

// Calls run(table, blocks, parts before them) until all gradients have been in a table.
template <class T, class Run>
cudaError_t inTables(std::span<const Gradient<T>> gradients, const Run& run) {
  Table<T> table;
  std::int64_t before = 0, blocks = 0;
  const auto runAndClear = [&] {
    const cudaError_t error = table.count == 0 ? cudaSuccess : run(table, static_cast<unsigned>(blocks), before);
    before += blocks;
    blocks = 0;
    table.count = 0;
    return error;
  };
  for (const Gradient<T>& gradient : gradients) {
    if (gradient.count == 0) continue;
    if (table.count == Table<T>::kMost)
      if (const cudaError_t error = runAndClear(); error != cudaSuccess) return error;
    table.gradients[table.count] = gradient;
    table.firstBlock[table.count++] = static_cast<unsigned>(blocks);
    blocks += partsOf(gradient.count);
  }
  return runAndClear();
}

template <class T>
__global__ void squaresKernel(const __grid_constant__ Table<T> table, double* parts) {
  const Part<T> part = partOfBlock(table);
  double sum = 0;
  for (std::int64_t i = part.begin + threadIdx.x; i < part.end; i += kBlockThreads)
    sum += static_cast<double>(part.x[i]) * static_cast<double>(part.x[i]);
  sum = blockSum(sum);
  if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

template <class T>
__global__ void __launch_bounds__(kOneBlock) sumPartsKernel(std::int64_t count, const double* parts, T* result) {
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
__global__ void nonfiniteKernel(const __grid_constant__ Table<T> table, std::int32_t* flags) {
  const Part<T> part = partOfBlock(table);
  float sum = 0;
  for (std::int64_t i = part.begin + threadIdx.x; i < part.end; i += kBlockThreads)
    sum += widen(part.x[i]) * Compute<T>(0) == Compute<T>(0) ? 0.0f : 1.0f;
  sum = blockSum(sum);
  if (threadIdx.x == 0) flags[blockIdx.x] = sum > 0 ? 1 : 0;
}

// One block combines the flags and computes the new loss scale.
__global__ void __launch_bounds__(kOneBlock)
    lossScaleKernel(LossScaling numbers, std::int64_t count, const std::int32_t* flags, const float* scale,
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

std::int64_t partsOf(std::int64_t count) {
  return (count + kPart - 1) / kPart;
}

template <class T>
cudaError_t squaresInParts(std::span<const Gradient<T>> gradients, double* parts, cudaStream_t stream) {
  return inTables(gradients, [&](const Table<T>& table, unsigned blocks, std::int64_t before) {
    return launch(squaresKernel<T>, blocks, kBlockThreads, stream, table, parts + before);
  });
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
cudaError_t findNonfinite(std::span<const Gradient<T>> gradients, std::int32_t* flags, cudaStream_t stream) {
  return inTables(gradients, [&](const Table<T>& table, unsigned blocks, std::int64_t before) {
    return launch(nonfiniteKernel<T>, blocks, kBlockThreads, stream, table, flags + before);
  });
}

cudaError_t updateLossScale(const LossScaling& numbers, std::int64_t count, const std::int32_t* flags,
                            const float* scale, const float* good, float* newScale, float* newGood, float* factor,
                            cudaStream_t stream) {
  return launch(lossScaleKernel, 1, kOneBlock, stream, numbers, count, flags, scale, good, newScale, newGood, factor);
}

#define FOVEA_INSTANTIATE(T)                                                                   \
  template cudaError_t squaresInParts<T>(std::span<const Gradient<T>>, double*, cudaStream_t); \
  template cudaError_t sumOfParts<T>(std::int64_t, const double*, T*, cudaStream_t);           \
  template cudaError_t clipFactor<T>(double, const T*, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE
template cudaError_t findNonfinite<float>(std::span<const Gradient<float>>, std::int32_t*, cudaStream_t);
template cudaError_t findNonfinite<double>(std::span<const Gradient<double>>, std::int32_t*, cudaStream_t);
template cudaError_t findNonfinite<__half>(std::span<const Gradient<__half>>, std::int32_t*, cudaStream_t);
template cudaError_t findNonfinite<__nv_bfloat16>(std::span<const Gradient<__nv_bfloat16>>, std::int32_t*,
                                                  cudaStream_t);

}  // namespace fovea::cuda
