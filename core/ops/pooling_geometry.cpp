#include "core/ops/pooling_geometry.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {

std::int64_t PoolingGeometry::divisor(const WindowAxis& axis, std::int64_t position) const {
  if (!countIncludePadding) return end(axis, position) - begin(axis, position);
  const std::int64_t first = position * axis.stride - axis.before;
  return std::min(first + axis.kernel, axis.input + axis.after) - first;
}

double PoolingGeometry::flops() const {
  return static_cast<double>(outputShape().elementCount()) * static_cast<double>(height.kernel) *
         static_cast<double>(width.kernel);
}

std::vector<Field> poolingFields() {
  return {kernelField({2, 2}), strideField({2, 2}), paddingField(),
          booleanField("ceil_mode", "Round up", "Keep a last window that reaches over the edge.", false)};
}

Field countIncludePaddingField() {
  return booleanField("count_include_padding", "Count padding", "Let the zeros of the padding count in the average.",
                      false);
}

Result<PoolingGeometry> readPooling(const FieldValues& attributes, const Shape& x) {
  if (x.rank() != 4)
    return invalidInput(fmt::format("Pooling needs images [N, C, H, W], but the input is {}.", x.toString()));
  if (x.elementsFrom(1) == 0)
    return invalidInput(fmt::format("Pooling needs images with pixels, but the input is {}.", shapeWords(x)));
  const auto& kernel = attributes.list("kernel");
  const auto& stride = attributes.list("stride");
  const auto& padding = attributes.list("padding");
  PoolingGeometry g;
  g.batch = x[0];
  g.channels = x[1];
  g.height = {x[2], kernel[0], stride[0], 1, padding[0], padding[2]};
  g.width = {x[3], kernel[1], stride[1], 1, padding[1], padding[3]};
  for (const WindowAxis& axis : {g.height, g.width})
    if (std::max(axis.before, axis.after) >= axis.kernel)
      return invalidInput(
          fmt::format("A padding of {} is not smaller than the {}×{} window, so a window could see nothing.",
                      std::max(axis.before, axis.after), kernel[0], kernel[1]));
  const bool roundUp = attributes.boolean("ceil_mode");
  g.outputHeight = roundUp ? g.height.positionsRoundedUp() : g.height.positions();
  g.outputWidth = roundUp ? g.width.positionsRoundedUp() : g.width.positions();
  if (g.outputHeight < 1 || g.outputWidth < 1) return invalidInput(windowDoesNotFit(g.height, g.width));
  if (attributes.contains("count_include_padding")) g.countIncludePadding = attributes.boolean("count_include_padding");
  return g;
}

Result<PoolingGeometry> readPoolingBackward(const FieldValues& attributes, const Shape& dy) {
  if (dy.rank() != 4)
    return invalidInput(fmt::format("Pooling needs images [N, C, H, W], but the gradient is {}.", dy.toString()));
  const auto& size = attributes.list("input_size");
  const std::int64_t extents[] = {dy[0], dy[1], size[0], size[1]};
  FOVEA_TRY(const Shape x, Shape::make(extents));
  FOVEA_TRY(auto geometry, readPooling(attributes, x));
  if (geometry.outputShape() == dy) return geometry;
  return invalidInput(fmt::format("The gradient must be {} as the pooling's output, but is {}.",
                                  geometry.outputShape().toString(), dy.toString()));
}

}  // namespace fovea
