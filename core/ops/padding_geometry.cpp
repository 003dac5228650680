#include "core/ops/padding_geometry.h"

#include <fmt/format.h>

#include <limits>

namespace fovea {
namespace {

PaddingMode modeOf(const std::string& name) {
  if (name == "reflect") return PaddingMode::Reflect;
  return name == "replicate" ? PaddingMode::Replicate : PaddingMode::Constant;
}

}  // namespace

std::int64_t PaddingGeometry::source(std::size_t axis, std::int64_t at) const {
  const std::int64_t last = input[axis] - 1;
  const std::int64_t inside = at - before[axis];
  if (inside >= 0 && inside <= last) return inside;
  if (mode == PaddingMode::Constant) return -1;
  if (mode == PaddingMode::Replicate) return inside < 0 ? 0 : last;
  return inside < 0 ? -inside : 2 * last - inside;
}

std::vector<Field> paddingFields() {
  Field padding =
      listField("padding", "Padding", "Places added before each axis, then after each: top, left, bottom, right.",
                {0, 0, 0, 0}, 0, kMaximumWindow);
  padding.minimumLength = 2;
  padding.maximumLength = 6;
  Field mode;
  mode.name = "mode";
  mode.title = "Mode";
  mode.help = "The values of the padding.";
  mode.kind = FieldKind::Choice;
  mode.defaultValue = std::string("constant");
  mode.choices = {{"constant", "Constant"}, {"reflect", "Mirror"}, {"replicate", "Repeat the edge"}};
  return {padding, mode,
          realField("value", "Value", "The constant.", 0, std::numeric_limits<double>::lowest(),
                    std::numeric_limits<double>::max())};
}

Result<PaddingGeometry> readPadding(const FieldValues& attributes, const Shape& x) {
  const auto& padding = attributes.list("padding");
  const auto axes = static_cast<std::size_t>(x.rank() - 2);
  if (padding.size() != 2 * axes)
    return invalidInput(
        fmt::format("The padding has {} numbers, but the value needs {}: one before and one after each "
                    "axis.",
                    padding.size(), 2 * axes));
  PaddingGeometry g;
  g.planes = x[0] * x[1];
  g.mode = modeOf(attributes.text("mode"));
  if (attributes.contains("value")) g.value = attributes.real("value");
  g.input = g.output = extentsOfPlaces(x);
  for (std::size_t i = 0; i < axes; ++i) {
    const std::size_t axis = i + 3 - axes;
    const std::int64_t most = std::max(padding[i], padding[i + axes]);
    if (g.mode == PaddingMode::Reflect && most >= g.input[axis])
      return invalidInput(fmt::format("A padding of {} cannot mirror an extent of {}: the padding must be smaller.",
                                      most, g.input[axis]));
    g.before[axis] = padding[i];
    g.output[axis] += padding[i] + padding[i + axes];
  }
  FOVEA_CHECK([&]() -> Status {
    std::vector<std::int64_t> extents{x[0], x[1]};
    for (std::size_t i = 0; i < axes; ++i) extents.push_back(g.output[i + 3 - axes]);
    FOVEA_TRY([[maybe_unused]] const Shape checked, Shape::make(extents));
    return {};
  }());
  return g;
}

Shape paddedShape(const PaddingGeometry& geometry, const Shape& x) {
  Shape y = x;
  for (int axis = 2; axis < x.rank(); ++axis) y[axis] = geometry.output[static_cast<std::size_t>(axis + 3 - x.rank())];
  return y;
}

}  // namespace fovea
