// Why: outlines of objects become masks of pixels in one way, whatever file they come from.
#pragma once
#include <cstdint>
#include <span>

#include "core/tensor/tensor.h"

namespace fovea {

// Sets the pixels of `mask`, u8 [1, H, W], whose centres lie inside the outline x, y, x, y, … to `value` (even-odd).
void fillPolygon(std::span<const float> outline, std::uint8_t value, Tensor& mask);
// The same for runs down the columns, the first of them outside (COCO). What goes beyond the mask is cut off.
void fillRuns(std::span<const float> runs, std::uint8_t value, Tensor& mask);
// The area of an outline in pixels.
double polygonArea(std::span<const float> outline);

}  // namespace fovea
