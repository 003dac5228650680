#include "core/ops/reduction.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {

Schema reductionSchema() {
  Field axes = listField("axes", "Axes", "The axes that are reduced; negative ones count from the end; none: all.", {},
                         -Shape::kMaximumRank, Shape::kMaximumRank - 1);
  axes.maximumLength = Shape::kMaximumRank;
  return Schema({axes, booleanField("keep_dims", "Keep axes", "Leaves each reduced axis with one entry.", false)});
}

Result<Reduction> reductionOf(const FieldValues& attributes, const TensorType& input) {
  const int rank = input.shape.rank();
  std::vector<bool> reduced(static_cast<std::size_t>(rank), attributes.list("axes").empty());
  for (const std::int64_t axis : attributes.list("axes")) {
    const std::int64_t wanted = axis < 0 ? axis + rank : axis;
    if (wanted < 0 || wanted >= rank)
      return invalidInput(fmt::format("There is no axis {} in {}.", axis, input.toString()));
    if (reduced[static_cast<std::size_t>(wanted)]) return invalidInput(fmt::format("Axis {} is named twice.", axis));
    reduced[static_cast<std::size_t>(wanted)] = true;
  }
  Reduction reduction;
  reduction.kept = input.shape;
  std::vector<std::int64_t> output;
  for (int axis = 0; axis < rank; ++axis) {
    const bool gone = reduced[static_cast<std::size_t>(axis)];
    if (gone) {
      reduction.count *= input.shape[axis];
      reduction.kept[axis] = 1;
    }
    if (!gone || attributes.boolean("keep_dims")) output.push_back(reduction.kept[axis]);
  }
  reduction.output = Shape(std::span<const std::int64_t>(output));
  return reduction;
}

Reduction knownReduction(const FieldValues& attributes, const TensorType& input) {
  return reductionOf(attributes, input).value();
}

Result<std::vector<TensorType>> inferReduction(const InferRequest& request) {
  FOVEA_CHECK(needReal("input", request.inputs[0]));
  FOVEA_TRY(const Reduction reduction, reductionOf(request.attributes, request.inputs[0]));
  return std::vector<TensorType>{{request.inputs[0].dtype, reduction.output}};
}

ValueId keptGradient(const GradientRequest& request, ValueId value) {
  return reshapedTo(request.emitter, value,
                    knownReduction(request.attributes, request.emitter.typeOf(request.inputs[0])).kept);
}

Cost costOfReduction(const CostRequest& request) {
  return costWithFlops(request, static_cast<double>(request.inputs[0].shape.elementCount()));
}

ValueId reshapedTo(Emitter& emitter, ValueId value, const Shape& shape) {
  if (!value.valid()) return value;
  const Shape from = emitter.typeOf(value).shape;
  if (from == shape) return value;
  // In the attribute, 0 copies an axis of the input, so an empty axis is written as -1 (inferred).
  std::vector<std::int64_t> list = extentsOf(shape);
  for (int axis = 0; axis < shape.rank(); ++axis)
    if (shape[axis] == 0 && (axis >= from.rank() || from[axis] != 0)) list[static_cast<std::size_t>(axis)] = -1;
  return emitter.emitOne("reshape", {{"shape", list}}, {value});
}

ValueId broadcastTo(Emitter& emitter, ValueId value, const Shape& shape) {
  if (!value.valid() || emitter.typeOf(value).shape == shape) return value;
  return emitter.emitOne("broadcast_to", {{"shape", extentsOf(shape)}}, {value});
}

}  // namespace fovea
