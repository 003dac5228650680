// rnn: plain recurrence over a sequence: h' = f(x W + b + h U + e) and y = h' in each step, with f = tanh or relu.
// Shapes: x [N,T,K], weight_input W [H,K], weight_hidden U [H,H], bias_input b and bias_hidden e [H], hidden [N,H]
// (zero if omitted), y [N,T,H], new_hidden [N,H]; reserve as core/ops/recurrent.h says, or [0]. Defaults:
// activation tanh, reverse false, training true. Gradient: rnn_backward. Source: Elman, "Finding structure in time",
// 1990; torch.nn.RNN of PyTorch.
#include "core/ops/recurrent.h"

namespace fovea::rnn_op {

OpType rnnOp() {
  OpType op = recurrentOp(RecurrentCell::Tanh, "rnn_backward");
  op.name = "rnn";
  op.summary = "h′ = f(x·W + h·U + b), step by step, with f = tanh or ReLU.";
  std::vector<Field> fields = op.attributes.fields();
  fields.push_back(activationField());
  op.attributes = Schema(std::move(fields));
  return op;
}

}  // namespace fovea::rnn_op
