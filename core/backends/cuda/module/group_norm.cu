// Why: group, layer and instance normalisation and their backward are sums over a row and a pass that needs them. A
// warp or a block takes a row in one launch; where there are few long rows, blocks share a row and a second launch adds
// their parts.
#include "core/backends/cuda/module/channel_tiles.cuh"
#include "core/backends/cuda/module/norms.h"

namespace fovea::cuda {
namespace {

constexpr std::int64_t kShortRow = 1024;  // up to which a warp takes it
constexpr std::int64_t kManyRows = 512, kChunk = 4096;

// The numbers of a row in the order of memory.
struct RowPlaces {
  GroupRows shape;
  bool narrowCount;

  __host__ __device__ std::int64_t rows() const { return shape.batch * shape.groups; }
  __host__ __device__ std::int64_t length() const { return shape.channels * shape.inner; }
  __device__ std::int64_t first(std::int64_t row) const {
    if (!shape.channelsLast) return row * length();
    const std::int64_t n = quotient(row, shape.groups, narrowCount);
    return n * shape.groups * length() + (row - n * shape.groups) * shape.channels;
  }
  // Calls visit(place in memory, channel) for numbers begin, begin + step, ... before `end`.
  template <class Visit>
  __device__ void each(std::int64_t row, std::int64_t begin, std::int64_t end, int step, Visit visit) const {
    const std::int64_t base = first(row), channel = row % shape.groups * shape.channels;
    for (std::int64_t i = begin; i < end; i += step) {
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

// The sums are of (x - shift) and its square, where the shift is the row's first number, so that the square of the mean
// never enters.
template <class T>
struct Forward {
  GroupNorm<T> a;
  struct Start {
    T shift;
  };
  struct Numbers {
    T mean, inverse;
  };
  __device__ Start start(std::int64_t, std::int64_t first) const { return {a.x[first]}; }
  __device__ void add(const Start& start, std::int64_t at, std::int64_t, T& sum, T& squares) const {
    const T deviation = a.x[at] - start.shift;
    sum += deviation;
    squares += deviation * deviation;
  }
  __device__ Numbers numbers(const Start& start, double count, double sum, double squares) const {
    const double offset = sum / count;
    double variance = (squares - sum * offset) / count;
    if (variance < 0) variance = 0;
    return {static_cast<T>(static_cast<double>(start.shift) + offset),
            static_cast<T>(1.0 / sqrt(variance + a.epsilon))};
  }
  __device__ void write(std::int64_t row, const Numbers& n) const {
    a.mean[row] = n.mean;
    a.inverseDeviation[row] = n.inverse;
  }
  __device__ void apply(const Start&, const Numbers& n, std::int64_t at, std::int64_t c) const {
    a.y[at] = (a.x[at] - n.mean) * n.inverse * a.scale[c] + a.bias[c];
  }
};

// With h = (x - mean) * inverse and g = scale * dy, the sums are of g and g * h.
template <class T>
struct Backward {
  GroupNormBackward<T> a;
  struct Start {
    T mean, inverse;
  };
  struct Numbers {
    T first, second;
  };
  __device__ Start start(std::int64_t row, std::int64_t) const { return {a.mean[row], a.inverseDeviation[row]}; }
  __device__ void add(const Start& s, std::int64_t at, std::int64_t c, T& sum, T& product) const {
    const T g = a.scale[c] * a.dy[at];
    sum += g;
    product += g * ((a.x[at] - s.mean) * s.inverse);
  }
  __device__ Numbers numbers(const Start&, double count, double sum, double product) const {
    return {static_cast<T>(sum / count), static_cast<T>(product / count)};
  }
  __device__ void write(std::int64_t, const Numbers&) const {}
  __device__ void apply(const Start& s, const Numbers& n, std::int64_t at, std::int64_t c) const {
    const T h = (a.x[at] - s.mean) * s.inverse;
    a.dx[at] = s.inverse * (a.scale[c] * a.dy[at] - n.first - h * n.second);
  }
};

// kThreads, 32 or a whole block, take a row.
template <int kThreads>
__device__ double rowSum(double value) {
  if constexpr (kThreads == 32)
    return warpSum(value);
  else
    return blockSum(value);
}

template <int kThreads, class T, class F>
__global__ void wholeRows(RowPlaces places, F f) {
  constexpr int kRows = kBlockThreads / kThreads;
  const std::int64_t length = places.length();
  const int share = static_cast<int>(threadIdx.x) % kThreads;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kRows + threadIdx.x / kThreads;
  for (std::int64_t row = first; row < places.rows(); row += static_cast<std::int64_t>(gridDim.x) * kRows) {
    const auto start = f.start(row, places.first(row));
    T sum = 0, other = 0;
    places.each(row, share, length, kThreads,
                [&](std::int64_t at, std::int64_t c) { f.add(start, at, c, sum, other); });
    const double total = rowSum<kThreads>(static_cast<double>(sum));
    const auto numbers =
        f.numbers(start, static_cast<double>(length), total, rowSum<kThreads>(static_cast<double>(other)));
    if (share == 0) f.write(row, numbers);
    places.each(row, share, length, kThreads, [&](std::int64_t at, std::int64_t c) { f.apply(start, numbers, at, c); });
  }
}

// Rows in `chunks` parts of `perChunk` numbers; item i is part i % chunks of row i / chunks.
struct Parts {
  std::int64_t chunks = 1, perChunk = 0;
};

Parts partsOf(const GroupRows& shape) {
  const std::int64_t rows = shape.batch * shape.groups, length = shape.channels * shape.inner;
  Parts parts;
  if (rows > 0 && rows < kManyRows) {
    const std::int64_t wanted = kManyRows / rows, most = length / kChunk;
    parts.chunks = wanted < most ? wanted : most > 1 ? most : 1;
  }
  parts.perChunk = divideUp(length, parts.chunks);
  return parts;
}

// partials is [rows, chunks, 2].
template <class T, class F>
__global__ void sumParts(RowPlaces places, Parts parts, F f, double* partials) {
  for (std::int64_t item = blockIdx.x; item < places.rows() * parts.chunks; item += gridDim.x) {
    const std::int64_t row = item / parts.chunks, begin = item % parts.chunks * parts.perChunk;
    const auto start = f.start(row, places.first(row));
    T sum = 0, other = 0;
    places.each(row, begin + threadIdx.x, min(begin + parts.perChunk, places.length()), kBlockThreads,
                [&](std::int64_t at, std::int64_t c) { f.add(start, at, c, sum, other); });
    const double total = blockSum(static_cast<double>(sum)), otherTotal = blockSum(static_cast<double>(other));
    if (threadIdx.x != 0) continue;
    partials[2 * item] = total;
    partials[2 * item + 1] = otherTotal;
  }
}

template <class F>
__global__ void applyParts(RowPlaces places, Parts parts, F f, const double* partials) {
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
    places.each(row, begin + threadIdx.x, min(begin + parts.perChunk, places.length()), kBlockThreads,
                [&](std::int64_t at, std::int64_t c) { f.apply(start, numbers, at, c); });
  }
}

template <class T, class F>
cudaError_t launchRows(const GroupRows& shape, const F& f, void* scratch, cudaStream_t stream) {
  const RowPlaces places{shape, isNarrow(shape.batch * shape.groups * shape.channels * shape.inner)};
  const std::int64_t rows = places.rows();
  if (rows == 0) return cudaSuccess;
  const Parts parts = partsOf(shape);
  if (parts.chunks == 1 && places.length() <= kShortRow)
    return launch(wholeRows<32, T, F>, blocksFor(rows, kBlockThreads / 32), kBlockThreads, stream, places, f);
  if (parts.chunks == 1)
    return launch(wholeRows<kBlockThreads, T, F>, blocksFor(rows, 1), kBlockThreads, stream, places, f);
  auto* const partials = static_cast<double*>(scratch);
  const unsigned blocks = blocksFor(rows * parts.chunks, 1);
  const cudaError_t error = launch(sumParts<T, F>, blocks, kBlockThreads, stream, places, parts, f, partials);
  if (error != cudaSuccess) return error;
  return launch(applyParts<F>, blocks, kBlockThreads, stream, places, parts, f, partials);
}

// dscale and dbias: by channel, over all samples.
template <class T>
struct ParameterSums {
  using Number = T;
  static constexpr int kSums = 2;
  GroupNormBackward<T> a;
  std::int64_t groups, channelsOfGroup, perSample;

  template <int V>
  struct Local {
    ParameterSums f;
    std::int64_t group[V];
    __device__ void add(std::int64_t at, T (&sums)[2][V]) const {
      T dy[V], x[V];
      loadPack(f.a.dy, at, dy);
      loadPack(f.a.x, at, x);
      const std::int64_t first = at / f.perSample * f.groups;
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const std::int64_t row = first + group[v];
        sums[0][v] += dy[v] * ((x[v] - f.a.mean[row]) * f.a.inverseDeviation[row]);
        sums[1][v] += dy[v];
      }
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t c) const {
    Local<V> local{*this, {}};
#pragma unroll
    for (int v = 0; v < V; ++v) local.group[v] = (c + v) / channelsOfGroup;
    return local;
  }
  __device__ void finish(std::int64_t c, const double (&sums)[2]) const {
    a.dscale[c] = static_cast<T>(sums[0]);
    a.dbias[c] = static_cast<T>(sums[1]);
  }
};

Channels channelsOf(const GroupRows& rows) {
  const std::int64_t channels = rows.groups * rows.channels;
  if (rows.channelsLast) return {rows.batch * rows.inner, channels, 1};
  return {rows.batch, channels, rows.inner};
}

}  // namespace

template <class T>
std::size_t groupNormScratch(const GroupRows& rows) {
  const Channels shape = channelsOf(rows);
  const std::size_t parameters = sumScratchBytes(shape, packOf<T>(shape), 2);
  const auto parts = static_cast<std::size_t>(rows.batch * rows.groups * partsOf(rows).chunks) * 2 * sizeof(double);
  return parameters > parts ? parameters : parts;
}

template <class T>
cudaError_t groupNorm(const GroupRows& rows, const GroupNorm<T>& arguments, void* scratch, cudaStream_t stream) {
  return launchRows<T>(rows, Forward<T>{arguments}, scratch, stream);
}

// The two sums use the scratch memory one after the other.
template <class T>
cudaError_t groupNormBackward(const GroupRows& rows, const GroupNormBackward<T>& arguments, void* scratch,
                              cudaStream_t stream) {
  const cudaError_t error = launchRows<T>(rows, Backward<T>{arguments}, scratch, stream);
  if (error != cudaSuccess) return error;
  const std::int64_t perSample = rows.groups * rows.channels * rows.inner;
  return launchSums<T>(channelsOf(rows), ParameterSums<T>{arguments, rows.groups, rows.channels, perSample},
                       static_cast<double*>(scratch), stream);
}

#define FOVEA_INSTANTIATE(T)                                                                     \
  template std::size_t groupNormScratch<T>(const GroupRows&);                                    \
  template cudaError_t groupNorm<T>(const GroupRows&, const GroupNorm<T>&, void*, cudaStream_t); \
  template cudaError_t groupNormBackward<T>(const GroupRows&, const GroupNormBackward<T>&, void*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
