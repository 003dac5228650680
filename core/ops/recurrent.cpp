#include "core/ops/recurrent.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {
namespace {

// The kind of a plain RNN (tanh or relu) is an attribute.
RecurrentCell kindOf(RecurrentCell cell, const FieldValues& attributes) {
  return attributes.contains("activation") ? plainCell(attributes) : cell;
}

Status checkWeights(RecurrentCell cell, const TensorType& x, const TensorType& input, const TensorType& hidden) {
  const std::int64_t gates = RecurrentGeometry{.cell = cell}.gates();
  const std::string rows = gates == 1 ? "H" : fmt::format("{}·H", gates);
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needRank("input", x, 3, "[N, T, K]"));
  if (x.shape[1] == 0) return invalidInput("A sequence needs at least one step.");
  FOVEA_CHECK(needDataType("hidden weight", hidden, x.dtype));
  FOVEA_CHECK(needRank("hidden weight", hidden, 2, "[" + rows + ", H]"));
  if (hidden.shape[1] == 0 || hidden.shape[0] != gates * hidden.shape[1])
    return invalidInput(fmt::format("The hidden weight must be [{}, H], but is {}.", rows, hidden.toString()));
  return needType("input weight", input, {x.dtype, Shape{hidden.shape[0], x.shape[2]}});
}

// The types of y, of one state and of the reserve.
struct RecurrentTypes {
  TensorType y, state, reserve;
};

Result<RecurrentTypes> typesOf(const RecurrentGeometry& g, DataType dtype) {
  FOVEA_TRY(const Shape y, Shape::make(std::vector<std::int64_t>{g.batch, g.steps, g.units}));
  FOVEA_TRY(const Shape reserve, Shape::make(std::vector<std::int64_t>{g.reserveBlocks(), g.batch, g.units}));
  return RecurrentTypes{{dtype, y}, {dtype, Shape{g.batch, g.units}}, {dtype, g.training ? reserve : Shape{0}}};
}

Result<std::vector<TensorType>> inferForward(RecurrentCell cell, const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(checkWeights(cell, x, request.inputs[1], request.inputs[2]));
  const RecurrentGeometry g = readRecurrent(cell, request.attributes, x.shape, request.inputs[2].shape);
  FOVEA_CHECK(needType("input bias", request.inputs[3], {x.dtype, Shape{g.rows()}}));
  FOVEA_CHECK(needType("hidden bias", request.inputs[4], {x.dtype, Shape{g.rows()}}));
  FOVEA_TRY(const RecurrentTypes types, typesOf(g, x.dtype));
  for (std::size_t i = 5; i < request.inputs.size(); ++i)
    FOVEA_CHECK(needType(i == 5 ? "initial hidden state" : "initial cell", request.inputs[i], types.state));
  std::vector<TensorType> outputs{types.y, types.state};
  if (g.hasCell()) outputs.push_back(types.state);
  outputs.push_back(types.reserve);
  return outputs;
}

Result<std::vector<TensorType>> inferBackward(RecurrentCell cell, const InferRequest& request) {
  const TensorType &x = request.inputs[1], &input = request.inputs[2], &hidden = request.inputs[3];
  FOVEA_CHECK(checkWeights(cell, x, input, hidden));
  const RecurrentGeometry g = readRecurrent(cell, request.attributes, x.shape, hidden.shape);
  FOVEA_TRY(const RecurrentTypes types, typesOf(g, x.dtype));
  FOVEA_CHECK(needType("gradient", request.inputs[0], types.y));
  FOVEA_CHECK(needType("output", request.inputs[4], types.y));
  FOVEA_CHECK(needType("reserve", request.inputs[5], types.reserve));
  if (request.inputs.size() > 6) FOVEA_CHECK(needType("gradient of the cell", request.inputs[6], types.state));
  const TensorType bias{x.dtype, Shape{g.rows()}};
  std::vector<TensorType> outputs{x, input, hidden, bias, bias, types.state};
  if (g.hasCell()) outputs.push_back(types.state);
  return outputs;
}

// Returns the gradient of y, including that of the last step's hidden state.
ValueId gradientOfOutput(const GradientRequest& r) {
  const Shape y = r.emitter.typeOf(r.outputs[0]).shape;
  ValueId total = r.outputGradients[0];
  if (r.outputGradients[1].valid()) {
    const ValueId row =
        r.emitter.emitOne("reshape", {{"shape", std::vector<std::int64_t>{y[0], 1, y[2]}}}, {r.outputGradients[1]});
    const FieldValues place{{"axis", std::int64_t{1}},
                            {"start", r.attributes.boolean("reverse") ? std::int64_t{0} : y[1] - 1},
                            {"extent", y[1]}};
    const ValueId last = r.emitter.emitOne("slice_backward", place, {row});
    total = total.valid() ? r.emitter.emitOne("add", {}, {total, last}) : last;
  }
  if (total.valid()) return total;
  return r.emitter.constant(filledTensor(r.emitter.typeOf(r.outputs[0]), 0.0));
}

std::vector<ValueId> gradient(bool hasCell, const std::string& backwardOp, const GradientRequest& r) {
  if (!r.attributes.boolean("training")) {
    r.emitter.reportError(fail(ErrorCode::InvalidArgument, "This recurrence keeps nothing to learn from.",
                               "Set its attribute \"training\"."));
    return std::vector<ValueId>(r.inputs.size());
  }
  FieldValues attributes{{"reverse", r.attributes.boolean("reverse")}};
  if (const FieldValue* activation = r.attributes.find("activation")) attributes.set("activation", *activation);
  std::vector<ValueId> operands{gradientOfOutput(r), r.inputs[0],  r.inputs[1],
                                r.inputs[2],         r.outputs[0], r.outputs.back()};
  if (hasCell && r.outputGradients[2].valid()) operands.push_back(r.outputGradients[2]);
  std::vector<ValueId> gradients = r.emitter.emit(backwardOp, attributes, operands);
  gradients.resize(r.inputs.size());
  return gradients;
}

// Counts multiply-adds of the weights, and about ten operations for each gate.
double forwardFlops(const RecurrentGeometry& g) {
  const double positions = static_cast<double>(g.batch) * static_cast<double>(g.steps * g.rows());
  return positions * (2.0 * static_cast<double>(g.inputs + g.units) + 10.0);
}

}  // namespace

RecurrentGeometry readRecurrent(RecurrentCell cell, const FieldValues& attributes, const Shape& x,
                                const Shape& weight) {
  RecurrentGeometry g{.cell = kindOf(cell, attributes),
                      .batch = x[0],
                      .steps = x[1],
                      .inputs = x[2],
                      .units = weight[1],
                      .reverse = attributes.boolean("reverse")};
  if (const FieldValue* training = attributes.find("training")) g.training = std::get<bool>(*training);
  return g;
}

RecurrentCell plainCell(const FieldValues& attributes) {
  return attributes.text("activation") == "relu" ? RecurrentCell::Relu : RecurrentCell::Tanh;
}

Field reverseField() {
  return booleanField("reverse", "Reverse", "Goes from the last step to the first.", false);
}

Field activationField() {
  Field field;
  field.name = "activation";
  field.title = "Activation";
  field.help = "What makes the new hidden state of a sum.";
  field.kind = FieldKind::Choice;
  field.defaultValue = std::string("tanh");
  field.choices = {{"tanh", "Tanh"}, {"relu", "ReLU"}};
  return field;
}

OpType recurrentOp(RecurrentCell cell, const std::string& backwardOp) {
  OpType op;
  const bool hasCell = cell == RecurrentCell::Lstm;
  op.attributes =
      Schema({reverseField(), booleanField("training", "Training", "Keeps what the backward pass needs.", true)});
  op.inputs = {{"x"}, {"weight_input"}, {"weight_hidden"}, {"bias_input"}, {"bias_hidden"}, {"hidden", true}};
  op.outputs = {{"y"}, {"new_hidden"}};
  if (hasCell) op.inputs.push_back({"cell", true});
  if (hasCell) op.outputs.push_back({"new_cell"});
  op.outputs.push_back({"reserve"});
  op.infer = [cell](const InferRequest& request) { return inferForward(cell, request); };
  op.gradient = [hasCell, backwardOp](const GradientRequest& r) { return gradient(hasCell, backwardOp, r); };
  op.cost = [cell](const CostRequest& r) {
    return costWithFlops(r, forwardFlops(readRecurrent(cell, r.attributes, r.inputs[0].shape, r.inputs[2].shape)));
  };
  op.reference = [cell](const ReferenceRequest& request) {
    recurrentReference(kindOf(cell, request.attributes), request);
  };
  return op;
}

OpType recurrentBackwardOp(RecurrentCell cell) {
  OpType op;
  op.attributes = Schema({reverseField()});
  op.inputs = {{"dy"}, {"x"}, {"weight_input"}, {"weight_hidden"}, {"y"}, {"reserve"}};
  op.outputs = {{"dx"}, {"dweight_input"}, {"dweight_hidden"}, {"dbias_input"}, {"dbias_hidden"}, {"dhidden"}};
  if (cell == RecurrentCell::Lstm) {
    op.inputs.push_back({"dnew_cell", true});
    op.outputs.push_back({"dcell"});
  }
  op.infer = [cell](const InferRequest& request) { return inferBackward(cell, request); };
  op.cost = [cell](const CostRequest& r) {
    return costWithFlops(r,
                         2.0 * forwardFlops(readRecurrent(cell, r.attributes, r.inputs[1].shape, r.inputs[3].shape)));
  };
  op.reference = [cell](const ReferenceRequest& request) {
    recurrentBackwardReference(kindOf(cell, request.attributes), request);
  };
  return op;
}

}  // namespace fovea
