// Why: the product of two values that both come from the network, as attention and bilinear models need.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::matrix_product_layer {
namespace {

struct MatrixProductParameters {
  bool transposeFirst = false;
  bool transposeSecond = false;
};

const TypedSchema<MatrixProductParameters>& schema() {
  using P = MatrixProductParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::transposeFirst,
                 plainField("transpose_first", "Transpose first", "Swaps rows and columns of the first input."))
          .field(&P::transposeSecond,
                 plainField("transpose_second", "Transpose second", "Swaps rows and columns of the second input."));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const MatrixProductParameters p = schema().read(values);
  for (const ValueId input : inputs)
    if (const Shape shape = builder.shapeOf(input); shape.rank() < 3)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("A matrix product needs a matrix [M, K] in each sample, but got {}.", inputWords(shape)),
                  "Insert Reshape before it.");
  return builder.graph().emit("matmul", {{"transpose_a", p.transposeFirst}, {"transpose_b", p.transposeSecond}},
                              inputs);
}

std::string caption(const FieldValues& values) {
  const MatrixProductParameters p = schema().read(values);
  return fmt::format("A{} · B{}", p.transposeFirst ? "ᵀ" : "", p.transposeSecond ? "ᵀ" : "");
}

}  // namespace

LayerType matrixProductLayer() {
  LayerType layer;
  layer.name = "matrix_product";
  layer.title = "Matrix product";
  layer.help =
      "Multiplies the matrices of its two inputs, sample by sample.\n"
      "Formula: y = A · B, either one transposed first where asked for.\n"
      "Inputs [N, ..., M, K] and [N, ..., K, L]; output [N, ..., M, L]. All axes before the last two must be the same "
      "in "
      "both.\n"
      "Default: nothing is transposed.";
  layer.family = LayerFamily::Linear;
  layer.parameters = schema().schema();
  layer.inputs = {{"first"}, {"second"}};
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::matrix_product_layer
