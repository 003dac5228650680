// Why: add and multiply with NumPy's broadcasting.
#include "core/backends/cuda/module/runtime/device_code.cuh"

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

constexpr std::int64_t kNarrow = std::int64_t{1} << 31;
}  // namespace

template <class T>
cudaError_t broadcast(Binary op, std::int64_t n, const BroadcastAxes& axes, const T* a, const T* b, T* y,
                      cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (n < kNarrow)
    return launch(broadcastKernel<std::uint32_t, T>, blocksFor(n), kBlockThreads, stream, op, n, axes, a, b, y);
  return launch(broadcastKernel<std::uint64_t, T>, blocksFor(n), kBlockThreads, stream, op, n, axes, a, b, y);
}

#define FOVEA_INSTANTIATE(T) \
  template cudaError_t broadcast<T>(Binary, std::int64_t, const BroadcastAxes&, const T*, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
