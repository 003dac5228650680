// Why: the one way to sum floats with a bounded rounding error, for the instruction set that the including file chose.

// Sums f(i) over vectors. Float lanes are added to doubles every 256 vectors, which bounds the rounding error.
template <class Body, class Tail>
inline double sumOf(std::int64_t count, Body&& body, Tail&& tail) {
  constexpr std::int64_t kStretch = 256 * FOVEA_SIMD_LANES;
  double total = 0;
  for (std::int64_t begin = 0; begin < count; begin += kStretch) {
    const std::int64_t end = count - begin < kStretch ? count : begin + kStretch;
    Vector sums[4] = {};
    std::int64_t i = begin;
    for (; i + 4 * kLanes <= end; i += 4 * kLanes)
      for (int j = 0; j < 4; ++j) sums[j] += body(i + j * kLanes);
    for (; i + kLanes <= end; i += kLanes) sums[0] += body(i);
    total += static_cast<double>(laneSum((sums[0] + sums[1]) + (sums[2] + sums[3])));
    for (; i < end; ++i) total += static_cast<double>(tail(i));
  }
  return total;
}
