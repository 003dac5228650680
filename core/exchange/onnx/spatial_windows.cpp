#include "core/exchange/onnx/spatial_windows.h"

#include <fmt/format.h>

#include "core/ops/window.h"

namespace fovea {

Extents64 SpatialWindows::padding() const {
  Extents64 all = before;
  all.insert(all.end(), after.begin(), after.end());
  return all;
}

Result<SpatialWindows> readWindows(OnnxNodeContext& c, const Shape& x, Extents64 kernel) {
  const auto axes = static_cast<std::size_t>(std::max(0, x.rank() - 2));
  if (axes < 1 || axes > 3) return unsupported(fmt::format("values of {} axes", x.rank()));
  SpatialWindows w;
  w.kernel = kernel.empty() ? c.integers("kernel_shape").value_or(Extents64()) : std::move(kernel);
  w.strides = c.integers("strides").value_or(Extents64(axes, 1));
  w.dilations = c.integers("dilations").value_or(Extents64(axes, 1));
  w.ceil = c.integer("ceil_mode", 0) != 0;
  Extents64 pads = c.integers("pads").value_or(Extents64(2 * axes, 0));
  if (w.kernel.size() != axes || w.strides.size() != axes || w.dilations.size() != axes || pads.size() != 2 * axes)
    return unsupported("its lists do not have a number for each axis");
  for (const auto* list : {&w.kernel, &w.strides, &w.dilations})
    for (const std::int64_t entry : *list)
      if (entry < 1 || entry > kMaximumWindow) return unsupported(fmt::format("a window of {}", entry));
  for (const std::int64_t pad : pads)
    if (pad < -kMaximumWindow || pad > kMaximumWindow) return unsupported(fmt::format("a padding of {}", pad));
  w.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes));
  w.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end());
  const std::string automatic = c.text("auto_pad", "NOTSET");
  if (automatic == "VALID") w.before = w.after = Extents64(axes, 0);
  if (automatic != "SAME_UPPER" && automatic != "SAME_LOWER") return w;
  for (std::size_t i = 0; i < axes; ++i) {
    const std::int64_t input = x[static_cast<int>(i) + 2], output = (input + w.strides[i] - 1) / w.strides[i];
    const std::int64_t total = std::max<std::int64_t>(0, (output - 1) * w.strides[i] + w.extent(i) - input);
    w.before[i] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
    w.after[i] = total - w.before[i];
  }
  return w;
}

Extents64 asImage(const Extents64& numbers, std::int64_t added) {
  return numbers.size() == 1 ? Extents64{added, numbers[0]} : numbers;
}

SpatialWindows asImage(const SpatialWindows& w) {
  return {asImage(w.kernel, 1), asImage(w.strides, 1), asImage(w.dilations, 1),
          asImage(w.before, 0), asImage(w.after, 0),   w.ceil};
}

Shape asImage(const Shape& shape) {
  return shape.rank() == 3 ? Shape{shape[0], shape[1], 1, shape[2]} : shape;
}

ValueId underRank(Emitter& e, ValueId y, int rank) {
  const Shape shape = e.typeOf(y).shape;
  if (!y.valid() || rank == shape.rank()) return y;
  return reshaped(e, y, Extents64{shape[0], shape[1], shape[3]});
}

}  // namespace fovea
