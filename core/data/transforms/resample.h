// Why: after decoding, resizing is the largest cost of loading a photograph. It uses integers, first along rows and
// then along columns, with the widest registers available, and produces the same bits on every processor.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/transforms/plane_map.h"

namespace fovea {

// u8 [channels, height, width] in memory that it does not own.
template <class Byte>
struct Planes {
  Byte* pixels = nullptr;
  std::int64_t channels = 0, height = 0, width = 0;

  Byte* row(std::int64_t channel, std::int64_t y) const { return pixels + (channel * height + y) * width; }
  std::int64_t size() const { return channels * height * width; }
};
using PixelView = Planes<const std::uint8_t>;
using PixelPlanes = Planes<std::uint8_t>;

// Along one axis, target index i is the weighted sum of `count` source values from firsts[i] on; the weights add up to
// kWeightOne. A first of −1 marks a target outside of the source.
struct AxisTaps {
  std::int64_t count = 0;
  std::vector<std::int32_t> firsts;
  std::vector<std::int16_t> weights;

  bool outside(std::int64_t place) const { return firsts[static_cast<std::size_t>(place)] < 0; }
  const std::int16_t* of(std::int64_t place) const { return weights.data() + place * count; }
};
inline constexpr int kWeightOne = 1 << 14;

// Memory that is reused from image to image.
struct ResampleScratch {
  AxisTaps across, down;
  std::vector<std::int32_t> starts;  // where the bytes of each group of taps start
  std::vector<std::uint8_t> places;  // positions of the taps in these bytes
  std::vector<std::int16_t> packed;  // weights of the taps
  std::vector<std::int16_t> band;    // the rows of a channel, as wide as the target, in units of 1/128
  std::vector<std::uint8_t> row;
};

// Computes the pixel of `target` at (x, y) from `source` around scale · (x + ½, y + ½) + offset, with a triangle filter
// as wide as the reduction, at least one pixel to either side; positions outside of the source are `fill`. Both images
// have the same channels and sizes of at least 1.
void resample(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target,
              ResampleScratch& scratch);

// The same computation in plain code on every processor; the reference for testing the fast one.
void resamplePlainly(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target,
                     ResampleScratch& scratch);

}  // namespace fovea
