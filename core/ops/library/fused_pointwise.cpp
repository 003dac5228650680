// fused_pointwise: outputs = program(inputs), for each element, after broadcasting.
//   Gradient rules of elementwise ops emit it, and a pass fuses chains of elementwise ops into it, so that memory is
//   read and written once.
// Shapes: inputs any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), every output
// that
//   one. There are as many inputs and outputs as the program has.
// Defaults: program "1: -> 0", a copy. Gradient: the differentiated program, summed over the axes along which an input
// was
//   broadcast.
// Source: Fovea's own; the form of a program is in core/ops/pointwise.h.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::fused_pointwise_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(const PointwiseProgram program, parsePointwise(request.attributes.text("program")));
  return inferPointwise(program, request.inputs);
}

}  // namespace

OpType fusedPointwiseOp() {
  OpType op;
  op.name = "fused_pointwise";
  op.summary = "outputs = program(inputs), for each element; extents of 1 are repeated.";
  Field program;
  program.name = "program";
  program.title = "Program";
  program.help = "Number of inputs, instructions on registers, and the registers that are outputs.";
  program.kind = FieldKind::Text;
  program.defaultValue = std::string("1: -> 0");
  op.attributes = Schema({program});
  op.inputs = {{"inputs", false, true}};
  op.outputs = {{"outputs", false, true}};
  op.infer = infer;
  completePointwise(op,
                    [](const FieldValues& attributes) { return parsePointwise(attributes.text("program")).value(); });
  return op;
}

}  // namespace fovea::fused_pointwise_op
