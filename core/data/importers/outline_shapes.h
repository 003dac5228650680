// Why: annotation tools store rectangles and ellipses as a few numbers; this converts them to outlines x, y, x, y, … in
// one place for all file formats.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/data/importers/outline_source.h"

namespace fovea {

// Rotates corners around a point by `degrees`, clockwise since the y axis points down.
void turnOutline(std::vector<float>& points, double degrees, double x, double y);

std::vector<float> outlineOfBox(float left, float top, float right, float bottom);

// Returns 64 corners on an ellipse that is rotated around its middle.
std::vector<float> outlineOfEllipse(float x, float y, float radiusX, float radiusY, double degrees = 0);

// Returns the outline with a hole: the even-odd rule ignores the two edges that join them.
std::vector<float> outlineWithHole(std::vector<float> outline, std::span<const float> hole);

// Returns the area of the pixels that are not 0 in a bitmap, row by row, whose top left pixel is at `left`, `top`.
ObjectArea areaOfBitmap(std::span<const std::uint8_t> pixels, std::int64_t width, std::int64_t left, std::int64_t top);

}  // namespace fovea
