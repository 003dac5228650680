// Why: one unit of one sample in one step of a recurrence, forward and backward, for the kernels that come by the sums
// in different ways.
#pragma once
#include "core/backends/cuda/module/device_code.cuh"
#include "core/backends/cuda/module/recurrent.h"

namespace fovea::cuda {

constexpr int kMaximumGates = 4;

__host__ __device__ inline int gatesOf(RecurrentKind kind) {
  return kind == RecurrentKind::Lstm ? 4 : kind == RecurrentKind::Gru ? 3 : 1;
}

__device__ inline float sigmoidOf(float x) {
  return 1.0f / (1.0f + expf(-x));
}
__device__ inline double sigmoidOf(double x) {
  return 1.0 / (1.0 + exp(-x));
}
__device__ inline float tanhOf(float x) {
  return tanhf(x);
}
__device__ inline double tanhOf(double x) {
  return tanh(x);
}

// The sums over the input, and the biases of both sums, of one unit: what a step needs beside the hidden state.
template <class T>
struct CellInputs {
  T fromInput[kMaximumGates], biasHidden[kMaximumGates];
};

template <class T>
__device__ inline CellInputs<T> readCellInputs(const RecurrentForward<T>& s, std::int64_t n, std::int64_t unit) {
  CellInputs<T> inputs;
  const int gates = gatesOf(s.kind);
#pragma unroll
  for (int gate = 0; gate < kMaximumGates; ++gate)
    if (gate < gates) {
      const std::int64_t row = gate * s.units + unit;
      inputs.fromInput[gate] = s.fromInput[n * s.inputPitch + row] + s.biasInput[row];
      inputs.biasHidden[gate] = s.biasHidden[row];
    }
  return inputs;
}

template <class T>
__device__ inline void keepGates(const RecurrentForward<T>& s, std::int64_t n, std::int64_t unit, T a, T b, T c, T d) {
  if (!s.gates) return;
  T* kept = s.gates + n * 4 * s.units + unit;
  kept[0] = a;
  kept[s.units] = b;
  kept[2 * s.units] = c;
  kept[3 * s.units] = d;
}

// The hidden state after the step; everything else is written. `sums` are those over the hidden state, by gate.
template <class T>
__device__ inline T forwardCell(const RecurrentForward<T>& s, const CellInputs<T>& in, std::int64_t n,
                                std::int64_t unit, const T (&sums)[kMaximumGates], T hiddenBefore) {
  const auto sum = [&](int gate) { return in.fromInput[gate] + (sums[gate] + in.biasHidden[gate]); };
  T hidden;
  if (s.kind == RecurrentKind::Lstm) {
    const T i = sigmoidOf(sum(0)), f = sigmoidOf(sum(1)), g = tanhOf(sum(2)), o = sigmoidOf(sum(3));
    const std::int64_t at = n * s.units + unit;
    const T cell = f * s.cellBefore[at] + i * g;
    s.cellAfter[at] = cell;
    if (s.lastCell) s.lastCell[at] = cell;
    keepGates(s, n, unit, i, f, g, o);
    hidden = o * tanhOf(cell);
  } else if (s.kind == RecurrentKind::Gru) {
    const T r = sigmoidOf(sum(0)), z = sigmoidOf(sum(1)), q = sums[2] + in.biasHidden[2];
    const T news = tanhOf(in.fromInput[2] + r * q);
    keepGates(s, n, unit, r, z, q, news);
    hidden = (T(1) - z) * news + z * hiddenBefore;
  } else if (s.kind == RecurrentKind::Tanh) {
    hidden = tanhOf(sum(0));
  } else {
    hidden = sum(0) <= T(0) ? T(0) : sum(0);
  }
  s.y[n * s.outputPitch + unit] = hidden;
  return hidden;
}

// The gradients of the sums over the hidden state, by gate; everything else is written. `dhidden` is what the state
// after the step gets from the next one through its sums.
template <class T>
__device__ inline void backwardCell(const RecurrentBackward<T>& s, std::int64_t n, std::int64_t unit, T dhidden,
                                    T (&dsums)[kMaximumGates]) {
  const std::int64_t at = n * s.units + unit;
  const T* kept = s.gates + n * 4 * s.units + unit;
  T dh = dhidden + s.dy[n * s.outputPitch + unit];
  T dFromInput[kMaximumGates];
  if (s.kind == RecurrentKind::Lstm) {
    const T i = kept[0], f = kept[s.units], g = kept[2 * s.units], o = kept[3 * s.units];
    const T squashed = tanhOf(s.cellAfter[at]);
    const T dc = s.dcell[at] + dh * o * (T(1) - squashed * squashed);
    dsums[0] = dFromInput[0] = dc * g * i * (T(1) - i);
    dsums[1] = dFromInput[1] = dc * s.cellBefore[at] * f * (T(1) - f);
    dsums[2] = dFromInput[2] = dc * i * (T(1) - g * g);
    dsums[3] = dFromInput[3] = dh * squashed * o * (T(1) - o);
    s.dcell[at] = dc * f;
  } else if (s.kind == RecurrentKind::Gru) {
    const T r = kept[0], z = kept[s.units], q = kept[2 * s.units], news = kept[3 * s.units];
    dh += s.carried[at];
    const T dnews = dh * (T(1) - z) * (T(1) - news * news);
    dsums[0] = dFromInput[0] = dnews * q * r * (T(1) - r);
    dsums[1] = dFromInput[1] = dh * (s.hiddenBefore[n * s.hiddenPitch + unit] - news) * z * (T(1) - z);
    dsums[2] = dnews * r;
    dFromInput[2] = dnews;
    s.carried[at] = dh * z;
  } else {
    const T y = s.y[n * s.outputPitch + unit];
    const T slope = s.kind == RecurrentKind::Tanh ? dh * (T(1) - y * y) : y <= T(0) ? T(0) : dh;
    dsums[0] = dFromInput[0] = slope;
  }
  const int gates = gatesOf(s.kind);
#pragma unroll
  for (int gate = 0; gate < kMaximumGates; ++gate)
    if (gate < gates) {
      const std::int64_t to = n * s.sumPitch + gate * s.units + unit;
      s.dFromInput[to] = dFromInput[gate];
      if (s.dFromHidden) s.dFromHidden[to] = dsums[gate];
    }
}

}  // namespace fovea::cuda
