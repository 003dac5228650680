// Why: a hash of a sample's content detects damage when the sample is read, and finds duplicates at import. Source:
// Appleby, MurmurHash3 (the 128-bit variant for 64-bit machines), 2011. The hash does not resist deliberate collisions.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace fovea {

struct ContentHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  // 32 hexadecimal digits.
  std::string toString() const;
  auto operator<=>(const ContentHash&) const = default;
};

ContentHash contentHash(std::span<const std::uint8_t> bytes);

}  // namespace fovea
