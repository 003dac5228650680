// Why: common device code: number of blocks to launch, index arithmetic, and sums in a fixed order.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <limits>

#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

constexpr int kBlockThreads = 256;
constexpr unsigned kWholeWarp = 0xffffffffu;
template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();
template <class T>
constexpr T kNaN = std::numeric_limits<T>::quiet_NaN();

// Returns the number of blocks for a grid-stride loop over `items` (at least one item). Bounded, so that huge loops
// reuse their blocks.
inline unsigned blocksFor(std::int64_t items, int threads = kBlockThreads) {
  const std::int64_t blocks = (items + threads - 1) / threads;
  return static_cast<unsigned>(blocks < (1 << 20) ? blocks : (1 << 20));
}

#ifdef __CUDACC__
// Enqueues `kernel` and returns the launch's own error.
template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, cudaStream_t stream,
                   const Arguments&... arguments) {
  kernel<<<blocks, threads, 0, stream>>>(static_cast<Parameters>(arguments)...);
  return cudaGetLastError();
}
#endif

// Converts from the storage type to the computing type, and back. Non-real types are unchanged.
template <class T>
__device__ inline T widen(T value) {
  return value;
}
__device__ inline float widen(__half value) {
  return __half2float(value);
}
__device__ inline float widen(__nv_bfloat16 value) {
  return __bfloat162float(value);
}
template <class T>
__device__ inline T narrow(Compute<T> value) {
  return static_cast<T>(value);
}

// Adjacent elements that are loaded or stored in one access.
template <class T, int N>
struct alignas(sizeof(T) * N) Pack {
  T values[N];
};
// Elements in 16 bytes.
template <class T>
constexpr int kPack = 16 / static_cast<int>(sizeof(T));

// Loads the V elements at `position` as one pack.
template <int V, class T>
__device__ inline void loadPack(const T* x, std::int64_t position, Compute<T> (&values)[V]) {
  const auto pack = *reinterpret_cast<const Pack<T, V>*>(x + position);
#pragma unroll
  for (int v = 0; v < V; ++v) values[v] = widen(pack.values[v]);
}
template <int V, class T>
__device__ inline void storePack(T* y, std::int64_t position, const Compute<T> (&values)[V]) {
  Pack<T, V> pack;
#pragma unroll
  for (int v = 0; v < V; ++v) pack.values[v] = narrow<T>(values[v]);
  *reinterpret_cast<Pack<T, V>*>(y + position) = pack;
}

inline bool isAligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}

__device__ inline std::int64_t globalThread() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t gridThreads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

// Returns `i / by` for i >= 0; `narrow` says that both are below 2^31, where division is several times faster.
__device__ inline std::int64_t quotient(std::int64_t i, std::int64_t by, bool narrow) {
  return narrow ? static_cast<std::int64_t>(static_cast<std::uint32_t>(i) / static_cast<std::uint32_t>(by)) : i / by;
}

inline bool isNarrow(std::int64_t count) {
  return count < (std::int64_t{1} << 31);
}

// If several arrays are processed in one launch: returns the array of this block, the last one whose `firstBlock` is at
// most this block.
template <int N>
__device__ inline int ownerOfBlock(const unsigned (&firstBlock)[N], int count) {
  int low = 0, high = count - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (firstBlock[middle] <= blockIdx.x)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

template <class T>
__device__ inline T warpSum(T value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(kWholeWarp, value, offset);
  return value;
}

// Like fmax, ignores NaN unless all values are NaN; sums of exp(value - maximum) still become NaN.
template <class T>
__device__ inline T warpMaximum(T value) {
  for (int offset = 16; offset > 0; offset /= 2) value = max(value, __shfl_xor_sync(kWholeWarp, value, offset));
  return value;
}

// Returns to every thread the sum over a block of a multiple of 32 threads, at most 1024. Every thread must call it.
template <class T>
__device__ inline T blockSum(T value) {
  __shared__ T parts[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = warpSum(value);
  if (lane == 0) parts[warp] = value;
  __syncthreads();
  value = warpSum(lane < warps ? parts[lane] : T(0));
  __syncthreads();  // parts may be written again by the next call
  return value;
}

}  // namespace fovea::cuda
