// Why: add and multiply with NumPy's broadcasting, and the sums that undo it.
#include "core/backends/cuda/module/device_code.cuh"

namespace fovea::cuda {
namespace {

// Index is 32 bits wide where every count fits: division is several times faster.
template <class Index, class T>
__global__ void broadcastKernel(Binary op, Index n, BroadcastAxes axes, const T* a, const T* b, T* y) {
  for (std::int64_t at = globalThread(); at < static_cast<std::int64_t>(n); at += gridThreads()) {
    Index rest = static_cast<Index>(at);
    std::int64_t placeA = 0, placeB = 0;
    for (int axis = axes.rank - 1; axis >= 0; --axis) {
      const Index extent = static_cast<Index>(axes.extent[axis]);
      const std::int64_t coordinate = static_cast<std::int64_t>(rest % extent);
      rest /= extent;
      placeA += coordinate * axes.strideA[axis];
      placeB += coordinate * axes.strideB[axis];
    }
    const Compute<T> left = widen(a[placeA]), right = widen(b[placeB]);
    y[at] = narrow<T>(op == Binary::Add ? left + right : left * right);
  }
}

template <class Index>
__device__ std::int64_t placeOf(Index position, int rank, const std::int64_t* extents, const std::int64_t* strides) {
  std::int64_t place = 0;
  for (int axis = rank - 1; axis >= 0; --axis) {
    const Index extent = static_cast<Index>(extents[axis]);
    place += static_cast<std::int64_t>(position % extent) * strides[axis];
    position /= extent;
  }
  return place;
}

// One thread an output, for short sums.
template <class Index, class T>
__global__ void reduceByThread(ReductionAxes axes, const T* x, T* y) {
  for (std::int64_t o = globalThread(); o < axes.kept; o += gridThreads()) {
    const std::int64_t base = placeOf(static_cast<Index>(o), axes.keptRank, axes.keptExtent, axes.keptStride);
    Compute<T> sum = 0;
    for (std::int64_t r = 0; r < axes.reduced; ++r)
      sum += widen(x[base + placeOf(static_cast<Index>(r), axes.reducedRank, axes.reducedExtent, axes.reducedStride)]);
    y[o] = narrow<T>(sum);
  }
}

// One block an output, for long sums: each thread adds every 256th element, then the block adds its threads.
template <class Index, class T>
__global__ void reduceByBlock(ReductionAxes axes, const T* x, T* y) {
  for (std::int64_t o = blockIdx.x; o < axes.kept; o += gridDim.x) {
    const std::int64_t base = placeOf(static_cast<Index>(o), axes.keptRank, axes.keptExtent, axes.keptStride);
    Compute<T> sum = 0;
    for (std::int64_t r = threadIdx.x; r < axes.reduced; r += blockDim.x)
      sum += widen(x[base + placeOf(static_cast<Index>(r), axes.reducedRank, axes.reducedExtent, axes.reducedStride)]);
    sum = blockSum(sum);
    if (threadIdx.x == 0) y[o] = narrow<T>(sum);
  }
}

constexpr std::int64_t kNarrow = std::int64_t{1} << 31;
constexpr std::int64_t kShortSum = 64;

template <class Index, class T>
cudaError_t launchReduce(const ReductionAxes& axes, const T* x, T* y, cudaStream_t stream) {
  if (axes.reduced <= kShortSum)
    return launch(reduceByThread<Index, T>, blocksFor(axes.kept), kBlockThreads, stream, axes, x, y);
  return launch(reduceByBlock<Index, T>, blocksFor(axes.kept, 1), kBlockThreads, stream, axes, x, y);
}

}  // namespace

template <class T>
cudaError_t broadcast(Binary op, std::int64_t n, const BroadcastAxes& axes, const T* a, const T* b, T* y,
                      cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (n < kNarrow)
    return launch(broadcastKernel<std::uint32_t, T>, blocksFor(n), kBlockThreads, stream, op, n, axes, a, b, y);
  return launch(broadcastKernel<std::uint64_t, T>, blocksFor(n), kBlockThreads, stream, op, n, axes, a, b, y);
}

template <class T>
cudaError_t reduce(const ReductionAxes& axes, const T* x, T* y, cudaStream_t stream) {
  if (axes.kept == 0) return cudaSuccess;
  if (axes.kept < kNarrow && axes.reduced < kNarrow) return launchReduce<std::uint32_t>(axes, x, y, stream);
  return launchReduce<std::uint64_t>(axes, x, y, stream);
}

#define FOVEA_INSTANTIATE(T)                                                                                           \
  template cudaError_t broadcast<T>(Binary, std::int64_t, const BroadcastAxes&, const T*, const T*, T*, cudaStream_t); \
  template cudaError_t reduce<T>(const ReductionAxes&, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
