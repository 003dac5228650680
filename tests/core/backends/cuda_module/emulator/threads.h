// Why: device code is mostly index arithmetic, which can be tested without a GPU: this header precedes a .cu file for a
// plain C++ compiler, and provides threads, barriers and warp exchanges that run on one host thread. Not covered:
// speed, races that depend on timing, and concurrent effects in a GPU's memory.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <tuple>

// Only one block runs at a time, so its shared memory can be static.
#undef __shared__
#define __shared__ static
#define __launch_bounds__(...)

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;

namespace fovea::cuda::emulator {

// Runs `body` once for each thread of each block. Ends the program if the threads of a block deadlock.
void runGrid(dim3 grid, dim3 block, const std::function<void()>& body);
void waitForBlock();
// Passes `bytes` of this lane to the warp and returns those of lane `from`; every running lane must call it.
void exchange(const void* mine, void* theirs, std::size_t bytes, int from);
// Number of threads that have run: the clock of the emulated device.
extern std::uint64_t threadsRun;
// Appends work to a stream, which runs it when something waits for it.
cudaError_t enqueue(cudaStream_t stream, std::function<void()> work);

inline int lane() {
  return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}
template <class T>
T exchanged(T value, int from) {
  T other{};
  exchange(&value, &other, sizeof value, from);
  return other;
}

}  // namespace fovea::cuda::emulator

inline void __syncthreads() {
  fovea::cuda::emulator::waitForBlock();
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int mask) {
  return fovea::cuda::emulator::exchanged(value, fovea::cuda::emulator::lane() ^ mask);
}
template <class T>
T __shfl_sync(unsigned, T value, int from) {
  return fovea::cuda::emulator::exchanged(value, from);
}
inline std::uint32_t __umulhi(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(a) * b >> 32);
}
template <class T>
T __ldg(const T* place) {
  return *place;
}
template <class T>
T __ldcg(const T* place) {
  return *place;
}
inline void __threadfence() {}

// Only one thread runs at a time.
template <class T>
T atomicAdd(T* place, T value) {
  const T before = *place;
  *place += value;
  return before;
}
template <class T>
T atomicExch(T* place, T value) {
  const T before = *place;
  *place = value;
  return before;
}

// Like CUDA's: of a NaN and a number, the number.
inline float max(float a, float b) {
  return std::fmax(a, b);
}
inline double max(double a, double b) {
  return std::fmax(a, b);
}
inline float min(float a, float b) {
  return std::fmin(a, b);
}
inline double min(double a, double b) {
  return std::fmin(a, b);
}
inline int max(int a, int b) {
  return a < b ? b : a;
}
inline int min(int a, int b) {
  return b < a ? b : a;
}
inline std::int64_t max(std::int64_t a, std::int64_t b) {
  return a < b ? b : a;
}
inline std::int64_t min(std::int64_t a, std::int64_t b) {
  return b < a ? b : a;
}
inline float rsqrtf(float x) {
  return 1.0f / std::sqrt(x);
}

namespace fovea::cuda {

// Replaces the version in device_code.cuh, which needs nvcc.
template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, cudaStream_t stream,
                   const Arguments&... arguments) {
  if (blocks.x == 0 || threads.x == 0 || threads.x * threads.y * threads.z > 1024) return cudaErrorInvalidConfiguration;
  std::tuple<Parameters...> values{static_cast<Parameters>(arguments)...};
  const cudaError_t queued =
      emulator::enqueue(stream, [=] { emulator::runGrid(blocks, threads, [&] { std::apply(kernel, values); }); });
  return queued == cudaSuccess ? cudaGetLastError() : queued;  // like the error query after a launch
}

}  // namespace fovea::cuda
