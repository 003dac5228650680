// Why: every random number of Fovea is a pure function of (seed, stream, counter), so results do not depend on threads,
// devices or order of evaluation, and a checkpoint needs to keep only counters.
// Source: Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011 (Philox4x32-10).
#pragma once
#include <array>
#include <cstdint>

namespace fovea {

// Ten rounds of Philox on a 128-bit counter with a 64-bit key.
inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = 0xD2511F53ull * counter[0];
    const std::uint64_t b = 0xCD9E8D57ull * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

// A sequence of numbers; two generators with the same (seed, stream) give the same sequence. Not thread-safe; copyable.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint32_t next32();
  std::uint64_t next64() { return (static_cast<std::uint64_t>(next32()) << 32) | next32(); }
  // Uniform in [0, bound), without bias (Lemire 2019). `bound` > 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next64() >> 11) * 0x1.0p-53; }
  // Standard normal (Box and Muller 1958).
  double normal();

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
};

}  // namespace fovea
