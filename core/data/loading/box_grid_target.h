// Why: detection learns from dense targets: a grid that says where the centres of boxes are. Pure function.
#pragma once
#include <span>

#include "core/data/store/sample.h"

namespace fovea {

// Writes the target of the layout in core/tensor/box_grid.h, f32 in the shape `grid` [K + 5, H, W], for boxes in pixels
// of an image of `width`×`height`. Around the centre of a box, the channel of its class falls off as a Gaussian whose
// deviations are 0.09 of the box's width and height (Liu et al., "Training-Time-Friendly Network for Real-Time Object
// Detection", 2020). Boxes without an area or without a class among the K are left out. Of several boxes in one cell
// the smallest keeps its numbers.
void writeBoxGrid(std::span<const Box> boxes, double width, double height, const Shape& grid, float* output);

}  // namespace fovea
