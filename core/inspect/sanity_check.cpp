#include "core/inspect/sanity_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/inspect/rank_correlation.h"
#include "core/network/lowering.h"

namespace fovea {
namespace {

constexpr double kAlike = 0.7, kUnlike = 0.3;
constexpr double kExplanationSteps = 1000;

// The layers with weights, from last to first, each with its variables.
using LayerVariables = std::vector<std::pair<std::string, std::vector<VariableInfo>>>;

Result<LayerVariables> layersFromTheEnd(const Network& network) {
  FOVEA_TRY(const LoweredNetwork lowered, lowerNetwork(network, {NetworkMode::Inference, 1, 0}));
  FOVEA_TRY(const std::vector<LayerId> order, lowered.network.topologicalOrder());
  LayerVariables layers;
  for (const LayerId id : order) {
    std::vector<VariableInfo> own;
    for (const VariableInfo& variable : lowered.variables)
      if (variable.layer == lowered.network.find(id)->name) own.push_back(variable);
    if (!own.empty()) layers.emplace_back(lowered.network.find(id)->name, std::move(own));
  }
  std::ranges::reverse(layers);
  return layers;
}

// Returns the seed of the random weights. That of the run would give the weights its training began with, and learned
// weights may still be like those.
std::uint64_t seedOfOthers(const Checkpoint& checkpoint, std::uint64_t seed) {
  return seed == static_cast<std::uint64_t>(checkpoint.settings.seed) ? ~seed : seed;
}

void randomise(Checkpoint& checkpoint, const std::vector<VariableInfo>& variables, std::uint64_t seed) {
  for (const VariableInfo& variable : variables)
    for (auto& [name, value] : checkpoint.tensors)
      if (name == variable.name) value = initialValue(variable, seed);
}

std::vector<float> sizesOf(const Tensor& values) {
  std::vector<float> sizes(values.values<float>().begin(), values.values<float>().end());
  for (float& size : sizes) size = std::abs(size);
  return sizes;
}

SanityVerdict verdictOf(const std::vector<SanityStage>& stages) {
  const double last = std::abs(stages.back().similarity);
  if (std::isnan(last)) return SanityVerdict::Nothing;
  return last >= kAlike   ? SanityVerdict::IgnoresWeights
         : last < kUnlike ? SanityVerdict::FollowsWeights
                          : SanityVerdict::Partly;
}

}  // namespace

const char* sanityVerdictName(SanityVerdict verdict) {
  switch (verdict) {
    case SanityVerdict::FollowsWeights:
      return "follows_weights";
    case SanityVerdict::Partly:
      return "partly";
    case SanityVerdict::IgnoresWeights:
      return "ignores_weights";
    case SanityVerdict::Nothing:
      break;
  }
  return "nothing";
}

Result<SanityCheck> checkSanity(const Checkpoint& checkpoint, std::shared_ptr<Device> device, const Tensor& input,
                                AttributionOptions options, const SanityOptions& sanity, const CancelToken& cancel,
                                const ProgressFunction& progress) {
  if (sanity.stages < 1) return fail(ErrorCode::InvalidArgument, "A sanity check needs at least one stage.");
  FOVEA_TRY(const LayerVariables layers, layersFromTheEnd(checkpoint.network));
  if (layers.empty())
    return fail(ErrorCode::InvalidArgument, "The network has no weights, so there is nothing to randomise.");
  const auto count = std::min<std::size_t>(layers.size(), static_cast<std::size_t>(sanity.stages));
  std::size_t explained = 0;
  const auto explain = [&](const Checkpoint& weights) -> Result<Attribution> {
    FOVEA_TRY(const auto attributor, Attributor::create(weights, device));
    const auto report = [&](const Progress& now) {
      const double share = now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0;
      if (progress)
        progress({"Explaining with random weights",
                  static_cast<std::uint64_t>((static_cast<double>(explained) + share) * kExplanationSteps),
                  static_cast<std::uint64_t>(static_cast<double>(count + 1) * kExplanationSteps)});
    };
    auto explanation = attributor->explain(input, options, cancel, report);
    ++explained;
    return explanation;
  };
  SanityCheck check;
  FOVEA_TRY(check.explanation, explain(checkpoint));
  options.target = check.explanation.target;
  options.layer = check.explanation.layer;
  const std::vector<float> sizes = sizesOf(check.explanation.values);
  Checkpoint weights = checkpoint;
  std::size_t random = 0;
  for (std::size_t stage = 0; stage < count; ++stage) {
    for (; random < (stage + 1) * layers.size() / count; ++random)
      randomise(weights, layers[random].second, seedOfOthers(checkpoint, sanity.seed));
    SanityStage next{layers[random - 1].first, static_cast<std::int64_t>(random), 0, 0, {}};
    FOVEA_TRY(next.explanation, explain(weights));
    next.signedSimilarity =
        rankCorrelation(check.explanation.values.values<float>(), next.explanation.values.values<float>());
    next.similarity = rankCorrelation(sizes, sizesOf(next.explanation.values));
    check.stages.push_back(std::move(next));
  }
  check.verdict = verdictOf(check.stages);
  return check;
}

std::string sanityWords(const SanityCheck& check) {
  const double last = check.stages.back().similarity;
  switch (check.verdict) {
    case SanityVerdict::FollowsWeights:
      return fmt::format(
          "The explanation depends on what was learned: with random weights it is another one "
          "(rank correlation {:.2f}).",
          last);
    case SanityVerdict::Partly:
      return fmt::format(
          "The explanation depends on what was learned in part: with random weights it is still "
          "somewhat alike (rank correlation {:.2f}).",
          last);
    case SanityVerdict::IgnoresWeights:
      return fmt::format(
          "Do not rely on this explanation: with random weights it is nearly the same (rank correlation "
          "{:.2f}), so it shows the sample more than the network.",
          last);
    case SanityVerdict::Nothing:
      break;
  }
  return "An explanation is the same at all places, so nothing can be compared.";
}

Json sanityJson(const SanityCheck& check) {
  Json stages = Json::array();
  for (const SanityStage& stage : check.stages)
    stages.push_back({{"layer", stage.layer},
                      {"layers", stage.layers},
                      {"similarity", stage.similarity},
                      {"signed_similarity", stage.signedSimilarity}});
  return {{"verdict", sanityVerdictName(check.verdict)}, {"text", sanityWords(check)}, {"stages", std::move(stages)}};
}

}  // namespace fovea
