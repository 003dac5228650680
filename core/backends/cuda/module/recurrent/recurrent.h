// Why: the launchers of RNNs; the rules of launchers.h apply. T is float or double. G is the number of gates: four for
// an LSTM, three for a GRU, one for a plain RNN. core/ops/recurrent.h defines gates, cells and hidden states, and their
// order.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

enum class RecurrentKind { Lstm, Gru, Tanh, Relu };

// One step. A pitch is the number of elements from one sample to the next.
template <class T>
struct RecurrentForward {
  RecurrentKind kind = RecurrentKind::Lstm;
  std::int64_t batch = 0, units = 0;
  const T* fromInput = nullptr;  // x · weight_input
  std::int64_t inputPitch = 0;
  const T *biasInput = nullptr, *biasHidden = nullptr;
  // For an LSTM, [N, H]; both may be the same memory. `lastCell` receives a copy unless it is null.
  const T* cellBefore = nullptr;
  T *cellAfter = nullptr, *lastCell = nullptr;
  T* gates = nullptr;  // [N, 4H], or null if nothing is kept
  T* y = nullptr;
  std::int64_t outputPitch = 0;
};
// `fromHidden` [N, G·H] is hidden · weight_hidden, null for zeros. `hidden` [N, H] becomes the state after the step.
template <class T>
cudaError_t recurrentForward(const RecurrentForward<T>& step, const T* fromHidden, T* hidden, cudaStream_t stream);

template <class T>
struct RecurrentBackward {
  RecurrentKind kind = RecurrentKind::Lstm;
  std::int64_t batch = 0, units = 0;
  const T *dy = nullptr, *y = nullptr;
  std::int64_t outputPitch = 0;
  const T* hiddenBefore = nullptr;  // of a GRU
  std::int64_t hiddenPitch = 0;
  const T *gates = nullptr, *cellBefore = nullptr, *cellAfter = nullptr;
  T* dcell = nullptr;  // for an LSTM, [N, H]: replaced by the gradient before the step
  // for a GRU, [N, H]: the gradient to the previous state that bypasses the sums; replaced as well
  T* carried = nullptr;
  // The gradients of the sums over the input and over the hidden state; the second is null if both are equal.
  T *dFromInput = nullptr, *dFromHidden = nullptr;
  std::int64_t sumPitch = 0;
};
// `fromNext` [N, H] is the gradient of the state through the sums of the next step, null for zeros. `dsums` [N, G·H]
// receives a dense copy of the gradient of the sums over the hidden state.
template <class T>
cudaError_t recurrentBackward(const RecurrentBackward<T>& step, const T* fromNext, T* dsums, cudaStream_t stream);

// A whole step in one kernel (recurrent_steps.cu), f32, for a multiple of kStepRows units. States and gradients of sums
// are stored in tiles of kStepBatch samples, [tile][row][sample], with the last tile padded.
constexpr int kStepRows = 16, kStepBatch = 32;
struct RecurrentTiles {
  // Forward: the result of packRecurrentWeight(), [4H, H] for all but plain cells; backward: the weight itself.
  const float* weight = nullptr;
  // Forward: the hidden states. Backward: the gradients of the sums over them; `before` holds those of the next step.
  const float* before = nullptr;
  float* after = nullptr;
  // [N, H]: forward also stores the state after the step here, unless it is null; for backward see `before` and
  // `after`.
  float* last = nullptr;
  // Backward: recurrentParts() numbers for each unit and sample of the tiles, and a counter for every kStepRows units
  // of a tile, which is zero before the first step.
  float* parts = nullptr;
  unsigned* counters = nullptr;
};
int recurrentParts(RecurrentKind kind, std::int64_t batch, std::int64_t units);
cudaError_t packRecurrentWeight(RecurrentKind kind, std::int64_t units, const float* weight, float* packed,
                                cudaStream_t stream);
// Zeros if `hidden` is null.
cudaError_t packRecurrentState(std::int64_t batch, std::int64_t units, const float* hidden, float* tiles,
                               cudaStream_t stream);
cudaError_t recurrentForwardStep(const RecurrentForward<float>& step, const RecurrentTiles& tiles, cudaStream_t stream);
// Without `before`: the last step. Without `after`: `last` receives the gradient of the state before the first step.
cudaError_t recurrentBackwardStep(const RecurrentBackward<float>& step, const RecurrentTiles& tiles,
                                  cudaStream_t stream);

}  // namespace fovea::cuda
