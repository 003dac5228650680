#include "core/data/split_plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "core/base/random.h"

namespace fovea {

std::vector<Split> stratifiedSplit(std::span<const std::int32_t> labels, double validation, std::uint64_t seed) {
  assert(validation >= 0 && validation <= 1);
  std::map<std::int32_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < labels.size(); ++i) members[labels[i]].push_back(i);
  std::vector<Split> plan(labels.size(), Split::Train);
  for (auto& [label, samples] : members) {
    const auto wanted = static_cast<std::size_t>(std::llround(validation * static_cast<double>(samples.size())));
    const std::size_t count = std::min(wanted, samples.size() - 1);
    // A stream of its own for each class: more samples of one do not change the choice in another.
    Random random(seed, static_cast<std::uint64_t>(static_cast<std::int64_t>(label)));
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(samples[i], samples[i + random.below(samples.size() - i)]);
      plan[samples[i]] = Split::Validation;
    }
  }
  return plan;
}

}  // namespace fovea
