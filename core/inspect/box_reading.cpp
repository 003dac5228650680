#include "core/inspect/box_reading.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

// Colours that colour-blind people can tell apart (Okabe and Ito 2008).
constexpr std::uint8_t kColours[][3] = {{230, 159, 0}, {86, 180, 233}, {0, 158, 115},  {240, 228, 66},
                                        {0, 114, 178}, {213, 94, 0},   {204, 121, 167}};

}  // namespace

Result<std::vector<DetectedBox>> placeBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                                            const TensorType& image) {
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
  std::vector<DetectedBox> placed;
  for (const DetectedBox& each : found) {
    const auto [left, top] = toStored(each.box.left, each.box.top);
    const auto [right, bottom] = toStored(each.box.right, each.box.bottom);
    placed.push_back(
        {{std::min(left, right), std::min(top, bottom), std::max(left, right), std::max(top, bottom), each.box.label},
         each.score});
  }
  return placed;
}

void placeInOriginal(std::span<DetectedBox> boxes, const ImageFit& fit, const Shape& image) {
  const auto move = [](float& at, double offset, double scale, std::int64_t end) {
    at = static_cast<float>(std::clamp((static_cast<double>(at) - offset) / scale, 0.0, static_cast<double>(end)));
  };
  for (DetectedBox& each : boxes) {
    move(each.box.left, fit.offsetX, fit.scaleX, image[2]);
    move(each.box.right, fit.offsetX, fit.scaleX, image[2]);
    move(each.box.top, fit.offsetY, fit.scaleY, image[1]);
    move(each.box.bottom, fit.offsetY, fit.scaleY, image[1]);
  }
}

Result<BoxReading> readBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                             const TensorType& image, std::span<const Box> truths) {
  BoxReading reading;
  FOVEA_TRY(reading.found, placeBoxes(shownBoxes(found), transforms, image));
  reading.matches = matchBoxes(reading.found, truths);
  return reading;
}

Result<Tensor> outlineBoxes(const Tensor& image, std::span<const DetectedBox> boxes) {
  FOVEA_TRY(const Tensor coloured, withChannels(image, 3));
  Tensor picture = coloured.clone();
  const std::int64_t height = picture.shape()[1], width = picture.shape()[2];
  const std::int64_t line = std::max<std::int64_t>(1, std::max(height, width) / 300);
  const auto fill = [&](std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom,
                        const std::uint8_t* colour) {
    for (std::int64_t c = 0; c < 3; ++c)
      for (std::int64_t y = std::max<std::int64_t>(top, 0); y < std::min(bottom, height); ++y)
        for (std::int64_t x = std::max<std::int64_t>(left, 0); x < std::min(right, width); ++x)
          picture.data<std::uint8_t>()[(c * height + y) * width + x] = colour[c];
  };
  for (std::size_t i = boxes.size(); i-- > 0;) {  // draws the most probable box on top
    const Box& box = boxes[i].box;
    const std::uint8_t* const colour = kColours[static_cast<std::size_t>(box.label) % std::size(kColours)];
    const auto left = std::lround(box.left), top = std::lround(box.top), right = std::lround(box.right),
               bottom = std::lround(box.bottom);
    fill(left, top, right, top + line, colour);
    fill(left, bottom - line, right, bottom, colour);
    fill(left, top, left + line, bottom, colour);
    fill(right - line, top, right, bottom, colour);
  }
  return picture;
}

}  // namespace fovea
