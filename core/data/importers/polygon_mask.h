// Why: converts object outlines to pixel masks in one place for all file formats.
#pragma once
#include <cstdint>
#include <span>

#include "core/data/store/sample.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Sets the pixels of `mask`, u8 [1, H, W], whose centres lie inside the outline x, y, x, y, … to `value` (even-odd
// rule).
void fillPolygon(std::span<const float> outline, std::uint8_t value, Tensor& mask);
// Does the same for a box; one that is not finite sets nothing.
void fillBox(const Box& box, std::uint8_t value, Tensor& mask);
// Does the same for run lengths down the columns, starting outside (COCO). Cuts off runs beyond the mask.
void fillRuns(std::span<const float> runs, std::uint8_t value, Tensor& mask);
// Sets the pixels from `begin` to before `end`, counted down the columns from the left; `end` is at most H·W.
void fillColumns(std::int64_t begin, std::int64_t end, std::uint8_t value, Tensor& mask);
// Returns the area of an outline in pixels.
double polygonArea(std::span<const float> outline);

}  // namespace fovea
