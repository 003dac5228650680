// Why: random streams are chosen by name, and std::hash may differ between libraries and runs.
// Source: FNV-1a, 64 bits, with the finaliser of SplitMix64 (Steele, Lea and Flood 2014), which separates similar
// names.
#pragma once
#include <cstdint>
#include <string_view>

namespace fovea {

inline std::uint64_t stableHash(std::string_view text, std::uint64_t seed = 0) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  hash ^= seed * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9ull;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBull;
  return hash ^ (hash >> 31);
}

}  // namespace fovea
