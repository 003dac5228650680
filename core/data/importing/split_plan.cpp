#include "core/data/importing/split_plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/base/random.h"

namespace fovea {
namespace {

// Samples that must stay in one split.
using Unit = std::vector<std::size_t>;

std::map<std::int32_t, std::vector<Unit>> unitsByClass(std::span<const std::int32_t> labels,
                                                       std::span<const std::uint32_t> groups) {
  std::map<std::int32_t, std::vector<Unit>> classes;
  std::unordered_map<std::uint32_t, std::pair<std::int32_t, std::size_t>> known;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::vector<Unit>& own = classes[labels[i]];
    if (!groups.empty()) {
      const auto [found, added] = known.try_emplace(groups[i], labels[i], own.size());
      if (!added) {
        classes[found->second.first][found->second.second].push_back(i);
        continue;
      }
    }
    own.push_back({i});
  }
  return classes;
}

std::size_t samplesOf(const std::vector<Unit>& units) {
  std::size_t count = 0;
  for (const Unit& unit : units) count += unit.size();
  return count;
}

}  // namespace

std::vector<Split> stratifiedSplit(std::span<const std::int32_t> labels, std::span<const std::uint32_t> groups,
                                   const SplitShares& shares, std::uint64_t seed) {
  assert(shares.validation >= 0 && shares.test >= 0 && (groups.empty() || groups.size() == labels.size()));
  std::vector<Split> plan(labels.size(), Split::Train);
  for (auto& [label, unitsOfClass] : unitsByClass(labels, groups)) {
    auto& units = unitsOfClass;
    // Uses a separate random stream per class: more samples of one class do not change the choice in another.
    Random random(seed, static_cast<std::uint64_t>(static_cast<std::int64_t>(label)));
    const auto samples = static_cast<double>(samplesOf(units));
    std::size_t next = 0;
    const auto draw = [&](Split split, double share) {
      auto left = static_cast<std::int64_t>(std::llround(share * samples));
      for (; left > 0 && next + 1 < units.size(); ++next) {
        std::swap(units[next], units[next + random.below(units.size() - next)]);
        // Skips a group if it would exceed the share by more than the share lacks now.
        const auto size = static_cast<std::int64_t>(units[next].size());
        if (size > 2 * left) continue;
        left -= size;
        for (const std::size_t sample : units[next]) plan[sample] = split;
      }
    };
    draw(Split::Validation, shares.validation);
    draw(Split::Test, shares.test);
  }
  return plan;
}

}  // namespace fovea
