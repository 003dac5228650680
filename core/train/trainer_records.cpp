// Why: records histograms of the layers at the same steps whether or not anybody watches, so that two runs can be
// compared. A run without records costs only one comparison of a setting with 0.
#include "core/network/flatten.h"
#include "core/train/trainer_state.h"

namespace fovea {

// If the unit is epochs, records are made at the first step of the epoch.
bool Trainer::State::recordDue() const {
  const std::int64_t every = plan.settings.histogramEvery;
  if (every <= 0 || recordsFailed || (ranks() && !ranks()->leads())) return false;
  if (plan.settings.histogramUnit == "epochs") return position.sample == 0 && position.epoch % every == 0;
  return position.step % every == 0;
}

// Called before the step.
std::unique_ptr<Trainer::State::Look> Trainer::State::lookForRecord(const Batch& batch) {
  if (!records) {
    records.emplace();
    records->request.spreads = true;
    if (const auto flat = flattenNetwork(plan.network); flat.ok())
      for (const Layer& layer : flat->layers()) records->request.layers.push_back(layer.name);
  }
  records->from = position.step;  // makes it due now
  return lookIfDue(&*records, batch);
}

// Called after the step. If the layers cannot be measured, training continues without records.
Status Trainer::State::finishRecord(Look& seen, bool updated, TrainingUpdate& update) {
  FOVEA_CHECK(lookAgain(*records, seen, updated));
  update.layers = std::make_shared<const LayerFrame>(layerFrameOf(*seen.frame));
  recordsFailed = update.layers->error.has_value();
  if (recordsFailed) records.reset();
  return {};
}

}  // namespace fovea
