// rnn_backward: the gradients of rnn from the last step to the first: with dh that of a step's h', ds = dh f'(h'),
//   before the step dh = ds U; weight gradients are summed over steps.
// Shapes: dy and y [N,T,H], x [N,T,K], weights as in rnn, reserve from rnn; a gradient for each input of rnn.
// Defaults: activation tanh, reverse false. Gradient: none (not needed for training).
// Source: Werbos, "Backpropagation through time", 1990.
#include "core/ops/recurrent.h"

namespace fovea::rnn_backward_op {

OpType rnnBackwardOp() {
  OpType op = recurrentBackwardOp(RecurrentCell::Tanh);
  op.name = "rnn_backward";
  op.summary = "The gradients of rnn's inputs, weights and first state, from the last step to the first.";
  op.attributes = Schema({reverseField(), activationField()});
  return op;
}

}  // namespace fovea::rnn_backward_op
