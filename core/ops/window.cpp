#include "core/ops/window.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {

std::int64_t WindowAxis::positions() const {
  const std::int64_t room = input + before + after - extent();
  return room < 0 ? 0 : room / stride + 1;
}

std::int64_t WindowAxis::positionsRoundedUp() const {
  const std::int64_t room = input + before + after - extent();
  if (room + stride - 1 < 0) return 0;
  const std::int64_t count = (room + stride - 1) / stride + 1;
  // A window that begins in the padding after the input would contain no input.
  return (count - 1) * stride >= input + before ? count - 1 : count;
}

std::string windowDoesNotFit(const WindowAxis& height, const WindowAxis& width) {
  const bool even = height.before == height.after && width.before == width.after && height.before == width.before;
  const std::string padding = even ? fmt::format("{}", height.before)
                                   : fmt::format("{} at the top, {} left, {} at the bottom, {} right", height.before,
                                                 width.before, height.after, width.after);
  const bool dilated = height.extent() != height.kernel || width.extent() != width.kernel;
  const std::string spread = dilated ? fmt::format(" (spread over {}×{})", height.extent(), width.extent()) : "";
  return fmt::format("A {}×{} kernel{} does not fit in an input of {}×{} with padding {}.", height.kernel, width.kernel,
                     spread, height.input, width.input, padding);
}

Field strideField(std::vector<std::int64_t> value) {
  return listField("stride", "Stride", "Rows and columns from one window to the next.", std::move(value), 1,
                   kMaximumWindow);
}

Field kernelField(std::vector<std::int64_t> value) {
  return listField("kernel", "Kernel", "Height and width of the window.", std::move(value), 1, kMaximumWindow);
}

Field paddingField() {
  return listField("padding", "Padding", "Rows and columns added at the top, left, bottom and right.", {0, 0, 0, 0}, 0,
                   kMaximumWindow);
}

Field dilationField() {
  return listField("dilation", "Dilation", "Rows and columns from one weight of the window to the next.", {1, 1}, 1,
                   kMaximumWindow);
}

Field inputSizeField() {
  return listField("input_size", "Input size", "Height and width of the forward op's input.", {1, 1}, 1,
                   kMaximumExtent);
}

}  // namespace fovea
