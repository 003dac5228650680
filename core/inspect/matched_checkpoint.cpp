#include "core/inspect/matched_checkpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fovea {

Result<MatchedCheckpoint> matchCheckpoint(const Checkpoint& checkpoint, const Network& network) {
  MatchedCheckpoint matched;
  FOVEA_TRY(matched.report, startingWeights(network, checkpoint));
  FOVEA_TRY(const LoweredNetwork lowered,
            lowerNetwork(network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0}));
  std::vector<std::pair<std::string, Tensor>> tensors;
  for (const VariableInfo& variable : lowered.variables) {
    const Tensor* const taken = matched.report.find(checkpoint, variable.name);
    tensors.emplace_back(variable.name, taken ? *taken : initialValue(variable, 0));
  }
  matched.checkpoint = checkpoint;
  matched.checkpoint.network = network;
  matched.checkpoint.tensors = std::move(tensors);
  // The results of the trained network are not those of this one.
  matched.checkpoint.validationLoss = matched.checkpoint.validationAccuracy = -1;
  matched.checkpoint.score.reset();
  return matched;
}

std::string matchWords(const StartingWeights& report) {
  std::string words = fmt::format("{} of {} weights were taken", report.taken,
                                  static_cast<std::size_t>(report.taken) + report.fresh.size());
  if (!report.fresh.empty()) words += fmt::format("; drawn at random: {}", fmt::join(report.fresh, ", "));
  if (!report.unused.empty()) words += fmt::format("; not used: {}", fmt::join(report.unused, ", "));
  std::vector<std::string> moved;
  for (const auto& [was, is] : report.moved) moved.push_back(was + " as " + is);
  if (!moved.empty()) words += fmt::format("; found under another name: {}", fmt::join(moved, ", "));
  return words;
}

}  // namespace fovea
