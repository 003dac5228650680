// Why: the random numbers of dropout, for the instruction set that the including file chose.

// Philox4x32-10 (see core/base/random.h) for FOVEA_SIMD_LANES counters at once; words[word][lane].
inline void philoxLanes(std::uint64_t counter, std::uint64_t step, std::uint64_t seed,
                        std::uint32_t (&words)[4][FOVEA_SIMD_LANES]) {
  for (int lane = 0; lane < FOVEA_SIMD_LANES; ++lane) {
    words[0][lane] = static_cast<std::uint32_t>(counter + static_cast<std::uint64_t>(lane));
    words[1][lane] = static_cast<std::uint32_t>((counter + static_cast<std::uint64_t>(lane)) >> 32);
    words[2][lane] = static_cast<std::uint32_t>(step);
    words[3][lane] = static_cast<std::uint32_t>(step >> 32);
  }
  std::uint32_t key0 = static_cast<std::uint32_t>(seed), key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    for (int lane = 0; lane < FOVEA_SIMD_LANES; ++lane) {
      const std::uint64_t a = 0xD2511F53ull * words[0][lane];
      const std::uint64_t b = 0xCD9E8D57ull * words[2][lane];
      words[0][lane] = static_cast<std::uint32_t>(b >> 32) ^ words[1][lane] ^ key0;
      words[1][lane] = static_cast<std::uint32_t>(b);
      words[2][lane] = static_cast<std::uint32_t>(a >> 32) ^ words[3][lane] ^ key1;
      words[3][lane] = static_cast<std::uint32_t>(a);
    }
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
}
