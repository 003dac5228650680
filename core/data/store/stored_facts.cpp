#include "core/data/store/stored_facts.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

#include "core/data/store/sample.h"

namespace fovea {
namespace {

// Two fingerprints that differ in at most kNearBits are equal in at least one of this many parts.
constexpr int kParts = 4;
constexpr int kPartBits = 64 / kParts;
static_assert(kNearBits < kParts);
constexpr std::size_t kComparisons = 512;  // per sample, with those that have an equal part

std::uint32_t extentOf(const Shape& shape, int axis) {
  return static_cast<std::uint32_t>(std::min<std::int64_t>(shape[axis], UINT32_MAX));
}

std::size_t partOf(std::uint64_t fingerprint, int part) {
  return static_cast<std::size_t>(fingerprint >> (part * kPartBits)) & ((std::size_t{1} << kPartBits) - 1);
}

bool isPicture(const StoredFacts& facts) {
  return facts.known() && facts.image() && !facts.blank();
}

// Images indexed by one part of their fingerprint.
struct PartIndex {
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> images;

  PartIndex(std::span<const StoredFacts> facts, std::span<const std::uint32_t> all, int part)
      : begins((std::size_t{1} << kPartBits) + 1), images(all.size()) {
    for (const std::uint32_t i : all) ++begins[partOf(facts[i].fingerprint, part) + 1];
    for (std::size_t p = 1; p < begins.size(); ++p) begins[p] += begins[p - 1];
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (const std::uint32_t i : all) images[next[partOf(facts[i].fingerprint, part)]++] = i;
  }
  std::span<const std::uint32_t> of(std::size_t value) const {
    return std::span(images).subspan(begins[value],
                                     std::min<std::size_t>(begins[value + 1] - begins[value], kComparisons));
  }
};

}  // namespace

StoredFacts storedFacts(const Tensor& input) {
  StoredFacts facts;
  facts.flags = StoredFacts::kKnown;
  const Shape& shape = input.shape();
  if (shape.rank() == 0) return facts;
  facts.width = extentOf(shape, shape.rank() - 1);
  facts.height = shape.rank() > 2 ? extentOf(shape, shape.rank() - 2) : 1;
  facts.channels = extentOf(shape, 0);
  if (input.dtype() != DataType::UInt8 || shape.rank() != 3 || (shape[0] != 1 && shape[0] != 3)) return facts;
  facts.keep(imageFacts(shape, input.values<std::uint8_t>()));
  return facts;
}

void StoredFacts::keep(const ImageFacts& image) {
  fingerprint = image.fingerprint;
  brightness = image.brightness;
  contrast = image.contrast;
  colour = image.colour;
  flags |= kKnown | kImage;
  if (image.blank) flags |= kBlank;
  if (image.tiny) flags |= kTiny;
  if (image.dark) flags |= kDark;
}

bool areNear(const StoredFacts& a, const StoredFacts& b) {
  const auto within = [](int one, int other, int most) { return std::abs(one - other) <= most; };
  return isPicture(a) && isPicture(b) &&
         std::popcount(a.fingerprint ^ b.fingerprint) <=
             std::min(kNearBits, std::popcount(a.fingerprint | b.fingerprint) / 4) &&
         within(a.brightness, b.brightness, kNearGrey) && within(a.contrast, b.contrast, kNearGrey) &&
         within(a.colour >> 4, b.colour >> 4, 1) && within(a.colour & 15, b.colour & 15, 1);
}

std::int64_t nearAcrossSplits(std::span<const StoredFacts> facts, std::span<const std::uint8_t> splits) {
  assert(facts.size() == splits.size());
  // Images of earlier splits come first, as the number of comparisons is limited.
  std::vector<std::uint32_t> images;
  for (const Split split : kSplits)
    for (std::uint32_t i = 0; i < facts.size(); ++i)
      if (splits[i] == static_cast<std::uint8_t>(split) && isPicture(facts[i])) images.push_back(i);
  if (images.empty() || splits[images.front()] == splits[images.back()]) return 0;
  std::vector<bool> near(facts.size());
  for (int part = 0; part < kParts; ++part) {
    const PartIndex index(facts, images, part);
    for (const std::uint32_t i : images) {
      if (near[i] || splits[i] == splits[images.front()]) continue;
      for (const std::uint32_t other : index.of(partOf(facts[i].fingerprint, part))) {
        if (splits[other] >= splits[i]) break;
        near[i] = areNear(facts[i], facts[other]);
        if (near[i]) break;
      }
    }
  }
  return std::count(near.begin(), near.end(), true);
}

}  // namespace fovea
