// Why: resizing and its backward op share, axis by axis, the two input positions that each output position reads.
#pragma once
#include "core/ops/places.h"

namespace fovea {

// y = (1 - weight) * x[first] + weight * x[second] along one axis. Where weight is 0, second is first.
struct ResizeTap {
  std::int64_t first = 0;
  std::int64_t second = 0;
  double weight = 0;
};

struct ResizeGeometry {
  std::int64_t planes = 0;
  Extents input{1, 1, 1};
  Extents output{1, 1, 1};
  std::array<std::vector<ResizeTap>, 3> taps;
};

// mode, alignment.
std::vector<Field> resizeFields();
// The taps of resizing x [N, C, ...] to the shape of y.
ResizeGeometry readResize(const FieldValues& attributes, const Shape& x, const Shape& y);
// Calls body(position in x's plane, weight) for the inputs of one output; skips those with weight 0.
template <class Body>
void forTaps(const ResizeGeometry& g, std::int64_t z, std::int64_t y, std::int64_t x, Body&& body) {
  const auto both = [](const ResizeTap& tap, auto&& visit) {
    if (tap.weight < 1) visit(tap.first, 1 - tap.weight);
    if (tap.weight > 0) visit(tap.second, tap.weight);
  };
  both(g.taps[0][static_cast<std::size_t>(z)], [&](std::int64_t fromZ, double depth) {
    both(g.taps[1][static_cast<std::size_t>(y)], [&](std::int64_t fromY, double height) {
      both(g.taps[2][static_cast<std::size_t>(x)], [&](std::int64_t fromX, double width) {
        body((fromZ * g.input[1] + fromY) * g.input[2] + fromX, depth * height * width);
      });
    });
  });
}

}  // namespace fovea
