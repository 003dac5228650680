#include "core/ops/class_axis.h"

#include <fmt/format.h>

#include "core/ops/class_counting.h"
#include "core/ops/op_rules.h"

namespace fovea {

Field classAxisField() {
  return integerField("axis", "Axis", "The axis of the classes; negative ones count from the end.", 1,
                      -Shape::kMaximumRank, Shape::kMaximumRank - 1);
}

Result<int> classAxis(const FieldValues& attributes, const TensorType& scores) {
  const int rank = scores.shape.rank();
  const std::int64_t given = attributes.integer("axis"), axis = given < 0 ? given + rank : given;
  if (axis < 0 || axis >= rank)
    return invalidInput(fmt::format("There is no axis {} in {}.", given, scores.toString()));
  if (scores.shape[static_cast<int>(axis)] == 0) return invalidInput("There are no classes to choose from.");
  return static_cast<int>(axis);
}

ChannelGeometry knownClasses(const FieldValues& attributes, const TensorType& scores) {
  const int axis = classAxis(attributes, scores).value();
  std::int64_t before = 1;
  for (int i = 0; i < axis; ++i) before *= scores.shape[i];
  return {before, scores.shape[axis], scores.shape.elementsFrom(axis + 1)};
}

Shape positionsOf(const Shape& scores, int axis) {
  std::vector<std::int64_t> extents = extentsOf(scores);
  extents.erase(extents.begin() + axis);
  return Shape(std::span<const std::int64_t>(extents));
}

Status needLabels(const FieldValues& attributes, const TensorType& scores, const TensorType& labels) {
  FOVEA_TRY(const int axis, classAxis(attributes, scores));
  return needType("list of labels", labels, {DataType::Int32, positionsOf(scores.shape, axis)});
}

Schema ClassCounting::schema(std::vector<Field> more) {
  std::vector<Field> fields{
      classAxisField(),
      integerField("ignore_index", "Ignored label", "Positions with this label do not count.", -1,
                   std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max())};
  for (Field& field : more) fields.push_back(std::move(field));
  return Schema(std::move(fields));
}

ClassCounting ClassCounting::read(const FieldValues& attributes, const TensorType& scores) {
  return {knownClasses(attributes, scores), attributes.integer("ignore_index")};
}

}  // namespace fovea
