#include "core/ops/places.h"

#include <fmt/format.h>

namespace fovea {

Status needPlaces(const std::string& subject, const std::string& what, const TensorType& type) {
  FOVEA_CHECK(needReal(what, type));
  if (type.shape.rank() < 3 || type.shape.rank() > 5)
    return invalidInput(
        fmt::format("{} needs signals [N, C, L], images [N, C, H, W] or volumes [N, C, D, H, W], but the {} is {}.",
                    subject, what, type.shape.toString()));
  if (type.shape.elementsFrom(1) == 0)
    return invalidInput(
        fmt::format("{} needs values with numbers in them, but the {} is {}.", subject, what, shapeWords(type.shape)));
  return {};
}

Extents extentsOfPlaces(const Shape& shape) {
  Extents extents{1, 1, 1};
  for (int axis = 2; axis < shape.rank(); ++axis)
    extents[static_cast<std::size_t>(axis + 3 - shape.rank())] = shape[axis];
  return extents;
}

Result<Shape> withPlaces(const std::string& what, const Shape& shape, const std::vector<std::int64_t>& size) {
  const auto axes = static_cast<std::size_t>(shape.rank() - 2);
  if (size.size() != axes)
    return invalidInput(fmt::format("The {} has {} number{}, but the value has {} {}.", what, size.size(),
                                    size.size() == 1 ? "" : "s", axes, axes == 1 ? "axis" : "axes"));
  std::vector<std::int64_t> extents{shape[0], shape[1]};
  extents.insert(extents.end(), size.begin(), size.end());
  return Shape::make(extents);
}

std::vector<std::int64_t> placesOf(const Shape& shape) {
  return {shape.begin() + 2, shape.end()};
}

Field placesField(std::string name, std::string title, std::string help, std::vector<std::int64_t> value,
                  double minimum, double maximum) {
  Field field = listField(std::move(name), std::move(title), std::move(help), std::move(value), minimum, maximum);
  field.minimumLength = 1;
  field.maximumLength = 3;
  return field;
}

}  // namespace fovea
