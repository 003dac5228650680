// Why: the one pass that takes an image through a map of the plane, as sharp as its pixels allow and without aliasing
// where it becomes smaller.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/transforms/resample.h"

namespace fovea {

// Memory that is used again from image to image.
struct WarpScratch {
  ResampleScratch resample;
  std::vector<std::uint8_t> reduced;
};

// The pixel of `target` at p is that of `source` around toSource(p): a triangle as wide as the reduction, at least a
// pixel; places outside of the source are `fill`. Where the map only moves by whole pixels, pixels are copied bit for
// bit. Same channels; sizes of at least 1.
void warp(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target,
          WarpScratch& scratch);
// The same for masks: the nearest pixel, never a mixture.
void warpNearest(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target);

}  // namespace fovea
