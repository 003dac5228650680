#include "core/data/importers/rotated_boxes.h"

#include <fmt/format.h>

#include <cmath>

#include "core/data/importing/names.h"

namespace fovea {

void RotatedBoxes::count(std::span<const float> corners) {
  constexpr float kLevel = 0.01f;  // of the extent: coordinates are rounded
  const Box around = boxAround(corners, 0);
  const float across = kLevel * (around.right - around.left), down = kLevel * (around.bottom - around.top);
  bool turned = false;
  for (std::size_t i = 0; i + 1 < corners.size(); i += 2) {
    const float x = corners[i], y = corners[i + 1];
    turned = turned || std::min(x - around.left, around.right - x) > across ||
             std::min(y - around.top, around.bottom - y) > down;
  }
  ++all_;
  turned_ += turned;
}

void RotatedBoxes::tell(DetectionSource& source) const {
  if (all_ == 0) return;
  source.addDecision({"the rotated boxes",
                      "upright boxes around them",
                      fmt::format("Fovea has no rotated boxes; {} of {} are turned", grouped(turned_), grouped(all_)),
                      {}});
}

}  // namespace fovea
