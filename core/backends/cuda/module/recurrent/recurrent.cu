// Why: one step of an RNN for any size, in f32 and f64, one thread per unit and sample. Another kernel computes the
// sums over the hidden state.
#include "core/backends/cuda/module/recurrent/recurrent_cells.cuh"

namespace fovea::cuda {
namespace {

// Small blocks, so that small states are spread over many multiprocessors.
constexpr int kThreads = 128;

template <class T>
__global__ void forwardKernel(std::int64_t count, bool narrowCount, RecurrentForward<T> s, const T* fromHidden,
                              T* hidden) {
  const int gates = gatesOf(s.kind);
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t n = quotient(i, s.units, narrowCount), unit = i - n * s.units;
    T sums[kMaximumGates] = {};
#pragma unroll
    for (int gate = 0; gate < kMaximumGates; ++gate)
      if (gate < gates && fromHidden) sums[gate] = fromHidden[(n * gates + gate) * s.units + unit];
    hidden[i] = forwardCell(s, readInputs(s, n, unit, hidden + i), n, unit, sums);
  }
}

template <class T>
__global__ void backwardKernel(std::int64_t count, bool narrowCount, RecurrentBackward<T> s, const T* fromNext,
                               T* dsums) {
  const int gates = gatesOf(s.kind);
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t n = quotient(i, s.units, narrowCount), unit = i - n * s.units;
    T gradients[kMaximumGates] = {};
    backwardCell(s, readInputs(s, n, unit), n, unit, fromNext ? fromNext[i] : T(0), gradients);
#pragma unroll
    for (int gate = 0; gate < kMaximumGates; ++gate)
      if (gate < gates) dsums[(n * gates + gate) * s.units + unit] = gradients[gate];
  }
}

}  // namespace

template <class T>
cudaError_t recurrentForward(const RecurrentForward<T>& step, const T* fromHidden, T* hidden, cudaStream_t stream) {
  const std::int64_t count = step.batch * step.units;
  if (count == 0) return cudaSuccess;
  return launch(forwardKernel<T>, blocksFor(count, kThreads), kThreads, stream, count, isNarrow(count), step,
                fromHidden, hidden);
}

template <class T>
cudaError_t recurrentBackward(const RecurrentBackward<T>& step, const T* fromNext, T* dsums, cudaStream_t stream) {
  const std::int64_t count = step.batch * step.units;
  if (count == 0) return cudaSuccess;
  return launch(backwardKernel<T>, blocksFor(count, kThreads), kThreads, stream, count, isNarrow(count), step, fromNext,
                dsums);
}

#define FOVEA_INSTANTIATE(T)                                                                        \
  template cudaError_t recurrentForward<T>(const RecurrentForward<T>&, const T*, T*, cudaStream_t); \
  template cudaError_t recurrentBackward<T>(const RecurrentBackward<T>&, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
