// Why: bias, normalisation and their gradients process [outer, channels, inner] channel by channel. This splits the
// value into tiles, so that the whole device is busy for any number of channels, and adds the sums of the tiles in an
// order that depends on the shape alone. If channels are adjacent in memory (inner is 1: a matrix, or channels last), a
// thread handles a pack of adjacent channels and loops over the rows.
#pragma once
#include "core/backends/cuda/module/runtime/device_code.cuh"
#include "core/backends/cuda/module/runtime/savings.h"

namespace fovea::cuda {

struct Tiling {
  dim3 blocks, threads;
  std::int64_t perChunk = 1;  // rows, or elements of one channel, per block
  int chunks = 0;             // blocks.y; 0 for an empty value
};

inline std::int64_t divideUp(std::int64_t a, std::int64_t by) {
  return (a + by - 1) / by;
}

// Returns the number of elements in one access: a full pack if it divides the adjacent channels.
template <class T>
int packOf(const Channels& shape) {
  return shape.inner == 1 && shape.channels % kPack<T> == 0 ? kPack<T> : 1;
}

// Granularity of a split value: the minimum of visits per thread, and the approximate number of blocks for a large
// value, several per multiprocessor. Each block of a sum writes partial sums that are added later.
struct Grain {
  std::int64_t visits, blocks;
};
constexpr Grain kSumGrain{8, 1024}, kApplyGrain{4, 2048};

inline Tiling tilingOf(const Channels& shape, int pack, Grain grain) {
  const auto [kVisits, kBlocks] = grain;
  Tiling tiling;
  const bool rows = shape.inner == 1;
  const std::int64_t columns = rows ? divideUp(shape.channels, pack) : shape.channels;
  unsigned across = rows ? 1 : kBlockThreads;
  while (rows && across < 32 && across < columns) across *= 2;
  tiling.threads = rows ? dim3(across, kBlockThreads / across) : dim3(kBlockThreads);
  const std::int64_t wide = rows ? divideUp(columns, across) : columns;
  const std::int64_t count = rows ? shape.outer : shape.outer * shape.inner;
  const std::int64_t most = divideUp(count, kVisits * (rows ? tiling.threads.y : kBlockThreads));
  const std::int64_t fit = wide < kBlocks ? kBlocks / wide : 1;
  const std::int64_t chunks = most < fit ? most : fit;
  tiling.chunks = static_cast<int>(chunks);
  tiling.perChunk = chunks > 0 ? divideUp(count, chunks) : 1;
  tiling.blocks = dim3(static_cast<unsigned>(wide), static_cast<unsigned>(chunks));
  return tiling;
}

// Calls visit(position) for each element, or first element of a pack, of this thread; with `reverse` from the end of
// the value to its beginning. `c` is the thread's channel; a thread without one has c >= shape.channels.
template <int V, bool kRows, class Visit>
__device__ void visitTile(const Channels& shape, std::int64_t perChunk, bool narrowCount, bool reverse, std::int64_t c,
                          Visit visit) {
  if (c >= shape.channels) return;
  const std::int64_t count = kRows ? shape.outer : shape.outer * shape.inner;
  const std::int64_t chunk = reverse ? gridDim.y - 1 - blockIdx.y : blockIdx.y;
  const std::int64_t begin = chunk * perChunk, end = begin + perChunk < count ? begin + perChunk : count;
  const std::int64_t first = begin + (kRows ? threadIdx.y : threadIdx.x), step = kRows ? blockDim.y : blockDim.x;
  if (first >= end) return;
  const std::int64_t visits = (end - 1 - first) / step + 1;
  std::int64_t i = reverse ? first + (visits - 1) * step : first;
  const std::int64_t next = reverse ? -step : step;
  for (std::int64_t n = 0; n < visits; ++n, i += next) {
    if (kRows) {
      visit(i * shape.channels + c);
    } else {
      const std::int64_t o = quotient(i, shape.inner, narrowCount);
      visit((o * shape.channels + c) * shape.inner + i - o * shape.inner);
    }
  }
}

template <int V, bool kRows>
__device__ std::int64_t channelOfThread() {
  return kRows ? (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * V
               : static_cast<std::int64_t>(blockIdx.x);
}

// Minimum of resident blocks per multiprocessor, so that many threads wait for memory at the same time. It limits a
// thread to 80 registers; with 64, the gradients of batch normalisation would spill registers to memory.
constexpr int kBlocksAtOnce = 3;

// Computes F::kSums sums per channel. f.local<V>(c) returns an object with add(position, sums), which adds the V
// elements there to sums[k][v]. partials is [chunks, channels, kSums]. If one block covers a whole channel and
// `finishes` is set, it calls f.finish(c, sums) instead of writing partials.
template <int V, bool kRows, class F>
__global__ __launch_bounds__(kBlockThreads, kBlocksAtOnce) void sumTiles(Channels shape, std::int64_t perChunk,
                                                                         bool narrowCount, bool finishes, F f,
                                                                         double* partials) {
  using Number = typename F::Number;
  constexpr int K = F::kSums;
  const std::int64_t c = channelOfThread<V, kRows>();
  Number sums[K][V] = {};
  if (c < shape.channels) {
    const auto local = f.template local<V>(c);
    visitTile<V, kRows>(shape, perChunk, narrowCount, false, c, [&](std::int64_t at) { local.add(at, sums); });
  }
  double* results = partials + static_cast<std::int64_t>(blockIdx.y) * shape.channels * K;
  if constexpr (kRows) {
    __shared__ double parts[kBlockThreads * V * K];
    const int width = blockDim.x * V * K;
    for (int v = 0; v < V; ++v)
      for (int k = 0; k < K; ++k)
        parts[threadIdx.y * width + (threadIdx.x * V + v) * K + k] = static_cast<double>(sums[k][v]);
    __syncthreads();
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * width;
    for (int s = threadIdx.y * blockDim.x + threadIdx.x; s < width; s += kBlockThreads) {
      double sum = 0;
      for (unsigned y = 0; y < blockDim.y; ++y) sum += parts[y * width + s];
      if (finishes)
        parts[s] = sum;  // no other thread reads this column
      else if (first + s < shape.channels * K)
        results[first + s] = sum;
    }
    if (!finishes) return;
    __syncthreads();
    for (int s = threadIdx.y * blockDim.x + threadIdx.x; s < width / K; s += kBlockThreads) {
      double all[K];
      for (int k = 0; k < K; ++k) all[k] = parts[s * K + k];
      if (first / K + s < shape.channels) f.finish(first / K + s, all);
    }
  } else {
    double all[K];
    for (int k = 0; k < K; ++k) all[k] = blockSum(static_cast<double>(sums[k][0]));
    if (threadIdx.x != 0) return;
    if (finishes) return f.finish(c, all);
    for (int k = 0; k < K; ++k) results[c * K + k] = all[k];
  }
}

// Sums the values of read.load(position, values) over each channel, for launchSums().
template <class T, class Read>
struct SumOfChannel {
  using Number = Compute<T>;
  static constexpr int kSums = 1;
  Read read;
  T* sum;

  template <int V>
  struct Local {
    Read read;
    __device__ void add(std::int64_t at, Number (&sums)[1][V]) const {
      Number values[V];
      read.load(at, values);
#pragma unroll
      for (int v = 0; v < V; ++v) sums[0][v] += values[v];
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t) const {
    return {read};
  }
  __device__ void finish(std::int64_t c, const double (&sums)[1]) const {
    sum[c] = narrow<T>(static_cast<Number>(sums[0]));
  }
};

constexpr int kFinishChannels = 8;
constexpr int kFinishThreads = 64;
constexpr unsigned kMostFinishing = 1024;  // blocks

// Adds the partial sums of channel `c` and calls f.finish(c, sums). Every thread of a block must call it.
template <class F>
__device__ void finishChannel(std::int64_t c, std::int64_t channels, int chunks, const double* partials, const F& f) {
  constexpr int K = F::kSums;
  __shared__ double parts[kFinishThreads][kFinishChannels][K];
  double sums[K] = {};
  if (c < channels)
    for (int chunk = threadIdx.y; chunk < chunks; chunk += kFinishThreads)
      for (int k = 0; k < K; ++k) sums[k] += partials[(chunk * channels + c) * K + k];
  for (int k = 0; k < K; ++k) parts[threadIdx.y][threadIdx.x][k] = sums[k];
  for (unsigned half = kFinishThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.y >= half) continue;
    for (int k = 0; k < K; ++k) parts[threadIdx.y][threadIdx.x][k] += parts[threadIdx.y + half][threadIdx.x][k];
  }
  if (threadIdx.y == 0 && c < channels) {
    for (int k = 0; k < K; ++k) sums[k] = parts[0][threadIdx.x][k];
    f.finish(c, sums);
  }
  __syncthreads();  // parts is written again for the next channels
}

// Finishes all channels; blocks loop, since there may be more channels than they cover at once.
template <class F>
__global__ void finishSums(std::int64_t channels, int chunks, const double* partials, F f) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kFinishChannels;
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kFinishChannels; first < channels; first += step)
    finishChannel(first + threadIdx.x, channels, chunks, partials, f);
}

// Applies f to every element: f.local<V>(c) returns an object whose apply(position) processes the V elements there.
template <int V, bool kRows, class F>
__global__ __launch_bounds__(kBlockThreads, kBlocksAtOnce) void applyTiles(Channels shape, std::int64_t perChunk,
                                                                           bool narrowCount, bool reverse, F f) {
  const std::int64_t c = channelOfThread<V, kRows>();
  if (c >= shape.channels) return;
  const auto local = f.template local<V>(c);
  visitTile<V, kRows>(shape, perChunk, narrowCount, reverse, c, [&](std::int64_t at) { local.apply(at); });
}

inline bool narrowOf(const Channels& shape) {
  return isNarrow(shape.outer * shape.channels * shape.inner) && isNarrow(shape.inner) && isNarrow(shape.channels);
}

inline std::size_t sumScratchBytes(const Channels& shape, int pack, int sums) {
  return static_cast<std::size_t>(tilingOf(shape, pack, kSumGrain).chunks) * static_cast<std::size_t>(shape.channels) *
         static_cast<std::size_t>(sums) * sizeof(double);
}

template <class T, class F>
cudaError_t launchSums(const Channels& shape, F f, double* partials, cudaStream_t stream) {
  if (shape.channels == 0) return cudaSuccess;
  const int pack = packOf<T>(shape);
  const Tiling t = tilingOf(shape, pack, kSumGrain);
  const bool finishes = t.chunks == 1 && !isOff(Saving::Launches);
  if (t.chunks > 0) {
    const auto kernel = shape.inner != 1 ? sumTiles<1, false, F>
                        : pack > 1       ? sumTiles<kPack<T>, true, F>
                                         : sumTiles<1, true, F>;
    const cudaError_t error =
        launch(kernel, t.blocks, t.threads, stream, shape, t.perChunk, narrowOf(shape), finishes, f, partials);
    if (error != cudaSuccess || finishes) return error;
  }
  const unsigned enough = blocksFor(shape.channels, kFinishChannels);
  return launch(finishSums<F>, enough < kMostFinishing ? enough : kMostFinishing, dim3(kFinishChannels, kFinishThreads),
                stream, shape.channels, t.chunks, partials, f);
}

// With `reverse`, begins with what launchSums() visited last, since the second-level cache still holds it.
template <class T, class F>
cudaError_t launchApply(const Channels& shape, F f, cudaStream_t stream, bool reverse = false) {
  const int pack = packOf<T>(shape);
  const Tiling t = tilingOf(shape, pack, kApplyGrain);
  if (shape.channels == 0 || t.chunks == 0) return cudaSuccess;
  const auto kernel = shape.inner != 1 ? applyTiles<1, false, F>
                      : pack > 1       ? applyTiles<kPack<T>, true, F>
                                       : applyTiles<1, true, F>;
  return launch(kernel, t.blocks, t.threads, stream, shape, t.perChunk, narrowOf(shape), reverse, f);
}

}  // namespace fovea::cuda
