// Why: a person sees the found boxes over the sample as it is stored, of which the network's transforms may have taken
// a part. Pure function.
#pragma once
#include "core/data/transforms/transform.h"
#include "core/inspect/detected_boxes.h"

namespace fovea {

// `found` as detectedBoxes() returns it for an image of the type `image`, u8 [C, H, W], that went through the
// deterministic part of `transforms`: the same boxes in pixels of that image. InvalidArgument: the transforms do not
// fit the image.
Result<std::vector<DetectedBox>> placeBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                                            const TensorType& image);

struct BoxReading {
  std::vector<DetectedBox> found;  // from kShownScore on, in pixels of the stored image, the most probable first
  BoxMatches matches;              // with the sample's own boxes, at kRightOverlap
};

// `truths` are in pixels of the image. Fails like placeBoxes().
Result<BoxReading> readBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                             const TensorType& image, std::span<const Box> truths);

// `image`, u8 [1 or 3, H, W], as u8 [3, H, W] with the outlines of boxes in its pixels, each class in a colour of its
// own. OutOfMemory.
Result<Tensor> outlineBoxes(const Tensor& image, std::span<const DetectedBox> boxes);

}  // namespace fovea
