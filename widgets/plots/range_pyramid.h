// Why: finds the minimum and maximum of any range of a curve in a few dozen steps, so that a plot of a million points
// is thinned as fast as one of a thousand. Independent of drawing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea {

// The lowest and highest point of a range. `found` is false if no value is finite; `gap`: some values are not finite.
struct Extremes {
  double low = 0;  // undefined unless found
  double high = 0;
  std::uint32_t lowAt = 0;
  std::uint32_t highAt = 0;
  bool found = false;
  bool gap = false;

  void add(std::size_t at, double value);
  void add(const Extremes& later);  // merges the range that follows this one
};

// Supports at most 2^32 values. Stores the extremes of each full block of 16 values, of 16 blocks and so on, but no
// values: each call must pass the same values, possibly with more appended.
class RangePyramid {
 public:
  void clear() { levels_.clear(); }
  // Drops everything that depends on values from `size` on.
  void truncate(std::size_t size);
  // Adds the full blocks of `values` that are not yet known.
  void extend(std::span<const double> values);
  // The extremes of values[begin, end); the first of equal ones counts.
  Extremes over(std::span<const double> values, std::size_t begin, std::size_t end) const;

 private:
  std::vector<std::vector<Extremes>> levels_;
};

}  // namespace fovea
