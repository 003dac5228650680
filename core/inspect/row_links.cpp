#include "core/inspect/row_links.h"

#include <algorithm>

namespace fovea {
namespace {

constexpr std::size_t kRowsBetweenLooks = 1024;  // rows between two checks of the cancel token

struct OneWay {
  std::uint32_t other;
  float weight;
  auto operator<=>(const OneWay&) const = default;
};

}  // namespace

Result<RowLinks> linksBothWays(const NearestRows& nearest, std::span<const float> weights, float (*join)(float, float),
                               const CancelToken& cancel) {
  const auto cancelled = [&](std::size_t row) { return row % kRowsBetweenLooks == 0 && cancel.cancelled(); };
  const auto ended = [] { return fail(ErrorCode::Cancelled, "The projection was cancelled."); };
  const std::size_t k = nearest.count, rows = nearest.other.size() / k;
  std::vector<std::size_t> begins(rows + 1);
  for (std::size_t i = 0; i < rows * k; ++i) {
    ++begins[i / k + 1];
    ++begins[nearest.other[i] + 1];
  }
  for (std::size_t row = 0; row < rows; ++row) begins[row + 1] += begins[row];
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  std::vector<OneWay> links(2 * rows * k);
  for (std::size_t row = 0; row < rows; ++row) {
    if (cancelled(row)) return ended();
    for (std::size_t i = row * k; i < (row + 1) * k; ++i) {
      links[next[row]++] = {nearest.other[i], weights[i]};
      links[next[nearest.other[i]]++] = {static_cast<std::uint32_t>(row), weights[i]};
    }
  }
  RowLinks result;
  for (std::size_t row = 0; row < rows; ++row) {
    if (cancelled(row)) return ended();
    result.first.push_back(result.other.size());
    const auto begin = links.begin() + static_cast<std::ptrdiff_t>(begins[row]),
               end = links.begin() + static_cast<std::ptrdiff_t>(begins[row + 1]);
    std::sort(begin, end);
    for (auto link = begin; link != end; ++link) {
      const bool both = link + 1 != end && (link + 1)->other == link->other;
      result.other.push_back(link->other);
      result.weight.push_back(join(link->weight, both ? (link + 1)->weight : 0));
      if (both) ++link;
    }
  }
  result.first.push_back(result.other.size());
  return result;
}

}  // namespace fovea
