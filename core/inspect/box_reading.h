// Why: a person sees the found boxes over the sample as it is stored, of which the network's transforms may have taken
// a part. Pure function.
#pragma once
#include "core/data/transforms/transform.h"
#include "core/inspect/detected_boxes.h"

namespace fovea {

struct BoxReading {
  std::vector<DetectedBox> found;  // from kShownScore on, in pixels of the stored image, the most probable first
  BoxMatches matches;              // with the sample's own boxes, at kRightOverlap
};

// `found` as detectedBoxes() returns it for an image of the type `image`, u8 [C, H, W], that went through the
// deterministic part of `transforms`. `truths` are in pixels of that image. InvalidArgument: the transforms do not fit
// the image.
Result<BoxReading> readBoxes(std::span<const DetectedBox> found, const TransformList& transforms,
                             const TensorType& image, std::span<const Box> truths);

}  // namespace fovea
