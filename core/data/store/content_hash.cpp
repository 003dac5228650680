#include "core/data/store/content_hash.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace fovea {
namespace {

constexpr std::uint64_t kFirst = 0x87c37b91114253d5ull;
constexpr std::uint64_t kSecond = 0x4cf5ad432745937full;

std::uint64_t mixFirst(std::uint64_t word) {
  return std::rotl(word * kFirst, 31) * kSecond;
}
std::uint64_t mixSecond(std::uint64_t word) {
  return std::rotl(word * kSecond, 33) * kFirst;
}

std::uint64_t finish(std::uint64_t word) {
  word = (word ^ (word >> 33)) * 0xff51afd7ed558ccdull;
  word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53ull;
  return word ^ (word >> 33);
}

}  // namespace

std::string ContentHash::toString() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

ContentHash contentHash(std::span<const std::uint8_t> bytes) {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::size_t position = 0;
  for (; position + 16 <= bytes.size(); position += 16) {
    std::uint64_t words[2];
    std::memcpy(words, bytes.data() + position, sizeof words);
    high = (std::rotl(high ^ mixFirst(words[0]), 27) + low) * 5 + 0x52dce729;
    low = (std::rotl(low ^ mixSecond(words[1]), 31) + high) * 5 + 0x38495ab5;
  }
  if (position < bytes.size()) {
    std::uint64_t words[2] = {0, 0};
    std::memcpy(words, bytes.data() + position, bytes.size() - position);
    high ^= mixFirst(words[0]);
    low ^= mixSecond(words[1]);
  }
  high ^= bytes.size();
  low ^= bytes.size();
  high += low;
  low += high;
  high = finish(high);
  low = finish(low);
  high += low;
  low += high;
  return {high, low};
}

}  // namespace fovea
