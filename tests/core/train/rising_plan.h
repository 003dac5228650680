// Why: tests probes and breakpoints on a run whose numbers can be computed by hand.
#pragma once
#include "core/data/loading/made_batches.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {

// y = W x + b with x = (0.5, 0.5) and loss = −(y1 + y2) / 2, by plain gradient descent. Each step with rate 0.1 adds
// 0.1·(x·x + 1)/2 = 0.075 to both outputs; the gradient never changes.
inline TrainingPlan risingPlan(std::int64_t steps, double rate = 0.1) {
  FieldValues held{{"frozen", true}, {"shape", List{2}}, {"begin", std::string("level")}, {"level", 0.5}};
  Drawing drawing;
  drawing.add("x", "learned_input", held)
      .add("fc", "linear", {{"units", std::int64_t{2}}}, {"x"})
      .add("loss", "maximise", {}, {"fc"});
  TrainingPlan plan{drawing.network, taskSettings(), emptySupply(), ""};
  plan.settings.batch = 1;
  plan.settings.epochs = 1;
  plan.settings.optimizer = "sgd";
  plan.settings.momentum = 0;
  plan.settings.weightDecay = 0;
  plan.settings.learningRate = rate;
  plan.settings.schedule = "fixed";
  plan.endlessEpoch = steps;
  return plan;
}

}  // namespace fovea::test
