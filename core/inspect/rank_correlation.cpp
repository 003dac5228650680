#include "core/inspect/rank_correlation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace fovea {
namespace {

std::vector<double> ranksOf(std::span<const float> values) {
  const auto valueAt = [&](std::size_t i) { return std::isfinite(values[i]) ? values[i] : 0.0f; };
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, valueAt);
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && valueAt(order[end]) == valueAt(order[first])) ++end;
    for (std::size_t i = first; i < end; ++i) ranks[order[i]] = static_cast<double>(first + end - 1) / 2;
    first = end;
  }
  return ranks;
}

}  // namespace

double rankCorrelation(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  const std::vector<double> first = ranksOf(a), second = ranksOf(b);
  const double mean = (static_cast<double>(a.size()) - 1) / 2;
  double product = 0, left = 0, right = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    product += (first[i] - mean) * (second[i] - mean);
    left += (first[i] - mean) * (first[i] - mean);
    right += (second[i] - mean) * (second[i] - mean);
  }
  if (left == 0 || right == 0) return std::numeric_limits<double>::quiet_NaN();
  return product / std::sqrt(left * right);
}

}  // namespace fovea
