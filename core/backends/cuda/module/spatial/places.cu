// Why: padding, resizing and pooling by lists of positions are the same gather. A thread computes an output; if an
// output has many inputs, several threads share it and add their parts in a tree. Adjacent threads read adjacent
// memory: neighbouring channels if these are adjacent, otherwise neighbouring outputs, or inputs of one output.
#include "core/backends/cuda/module/runtime/class_rows.cuh"
#include "core/backends/cuda/module/spatial/places.h"

namespace fovea::cuda {
namespace {

struct Sharing {
  int across = kBlockThreads, along = 1;  // outputs of a block, and threads that share one
  bool adjacent = false;                  // whether these threads are neighbours
  bool narrowCount = false;
  std::int64_t count = 0, tiles = 0;
};

std::int64_t outputsOf(const PlaceMap& m) {
  return m.batch * m.channels * m.axes[0].outputs * m.axes[1].outputs * m.axes[2].outputs;
}

// A thread computes `pack` adjacent outputs at once.
Sharing sharingOf(const PlaceMap& m, int pack) {
  constexpr double kMany = 32;
  constexpr std::int64_t kBusy = 1 << 18;
  Sharing s;
  s.count = outputsOf(m) / pack;
  s.narrowCount = isNarrow(s.count);
  s.adjacent = !m.channelsLast;
  double taps = 1;
  for (const PlaceAxis& axis : m.axes) taps *= static_cast<double>(axis.entries) / axis.outputs;
  const int most = m.channelsLast ? 8 : kBlockThreads;
  if (taps >= kMany && (!m.channelsLast || s.count < kBusy))
    while (s.along < most && s.along * 4 < taps) s.along *= 2;
  s.across = kBlockThreads / s.along;
  s.tiles = (s.count + s.across - 1) / s.across;
  return s;
}

// The inputs of one output, or of one pack.
struct Window {
  std::int64_t base, step;  // input p of the plane is at base + p * step
  std::int32_t first[3], size[3];
};

template <int V>
__device__ Window windowOf(const PlaceMap& m, std::int64_t o, bool narrowCount) {
  Window w;
  std::int64_t channel = 0;
  if (m.channelsLast) {
    const std::int64_t place = quotient(o, m.channels / V, narrowCount);
    channel = (o - place * (m.channels / V)) * V;
    o = place;
  }
#pragma unroll
  for (int axis = 2; axis >= 0; --axis) {
    const std::int64_t outer = quotient(o, m.axes[axis].outputs, narrowCount);
    const std::int32_t* const first = m.axes[axis].first + (o - outer * m.axes[axis].outputs);
    w.first[axis] = first[0];
    w.size[axis] = first[1] - first[0];
    o = outer;
  }
  const std::int64_t inputs = static_cast<std::int64_t>(m.axes[0].inputs) * m.axes[1].inputs * m.axes[2].inputs;
  w.step = m.channelsLast ? m.channels : 1;
  w.base = o * inputs * w.step + channel;
  return w;
}

template <class T, int V>
struct Mix {
  static constexpr int kWidth = V;
  using Number = Compute<T>;
  struct State {
    Number sums[V];
  };
  const T* x;
  T* y;
  Number outside;

  __device__ Number weight(const PlaceAxis& axis, std::int32_t entry) const {
    return static_cast<const Number*>(axis.weight)[entry];
  }
  __device__ State start() const { return {}; }
  __device__ void visit(State& state, const PlaceMap& m, const Window& w, std::int64_t place, std::int32_t z,
                        std::int32_t row, std::int32_t column) const {
    const Number share = weight(m.axes[0], z) * weight(m.axes[1], row) * weight(m.axes[2], column);
    Number values[V];
    loadPack(x, w.base + place * w.step, values);
#pragma unroll
    for (int v = 0; v < V; ++v) state.sums[v] += share * values[v];
  }
  __device__ State combined(State a, const State& b) const {
#pragma unroll
    for (int v = 0; v < V; ++v) a.sums[v] += b.sums[v];
    return a;
  }
  __device__ void finish(std::int64_t o, const Window& w, State state) const {
    if (w.size[0] == 0 || w.size[1] == 0 || w.size[2] == 0) {
#pragma unroll
      for (int v = 0; v < V; ++v) state.sums[v] = outside;
    }
    storePack(y, o * V, state.sums);
  }
};

template <class T>
struct Largest {
  static constexpr int kWidth = 1;
  using Number = Compute<T>;
  struct State {
    Number value;
    std::int32_t place;
  };
  const T* x;
  T* y;
  std::int32_t* indices;

  __device__ State start() const { return {Number(0), -1}; }
  __device__ void visit(State& state, const PlaceMap&, const Window& w, std::int64_t place, std::int32_t, std::int32_t,
                        std::int32_t) const {
    state = combined(state, {widen(x[w.base + place * w.step]), static_cast<std::int32_t>(place)});
  }
  __device__ State combined(State a, State b) const {
    if (a.place < 0 || b.place < 0) return a.place < 0 ? b : a;
    return goesBefore(b.value, b.place, a.value, a.place) ? b : a;
  }
  __device__ void finish(std::int64_t o, const Window&, State state) const {
    y[o] = narrow<T>(state.value);
    indices[o] = state.place;
  }
};

// Visits inputs `share`, share + along, ... of the window in row-major order.
template <bool kShared, class F>
__device__ void visitWindow(const PlaceMap& m, const Window& w, int share, int along, const F& f,
                            typename F::State& state) {
  const auto visit = [&](std::int32_t z, std::int32_t row, std::int32_t column) {
    const std::int64_t line = static_cast<std::int64_t>(m.axes[0].source[z]) * m.axes[1].inputs + m.axes[1].source[row];
    f.visit(state, m, w, line * m.axes[2].inputs + m.axes[2].source[column], z, row, column);
  };
  if constexpr (kShared) {
    const std::int64_t count = static_cast<std::int64_t>(w.size[0]) * w.size[1] * w.size[2];
    const bool narrowCount = count < (std::int64_t{1} << 31);
    for (std::int64_t i = share; i < count; i += along) {
      const std::int64_t line = quotient(i, w.size[2], narrowCount), plane = quotient(line, w.size[1], narrowCount);
      visit(w.first[0] + static_cast<std::int32_t>(plane),
            w.first[1] + static_cast<std::int32_t>(line - plane * w.size[1]),
            w.first[2] + static_cast<std::int32_t>(i - line * w.size[2]));
    }
  } else {
    for (std::int32_t z = w.first[0]; z < w.first[0] + w.size[0]; ++z)
      for (std::int32_t row = w.first[1]; row < w.first[1] + w.size[1]; ++row)
        for (std::int32_t column = w.first[2]; column < w.first[2] + w.size[2]; ++column) visit(z, row, column);
  }
}

template <class F>
__global__ void gatherPlaces(PlaceMap m, Sharing s, F f) {
  for (std::int64_t o = globalThread(); o < s.count; o += gridThreads()) {
    const Window w = windowOf<F::kWidth>(m, o, s.narrowCount);
    typename F::State state = f.start();
    visitWindow<false>(m, w, 0, 1, f, state);
    f.finish(o, w, state);
  }
}

template <class F>
__global__ void gatherSharedPlaces(PlaceMap m, Sharing s, F f) {
  using State = typename F::State;
  __shared__ State parts[kBlockThreads];
  const int thread = static_cast<int>(threadIdx.x);
  const int share = s.adjacent ? thread % s.along : thread / s.across;
  const int output = s.adjacent ? thread / s.along : thread % s.across;
  State* const own = parts + share * s.across + output;
  for (std::int64_t tile = blockIdx.x; tile < s.tiles; tile += gridDim.x) {
    const std::int64_t o = tile * s.across + output;
    const Window w = windowOf<F::kWidth>(m, o < s.count ? o : 0, s.narrowCount);
    State state = f.start();
    if (o < s.count) visitWindow<true>(m, w, share, s.along, f, state);
    *own = state;
    for (int half = s.along / 2; half > 0; half /= 2) {
      __syncthreads();
      if (share < half) *own = f.combined(*own, own[half * s.across]);
    }
    if (share == 0 && o < s.count) f.finish(o, w, *own);
    __syncthreads();  // parts is written again for the next tile
  }
}

template <class F>
cudaError_t launchGather(const PlaceMap& map, const F& f, cudaStream_t stream) {
  if (outputsOf(map) == 0) return cudaSuccess;
  const Sharing s = sharingOf(map, F::kWidth);
  if (s.along == 1) return launch(gatherPlaces<F>, blocksFor(s.count), kBlockThreads, stream, map, s, f);
  return launch(gatherSharedPlaces<F>, blocksFor(s.tiles, 1), kBlockThreads, stream, map, s, f);
}

}  // namespace

template <class T>
cudaError_t mixPlaces(const PlaceMap& map, double outside, const T* x, T* y, cudaStream_t stream) {
  const auto number = static_cast<Compute<T>>(outside);
  if (map.channelsLast && map.channels % kPack<T> == 0)
    return launchGather(map, Mix<T, kPack<T>>{x, y, number}, stream);
  return launchGather(map, Mix<T, 1>{x, y, number}, stream);
}

template <class T>
cudaError_t largestPlaces(const PlaceMap& map, const T* x, T* y, std::int32_t* indices, cudaStream_t stream) {
  return launchGather(map, Largest<T>{x, y, indices}, stream);
}

#define FOVEA_INSTANTIATE(T)                                                              \
  template cudaError_t mixPlaces<T>(const PlaceMap&, double, const T*, T*, cudaStream_t); \
  template cudaError_t largestPlaces<T>(const PlaceMap&, const T*, T*, std::int32_t*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
