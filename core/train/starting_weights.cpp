#include "core/train/starting_weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fovea {
namespace {

constexpr std::size_t kNamedWeights = 4;

}  // namespace

const Tensor* startingWeight(const Checkpoint& start, const VariableInfo& variable) {
  const Tensor* found = start.findWeight(variable.name);
  return found && found->type() == variable.type ? found : nullptr;
}

Result<StartingWeights> startingWeights(const Network& network, const Checkpoint& start) {
  FOVEA_TRY(const LoweredNetwork lowered,
            lowerNetwork(network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0}));
  StartingWeights weights;
  for (const VariableInfo& variable : lowered.variables) {
    if (startingWeight(start, variable))
      ++weights.taken;
    else
      weights.fresh.push_back(variable.name);
  }
  if (weights.taken == 0 && !weights.fresh.empty())
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("None of the weights of \"{}\" fit this network: no name and shape are the same.",
                    start.network.name()),
        "Names are those of layers, as in \"conv1.weight\": keep them where layers are to keep what they learnt.");
  return weights;
}

std::string startingWords(const StartingWeights& weights, const std::string& name) {
  const std::size_t all = static_cast<std::size_t>(weights.taken) + weights.fresh.size();
  if (weights.fresh.empty()) return fmt::format("Begins with the weights of {}", name);
  const std::size_t named = std::min(weights.fresh.size(), kNamedWeights);
  return fmt::format("Begins with {} of {} weights of {}; the others are fresh: {}{}", weights.taken, all, name,
                     fmt::join(weights.fresh.begin(), weights.fresh.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                     named < weights.fresh.size() ? ", …" : "");
}

}  // namespace fovea
