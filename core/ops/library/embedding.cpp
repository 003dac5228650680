// embedding: y[..., k] = weight[symbols[...], k]: replaces each symbol (token id) by its row of the table.
// Shapes: weight [V,K], symbols i32 [...], y [..., K].
// A symbol below 0 means "none": its output is zeros and it has no gradient. A symbol of V or more gives NaN, so that
// the error is noticed and nothing is read outside the table.
// Gradient: embedding_backward.
// Source: Bengio, Ducharme, Vincent and Jauvin, "A neural probabilistic language model", 2003.
#include <limits>

#include "core/ops/op_rules.h"

namespace fovea::embedding_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &weight = request.inputs[0], &symbols = request.inputs[1];
  FOVEA_CHECK(needReal("weight", weight));
  FOVEA_CHECK(needRank("weight", weight, 2, "[V, K]"));
  FOVEA_CHECK(needDataType("symbols", symbols, DataType::Int32));
  if (weight.shape.elementCount() == 0)
    return invalidInput("The weight " + weight.shape.toString() + " holds no numbers.");
  if (symbols.shape.rank() >= Shape::kMaximumRank)
    return invalidInput("The symbols " + symbols.toString() + " have too many axes.");
  std::vector<std::int64_t> extents = extentsOf(symbols.shape);
  extents.push_back(weight.shape[1]);
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  return std::vector<TensorType>{{weight.dtype, shape}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  if (!r.needed[0]) return {ValueId{}, ValueId{}};
  const FieldValues attributes{{"symbols", r.emitter.typeOf(r.inputs[0]).shape[0]}};
  return {r.emitter.emitOne("embedding_backward", attributes, {r.outputGradients[0], r.inputs[1]}), ValueId{}};
}

void reference(const ReferenceRequest& request) {
  const Shape& table = request.inputs[0].type.shape;
  const std::int64_t count = request.inputs[1].type.shape.elementCount(), width = table[1];
  const auto* symbols = request.inputs[1].as<std::int32_t>();
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* weight = request.inputs[0].as<T>();
    T* y = request.outputs[0].as<T>();
    for (std::int64_t i = 0; i < count; ++i)
      for (std::int64_t k = 0; k < width; ++k) {
        if (symbols[i] < 0)
          y[i * width + k] = T(0);
        else if (symbols[i] >= table[0])
          y[i * width + k] = std::numeric_limits<T>::quiet_NaN();
        else
          y[i * width + k] = weight[symbols[i] * width + k];
      }
  });
}

}  // namespace

OpType embeddingOp() {
  OpType op;
  op.name = "embedding";
  op.summary = "y[..., k] = weight[symbol, k]: each symbol becomes its row of a table.";
  op.inputs = {{"weight"}, {"symbols"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return Cost{0, 2.0 * static_cast<double>(r.outputs[0].bytes()) + static_cast<double>(r.inputs[1].bytes())};
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::embedding_op
