#include "core/exchange/onnx/bilinear_taps.h"

#include <cmath>

namespace fovea {

BilinearTaps::BilinearTaps(std::int64_t count) : count_(count) {
  for (Extents64& rows : rows_) rows.assign(static_cast<std::size_t>(count), -1);
  for (auto& weights : weights_) weights.assign(static_cast<std::size_t>(count), 0.0);
}

void BilinearTaps::set(std::int64_t i, std::int64_t first, std::array<std::int64_t, 2> size, double y, double x) {
  if (!(y > -1 && y < static_cast<double>(size[0]) && x > -1 && x < static_cast<double>(size[1]))) return;
  const double top = std::floor(y), left = std::floor(x);
  for (std::size_t tap = 0; tap < 4; ++tap) {
    const bool below = tap >= 2, right = tap % 2 != 0;
    const std::int64_t row = static_cast<std::int64_t>(top) + (below ? 1 : 0),
                       column = static_cast<std::int64_t>(left) + (right ? 1 : 0);
    if (row < 0 || row >= size[0] || column < 0 || column >= size[1]) continue;
    rows_[tap][static_cast<std::size_t>(i)] = first + row * size[1] + column;
    weights_[tap][static_cast<std::size_t>(i)] =
        (below ? y - top : 1 - (y - top)) * (right ? x - left : 1 - (x - left));
  }
}

std::array<ValueId, 4> BilinearTaps::weighted(Emitter& e, ValueId table) const {
  std::array<ValueId, 4> taps;
  const DataType type = e.typeOf(table).dtype;
  for (std::size_t tap = 0; tap < 4; ++tap)
    taps[tap] = product(e, rows(e, table, rows_[tap]), e.constant(tensorOf(type, Shape{count_, 1}, weights_[tap])));
  return taps;
}

ValueId BilinearTaps::sums(Emitter& e, ValueId table) const {
  const auto taps = weighted(e, table);
  return sum(e, sum(e, taps[0], taps[1]), sum(e, taps[2], taps[3]));
}

ValueId pixelsOf(Emitter& e, ValueId images) {
  const Shape x = e.typeOf(images).shape;
  return reshaped(e, permuted(e, images, {0, 2, 3, 1}), Extents64{x[0] * x[2] * x[3], x[1]});
}

}  // namespace fovea
