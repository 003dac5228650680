// Why: the one pass that takes an image through a map of the plane, as sharp as its pixels allow and without aliasing
// where it becomes smaller.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/data/transforms/plane_map.h"

namespace fovea {

// u8 [channels, height, width] in memory that somebody else owns.
template <class Byte>
struct Planes {
  Byte* pixels = nullptr;
  std::int64_t channels = 0, height = 0, width = 0;

  Byte* row(std::int64_t channel, std::int64_t y) const { return pixels + (channel * height + y) * width; }
  std::int64_t size() const { return channels * height * width; }
};
using PixelView = Planes<const std::uint8_t>;
using PixelPlanes = Planes<std::uint8_t>;

// Memory that is used again from image to image.
struct WarpScratch {
  std::vector<float> rows;
  std::vector<float> weights;
  std::vector<std::int32_t> firsts;
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
