// Why: group normalisation computes sums over rows and then a pass that uses them, both forward and backward. One warp
// or block processes a row in one launch; if there are few long rows, several blocks share a row and a second launch
// adds their parts.
#pragma once
#include "core/backends/cuda/module/normalization/norms.h"
#include "core/backends/cuda/module/runtime/channel_tiles.cuh"

namespace fovea::cuda {

constexpr std::int64_t kShortRow = 1024;  // longest row for a warp
constexpr std::int64_t kManyRows = 512, kChunk = 4096;

// Iterates over the numbers of a row in the order of memory, in packs of adjacent ones.
struct RowPlaces {
  GroupRows shape;
  bool narrowCount;

  __host__ __device__ std::int64_t rows() const { return shape.batch * shape.groups; }
  __host__ __device__ std::int64_t length() const { return shape.channels * shape.inner; }
  // The channel difference between adjacent numbers of a pack.
  __device__ int channelStep() const { return shape.channelsLast || shape.inner == 1 ? 1 : 0; }
  __device__ std::int64_t first(std::int64_t row) const {
    if (!shape.channelsLast) return row * length();
    const std::int64_t n = quotient(row, shape.groups, narrowCount);
    return n * shape.groups * length() + (row - n * shape.groups) * shape.channels;
  }
  // Calls visit(position in memory, channel) for the first numbers of packs begin, begin + step, ... before `end`.
  template <int V, class Visit>
  __device__ void each(std::int64_t row, std::int64_t begin, std::int64_t end, int step, Visit visit) const {
    const std::int64_t base = first(row), channel = row % shape.groups * shape.channels;
    for (std::int64_t pack = begin; pack < end; pack += step) {
      const std::int64_t i = pack * V;
      const std::int64_t outer = quotient(i, shape.channelsLast ? shape.channels : shape.inner, narrowCount);
      if (shape.channelsLast) {
        const std::int64_t c = i - outer * shape.channels;
        visit(base + outer * shape.groups * shape.channels + c, channel + c);
      } else {
        visit(base + i, channel + outer);
      }
    }
  }
};

// Numbers per pack: all of one channel, or of adjacent channels of one group.
template <class T>
inline int packOf(const GroupRows& shape) {
  const std::int64_t run = shape.channelsLast || shape.inner == 1 ? shape.channels : shape.inner;
  return run % kPack<T> == 0 ? kPack<T> : 1;
}

// A functor F has: Number; start(row, place of its first number), the initial data of a row; add<V>(start, place,
// channel, channel step, sums), which adds a pack to its two sums; numbers(start, count, sums...), the input of the
// second pass; write(row, numbers), called once per row; apply<V>(start, numbers, place, channel, channel step).
// kThreads, 32 or a whole block, process a row.
template <int kThreads>
__device__ double rowSum(double value) {
  if constexpr (kThreads == 32)
    return warpSum(value);
  else
    return blockSum(value);
}

template <int kThreads, int V, class F>
__global__ void wholeRows(RowPlaces places, F f) {
  constexpr int kRows = kBlockThreads / kThreads;
  const std::int64_t packs = places.length() / V;
  const int share = static_cast<int>(threadIdx.x) % kThreads, step = places.channelStep();
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kRows + threadIdx.x / kThreads;
  for (std::int64_t row = first; row < places.rows(); row += static_cast<std::int64_t>(gridDim.x) * kRows) {
    const auto start = f.start(row, places.first(row));
    typename F::Number sums[2] = {};
    places.each<V>(row, share, packs, kThreads,
                   [&](std::int64_t at, std::int64_t c) { f.template add<V>(start, at, c, step, sums); });
    const double sum = rowSum<kThreads>(static_cast<double>(sums[0]));
    const double other = rowSum<kThreads>(static_cast<double>(sums[1]));
    const auto numbers = f.numbers(start, static_cast<double>(places.length()), sum, other);
    if (share == 0) f.write(row, numbers);
    places.each<V>(row, share, packs, kThreads,
                   [&](std::int64_t at, std::int64_t c) { f.template apply<V>(start, numbers, at, c, step); });
  }
}

// Rows are split into `chunks` parts of `perChunk` packs; item i is part i % chunks of row i / chunks.
struct Parts {
  std::int64_t chunks = 1, perChunk = 0;
};

inline Parts partsOf(const GroupRows& shape, int pack) {
  const std::int64_t rows = shape.batch * shape.groups, length = shape.channels * shape.inner;
  Parts parts;
  if (rows > 0 && rows < kManyRows) {
    const std::int64_t wanted = kManyRows / rows, most = length / kChunk;
    parts.chunks = wanted < most ? wanted : most > 1 ? most : 1;
  }
  parts.perChunk = divideUp(length / pack, parts.chunks);
  return parts;
}

// partials is [rows, chunks, 2].
template <int V, class F>
__global__ void sumParts(RowPlaces places, Parts parts, F f, double* partials) {
  const int step = places.channelStep();
  for (std::int64_t item = blockIdx.x; item < places.rows() * parts.chunks; item += gridDim.x) {
    const std::int64_t row = item / parts.chunks, begin = item % parts.chunks * parts.perChunk;
    const auto start = f.start(row, places.first(row));
    typename F::Number sums[2] = {};
    places.each<V>(row, begin + threadIdx.x, min(begin + parts.perChunk, places.length() / V), kBlockThreads,
                   [&](std::int64_t at, std::int64_t c) { f.template add<V>(start, at, c, step, sums); });
    const double sum = blockSum(static_cast<double>(sums[0])), other = blockSum(static_cast<double>(sums[1]));
    if (threadIdx.x != 0) continue;
    partials[2 * item] = sum;
    partials[2 * item + 1] = other;
  }
}

template <int V, class F>
__global__ void applyParts(RowPlaces places, Parts parts, F f, const double* partials) {
  const int step = places.channelStep();
  for (std::int64_t item = blockIdx.x; item < places.rows() * parts.chunks; item += gridDim.x) {
    const std::int64_t row = item / parts.chunks, chunk = item % parts.chunks, begin = chunk * parts.perChunk;
    double sum = 0, other = 0;
    for (std::int64_t i = threadIdx.x; i < parts.chunks; i += kBlockThreads) {
      sum += partials[2 * (row * parts.chunks + i)];
      other += partials[2 * (row * parts.chunks + i) + 1];
    }
    sum = blockSum(sum);
    other = blockSum(other);
    const auto start = f.start(row, places.first(row));
    const auto numbers = f.numbers(start, static_cast<double>(places.length()), sum, other);
    if (threadIdx.x == 0 && chunk == 0) f.write(row, numbers);
    places.each<V>(row, begin + threadIdx.x, min(begin + parts.perChunk, places.length() / V), kBlockThreads,
                   [&](std::int64_t at, std::int64_t c) { f.template apply<V>(start, numbers, at, c, step); });
  }
}

template <int V, class F>
cudaError_t launchRows(const GroupRows& shape, const F& f, void* scratch, cudaStream_t stream) {
  const RowPlaces places{shape, isNarrow(shape.batch * shape.groups * shape.channels * shape.inner)};
  const std::int64_t rows = places.rows();
  if (rows == 0) return cudaSuccess;
  const Parts parts = partsOf(shape, V);
  if (parts.chunks == 1 && places.length() <= kShortRow)
    return launch(wholeRows<32, V, F>, blocksFor(rows, kBlockThreads / 32), kBlockThreads, stream, places, f);
  if (parts.chunks == 1)
    return launch(wholeRows<kBlockThreads, V, F>, blocksFor(rows, 1), kBlockThreads, stream, places, f);
  auto* const partials = static_cast<double*>(scratch);
  const unsigned blocks = blocksFor(rows * parts.chunks, 1);
  const cudaError_t error = launch(sumParts<V, F>, blocks, kBlockThreads, stream, places, parts, f, partials);
  if (error != cudaSuccess) return error;
  return launch(applyParts<V, F>, blocks, kBlockThreads, stream, places, parts, f, partials);
}

// Uses packs if possible.
template <class T, class F>
cudaError_t launchPacks(const GroupRows& shape, const F& f, void* scratch, cudaStream_t stream) {
  if (packOf<T>(shape) > 1) return launchRows<kPack<T>>(shape, f, scratch, stream);
  return launchRows<1>(shape, f, scratch, stream);
}

}  // namespace fovea::cuda
