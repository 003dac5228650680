// Why: one-hot labels, and counts of scores that match the labels. Counts are integers until the end, so the order of
// additions does not matter.
#include "core/backends/cuda/module/losses/classes.h"
#include "core/backends/cuda/module/runtime/class_rows.cuh"

namespace fovea::cuda {
namespace {

constexpr unsigned kMostBlocks = 1024;
constexpr std::int64_t kSharedClasses = 48;  // largest number of classes whose confusion matrix fits in shared memory

__device__ bool counts(std::int32_t label, std::int64_t ignored) {
  return label >= 0 && label != ignored;
}

__global__ void oneHotKernel(std::int64_t count, bool narrowCount, Channels shape, std::int64_t ignored,
                             const std::int32_t* labels, float* y) {
  for (std::int64_t at = globalThread(); at < count; at += gridThreads()) {
    const std::int64_t row = quotient(at, shape.inner, narrowCount), n = quotient(row, shape.channels, narrowCount);
    const std::int32_t label = labels[n * shape.inner + at - row * shape.inner];
    y[at] = label == row - n * shape.channels && label != ignored ? 1.0f : 0.0f;
  }
}

template <bool kRows, class T>
__global__ void countHits(Channels shape, std::int64_t ignored, std::int64_t top, const T* scores,
                          const std::int32_t* labels, unsigned* totals) {
  using Row = ClassRow<kRows, T>;
  unsigned right = 0, counted = 0;
  for (std::int64_t place = Row::firstPlace(); place < shape.outer * shape.inner; place += Row::placeStep()) {
    const std::int32_t label = labels[place];
    if (!counts(label, ignored)) continue;
    if (Row::leads()) ++counted;
    if (label >= shape.channels) continue;
    const Row row = Row::at(shape, place, scores);
    const T own = row.value(label);
    long long before = 0;
    row.each([&](std::int64_t k) { before += goesBefore(row.value(k), k, own, label) ? 1 : 0; });
    before = Row::sumOfLanes(before);
    if (Row::leads() && before < top) ++right;
  }
  right = blockSum(right);
  counted = blockSum(counted);
  if (threadIdx.x != 0) return;
  atomicAdd(totals, right);
  atomicAdd(totals + 1, counted);
}

template <bool kRows, class T>
__global__ void countConfusions(Channels shape, std::int64_t ignored, const T* scores, const std::int32_t* labels,
                                unsigned* totals) {
  using Row = ClassRow<kRows, T>;
  __shared__ unsigned own[kSharedClasses * kSharedClasses];
  const bool shared = shape.channels <= kSharedClasses;
  const int entries = shared ? static_cast<int>(shape.channels * shape.channels) : 0;
  for (int i = threadIdx.x; i < entries; i += blockDim.x) own[i] = 0;
  __syncthreads();
  unsigned* const target = shared ? own : totals;
  for (std::int64_t place = Row::firstPlace(); place < shape.outer * shape.inner; place += Row::placeStep()) {
    const std::int32_t label = labels[place];
    if (!counts(label, ignored) || label >= shape.channels) continue;
    const std::int64_t best = Row::at(shape, place, scores).best();
    if (Row::leads()) atomicAdd(target + label * shape.channels + best, 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < entries; i += blockDim.x)
    if (own[i] > 0) atomicAdd(totals + i, own[i]);
}

// In place.
__global__ void asFloats(std::int64_t count, unsigned* numbers) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads())
    reinterpret_cast<float*>(numbers)[i] = static_cast<float>(numbers[i]);
}

unsigned countBlocks(const Channels& shape) {
  const unsigned blocks = classBlocks(shape);
  return blocks < kMostBlocks ? blocks : kMostBlocks;
}

// Clears `entries` counts, lets `add` launch the kernel that adds to them, and converts them to floats.
template <class Add>
cudaError_t countInto(const Channels& shape, std::int64_t entries, float* counts, cudaStream_t stream, Add add) {
  if (entries == 0) return cudaSuccess;
  cudaError_t error = cudaMemsetAsync(counts, 0, static_cast<std::size_t>(entries) * sizeof(float), stream);
  if (error != cudaSuccess || shape.outer * shape.inner == 0) return error;
  auto* const totals = reinterpret_cast<unsigned*>(counts);
  error = add(totals);
  if (error != cudaSuccess) return error;
  return launch(asFloats, blocksFor(entries), kBlockThreads, stream, entries, totals);
}

}  // namespace

cudaError_t oneHot(const Channels& shape, std::int64_t ignored, const std::int32_t* labels, float* y,
                   cudaStream_t stream) {
  const std::int64_t count = shape.outer * shape.channels * shape.inner;
  if (count == 0) return cudaSuccess;
  return launch(oneHotKernel, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), shape, ignored, labels,
                y);
}

template <class T>
cudaError_t classCounts(const Channels& shape, std::int64_t ignored, std::int64_t top, const T* scores,
                        const std::int32_t* labels, float* counts, cudaStream_t stream) {
  return countInto(shape, 2, counts, stream, [&](unsigned* totals) {
    const auto kernel = shape.inner == 1 ? countHits<true, T> : countHits<false, T>;
    return launch(kernel, countBlocks(shape), kBlockThreads, stream, shape, ignored, top, scores, labels, totals);
  });
}

template <class T>
cudaError_t confusionCounts(const Channels& shape, std::int64_t ignored, const T* scores, const std::int32_t* labels,
                            float* counts, cudaStream_t stream) {
  return countInto(shape, shape.channels * shape.channels, counts, stream, [&](unsigned* totals) {
    const auto kernel = shape.inner == 1 ? countConfusions<true, T> : countConfusions<false, T>;
    return launch(kernel, countBlocks(shape), kBlockThreads, stream, shape, ignored, scores, labels, totals);
  });
}

#define FOVEA_INSTANTIATE(T)                                                                                      \
  template cudaError_t classCounts<T>(const Channels&, std::int64_t, std::int64_t, const T*, const std::int32_t*, \
                                      float*, cudaStream_t);                                                      \
  template cudaError_t confusionCounts<T>(const Channels&, std::int64_t, const T*, const std::int32_t*, float*,   \
                                          cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
