// Why: one kernel for sums, means and maxima over any axes. A block computes a tile of outputs, each shared by several
// threads so that adjacent threads read adjacent memory; if there are few outputs, each sum is cut into chunks that a
// second launch adds. The order of additions depends on the shapes alone.
#include "core/backends/cuda/module/elementwise/reductions.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr std::int64_t kManyBlocks = 1024;
constexpr std::int64_t kVisits = 16;  // minimum number of elements per thread of a chunk

struct Tiles {
  int across = 1, along = 1;  // outputs of a block, and threads per output
  bool rows = true;           // true: adjacent threads share an output; false: they have adjacent outputs
  std::int64_t count = 0;     // number of tiles
  std::int64_t chunks = 1, perChunk = 0;
  bool narrowCount = false;
};

// The least power of two that is not below `least`, up to `most`.
int powerOfTwo(std::int64_t least, int most) {
  int power = 1;
  while (power < most && power < least) power *= 2;
  return power;
}

Tiles tilesOf(const ReductionAxes& axes, bool chunked) {
  Tiles t;
  t.rows = axes.keptRank == 0 || axes.keptStride[axes.keptRank - 1] != 1;
  const int wide = t.rows ? 1 : powerOfTwo(axes.kept, 32);
  t.along = powerOfTwo((axes.reduced + 3) / 4, kBlockThreads / wide);
  t.across = kBlockThreads / t.along;
  t.count = (axes.kept + t.across - 1) / t.across;
  if (chunked && t.count < kManyBlocks) {
    const std::int64_t wanted = kManyBlocks / t.count, most = axes.reduced / (t.along * kVisits);
    t.chunks = wanted < most ? wanted : most > 1 ? most : 1;
  }
  t.perChunk = (axes.reduced + t.chunks - 1) / t.chunks;
  if (t.perChunk > 0) t.chunks = (axes.reduced + t.perChunk - 1) / t.perChunk;
  t.narrowCount = isNarrow(axes.kept) && isNarrow(axes.reduced);
  return t;
}

template <bool kMaximum, class C>
__device__ C combined(C a, C b) {
  if constexpr (kMaximum)
    return b > a || isnan(b) ? b : a;
  else
    return a + b;
}

__device__ std::int64_t placeOf(std::int64_t position, int rank, const std::int64_t* extents,
                                const std::int64_t* strides, bool narrowCount) {
  if (rank == 0) return 0;
  std::int64_t place = 0;
  for (int axis = rank - 1; axis > 0; --axis) {
    const std::int64_t outer = quotient(position, extents[axis], narrowCount);
    place += (position - outer * extents[axis]) * strides[axis];
    position = outer;
  }
  return place + position * strides[0];
}

// y has the shape [chunks, kept].
template <bool kMaximum, class In, class Out>
__global__ void reduceTiles(ReductionAxes axes, Tiles t, double divisor, const In* x, Out* y) {
  using Number = Compute<In>;
  __shared__ double parts[kBlockThreads];
  constexpr Number kStart = kMaximum ? -kInfinity<Number> : Number(0);
  const int thread = static_cast<int>(threadIdx.x);
  const int share = t.rows ? thread % t.along : thread / t.across,
            output = t.rows ? thread / t.along : thread % t.across;
  double* const own = parts + share * t.across + output;
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.y) * t.perChunk;
  const std::int64_t end = begin + t.perChunk < axes.reduced ? begin + t.perChunk : axes.reduced;
  for (std::int64_t tile = blockIdx.x; tile < t.count; tile += gridDim.x) {
    const std::int64_t o = tile * t.across + output;
    Number total = kStart;
    if (o < axes.kept) {
      const In* const first = x + placeOf(o, axes.keptRank, axes.keptExtent, axes.keptStride, t.narrowCount);
#pragma unroll 4
      for (std::int64_t r = begin + share; r < end; r += t.along)
        total = combined<kMaximum>(
            total, widen(first[placeOf(r, axes.reducedRank, axes.reducedExtent, axes.reducedStride, t.narrowCount)]));
    }
    *own = static_cast<double>(total);
    for (int half = t.along / 2; half > 0; half /= 2) {
      __syncthreads();
      if (share < half) *own = combined<kMaximum>(*own, own[half * t.across]);
    }
    if (share == 0 && o < axes.kept)
      y[static_cast<std::int64_t>(blockIdx.y) * axes.kept + o] = narrow<Out>(static_cast<Compute<Out>>(*own / divisor));
    __syncthreads();  // the next tile overwrites parts
  }
}

template <bool kMaximum, class In, class Out>
cudaError_t launchTiles(const ReductionAxes& axes, const Tiles& t, double divisor, const In* x, Out* y,
                        cudaStream_t stream) {
  const dim3 blocks(blocksFor(t.count, 1), static_cast<unsigned>(t.chunks));
  return launch(reduceTiles<kMaximum, In, Out>, blocks, kBlockThreads, stream, axes, t, divisor, x, y);
}

template <bool kMaximum, class T>
cudaError_t launchReduce(const ReductionAxes& axes, double divisor, const T* x, T* y, void* scratch,
                         cudaStream_t stream) {
  const Tiles t = tilesOf(axes, true);
  if (t.chunks == 1) return launchTiles<kMaximum>(axes, t, divisor, x, y, stream);
  auto* const partials = static_cast<double*>(scratch);
  const cudaError_t error = launchTiles<kMaximum>(axes, t, 1.0, x, partials, stream);
  if (error != cudaSuccess) return error;
  ReductionAxes rest;
  rest.keptRank = rest.reducedRank = 1;
  rest.kept = rest.keptExtent[0] = rest.reducedStride[0] = axes.kept;
  rest.reduced = rest.reducedExtent[0] = t.chunks;
  rest.keptStride[0] = 1;
  return launchTiles<kMaximum>(rest, tilesOf(rest, false), divisor, partials, y, stream);
}

}  // namespace

std::size_t reductionScratch(const ReductionAxes& axes) {
  if (axes.kept == 0) return 0;
  const std::int64_t chunks = tilesOf(axes, true).chunks;
  return chunks > 1 ? static_cast<std::size_t>(chunks * axes.kept) * sizeof(double) : 0;
}

template <class T>
cudaError_t reduce(ReductionKind kind, const ReductionAxes& axes, double divisor, const T* x, T* y, void* scratch,
                   cudaStream_t stream) {
  if (axes.kept == 0) return cudaSuccess;
  if (kind == ReductionKind::Maximum) return launchReduce<true>(axes, 1.0, x, y, scratch, stream);
  return launchReduce<false>(axes, kind == ReductionKind::Mean ? divisor : 1.0, x, y, scratch, stream);
}

#define FOVEA_INSTANTIATE(T) \
  template cudaError_t reduce<T>(ReductionKind, const ReductionAxes&, double, const T*, T*, void*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
