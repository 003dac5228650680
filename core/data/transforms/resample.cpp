#include "core/data/transforms/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "core/data/transforms/resample_rows.h"

namespace fovea {
namespace {

// Integer weights of a triangle filter around scale · (i + ½) + offset; they add up to kWeightOne.
void fillTaps(double scale, double offset, std::int64_t extent, std::int64_t places, AxisTaps& taps) {
  const double reach = std::max(1.0, std::abs(scale)), perPixel = 1 / reach;
  taps.count = std::min<std::int64_t>(extent, static_cast<std::int64_t>(std::ceil(2 * reach)));
  taps.firsts.resize(static_cast<std::size_t>(places));
  taps.weights.resize(static_cast<std::size_t>(places * taps.count));
  std::int16_t* weights = taps.weights.data();
  for (std::int64_t i = 0; i < places; ++i, weights += taps.count) {
    const double centre = scale * (static_cast<double>(i) + 0.5) + offset;
    std::int32_t& first = taps.firsts[static_cast<std::size_t>(i)];
    if (!(centre >= 0 && centre <= static_cast<double>(extent))) {
      first = -1;
      std::fill_n(weights, taps.count, std::int16_t{0});
      continue;
    }
    // The first position with a nonzero weight.
    const auto begin = static_cast<std::int64_t>(std::floor(centre - 0.5 - reach)) + 1;
    first = static_cast<std::int32_t>(std::clamp<std::int64_t>(begin, 0, extent - taps.count));
    const auto triangle = [&](std::int64_t k) {
      return std::max(0.0, 1.0 - std::abs(static_cast<double>(first + k) + 0.5 - centre) * perPixel);
    };
    double sum = 0;
    for (std::int64_t k = 0; k < taps.count; ++k) sum += triangle(k);
    const double unit = kWeightOne / sum;
    std::int64_t largest = 0;
    int left = kWeightOne;
    for (std::int64_t k = 0; k < taps.count; ++k) {
      weights[k] = static_cast<std::int16_t>(triangle(k) * unit + 0.5);
      left -= weights[k];
      if (weights[k] > weights[largest]) largest = k;
    }
    weights[largest] = static_cast<std::int16_t>(weights[largest] + left);
  }
}

// The range of source rows that any target row reads: [begin, end).
std::pair<std::int64_t, std::int64_t> rowsRead(const AxisTaps& down) {
  std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = 0;
  for (const std::int32_t first : down.firsts) {
    if (first < 0) continue;
    begin = std::min<std::int64_t>(begin, first);
    end = std::max<std::int64_t>(end, first + down.count);
  }
  return {std::min(begin, end), end};
}

// The range of taps without zero weights at either end.
std::pair<std::int64_t, std::int64_t> weighing(const std::int16_t* weights, std::int64_t count) {
  std::int64_t begin = 0;
  while (begin + 1 < count && weights[begin] == 0) ++begin;
  while (count > begin + 1 && weights[count - 1] == 0) --count;
  return {begin, count};
}

void run(const PixelView& source, std::uint8_t fill, const PixelPlanes& target, AcrossPlan plan,
         ResampleScratch& scratch) {
  const AxisTaps &across = scratch.across, &down = scratch.down;
  const auto [firstRow, endRow] = rowsRead(down);
  const std::int64_t stride = (target.width + kBandAlignment - 1) / kBandAlignment * kBandAlignment;
  scratch.band.resize(static_cast<std::size_t>((endRow - firstRow) * stride));
  scratch.row.resize(static_cast<std::size_t>(stride));
  for (std::int64_t channel = 0; channel < target.channels; ++channel) {
    for (std::int64_t y = firstRow; y < endRow; ++y) {
      std::int16_t* const band = scratch.band.data() + (y - firstRow) * stride;
#if defined(__x86_64__)
      if (plan != AcrossPlan::Plain) {
        acrossAvx2(source.row(channel, y), plan, scratch, band);
        continue;
      }
#endif
      acrossPlain(source.row(channel, y), across, band);
    }
    for (std::int64_t y = 0; y < target.height; ++y) {
      std::uint8_t* const row = target.row(channel, y);
      if (down.outside(y)) {
        std::memset(row, fill, static_cast<std::size_t>(target.width));
        continue;
      }
      const auto [begin, end] = weighing(down.of(y), down.count);
      const std::int16_t* const band =
          scratch.band.data() + (down.firsts[static_cast<std::size_t>(y)] + begin - firstRow) * stride;
#if defined(__x86_64__)
      if (plan != AcrossPlan::Plain) {
        const bool whole = target.width == stride;
        downAvx2(band, stride, down.of(y) + begin, end - begin, target.width, whole ? row : scratch.row.data());
        if (!whole) std::memcpy(row, scratch.row.data(), static_cast<std::size_t>(target.width));
      } else
#endif
        downPlain(band, stride, down.of(y) + begin, end - begin, target.width, row);
      if (fill == 0) continue;  // positions outside contribute zero
      for (std::int64_t x = 0; x < target.width; ++x)
        if (across.outside(x)) row[x] = fill;
    }
  }
}

}  // namespace

void resample(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target,
              ResampleScratch& scratch) {
  fillTaps(scale.x, offset.x, source.width, target.width, scratch.across);
  fillTaps(scale.y, offset.y, source.height, target.height, scratch.down);
  run(source, fill, target, planAcross(source.width, scratch), scratch);
}

void resamplePlainly(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target,
                     ResampleScratch& scratch) {
  fillTaps(scale.x, offset.x, source.width, target.width, scratch.across);
  fillTaps(scale.y, offset.y, source.height, target.height, scratch.down);
  run(source, fill, target, AcrossPlan::Plain, scratch);
}

}  // namespace fovea
