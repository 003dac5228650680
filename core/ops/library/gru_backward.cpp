// gru_backward: the gradients of gru from the last step to the first. With dh that of a step's h' and q = h U_n + e_n:
//   dn = dh (1 - z) (1 - n^2),  dz = dh (h - n) z (1 - z),  dr = dn q r (1 - r),  dq = dn r;
//   before the step dh = dh z + (dr, dz, dq) U; the input sees (dr, dz, dn); weight gradients are summed over steps.
// Shapes: dy and y [N,T,H], x [N,T,K], weights as in gru, reserve from gru; a gradient for each input of gru.
// Defaults: reverse false. Gradient: none (not needed for training).
// Source: Werbos, "Backpropagation through time", 1990; Cho et al. 2014.
#include "core/ops/recurrent.h"

namespace fovea::gru_backward_op {

OpType gruBackwardOp() {
  OpType op = recurrentBackwardOp(RecurrentCell::Gru);
  op.name = "gru_backward";
  op.summary = "The gradients of gru's inputs, weights and first state, from the last step to the first.";
  return op;
}

}  // namespace fovea::gru_backward_op
