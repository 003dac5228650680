// Why: what a person looks for among a million images (dark ones, blank ones, two that are nearly the same) is measured
// once, while they are imported, in a few numbers an image.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

struct ImageFacts {
  std::uint64_t fingerprint = 0;  // alike for images that look alike, see nearDuplicates()
  std::uint8_t brightness = 0;    // mean of the grey image
  std::uint8_t contrast = 0;      // standard deviation of the channel where it is largest
  std::uint8_t colour = 0x88;     // of the mean: Cb / 16 in the upper four bits, Cr / 16 in the lower (BT.601)
  bool blank = false;             // one colour all over, but for the noise of a compressed file
  bool dark = false;              // in every channel mean and two deviations stay below kDarkLimit
  bool tiny = false;              // a side of less than kTinySide pixels

  bool operator==(const ImageFacts&) const = default;
};

inline constexpr std::int64_t kTinySide = 8;
inline constexpr double kDarkLimit = 64;

// Of u8 [C, H, W], C being 1 or 3, at least one pixel (asserted). The fingerprint is the difference hash of the image
// reduced to 9×8 (Krawetz, "Kind of Like That", 2013): bit 8y + x says whether pixel (x, y) is darker than the one to
// its right; where their greys hardly differ, whether it has less of the channel in which they differ most. Differences
// that the noise of a compressed file makes do not count, so that what is flat has no bits.
ImageFacts imageFacts(const Shape& shape, std::span<const std::uint8_t> pixels);

// Groups of at least two fingerprints that differ from another of their group in at most `distance` of 64 bits (0 to
// 7), as indices into `fingerprints`, rising; groups by their first index. Blank images all look alike: leave them out.
std::vector<std::vector<std::uint32_t>> nearDuplicates(std::span<const std::uint64_t> fingerprints, int distance);

}  // namespace fovea
