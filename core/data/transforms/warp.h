// Why: the one pass that maps an image through a projective map, as sharp as its pixels allow and without aliasing
// where it becomes smaller.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/transforms/resample.h"

namespace fovea {

// Memory that is reused from image to image.
struct WarpScratch {
  ResampleScratch resample;
  std::vector<std::uint8_t> reduced;
};

// Computes the pixel of `target` at p from `source` around toSource(p), with a triangle filter as wide as the
// reduction, at least one pixel; positions outside of the source are `fill`. Maps that only shift by whole pixels copy
// bit for bit. Both images have the same channels and sizes of at least 1.
void warp(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target,
          WarpScratch& scratch);
// The same for numbers of any range. Where the image becomes smaller, each number is the mean of evenly spread places.
void warpNumbers(const Planes<const float>& source, const PlaneMap& toSource, float fill, const Planes<float>& target);
// The same for masks: takes the nearest pixel, never a mixture.
void warpNearest(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target);

}  // namespace fovea
