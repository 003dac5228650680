// Why: computes one unit of one sample in one step of an RNN, forward and backward, for kernels that compute the sums
// in different ways.
#pragma once
#include "core/backends/cuda/module/recurrent/recurrent.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

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

// Inputs of one unit of a sample in a step, except the sums over the hidden state, as stored. Loading them early hides
// the latency.
template <class T>
struct ForwardInputs {
  T fromInput[kMaximumGates], biasInput[kMaximumGates], biasHidden[kMaximumGates];
  T cell, hidden;  // before the step
};

// `hidden` is the address of the state before the step.
template <class T>
__device__ inline ForwardInputs<T> readInputs(const RecurrentForward<T>& s, std::int64_t n, std::int64_t unit,
                                              const T* hidden) {
  ForwardInputs<T> in{};
  const int gates = gatesOf(s.kind);
#pragma unroll
  for (int gate = 0; gate < kMaximumGates; ++gate)
    if (gate < gates) {
      const std::int64_t row = gate * s.units + unit;
      in.fromInput[gate] = s.fromInput[n * s.inputPitch + row];
      in.biasInput[gate] = s.biasInput[row];
      in.biasHidden[gate] = s.biasHidden[row];
    }
  if (s.kind == RecurrentKind::Lstm) in.cell = s.cellBefore[n * s.units + unit];
  if (s.kind == RecurrentKind::Gru) in.hidden = *hidden;
  return in;
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

// Returns the hidden state after the step and writes everything else. `sums` are those over the hidden state, by gate.
template <class T>
__device__ inline T forwardCell(const RecurrentForward<T>& s, const ForwardInputs<T>& in, std::int64_t n,
                                std::int64_t unit, const T (&sums)[kMaximumGates]) {
  const auto input = [&](int gate) { return in.fromInput[gate] + in.biasInput[gate]; };
  const auto sum = [&](int gate) { return input(gate) + (sums[gate] + in.biasHidden[gate]); };
  T hidden;
  if (s.kind == RecurrentKind::Lstm) {
    const T i = sigmoidOf(sum(0)), f = sigmoidOf(sum(1)), g = tanhOf(sum(2)), o = sigmoidOf(sum(3));
    const std::int64_t at = n * s.units + unit;
    const T cell = f * in.cell + i * g;
    s.cellAfter[at] = cell;
    if (s.lastCell) s.lastCell[at] = cell;
    keepGates(s, n, unit, i, f, g, o);
    hidden = o * tanhOf(cell);
  } else if (s.kind == RecurrentKind::Gru) {
    const T r = sigmoidOf(sum(0)), z = sigmoidOf(sum(1)), q = sums[2] + in.biasHidden[2];
    const T news = tanhOf(input(2) + r * q);
    keepGates(s, n, unit, r, z, q, news);
    hidden = (T(1) - z) * news + z * in.hidden;
  } else if (s.kind == RecurrentKind::Tanh) {
    hidden = tanhOf(sum(0));
  } else {
    hidden = sum(0) <= T(0) ? T(0) : sum(0);
  }
  s.y[n * s.outputPitch + unit] = hidden;
  return hidden;
}

// Backward inputs of one unit of a sample in a step, except the gradient from the next step.
template <class T>
struct BackwardInputs {
  T dy, y, gates[kMaximumGates];
  T cellBefore, cellAfter, hiddenBefore;
  T carried;  // dcell of an LSTM
};

template <class T>
__device__ inline BackwardInputs<T> readInputs(const RecurrentBackward<T>& s, std::int64_t n, std::int64_t unit) {
  BackwardInputs<T> in{};
  const std::int64_t at = n * s.units + unit;
  in.dy = s.dy[n * s.outputPitch + unit];
  if (s.kind == RecurrentKind::Lstm || s.kind == RecurrentKind::Gru) {
#pragma unroll
    for (int gate = 0; gate < kMaximumGates; ++gate) in.gates[gate] = s.gates[(n * 4 + gate) * s.units + unit];
  }
  if (s.kind == RecurrentKind::Lstm) {
    in.cellBefore = s.cellBefore[at];
    in.cellAfter = s.cellAfter[at];
    in.carried = s.dcell[at];
  } else if (s.kind == RecurrentKind::Gru) {
    in.hiddenBefore = s.hiddenBefore[n * s.hiddenPitch + unit];
    in.carried = s.carried[at];
  } else {
    in.y = s.y[n * s.outputPitch + unit];
  }
  return in;
}

// Returns the gradients of the sums over the hidden state, by gate, and writes everything else. `fromNext` is the
// gradient of the state after the step through the sums of the next one.
template <class T>
__device__ inline void backwardCell(const RecurrentBackward<T>& s, const BackwardInputs<T>& in, std::int64_t n,
                                    std::int64_t unit, T fromNext, T (&dsums)[kMaximumGates]) {
  const std::int64_t at = n * s.units + unit;
  T dh = fromNext + in.dy;
  T dFromInput[kMaximumGates] = {};
  if (s.kind == RecurrentKind::Lstm) {
    const T i = in.gates[0], f = in.gates[1], g = in.gates[2], o = in.gates[3];
    const T squashed = tanhOf(in.cellAfter);
    const T dc = in.carried + dh * o * (T(1) - squashed * squashed);
    dsums[0] = dFromInput[0] = dc * g * i * (T(1) - i);
    dsums[1] = dFromInput[1] = dc * in.cellBefore * f * (T(1) - f);
    dsums[2] = dFromInput[2] = dc * i * (T(1) - g * g);
    dsums[3] = dFromInput[3] = dh * squashed * o * (T(1) - o);
    s.dcell[at] = dc * f;
  } else if (s.kind == RecurrentKind::Gru) {
    const T r = in.gates[0], z = in.gates[1], q = in.gates[2], news = in.gates[3];
    dh += in.carried;
    const T dnews = dh * (T(1) - z) * (T(1) - news * news);
    dsums[0] = dFromInput[0] = dnews * q * r * (T(1) - r);
    dsums[1] = dFromInput[1] = dh * (in.hiddenBefore - news) * z * (T(1) - z);
    dsums[2] = dnews * r;
    dFromInput[2] = dnews;
    s.carried[at] = dh * z;
  } else {
    const T slope = s.kind == RecurrentKind::Tanh ? dh * (T(1) - in.y * in.y) : in.y <= T(0) ? T(0) : dh;
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
