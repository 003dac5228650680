// Why: in deep networks of sigmoids the gradient shrinks from layer to layer, so the first layers do not learn
// (Hochreiter 1991; Glorot and Bengio 2010).
#include <algorithm>
#include <cmath>

#include "core/inspect/diagnosis.h"
#include "core/inspect/network_repairs.h"
#include "core/inspect/setting_fixes.h"

namespace fovea {
namespace {

// Ratio between the root mean squared gradients of two layers. In healthy networks layers differ by at most a factor of
// 100, except for an embedding, of which a batch affects few rows.
constexpr double kVanished = 1e-3;

constexpr const char* kSmaller = "The gradient of “%1” is %2 times smaller than that of “%3”.";
constexpr const char* kNoGradient = "No gradient reaches “%1”, while “%2” has one.";
constexpr const char* kFirstStill = "So the first layers hardly learn.";
constexpr const char* kReluFix = "Use ReLU instead of sigmoid and tanh";
constexpr const char* kVanishNorm = "Insert batch norm after “%1”";

double sizeOf(const MeasuredLayer& layer, double norm) {
  return norm / std::sqrt(static_cast<double>(layer.parameters));
}

// The layer with the smallest gradient that precedes the layer with the largest; nothing if it is not small.
struct Vanished {
  const MeasuredLayer* small = nullptr;
  const MeasuredLayer* large = nullptr;
  double ratio = 1;
};
Vanished vanishedIn(const ModelMeasures& model, double MeasuredLayer::*gradient) {
  Vanished worst;
  const MeasuredLayer* small = nullptr;
  for (const MeasuredLayer& layer : model.layers) {
    if (layer.parameters == 0 || layer.type == "embedding" || !std::isfinite(layer.*gradient)) continue;
    const double size = sizeOf(layer, layer.*gradient);
    if (small && size > 0 && sizeOf(*small, small->*gradient) / size < worst.ratio)
      worst = {small, &layer, sizeOf(*small, small->*gradient) / size};
    if (!small || size < sizeOf(*small, small->*gradient)) small = &layer;
  }
  return worst.ratio <= kVanished ? worst : Vanished{};
}

std::optional<Diagnosis> findVanishing(const RunFacts& facts) {
  if (!facts.model) return {};
  const Vanished now = vanishedIn(*facts.model, &MeasuredLayer::gradientNorm);
  // The initial gradients of given weights are unknown; otherwise the gradients must have been small from the
  // beginning.
  const bool known = std::isfinite(facts.model->startLoss);
  if (!now.small || (known && !vanishedIn(*facts.model, &MeasuredLayer::startGradientNorm).small)) return {};
  Diagnosis found;
  found.severity = Severity::Problem;
  found.sentences.push_back(now.ratio > 0 ? Phrase{kSmaller, {now.small->name, 1 / now.ratio, now.large->name}}
                                          : Phrase{kNoGradient, {now.small->name, now.large->name}});
  found.sentences.push_back({kFirstStill});
  found.evidence.measure = "gradient";
  std::vector<LayerId> squashing;
  for (const MeasuredLayer& layer : facts.model->layers) {
    if (layer.parameters > 0) {
      const double size = sizeOf(layer, layer.gradientNorm);
      const bool small = size <= kVanished * sizeOf(*now.large, now.large->gradientNorm);
      found.evidence.bars.push_back({layer.name, size, small});
      if (small) found.evidence.layers.push_back(layer.name);
    }
    if (layer.type != "sigmoid" && layer.type != "tanh") continue;
    const Layer* const drawn = layerAtPath(facts.network, layer.name);
    if (drawn && std::ranges::find(squashing, drawn->id) == squashing.end()) squashing.push_back(drawn->id);
  }
  found.evidence.numbers = {{"gradient_ratio", now.ratio}};
  if (auto edit = replaceLayers(facts.network, squashing, "relu", kReluFix))
    found.fixes.push_back({{kReluFix}, std::move(*edit)});
  const Layer* const first = layerAtPath(facts.network, now.small->name);
  if (first && (first->type == "linear" || first->type == "convolution"))
    if (auto edit = insertAfter(facts.network, first->id, "batch_normalization", "norm", {}, "Insert batch norm"))
      found.fixes.push_back({{kVanishNorm, {first->name}}, std::move(*edit)});
  return found;
}

}  // namespace

DiagnosisType vanishingGradientsDiagnosis() {
  return {.name = "vanishing_gradients",
          .title = "Gradients vanish",
          .order = 70,
          .explainedBy = {"broken_loader", "bad_normalisation", "exploding_gradients", "rate_too_high", "dead_units",
                          "saturated_outputs"},
          .texts = {kSmaller, kNoGradient, kFirstStill, kReluFix, kVanishNorm},
          .find = findVanishing};
}

}  // namespace fovea
