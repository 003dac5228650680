// Why: the properties by which a person searches a million images (dark, blank, nearly identical) are measured once,
// during the import, as a few numbers per image.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

struct ImageFacts {
  std::uint64_t fingerprint = 0;  // similar for images that look similar, see nearDuplicates()
  std::uint8_t brightness = 0;    // mean of the grey image
  std::uint8_t contrast = 0;      // standard deviation of the channel where it is largest
  std::uint8_t colour = 0x88;     // mean colour: Cb / 16 in the upper four bits, Cr / 16 in the lower (BT.601)
  bool blank = false;             // one colour everywhere, except for compression noise
  bool dark = false;              // in every channel, mean plus two deviations stays below kDarkLimit
  bool tiny = false;              // a side of less than kTinySide pixels

  bool operator==(const ImageFacts&) const = default;
};

inline constexpr std::int64_t kTinySide = 8;
inline constexpr double kDarkLimit = 64;

// Measures u8 [C, H, W] with C = 1 or 3 and at least one pixel (asserted). The fingerprint is the difference hash of
// the image reduced to 9×8 (Krawetz, "Kind of Like That", 2013): bit 8y + x says whether pixel (x, y) is darker than
// the one to its right; where their greys hardly differ, whether it has less of the channel in which they differ most.
// Differences as small as compression noise do not count, so flat areas set no bits.
ImageFacts imageFacts(const Shape& shape, std::span<const std::uint8_t> pixels);

// Groups of at least two fingerprints, each of which differs from another one of its group in at most `distance` of 64
// bits (0 to 7). Groups are ascending indices into `fingerprints`, ordered by their first index. Blank images all look
// alike: leave them out.
std::vector<std::vector<std::uint32_t>> nearDuplicates(std::span<const std::uint64_t> fingerprints, int distance);

}  // namespace fovea
