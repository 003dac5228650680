// Why: the one conversion of object outlines to pixel masks, whatever the file format.
#pragma once
#include <cstdint>
#include <span>

#include "core/tensor/tensor.h"

namespace fovea {

// Sets the pixels of `mask`, u8 [1, H, W], whose centres lie inside the outline x, y, x, y, … to `value` (even-odd
// rule).
void fillPolygon(std::span<const float> outline, std::uint8_t value, Tensor& mask);
// The same for run lengths down the columns, starting outside (COCO). Runs beyond the mask are cut off.
void fillRuns(std::span<const float> runs, std::uint8_t value, Tensor& mask);
// The area of an outline in pixels.
double polygonArea(std::span<const float> outline);

}  // namespace fovea
