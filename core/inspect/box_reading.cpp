#include "core/inspect/box_reading.h"

#include <algorithm>

namespace fovea {

Result<BoxReading> readBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                             const TensorType& image, std::span<const Box> truths) {
  FOVEA_TRY(const TransformPlan plan, TransformPlan::make(deterministicPart(transforms), image));
  if (!plan.images()) return fail(ErrorCode::InvalidArgument, "Boxes are found in images only.");
  const std::int64_t height = image.shape[1], width = image.shape[2];
  Random unused(0);
  const SampleDrawing drawing = plan.draw(width, height, unused);
  const auto toStored = [&](float x, float y) {
    const Point point =
        drawing.toSource({static_cast<double>(x) * drawing.width, static_cast<double>(y) * drawing.height});
    return std::pair(static_cast<float>(std::clamp(point.x, 0.0, static_cast<double>(width))),
                     static_cast<float>(std::clamp(point.y, 0.0, static_cast<double>(height))));
  };
  BoxReading reading;
  for (const DetectedBox& each : shownBoxes(found)) {
    const auto [left, top] = toStored(each.box.left, each.box.top);
    const auto [right, bottom] = toStored(each.box.right, each.box.bottom);
    reading.found.push_back(
        {{std::min(left, right), std::min(top, bottom), std::max(left, right), std::max(top, bottom), each.box.label},
         each.score});
  }
  reading.matches = matchBoxes(reading.found, truths);
  return reading;
}

}  // namespace fovea
