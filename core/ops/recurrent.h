// Why: LSTM, GRU and plain RNN differ only in their cell. Shape rules, reference kernels and fast kernels share shapes,
// gate order, the reserve of the backward pass and costs. All functions are pure.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

enum class RecurrentCell { Lstm, Gru, Tanh, Relu };

// One direction over sequences x [N, T, K] with H units. Steps are counted in processing order.
//
// The forward pass saves a "reserve" for the backward pass, a row of [N, H] blocks:
//   LSTM: for each step the gates i, f, g, o after activation as one matrix [N, 4H]; then the T + 1 cells, the initial
//         one first; then the initial hidden state.
//   GRU:  for each step r, z, q and n as one matrix [N, 4H], where q is the hidden part of n before r; then the initial
//         hidden state.
//   Plain: the initial hidden state.
struct RecurrentGeometry {
  RecurrentCell cell = RecurrentCell::Lstm;
  std::int64_t batch = 0, steps = 0, inputs = 0, units = 0;
  bool reverse = false;
  bool training = true;

  bool hasCell() const { return cell == RecurrentCell::Lstm; }
  // Number of [H, ...] row blocks in a weight.
  std::int64_t gates() const { return cell == RecurrentCell::Lstm ? 4 : cell == RecurrentCell::Gru ? 3 : 1; }
  std::int64_t rows() const { return gates() * units; }
  // The sequence position of step `step`, which counts in processing order.
  std::int64_t time(std::int64_t step) const { return reverse ? steps - 1 - step : step; }
  std::int64_t block() const { return batch * units; }
  std::int64_t keptBlocks() const { return hasCell() || cell == RecurrentCell::Gru ? 4 : 0; }
  std::int64_t reserveBlocks() const { return steps * keptBlocks() + (hasCell() ? steps + 1 : 0) + 1; }
  // Offsets into the reserve, in elements.
  std::int64_t gatesAt(std::int64_t step) const { return step * keptBlocks() * block(); }
  std::int64_t cellBefore(std::int64_t step) const { return (steps * keptBlocks() + step) * block(); }
  std::int64_t initialHidden() const { return (reserveBlocks() - 1) * block(); }
};

// `x` [N, T, K] and the hidden weight [G·H, H] must be shapes that the forward shape rule accepts.
RecurrentGeometry readRecurrent(RecurrentCell cell, const FieldValues& attributes, const Shape& x, const Shape& weight);
// The cell that the `activation` attribute of rnn selects.
RecurrentCell plainCell(const FieldValues& attributes);

// Returns the description of an op except its name, summary and own attributes. Inputs x, weight_input [G·H, K],
// weight_hidden [G·H, H], bias_input and bias_hidden [G·H], hidden [N, H] and, for LSTM, cell [N, H] (both zero if
// omitted); outputs y [N, T, H], hidden, cell, reserve.
OpType recurrentOp(RecurrentCell cell, const std::string& backwardOp);
// Inputs dy, x, both weights, y, reserve and, for LSTM, dcell [N, H] (zero if omitted); outputs the gradients of the
// forward op's inputs, in their order.
OpType recurrentBackwardOp(RecurrentCell cell);

Field reverseField();
Field activationField();

// Loops in double precision, whatever the type of the tensors.
void recurrentReference(RecurrentCell cell, const ReferenceRequest& request);
void recurrentBackwardReference(RecurrentCell cell, const ReferenceRequest& request);

}  // namespace fovea
