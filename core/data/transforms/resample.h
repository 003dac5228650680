// Why: of all that follows the decoding of a photograph, bringing it to another size costs most; so it is done in whole
// numbers, first across and then down, with the widest registers there are, and gives the same bits on every processor.
#pragma once
#include <cstdint>
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

// Along one axis, target place i is the sum of `count` source places from firsts[i] on, by weights that add up to
// kWeightOne; firsts of −1 lie outside of the source.
struct AxisTaps {
  std::int64_t count = 0;
  std::vector<std::int32_t> firsts;
  std::vector<std::int16_t> weights;

  bool outside(std::int64_t place) const { return firsts[static_cast<std::size_t>(place)] < 0; }
  const std::int16_t* of(std::int64_t place) const { return weights.data() + place * count; }
};
inline constexpr int kWeightOne = 1 << 14;

// Memory that is used again from image to image.
struct ResampleScratch {
  AxisTaps across, down;
  std::vector<std::int32_t> starts;  // of what is read for a group of taps
  std::vector<std::uint8_t> places;  // of the taps in it
  std::vector<std::int16_t> packed;  // their weights
  std::vector<std::int16_t> band;    // the rows of a channel, as wide as the target, in 1/128
  std::vector<std::uint8_t> row;
};

// The pixel of `target` at (x, y) is that of `source` around scale · (x + ½, y + ½) + offset: a triangle as wide as the
// reduction, at least a pixel on either side; places outside of the source are `fill`. Same channels; sizes of at least
// 1.
void resample(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target,
              ResampleScratch& scratch);

// The same in plain code whatever the processor: what the fast one is tested against.
void resamplePlainly(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target,
                     ResampleScratch& scratch);

}  // namespace fovea
