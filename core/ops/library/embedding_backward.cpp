// embedding_backward: dweight[v, k] = sum of dy[..., k] over the positions whose symbol is v, in the order of
// positions. Shapes: dy [..., K], symbols i32 [...], dweight [V,K]. Symbols below 0, or of V or more, count nowhere.
// Defaults: symbols 1 (V). Gradient: none (not needed for training).
// Source: Bengio, Ducharme, Vincent and Jauvin, "A neural probabilistic language model", 2003.
#include "core/ops/op_rules.h"

namespace fovea::embedding_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &dy = request.inputs[0], &symbols = request.inputs[1];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needDataType("symbols", symbols, DataType::Int32));
  const int rank = dy.shape.rank();
  if (rank < 1 || Shape(dy.shape.extents().first(static_cast<std::size_t>(rank - 1))) != symbols.shape)
    return invalidInput("The gradient must hold a row for each of the symbols " + symbols.toString() + ", but is " +
                        dy.toString() + ".");
  FOVEA_TRY(const Shape shape,
            Shape::make(std::vector<std::int64_t>{request.attributes.integer("symbols"), dy.shape[rank - 1]}));
  return std::vector<TensorType>{{dy.dtype, shape}};
}

void reference(const ReferenceRequest& request) {
  const Shape& table = request.outputs[0].type.shape;
  const std::int64_t count = request.inputs[1].type.shape.elementCount(), width = table[1];
  const auto* symbols = request.inputs[1].as<std::int32_t>();
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* dy = request.inputs[0].as<T>();
    T* dweight = request.outputs[0].as<T>();
    for (std::int64_t v = 0; v < table[0]; ++v)
      for (std::int64_t k = 0; k < width; ++k) {
        double sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
          if (symbols[i] == v) sum += static_cast<double>(dy[i * width + k]);
        dweight[v * width + k] = static_cast<T>(sum);
      }
  });
}

}  // namespace

OpType embeddingBackwardOp() {
  OpType op;
  op.name = "embedding_backward";
  op.summary = "dweight[v, k] = Σ dy[..., k] over the positions of symbol v.";
  op.attributes = Schema({integerField("symbols", "Symbols", "How many symbols the table knows.", 1, 1, 1e9)});
  op.inputs = {{"dy"}, {"symbols"}};
  op.outputs = {{"dweight"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::embedding_backward_op
