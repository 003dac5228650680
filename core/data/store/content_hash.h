// Why: a sample is known by what it shows: damage is noticed when it is read, and the same image is found twice.
// Source: Appleby, MurmurHash3 (the 128-bit variant for 64-bit machines), 2011. Not meant against an adversary.
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
