// Why: gradients much larger than the weights change the weights drastically in one step (Pascanu, Mikolov and Bengio
// 2013).
#include <algorithm>
#include <cmath>

#include "core/inspect/loss_course.h"
#include "core/inspect/network_repairs.h"
#include "core/inspect/rate_signs.h"
#include "core/inspect/setting_fixes.h"

namespace fovea {
namespace {

// A gradient of ten times the weights: even a rate of 0.01 then changes them by a tenth in one step, a hundred times
// the usual 0.001.
constexpr double kExploded = 10;

constexpr const char* kAtStart = "With the first weights, the gradient of “%1” is %2 times as large as its weights.";
constexpr const char* kAtEnd = "The gradient of “%1” is %2 times as large as its weights.";
constexpr const char* kOneStep = "One step then changes the weights by a large part of what they are.";
constexpr const char* kInsertNorm = "Insert batch norm after “%1”";

struct Explosion {
  const MeasuredLayer* layer = nullptr;
  double ratio = 0;
};

Explosion worstOf(const ModelMeasures& model, double MeasuredLayer::*gradient, double MeasuredLayer::*weight) {
  Explosion worst;
  for (const MeasuredLayer& layer : model.layers) {
    if (layer.parameters == 0 || !(layer.*weight > 0) || std::isnan(layer.*gradient)) continue;
    const double ratio = layer.*gradient / layer.*weight;
    if (ratio > worst.ratio) worst = {&layer, ratio};
  }
  return worst;
}

std::optional<Diagnosis> findExplosion(const RunFacts& facts) {
  // Clipping already limits the gradients.
  if (!facts.model || facts.settings.clipping != "none") return {};
  Explosion worst = worstOf(*facts.model, &MeasuredLayer::startGradientNorm, &MeasuredLayer::startWeightNorm);
  const bool atStart = worst.ratio >= kExploded;
  if (!atStart) {
    // Weights that grew because of a high rate have such gradients, too.
    if (rateSigns(facts)) return {};
    worst = worstOf(*facts.model, &MeasuredLayer::gradientNorm, &MeasuredLayer::weightNorm);
    if (worst.ratio < kExploded) return {};
  }
  Diagnosis found;
  found.severity = Severity::Problem;
  found.sentences = {{atStart ? kAtStart : kAtEnd, {worst.layer->name, worst.ratio}}, {kOneStep}};
  found.evidence.measure = "gradient";
  found.evidence.layers = {worst.layer->name};
  for (const MeasuredLayer& layer : facts.model->layers) {
    if (layer.parameters == 0) continue;
    const double norm = atStart ? layer.startGradientNorm : layer.gradientNorm;
    const double weight = atStart ? layer.startWeightNorm : layer.weightNorm;
    found.evidence.bars.push_back({layer.name, norm, norm >= kExploded * weight});
  }
  found.evidence.numbers = {{"gradient_to_weight", worst.ratio}};
  if (auto fix = clippingFix(facts)) found.fixes.push_back(std::move(*fix));
  const Layer* const layer = layerAtPath(facts.network, worst.layer->name);
  if (layer && (layer->type == "linear" || layer->type == "convolution"))
    if (auto edit = insertAfter(facts.network, layer->id, "batch_normalization", "norm", {}, "Insert batch norm"))
      found.fixes.push_back({{kInsertNorm, {layer->name}}, std::move(*edit)});
  return found;
}

}  // namespace

DiagnosisType explodingGradientsDiagnosis() {
  return {.name = "exploding_gradients",
          .title = "Gradients explode",
          .order = 30,
          .explainedBy = {"broken_loader", "bad_normalisation"},
          .texts = {kAtStart, kAtEnd, kOneStep, kInsertNorm, kClippingFix},
          .find = findExplosion};
}

}  // namespace fovea
