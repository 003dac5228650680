// lstm_backward: the gradients of lstm from the last step to the first. With dh and dc those of a step's h' and c':
//   dc += dh o (1 - tanh(c')^2),  di = dc g i (1 - i),  df = dc c f (1 - f),  dg = dc i (1 - g^2),
//   do = dh tanh(c') o (1 - o);  before the step dc = dc f and dh = (di, df, dg, do) U; weights take the sum over
//   steps.
// Shapes: dy and y [N,T,H], x [N,T,K], weights as in lstm, reserve from lstm, dnew_cell [N,H] (zero where left
// out); a gradient for each input of lstm.
// Defaults: reverse false. Gradient: none (not needed for training).
// Source: Werbos, "Backpropagation through time", 1990; Hochreiter and Schmidhuber 1997.
#include "core/ops/recurrent.h"

namespace fovea::lstm_backward_op {

OpType lstmBackwardOp() {
  OpType op = recurrentBackwardOp(RecurrentCell::Lstm);
  op.name = "lstm_backward";
  op.summary = "The gradients of lstm's inputs, weights and first states, from the last step to the first.";
  return op;
}

}  // namespace fovea::lstm_backward_op
