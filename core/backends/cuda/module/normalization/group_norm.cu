// Why: group, layer and instance normalisation and their backward pass: the sums over a row, and the per-channel sums
// over all samples.
#include "core/backends/cuda/module/normalization/group_rows.cuh"

namespace fovea::cuda {
namespace {

// The sums are of (x - shift) and its square, where the shift is the row's first number, so that the square of the mean
// never enters.
template <class T>
struct Forward {
  using Number = Compute<T>;
  GroupNorm<T> a;
  struct Start {
    Number shift;
  };
  struct Numbers {
    Number mean, inverse;
  };
  __device__ Start start(std::int64_t, std::int64_t first) const { return {widen(a.x[first])}; }
  template <int V>
  __device__ void add(const Start& start, std::int64_t at, std::int64_t, int, Number (&sums)[2]) const {
    Number x[V];
    loadPack(a.x, at, x);
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const Number deviation = x[v] - start.shift;
      sums[0] += deviation;
      sums[1] += deviation * deviation;
    }
  }
  __device__ Numbers numbers(const Start& start, double count, double sum, double squares) const {
    const double offset = sum / count;
    double variance = (squares - sum * offset) / count;
    if (variance < 0) variance = 0;
    return {static_cast<Number>(static_cast<double>(start.shift) + offset),
            static_cast<Number>(1.0 / sqrt(variance + a.epsilon))};
  }
  __device__ void write(std::int64_t row, const Numbers& n) const {
    a.mean[row] = n.mean;
    a.inverseDeviation[row] = n.inverse;
  }
  template <int V>
  __device__ void apply(const Start&, const Numbers& n, std::int64_t at, std::int64_t c, int step) const {
    Number x[V];
    loadPack(a.x, at, x);
#pragma unroll
    for (int v = 0; v < V; ++v) x[v] = (x[v] - n.mean) * n.inverse * a.scale[c + v * step] + a.bias[c + v * step];
    storePack(a.y, at, x);
  }
};

// With h = (x - mean) * inverse and g = scale * dy, the sums are of g and g * h.
template <class T>
struct Backward {
  using Number = Compute<T>;
  GroupNormBackward<T> a;
  struct Start {
    Number mean, inverse;
  };
  struct Numbers {
    Number first, second;
  };
  __device__ Start start(std::int64_t row, std::int64_t) const { return {a.mean[row], a.inverseDeviation[row]}; }
  template <int V>
  __device__ void load(const Start& s, std::int64_t at, std::int64_t c, int step, Number (&g)[V],
                       Number (&h)[V]) const {
    loadPack(a.dy, at, g);
    loadPack(a.x, at, h);
#pragma unroll
    for (int v = 0; v < V; ++v) {
      g[v] *= a.scale[c + v * step];
      h[v] = (h[v] - s.mean) * s.inverse;
    }
  }
  template <int V>
  __device__ void add(const Start& s, std::int64_t at, std::int64_t c, int step, Number (&sums)[2]) const {
    Number g[V], h[V];
    load(s, at, c, step, g, h);
#pragma unroll
    for (int v = 0; v < V; ++v) {
      sums[0] += g[v];
      sums[1] += g[v] * h[v];
    }
  }
  __device__ Numbers numbers(const Start&, double count, double sum, double product) const {
    return {static_cast<Number>(sum / count), static_cast<Number>(product / count)};
  }
  __device__ void write(std::int64_t, const Numbers&) const {}
  template <int V>
  __device__ void apply(const Start& s, const Numbers& n, std::int64_t at, std::int64_t c, int step) const {
    Number g[V], h[V];
    load(s, at, c, step, g, h);
#pragma unroll
    for (int v = 0; v < V; ++v) g[v] = s.inverse * (g[v] - n.first - h[v] * n.second);
    storePack(a.dx, at, g);
  }
};

// Sums dscale and dbias of each channel over all samples.
template <class T>
struct ParameterSums {
  using Number = Compute<T>;
  static constexpr int kSums = 2;
  GroupNormBackward<T> a;
  std::int64_t groups, channelsOfGroup, perSample;

  template <int V>
  struct Local {
    ParameterSums f;
    std::int64_t group[V];
    __device__ void add(std::int64_t at, Number (&sums)[2][V]) const {
      Number dy[V], x[V];
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
    a.dscale[c] = static_cast<Number>(sums[0]);
    a.dbias[c] = static_cast<Number>(sums[1]);
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
  const auto parts = static_cast<std::size_t>(rows.batch * rows.groups * partsOf(rows, 1).chunks) * 2 * sizeof(double);
  return parameters > parts ? parameters : parts;
}

template <class T>
cudaError_t groupNorm(const GroupRows& rows, const GroupNorm<T>& arguments, void* scratch, cudaStream_t stream) {
  return launchPacks<T>(rows, Forward<T>{arguments}, scratch, stream);
}

// The two sums use the scratch memory one after the other.
template <class T>
cudaError_t groupNormBackward(const GroupRows& rows, const GroupNormBackward<T>& arguments, void* scratch,
                              cudaStream_t stream) {
  const cudaError_t error = launchPacks<T>(rows, Backward<T>{arguments}, scratch, stream);
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
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
