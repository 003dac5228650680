#include "core/data/stored_facts.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

namespace fovea {
namespace {

constexpr std::size_t kComparisons = 512;  // of one sample with those of its group, to either side

std::uint32_t extentOf(const Shape& shape, int axis) {
  return static_cast<std::uint32_t>(std::min<std::int64_t>(shape[axis], UINT32_MAX));
}

// Whether `members[at]` is near one of an earlier split. Members rise in brightness, so that those that can be near it
// stand around it.
bool hasNearBefore(std::span<const std::uint32_t> members, std::size_t at, std::span<const StoredFacts> facts,
                   std::span<const std::uint8_t> splits) {
  const StoredFacts& own = facts[members[at]];
  const std::uint8_t split = splits[members[at]];
  const auto looks = [&](std::uint32_t other) { return splits[other] < split && areNear(own, facts[other]); };
  const auto apart = [&](std::uint32_t other) {
    return std::abs(int{own.brightness} - int{facts[other].brightness}) > kNearGrey;
  };
  for (std::size_t step = 1; step <= kComparisons && step <= at && !apart(members[at - step]); ++step)
    if (looks(members[at - step])) return true;
  for (std::size_t step = 1; step <= kComparisons && at + step < members.size() && !apart(members[at + step]); ++step)
    if (looks(members[at + step])) return true;
  return false;
}

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
  const ImageFacts image = imageFacts(shape, input.values<std::uint8_t>());
  facts.fingerprint = image.fingerprint;
  facts.brightness = image.brightness;
  facts.contrast = image.contrast;
  facts.flags |= StoredFacts::kImage;
  if (image.blank) facts.flags |= StoredFacts::kBlank;
  if (image.tiny) facts.flags |= StoredFacts::kTiny;
  return facts;
}

bool areNear(const StoredFacts& a, const StoredFacts& b) {
  return a.image() && b.image() && !a.blank() && !b.blank() &&
         std::popcount(a.fingerprint ^ b.fingerprint) <= kNearBits &&
         std::abs(int{a.brightness} - int{b.brightness}) <= kNearGrey &&
         std::abs(int{a.contrast} - int{b.contrast}) <= kNearGrey;
}

std::int64_t nearAcrossSplits(std::span<const StoredFacts> facts, std::span<const std::uint8_t> splits) {
  assert(facts.size() == splits.size());
  std::vector<std::uint32_t> images;
  std::vector<std::uint64_t> prints;
  bool several = false;
  for (std::uint32_t i = 0; i < facts.size(); ++i) {
    if (!facts[i].image() || facts[i].blank()) continue;
    several = several || (!images.empty() && splits[i] != splits[images.front()]);
    images.push_back(i);
    prints.push_back(facts[i].fingerprint);
  }
  if (!several) return 0;
  std::int64_t count = 0;
  for (std::vector<std::uint32_t>& group : nearDuplicates(prints, kNearBits)) {
    for (std::uint32_t& member : group) member = images[member];
    std::sort(group.begin(), group.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(facts[a].brightness, a) < std::pair(facts[b].brightness, b);
    });
    for (std::size_t at = 0; at < group.size(); ++at) count += hasNearBefore(group, at, facts, splits);
  }
  return count;
}

}  // namespace fovea
