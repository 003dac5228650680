// Why: where a sigmoid or tanh is flat, its gradient is almost 0 (Glorot and Bengio 2010). Class probabilities close to
// 1 that are wrong show scores that have grown without bound.
#include <algorithm>
#include <numeric>

#include "core/inspect/diagnosis.h"
#include "core/inspect/network_repairs.h"
#include "core/inspect/setting_fixes.h"

namespace fovea {
namespace {

constexpr double kSaturatedShare = 0.8;  // fraction of a layer's outputs; trained gates and codes stay below
constexpr double kSureWrongShare = 0.2;  // fraction of the training samples

constexpr const char* kSaturatedIn = "%1 % of the outputs of “%2” are within 1 % of their limits.";
constexpr const char* kFlat = "Almost no gradient passes there, so the layers before it hardly learn.";
constexpr const char* kSureAndWrong =
    "%1 % of the training samples are given a wrong class with a probability of more than 99 %.";
constexpr const char* kNormBefore = "Insert batch norm before “%1”";

std::optional<Diagnosis> findSaturation(const RunFacts& facts) {
  if (!facts.model) return {};
  Diagnosis found;
  found.evidence.measure = "saturated";
  for (const MeasuredLayer& layer : facts.model->layers) {
    if (layer.type != "sigmoid" && layer.type != "tanh" && layer.type != "hard_sigmoid" && layer.type != "softsign")
      continue;
    if (layer.saturatedShare.empty()) continue;
    const double share = std::accumulate(layer.saturatedShare.begin(), layer.saturatedShare.end(), 0.0) /
                         static_cast<double>(layer.saturatedShare.size());
    found.evidence.bars.push_back({layer.name, share, share >= kSaturatedShare});
    if (share < kSaturatedShare) continue;
    found.evidence.layers.push_back(layer.name);
    found.sentences.push_back({kSaturatedIn, {share * 100, layer.name}});
    found.evidence.numbers.emplace_back("saturated_share_" + layer.name, share);
  }
  if (!found.sentences.empty()) found.sentences.push_back({kFlat});
  if (facts.model->sureAndWrong >= kSureWrongShare) {
    found.sentences.push_back({kSureAndWrong, {facts.model->sureAndWrong * 100}});
    found.evidence.numbers.emplace_back("sure_and_wrong", facts.model->sureAndWrong);
  }
  if (found.sentences.empty()) return {};
  if (!found.evidence.layers.empty()) {
    const Layer* const layer = layerAtPath(facts.network, found.evidence.layers.front());
    if (layer)
      if (auto edit = insertBefore(facts.network, layer->id, "batch_normalization", "norm", {}, "Insert batch norm"))
        found.fixes.push_back({{kNormBefore, {layer->name}}, std::move(*edit)});
  }
  found.fixes.push_back(rateFix(facts, lowerRate(facts)));
  return found;
}

}  // namespace

DiagnosisType saturatedOutputsDiagnosis() {
  return {.name = "saturated_outputs",
          .title = "Outputs are saturated",
          .order = 60,
          .explainedBy = {"broken_loader", "bad_normalisation", "exploding_gradients", "rate_too_high"},
          .texts = {kSaturatedIn, kFlat, kSureAndWrong, kNormBefore, kRateFix},
          .find = findSaturation};
}

}  // namespace fovea
