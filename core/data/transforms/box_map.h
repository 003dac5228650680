// Why: boxes must follow their pixels: the drawing that moves an image moves the boxes in it. Stateless, thread-safe.
#pragma once
#include <vector>

#include "core/data/store/sample.h"
#include "core/data/transforms/sample_drawing.h"

namespace fovea {

// A box that a transform cuts off is dropped if less than this share of its area remains.
inline constexpr double kLeastBoxShare = 0.2;

// The boxes of a sample in pixels of the image that `drawing` makes of it: the bounding rectangle of the four mapped
// corners, clipped to the image. Boxes with less than kLeastBoxShare left are dropped.
std::vector<Box> mapBoxes(const Packed<Box>& boxes, const SampleDrawing& drawing);

}  // namespace fovea
