// Why: what was measured of every image at its import stands in a table of its segment, so that a million samples are
// searched (dark, blank, tiny, nearly the same) without one of them being read.
#pragma once
#include "core/data/store/image_facts.h"

namespace fovea {

// Of one sample; sample by sample the bytes of the table "facts", in this machine's order as all else in a segment.
struct StoredFacts {
  // Not set: imported before facts were kept, or by a Fovea that looked at the grey image alone (which set bit 0).
  static constexpr std::uint8_t kKnown = 32;
  static constexpr std::uint8_t kImage = 2;  // not set: no image, so only the extents mean something
  static constexpr std::uint8_t kBlank = 4;
  static constexpr std::uint8_t kTiny = 8;
  static constexpr std::uint8_t kDark = 16;

  std::uint64_t fingerprint = 0;  // as in ImageFacts
  std::uint32_t width = 0;        // of the stored input: its last extent,
  std::uint32_t height = 0;       // the one before (1 where there is none),
  std::uint32_t channels = 0;     // and the first
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

// Of any input; an image is u8 [1, H, W] or [3, H, W].
StoredFacts storedFacts(const Tensor& input);

// Two images that are as good as one: fingerprints apart in at most kNearBits of 64 and in at most a quarter of the
// bits that one of them has (a small thing on a plain ground has few), means and deviations in at most kNearGrey of
// 255, mean colours in at most one step. Blank images all look alike and are near none.
inline constexpr int kNearBits = 3;
inline constexpr int kNearGrey = 6;
bool areNear(const StoredFacts& a, const StoredFacts& b);

// Samples that are near one of an earlier split (validation or test near training, test near validation): `splits` says
// the split of each. Among thousands that all are near each other some may be passed over.
std::int64_t nearAcrossSplits(std::span<const StoredFacts> facts, std::span<const std::uint8_t> splits);

}  // namespace fovea
