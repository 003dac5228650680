// Why: boxes go where the pixels go: the drawing that moves an image moves the boxes in it. Stateless, thread-safe.
#pragma once
#include <vector>

#include "core/data/store/sample.h"
#include "core/data/transforms/sample_drawing.h"

namespace fovea {

// Of a box that a transform cuts off, what is left must be at least this share of its area, or it is no object any
// more.
inline constexpr double kLeastBoxShare = 0.2;

// The boxes of a sample in pixels of the image that `drawing` makes of it: the rectangle around the four corners where
// they come to lie, cut at the border of the image. Those of which less than kLeastBoxShare is left are left out.
std::vector<Box> mapBoxes(const Packed<Box>& boxes, const SampleDrawing& drawing);

}  // namespace fovea
