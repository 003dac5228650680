// concatenate: the inputs one after the other along one axis.
// Shapes: inputs [..., D1, ...], [..., D2, ...], ..., equal but for `axis`; y [..., D1 + D2 + ..., ...].
// Defaults: axis 1 (channels). Gradient: a slice for each input.
// Source: Szegedy et al., "Going Deeper with Convolutions", 2015 (filter concatenation).
#include <fmt/format.h>

#include <cstring>

#include "core/ops/op_rules.h"

namespace fovea::concatenate_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const TensorType& first = request.inputs[0];
  if (axis >= first.shape.rank())
    return invalidInput(fmt::format("There is no axis {} in {} to join along.", axis, first.toString()));
  std::int64_t total = 0;
  for (const TensorType& type : request.inputs) {
    TensorType aligned = type;
    if (type.shape.rank() == first.shape.rank()) aligned.shape[axis] = first.shape[axis];
    if (aligned != first) {
      if (type.dtype != first.dtype || type.shape.rank() < 2) return needSame(first, type).error();
      return invalidInput(fmt::format("Inputs differ: {} and {}.", shapeWords(first.shape), shapeWords(type.shape)));
    }
    if (__builtin_add_overflow(total, type.shape[axis], &total)) return invalidInput("There are too many inputs.");
  }
  TensorType y = first;
  y.shape[axis] = total;
  return std::vector<TensorType>{y};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  const std::int64_t axis = r.attributes.integer("axis");
  std::int64_t start = 0;
  for (std::size_t i = 0; i < r.inputs.size(); ++i) {
    const std::int64_t length = r.emitter.typeOf(r.inputs[i]).shape[static_cast<int>(axis)];
    if (r.needed[i])
      gradients[i] =
          r.emitter.emitOne("slice", {{"axis", axis}, {"start", start}, {"length", length}}, {r.outputGradients[0]});
    start += length;
  }
  return gradients;
}

void reference(const ReferenceRequest& request) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const TensorType& type = request.outputs[0].type;
  std::int64_t rows = 1;
  for (int i = 0; i < axis; ++i) rows *= type.shape[i];
  auto* y = request.outputs[0].as<std::byte>();
  for (std::int64_t row = 0; row < rows; ++row)
    for (const TensorView& input : request.inputs) {
      const std::size_t bytes = static_cast<std::size_t>(input.type.shape.elementsFrom(axis)) * byteSize(type.dtype);
      if (bytes > 0) std::memcpy(y, input.as<std::byte>() + static_cast<std::size_t>(row) * bytes, bytes);
      y += bytes;
    }
}

}  // namespace

OpType concatenateOp() {
  OpType op;
  op.name = "concatenate";
  op.summary = "The inputs one after the other along one axis.";
  op.attributes = Schema(
      {integerField("axis", "Axis", "The axis to join along; 1 is the channels.", 1, 0, Shape::kMaximumRank - 1)});
  op.inputs = {{"x", false, true}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) { return costWithFlops(r, 0); };
  op.reference = reference;
  return op;
}

}  // namespace fovea::concatenate_op
