// lstm: long short-term memory over a sequence. In each step, with h the hidden state and c the cell before it:
//   i = sigmoid(x W_i + h U_i + b_i + e_i), f, o likewise, g = tanh(x W_g + h U_g + b_g + e_g)
//   c' = f c + i g,  h' = o tanh(c'),  y = h'.
// Shapes: x [N,T,K], weight_input W [4H,K], weight_hidden U [4H,H], bias_input b and bias_hidden e [4H], hidden and
// cell [N,H] (zero if omitted), y [N,T,H], new_hidden and new_cell [N,H]; reserve as core/ops/recurrent.h says, or
// [0]. Gates lie in the order i, f, g, o, as in PyTorch's torch.nn.LSTM. Defaults: reverse false, training true.
// Gradient: lstm_backward. Source: Hochreiter and Schmidhuber, "Long short-term memory", 1997; Gers, Schmidhuber and
// Cummins 2000 (forget gate).
#include "core/ops/recurrent.h"

namespace fovea::lstm_op {

OpType lstmOp() {
  OpType op = recurrentOp(RecurrentCell::Lstm, "lstm_backward");
  op.name = "lstm";
  op.summary = "c′ = f·c + i·g, h′ = o·tanh(c′), step by step, with gates i, f, o and news g from the input and h.";
  return op;
}

}  // namespace fovea::lstm_op
