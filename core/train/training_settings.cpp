#include "core/train/training_settings.h"

#include <cmath>

namespace fovea {

const TypedSchema<TrainingSettings>& trainingSettingsSchema() {
  using S = TrainingSettings;
  static const TypedSchema<S> schema =
      TypedSchema<S>()
          .field(&S::epochs, {.name = "epochs",
                              .title = "Epochs",
                              .help = "How often each training sample is seen.",
                              .minimum = 1,
                              .maximum = 1e6})
          .field(
              &S::batch,
              {.name = "batch", .title = "Batch", .help = "Samples per training step.", .minimum = 1, .maximum = 65536})
          .field(&S::learningRate, {.name = "learning_rate",
                                    .title = "Rate",
                                    .help = "The learning rate at the start of the run.",
                                    .minimum = 1e-10,
                                    .maximum = 1000})
          .field(&S::momentum, {.name = "momentum",
                                .title = "Momentum",
                                .help = "Share of the last update that is carried into the next.",
                                .minimum = 0,
                                .maximum = 0.9999})
          .field(&S::nesterov, {.name = "nesterov",
                                .title = "Nesterov",
                                .help = "Look ahead along the momentum before taking the gradient."})
          .field(&S::weightDecay, {.name = "weight_decay",
                                   .title = "Weight decay",
                                   .help = "Pulls weights towards zero; biases are left out.",
                                   .minimum = 0,
                                   .maximum = 10})
          .field(&S::schedule, {.name = "schedule",
                                .title = "Schedule",
                                .help = "How the learning rate changes over the run.",
                                .choices = {{"fixed", "Fixed"}, {"step", "Step"}}})
          .field(&S::scheduleFactor, {.name = "schedule_factor",
                                      .title = "Step factor",
                                      .help = "The step schedule multiplies the rate by this.",
                                      .minimum = 1e-6,
                                      .maximum = 1})
          .field(&S::schedulePeriod, {.name = "schedule_period",
                                      .title = "Step every",
                                      .help = "Epochs between two steps of the schedule.",
                                      .minimum = 1,
                                      .maximum = 1e6})
          .field(&S::logInterval, {.name = "log_interval",
                                   .title = "Log every",
                                   .help = "Training steps between two points of the curves.",
                                   .minimum = 1,
                                   .maximum = 1e6})
          .field(&S::keepCheckpoints, {.name = "keep_checkpoints",
                                       .title = "Keep",
                                       .help = "How many of the last checkpoints are kept; the best is always kept.",
                                       .minimum = 1,
                                       .maximum = 1e6})
          .field(&S::seed, {.name = "seed",
                            .title = "Seed",
                            .help = "The same seed gives the same run.",
                            .minimum = 0,
                            .maximum = 9007199254740991.0})
          .field(&S::device,
                 {.name = "device", .title = "Device", .help = "Where the network is trained: cpu, cuda:0, …"});
  return schema;
}

double scheduledLearningRate(const TrainingSettings& settings, std::int64_t step, std::int64_t stepsPerEpoch) {
  if (settings.schedule == "fixed" || stepsPerEpoch <= 0) return settings.learningRate;
  const std::int64_t epoch = step / stepsPerEpoch;
  return settings.learningRate *
         std::pow(settings.scheduleFactor, static_cast<double>(epoch / settings.schedulePeriod));
}

}  // namespace fovea
