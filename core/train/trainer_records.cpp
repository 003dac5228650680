// Why: how the layers' numbers are spread is recorded at the same steps whoever watches, so that two runs can be
// compared. A run without such records only compares one setting with 0.
#include "core/network/flatten.h"
#include "core/train/trainer_state.h"

namespace fovea {

// In epochs: at the first step of the epoch.
bool Trainer::State::recordDue() const {
  const std::int64_t every = plan.settings.histogramEvery;
  if (every <= 0 || recordsFailed || (ranks() && !ranks()->leads())) return false;
  if (plan.settings.histogramUnit == "epochs") return position.sample == 0 && position.epoch % every == 0;
  return position.step % every == 0;
}

// Before the step.
std::unique_ptr<Trainer::State::Look> Trainer::State::lookForRecord(const Batch& batch) {
  if (!records) {
    records.emplace();
    records->request.spreads = true;
    if (const auto flat = flattenNetwork(plan.network); flat.ok())
      for (const Layer& layer : flat->layers()) records->request.layers.push_back(layer.name);
  }
  records->from = position.step;  // it is due now
  return lookIfDue(&*records, batch);
}

// After the step. Where the layers cannot be looked at, training goes on without records.
Status Trainer::State::finishRecord(Look& seen, bool updated, TrainingUpdate& update) {
  FOVEA_CHECK(lookAgain(*records, seen, updated));
  update.layers = std::make_shared<const LayerFrame>(layerFrameOf(*seen.frame));
  recordsFailed = update.layers->error.has_value();
  if (recordsFailed) records.reset();
  return {};
}

}  // namespace fovea
