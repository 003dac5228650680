// Why: the launchers of recurrences, apart from those of other ops; see launchers.h for what holds for all of them. T
// is float or double. G is the number of gates: four of an LSTM, three of a GRU, one of a plain recurrence. What the
// gates, cells and hidden states are, and their order, says core/ops/recurrent.h.
#pragma once
#include "core/backends/cuda/module/launchers.h"

namespace fovea::cuda {

enum class RecurrentKind { Lstm, Gru, Tanh, Relu };

// One step. A pitch is the number of elements from a sample to the next.
template <class T>
struct RecurrentForward {
  RecurrentKind kind = RecurrentKind::Lstm;
  std::int64_t batch = 0, units = 0;
  const T* fromInput = nullptr;  // x · weight_input
  std::int64_t inputPitch = 0;
  const T *biasInput = nullptr, *biasHidden = nullptr;
  // Of an LSTM, [N, H]; may be the same memory. `lastCell` takes a copy where it is not null.
  const T* cellBefore = nullptr;
  T *cellAfter = nullptr, *lastCell = nullptr;
  T* gates = nullptr;  // [N, 4H], or null where nothing is kept
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
  T* dcell = nullptr;    // of an LSTM, [N, H]: becomes that before the step
  T* carried = nullptr;  // of a GRU, [N, H]: what goes to the state before not through the sums; replaced likewise
  // The gradients of the sums over the input and over the hidden state; the second is null where both are the same.
  T *dFromInput = nullptr, *dFromHidden = nullptr;
  std::int64_t sumPitch = 0;
};
// `fromNext` [N, H] is what the state after the step gets from the next one through its sums, null for zeros. `dsums`
// [N, G·H] takes the gradient of the sums over the hidden state once more, dense.
template <class T>
cudaError_t recurrentBackward(const RecurrentBackward<T>& step, const T* fromNext, T* dsums, cudaStream_t stream);

// A whole step in one kernel (recurrent_steps.cu), f32, for a multiple of kStepRows units. States and gradients of sums
// lie in tiles of kStepBatch samples, [tile][row][sample], the samples that the last tile lacks included.
constexpr int kStepRows = 16, kStepBatch = 32;
struct RecurrentTiles {
  // Forward as packRecurrentWeight() gives it, [4H, H] for all but plain ones; backward as it is.
  const float* weight = nullptr;
  // Forward the hidden states; backward the gradients of the sums over them, `before` those of the next step.
  const float* before = nullptr;
  float* after = nullptr;
  // [N, H]: forward takes the state after the step too, where it is not null; backward see there.
  float* last = nullptr;
  // Backward, for recurrentParts() numbers a unit and sample of the tiles, and a counter for every kStepRows units of a
  // tile: zero before the first step.
  float* parts = nullptr;
  unsigned* counters = nullptr;
};
int recurrentParts(RecurrentKind kind, std::int64_t batch, std::int64_t units);
cudaError_t packRecurrentWeight(RecurrentKind kind, std::int64_t units, const float* weight, float* packed,
                                cudaStream_t stream);
// Zeros where `hidden` is null.
cudaError_t packRecurrentState(std::int64_t batch, std::int64_t units, const float* hidden, float* tiles,
                               cudaStream_t stream);
cudaError_t recurrentForwardStep(const RecurrentForward<float>& step, const RecurrentTiles& tiles, cudaStream_t stream);
// Without `before`: the last step. Without `after`: `last` takes the gradient of the state before the first step.
cudaError_t recurrentBackwardStep(const RecurrentBackward<float>& step, const RecurrentTiles& tiles,
                                  cudaStream_t stream);

}  // namespace fovea::cuda
