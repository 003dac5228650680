// Why: gradient descent is slow, or diverges, if the inputs are far from mean 0 and deviation 1 (LeCun, Bottou, Orr and
// Müller 1998, “Efficient BackProp”, 4.3).
#include <algorithm>
#include <cmath>

#include "core/inspect/diagnosis.h"
#include "core/inspect/network_repairs.h"

namespace fovea {
namespace {

// Fovea's own normalisation yields mean 0 and deviation 1, except for sampling and augmentation. Even pixels scaled
// from 0 to 1 stay within these limits, so only a real fault exceeds them.
constexpr double kFarMean = 2;
constexpr double kWide = 5;
constexpr double kNarrow = 0.1;
constexpr double kMostChannels = 0.5;  // a single narrow channel may be a rare event, but not most channels

constexpr const char* kFarInput = "The numbers that enter the network have mean %1 and deviation %2 in %3.";
constexpr const char* kUsualInput = "Layers learn best with mean 0 and deviation 1.";
constexpr const char* kStatistics =
    "The statistics of the data set are those of its import. Import it again if its samples have changed since.";
constexpr const char* kNormaliseFix = "Insert batch norm after the input";

std::optional<Diagnosis> findBadNormalisation(const RunFacts& facts) {
  if (!facts.model || facts.model->inputs.empty()) return {};
  const std::vector<MeasuredInput>& inputs = facts.model->inputs;
  const auto narrow = [](const MeasuredInput& input) { return input.deviation > 0 && input.deviation < kNarrow; };
  const auto narrowCount = static_cast<double>(std::ranges::count_if(inputs, narrow));
  const bool mostNarrow = narrowCount > kMostChannels * static_cast<double>(inputs.size());
  const auto bad = [&](const MeasuredInput& input) {
    return std::abs(input.mean) > kFarMean || input.deviation > kWide || (mostNarrow && narrow(input));
  };
  const auto first = std::ranges::find_if(inputs, bad);
  if (first == inputs.end()) return {};
  Diagnosis found;
  found.severity = Severity::Problem;
  found.evidence.measure = "mean";
  for (const MeasuredInput& input : inputs) found.evidence.bars.push_back({input.name, input.mean, bad(input)});
  const auto worst = std::ranges::max_element(inputs, {}, [&](const MeasuredInput& input) {
    return bad(input) ? std::abs(input.mean) + std::abs(std::log(std::max(input.deviation, 1e-6))) : -1;
  });
  found.sentences = {{kFarInput, {worst->mean, worst->deviation, worst->name}}, {kUsualInput}, {kStatistics}};
  found.evidence.numbers = {{"mean", worst->mean}, {"deviation", worst->deviation}};
  for (const Layer& layer : facts.network.layers())
    if (layer.type == "input")
      if (auto edit = insertAfter(facts.network, layer.id, "batch_normalization", "norm", {}, kNormaliseFix)) {
        found.fixes.push_back({{kNormaliseFix}, std::move(*edit)});
        break;
      }
  return found;
}

}  // namespace

DiagnosisType badNormalisationDiagnosis() {
  return {.name = "bad_normalisation",
          .title = "The inputs are badly normalised",
          .order = 20,
          .explainedBy = {"broken_loader"},
          .texts = {kFarInput, kUsualInput, kStatistics, kNormaliseFix},
          .find = findBadNormalisation};
}

}  // namespace fovea
