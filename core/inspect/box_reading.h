// Why: found boxes are shown over the stored sample, from which the network's transforms may have cut a part. Pure
// functions.
#pragma once
#include "core/data/files/image_fit.h"
#include "core/data/transforms/transform.h"
#include "core/inspect/detected_boxes.h"

namespace fovea {

// Converts `found`, as returned by detectedBoxes(), to pixels of the stored image. `image` is its type, u8 [C, H, W];
// the network received it after the deterministic part of `transforms`. Fails with InvalidArgument if the transforms do
// not fit the image.
Result<std::vector<DetectedBox>> placeBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                                            const TensorType& image);

// Converts boxes from pixels of a sample back to pixels of the image from which `fit` made it, u8 [C, H, W] of that
// shape.
void placeInOriginal(std::span<DetectedBox> boxes, const ImageFit& fit, const Shape& image);

struct BoxReading {
  std::vector<DetectedBox> found;  // score of at least kShownScore, most probable first, in pixels of the stored image
  BoxMatches matches;              // matches with the sample's own boxes, at kRightOverlap
};

// Places the found boxes and matches them with `truths`, in pixels of the image. Fails as placeBoxes().
Result<BoxReading> readBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                             const TensorType& image, std::span<const Box> truths);

// Draws the outlines of boxes, in pixels of the image, onto `image`, u8 [1 or 3, H, W]. Returns u8 [3, H, W]; each
// class has its own colour (seven in turn). Fails with OutOfMemory.
Result<Tensor> outlineBoxes(const Tensor& image, std::span<const DetectedBox> boxes);

}  // namespace fovea
