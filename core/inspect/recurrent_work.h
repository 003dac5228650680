// Why: forward and backward arithmetic of recurrent layers read the same weights and states, with the gate order and
// equations of core/ops/recurrent_reference.cpp. Internal to the arithmetic.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/inspect/network_trace.h"

namespace fovea {

// One recurrent layer of a stack, in one direction. The pointers belong to the trace and to RecurrentStack::joined.
struct Recurrence {
  int number = 0;  // index in the stack
  bool reverse = false;
  std::int64_t steps = 0, inputs = 0, units = 0, gates = 0;
  const float *x = nullptr, *states = nullptr;  // [T, K] and [T, H], as computed by the engine
  const float *weightInput = nullptr, *weightHidden = nullptr, *biasInput = nullptr, *biasHidden = nullptr;

  std::int64_t rows() const { return gates * units; }
  // Returns the step that is computed before `time`; −1: none, the state is zero.
  std::int64_t before(std::int64_t time) const { return reverse ? (time + 1 < steps ? time + 1 : -1) : time - 1; }
  // Returns the step that is computed at position `order` of all steps.
  std::int64_t timeOf(std::int64_t order) const { return reverse ? steps - 1 - order : order; }
  double stateAt(std::int64_t time, std::int64_t unit) const {
    return time < 0 ? 0 : static_cast<double>(states[time * units + unit]);
  }
  // Return the sums of row `row` of the gates: with the input of a step, and with the state of the step before.
  double inputSum(std::int64_t row, std::int64_t time) const;
  double stateSum(std::int64_t row, std::int64_t time) const;
};

struct RecurrentStack {
  std::vector<Tensor> joined;  // the input of each layer of the stack, then the output of the last one: f32 [T, width]
  std::vector<std::array<std::optional<Recurrence>, 2>> layers;  // forward, and backward if bidirectional
  std::size_t directions = 1;
};

// Returns the recurrences of a layer; nullopt if the trace lacks their weights or states.
std::optional<RecurrentStack> recurrentStack(const NetworkTrace& trace, const TracedLayer& layer);

// The gradients of the loss with respect to the sums of the gates, [T, rows] each. They differ for the candidate of a
// GRU, whose state sum is multiplied by the reset gate.
struct GateSlopes {
  std::vector<double> input, state;
};

// Computes them by backpropagation through time (Werbos 1990) from the gradient of the states in the trace; nullopt if
// the trace has none.
std::optional<GateSlopes> gateSlopes(const TracedLayer& layer, const RecurrentStack& stack, const Recurrence& r);

// Returns the element of the layer's output that belongs to a unit at a step; of a layer that returns only its last
// step, that of the unit.
std::int64_t outputOfUnit(const TracedLayer& layer, const RecurrentStack& stack, const Recurrence& r, std::int64_t time,
                          std::int64_t unit);

}  // namespace fovea
