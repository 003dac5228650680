// Why: a ReLU whose input is negative for every sample gives 0 and passes no gradient, so it never learns again
// (Maas, Hannun and Ng 2013; Lu, Shin, Su and Karniadakis 2019).
#include <algorithm>

#include "core/inspect/diagnosis.h"
#include "core/inspect/network_repairs.h"
#include "core/inspect/rate_signs.h"
#include "core/inspect/setting_fixes.h"

namespace fovea {
namespace {

constexpr double kDeadShare = 0.5;  // fraction of a layer's units; in healthy layers up to a third are rarely active
constexpr double kAlmostAllDead = 0.95;
constexpr std::int64_t kEnoughSamples = 64;

constexpr const char* kDeadIn = "%1 of the %2 units of “%3” give 0 for each of %4 training samples.";
constexpr const char* kNeverAgain = "No gradient reaches them, so they do not learn any more.";
constexpr const char* kLeakyFix = "Use leaky ReLU";

std::int64_t deadUnits(const MeasuredLayer& layer) {
  return std::ranges::count_if(layer.zeroShare, [](double share) { return share == 1; });
}

std::optional<Diagnosis> findDeadUnits(const RunFacts& facts) {
  if (!facts.model || facts.model->samples < kEnoughSamples) return {};
  Diagnosis found;
  found.evidence.measure = "dead";
  std::vector<LayerId> replaced;
  for (const MeasuredLayer& layer : facts.model->layers) {
    if ((layer.type != "relu" && layer.type != "relu6") || layer.zeroShare.empty()) continue;
    const std::int64_t units = std::ssize(layer.zeroShare), dead = deadUnits(layer);
    const double share = static_cast<double>(dead) / static_cast<double>(units);
    const bool many = share >= kDeadShare;
    found.evidence.bars.push_back({layer.name, share, many});
    if (!many) continue;
    if (share >= kAlmostAllDead) found.severity = Severity::Problem;
    found.evidence.layers.push_back(layer.name);
    found.sentences.push_back({kDeadIn, {dead, units, layer.name, facts.model->samples}});
    found.evidence.numbers.emplace_back("dead_units_" + layer.name, static_cast<double>(dead));
    const Layer* const drawn = layerAtPath(facts.network, layer.name);
    if (drawn && std::ranges::find(replaced, drawn->id) == replaced.end()) replaced.push_back(drawn->id);
  }
  if (found.sentences.empty()) return {};
  found.sentences.push_back({kNeverAgain});
  if (auto edit = replaceLayers(facts.network, replaced, "leaky_relu", kLeakyFix))
    found.fixes.push_back({{kLeakyFix}, std::move(*edit)});
  found.fixes.push_back(rateFix(facts, lowerRate(facts)));
  return found;
}

}  // namespace

DiagnosisType deadUnitsDiagnosis() {
  return {.name = "dead_units",
          .title = "Many units are dead",
          .order = 50,
          .explainedBy = {"broken_loader", "bad_normalisation", "exploding_gradients", "rate_too_high"},
          .texts = {kDeadIn, kNeverAgain, kLeakyFix, kRateFix},
          .find = findDeadUnits};
}

}  // namespace fovea
