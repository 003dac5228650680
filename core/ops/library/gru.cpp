// gru: gated recurrent unit over a sequence. In each step, with h the hidden state before it:
//   r = sigmoid(x W_r + b_r + h U_r + e_r),  z = sigmoid(x W_z + b_z + h U_z + e_z),
//   n = tanh(x W_n + b_n + r (h U_n + e_n)),  h' = (1 - z) n + z h,  y = h'.
// Shapes: x [N,T,K], weight_input W [3H,K], weight_hidden U [3H,H], bias_input b and bias_hidden e [3H], hidden [N,H]
// (zero if omitted), y [N,T,H], new_hidden [N,H]; reserve as core/ops/recurrent.h says, or [0].
// Gates lie in the order r, z, n, as in PyTorch's torch.nn.GRU.
// Defaults: reverse false, training true. Gradient: gru_backward.
// Source: Cho et al., "Learning phrase representations using RNN encoder-decoder", 2014, with r behind the product.
#include "core/ops/recurrent.h"

namespace fovea::gru_op {

OpType gruOp() {
  OpType op = recurrentOp(RecurrentCell::Gru, "gru_backward");
  op.name = "gru";
  op.summary = "h′ = (1 − z)·n + z·h, step by step, with gates r, z and news n from the input and h.";
  return op;
}

}  // namespace fovea::gru_op
