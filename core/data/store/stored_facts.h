// Why: the measurements of every image are kept in a table of its segment, so that a million samples are searched
// (dark, blank, tiny, nearly identical) without reading one of them.
#pragma once
#include "core/data/store/image_facts.h"

namespace fovea {

// The measurements of one sample. The table "facts" stores them sample by sample, in the byte order of this machine as
// everything else in a segment.
struct StoredFacts {
  // Not set: imported before facts were stored, or by a Fovea that measured only the grey image (which set bit 0).
  static constexpr std::uint8_t kKnown = 32;
  static constexpr std::uint8_t kImage = 2;  // not set: no image, so only the extents are meaningful
  static constexpr std::uint8_t kBlank = 4;
  static constexpr std::uint8_t kTiny = 8;
  static constexpr std::uint8_t kDark = 16;

  std::uint64_t fingerprint = 0;  // as in ImageFacts
  std::uint32_t width = 0;        // last extent of the stored input
  std::uint32_t height = 0;       // the extent before it (1 where there is none)
  std::uint32_t channels = 0;     // first extent
  std::uint8_t brightness = 0;    // as in ImageFacts
  std::uint8_t contrast = 0;
  std::uint8_t flags = 0;
  std::uint8_t colour = 0;

  void keep(const ImageFacts& image);
  bool known() const { return (flags & kKnown) != 0; }
  bool image() const { return (flags & kImage) != 0; }
  bool blank() const { return (flags & kBlank) != 0; }
  bool tiny() const { return (flags & kTiny) != 0; }
  bool dark() const { return (flags & kDark) != 0; }
  bool operator==(const StoredFacts&) const = default;
};
static_assert(sizeof(StoredFacts) == 24, "a table's entries are read as they lie");

// For any input; images are u8 [1, H, W] or [3, H, W].
StoredFacts storedFacts(const Tensor& input);

// Two images are nearly identical if their fingerprints differ in at most kNearBits of 64 bits and in at most a quarter
// of the bits that one of them has set (a small object on a plain background sets few), their means and deviations in
// at most kNearGrey of 255, and their mean colours in at most one step. Blank images all look alike and never count.
inline constexpr int kNearBits = 3;
inline constexpr int kNearGrey = 6;
bool areNear(const StoredFacts& a, const StoredFacts& b);

// Counts samples that are nearly identical to one of an earlier split (validation or test to training, test to
// validation); `splits` holds the split of each. Among thousands that are all nearly identical, some may be missed.
std::int64_t nearAcrossSplits(std::span<const StoredFacts> facts, std::span<const std::uint8_t> splits);

}  // namespace fovea
