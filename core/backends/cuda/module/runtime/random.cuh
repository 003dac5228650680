// Why: device code draws the same numbers as philox() of core/base/random.h, which it cannot call.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace fovea::cuda {

__device__ inline uint4 philoxNumbers(uint4 counter, uint2 key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const std::uint32_t highA = __umulhi(0xD2511F53u, counter.x), lowA = 0xD2511F53u * counter.x;
    const std::uint32_t highB = __umulhi(0xCD9E8D57u, counter.z), lowB = 0xCD9E8D57u * counter.z;
    counter = make_uint4(highB ^ counter.y ^ key.x, lowB, highA ^ counter.w ^ key.y, lowA);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}

__device__ inline std::uint32_t lowBits(std::int64_t value) {
  return static_cast<std::uint32_t>(value);
}
__device__ inline std::uint32_t highBits(std::int64_t value) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32);
}

// Returns the four random numbers that dropout draws for a block of elements at a step, for a seed.
__device__ inline uint4 philoxNumbers(std::int64_t block, std::int64_t step, std::int64_t seed) {
  return philoxNumbers(make_uint4(lowBits(block), highBits(block), lowBits(step), highBits(step)),
                       make_uint2(lowBits(seed), highBits(seed)));
}

}  // namespace fovea::cuda
