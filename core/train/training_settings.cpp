#include "core/train/training_settings.h"

#include "core/train/optimizer.h"

namespace fovea {
namespace {

using S = TrainingSettings;
using Typed = TypedSchema<TrainingSettings>;

// The sections of a form, in their order; those behind the schedule are rarely changed.
constexpr const char* kRunSection = "Run";
constexpr const char* kOptimizerSection = "Optimizer";
constexpr const char* kScheduleSection = "Schedule of the rate";
constexpr const char* kValidationSection = "Validation and stopping";
constexpr const char* kCheckpointSection = "Checkpoints";
constexpr const char* kAveragingSection = "Averaged weights";
constexpr const char* kRecordSection = "Records";
constexpr const char* kComputationSection = "Computation";

Field inSection(const char* section, Field field) {
  field.group = section;
  return field;
}

std::vector<FieldCondition> whereOptimizer(std::vector<std::string> names) {
  return {{"optimizer", std::move(names)}};
}

std::vector<FieldCondition> whereSchedule(std::vector<std::string> names) {
  return {{"schedule", std::move(names)}};
}

std::vector<FieldChoice> optimizerChoices() {
  std::vector<FieldChoice> choices;
  for (const OptimizerType& optimizer : allOptimizers()) choices.push_back({optimizer.name, optimizer.title});
  return choices;
}

Typed withRun(Typed schema) {
  return std::move(schema)
      .field(&S::epochs, inSection(kRunSection, {.name = "epochs",
                                                 .title = "Epochs",
                                                 .help = "How often each training sample is seen.",
                                                 .minimum = 1,
                                                 .maximum = 1e6}))
      .field(&S::batch, inSection(kRunSection, {.name = "batch",
                                                .title = "Batch",
                                                .help = "Samples per training step.",
                                                .minimum = 1,
                                                .maximum = 65536}))
      .field(&S::device, inSection(kRunSection, {.name = "device",
                                                 .title = "Device",
                                                 .help = "Where the network is trained: cpu, cuda:0, or several "
                                                         "devices that share each batch, as cuda:0,cuda:1."}));
}

Typed withOptimizer(Typed schema) {
  return std::move(schema)
      .field(&S::optimizer, inSection(kOptimizerSection, {.name = "optimizer",
                                                          .title = "Optimizer",
                                                          .help = "How gradients become changes of the weights.",
                                                          .choices = optimizerChoices()}))
      .field(&S::learningRate, inSection(kOptimizerSection, {.name = "learning_rate",
                                                             .title = "Rate",
                                                             .help = "The learning rate at the start of the run.",
                                                             .minimum = 1e-10,
                                                             .maximum = 1000}))
      .field(&S::momentum,
             inSection(kOptimizerSection, {.name = "momentum",
                                           .title = "Momentum",
                                           .help = "Share of the last update that is carried into the next.",
                                           .minimum = 0,
                                           .maximum = 0.9999,
                                           .relevantWhen = whereOptimizer({"sgd", "rmsprop"})}))
      .field(&S::nesterov,
             inSection(kOptimizerSection, {.name = "nesterov",
                                           .title = "Nesterov",
                                           .help = "Look ahead along the momentum before taking the gradient.",
                                           .relevantWhen = whereOptimizer({"sgd"})}))
      .field(&S::beta1, inSection(kOptimizerSection, {.name = "beta1",
                                                      .title = "Beta 1",
                                                      .help = "Share of the mean gradient that is kept in each update.",
                                                      .minimum = 0,
                                                      .maximum = 0.999999,
                                                      .relevantWhen = whereOptimizer({"adam", "adamw", "lamb"})}))
      .field(&S::beta2,
             inSection(kOptimizerSection, {.name = "beta2",
                                           .title = "Beta 2",
                                           .help = "Share of the mean squared gradient that is kept in each update.",
                                           .minimum = 0,
                                           .maximum = 0.999999,
                                           .relevantWhen = whereOptimizer({"adam", "adamw", "lamb"})}))
      .field(&S::rho,
             inSection(kOptimizerSection, {.name = "rho",
                                           .title = "Rho",
                                           .help = "Share of the mean squared gradient that is kept in each update.",
                                           .minimum = 0,
                                           .maximum = 0.999999,
                                           .relevantWhen = whereOptimizer({"rmsprop", "adadelta"})}))
      .field(&S::centred, inSection(kOptimizerSection,
                                    {.name = "centred",
                                     .title = "Centred",
                                     .help = "Divide by the gradient's deviation instead of its root mean square.",
                                     .relevantWhen = whereOptimizer({"rmsprop"})}))
      .field(&S::epsilon,
             inSection(kOptimizerSection, {.name = "epsilon",
                                           .title = "Epsilon",
                                           .help = "Added to what is divided by; AdaDelta and LAMB like 1e-6.",
                                           .minimum = 1e-20,
                                           .maximum = 1,
                                           .relevantWhen = {{"optimizer", {"sgd"}, true}}}))
      .field(&S::weightDecay, inSection(kOptimizerSection, {.name = "weight_decay",
                                                            .title = "Weight decay",
                                                            .help = "Pulls weights towards zero; biases are left out.",
                                                            .minimum = 0,
                                                            .maximum = 10}))
      .field(&S::decayAll, inSection(kOptimizerSection, {.name = "decay_all",
                                                         .title = "Decay all",
                                                         .help = "Biases and the numbers of normalisation decay too.",
                                                         .relevantWhen = {{"weight_decay", {"0"}, true}}}))
      .field(&S::clipping,
             inSection(kOptimizerSection,
                       {.name = "clipping",
                        .title = "Clipping",
                        .help = "Whether large gradients are made smaller before the update: all together by "
                                "their norm, or each number by its value.",
                        .choices = {{"none", "None"}, {"norm", "By norm"}, {"value", "By value"}}}))
      .field(&S::clipLimit, inSection(kOptimizerSection, {.name = "clip_limit",
                                                          .title = "Clip at",
                                                          .help = "The largest norm, or value, that is not clipped.",
                                                          .minimum = 1e-10,
                                                          .maximum = 1e10,
                                                          .relevantWhen = {{"clipping", {"none"}, true}}}));
}

Typed withSchedule(Typed schema) {
  return std::move(schema)
      .field(&S::schedule, inSection(kScheduleSection, {.name = "schedule",
                                                        .title = "Schedule",
                                                        .help = "How the learning rate changes over the run.",
                                                        .choices = {{"fixed", "Fixed"},
                                                                    {"step", "Step"},
                                                                    {"multistep", "Steps at epochs"},
                                                                    {"exponential", "Exponential"},
                                                                    {"inverse", "Inverse"},
                                                                    {"polynomial", "Polynomial"},
                                                                    {"sigmoid", "Sigmoid"},
                                                                    {"cosine", "Cosine"},
                                                                    {"one_cycle", "One cycle"}}}))
      .field(&S::scheduleFactor,
             inSection(kScheduleSection, {.name = "schedule_factor",
                                          .title = "Factor",
                                          .help = "The rate is multiplied by this at each step of the schedule; by the "
                                                  "exponential one, over each epoch.",
                                          .minimum = 1e-6,
                                          .maximum = 1,
                                          .relevantWhen = whereSchedule({"step", "multistep", "exponential"})}))
      .field(&S::schedulePeriod, inSection(kScheduleSection, {.name = "schedule_period",
                                                              .title = "Step every",
                                                              .help = "Epochs between two steps of the schedule.",
                                                              .minimum = 1,
                                                              .maximum = 1e6,
                                                              .relevantWhen = whereSchedule({"step"})}))
      .field(&S::scheduleEpochs,
             inSection(kScheduleSection, {.name = "schedule_epochs",
                                          .title = "At epochs",
                                          .help = "The rate steps down when so many epochs are over.",
                                          .minimum = 1,
                                          .maximum = 1e6,
                                          .minimumLength = 1,
                                          .maximumLength = 32,
                                          .relevantWhen = whereSchedule({"multistep"})}))
      .field(&S::scheduleGamma,
             inSection(kScheduleSection, {.name = "schedule_gamma",
                                          .title = "Gamma",
                                          .help = "How fast the rate changes with each training step.",
                                          .minimum = -1e3,
                                          .maximum = 1e3,
                                          .relevantWhen = whereSchedule({"inverse", "sigmoid"})}))
      .field(&S::schedulePower, inSection(kScheduleSection, {.name = "schedule_power",
                                                             .title = "Power",
                                                             .help = "The exponent of the schedule's formula.",
                                                             .minimum = 0,
                                                             .maximum = 100,
                                                             .relevantWhen = whereSchedule({"inverse", "polynomial"})}))
      .field(&S::scheduleCentre,
             inSection(kScheduleSection, {.name = "schedule_centre",
                                          .title = "Centre",
                                          .help = "The training step at which the rate is half of the whole.",
                                          .minimum = 0,
                                          .maximum = 1e9,
                                          .relevantWhen = whereSchedule({"sigmoid"})}))
      .field(&S::scheduleRise, inSection(kScheduleSection, {.name = "schedule_rise",
                                                            .title = "Rise",
                                                            .help = "Share of the run in which the rate rises.",
                                                            .minimum = 0.001,
                                                            .maximum = 0.999,
                                                            .relevantWhen = whereSchedule({"one_cycle"})}))
      .field(&S::scheduleStart, inSection(kScheduleSection, {.name = "schedule_start",
                                                             .title = "From",
                                                             .help = "The first rate, as a share of the highest.",
                                                             .minimum = 0,
                                                             .maximum = 1,
                                                             .relevantWhen = whereSchedule({"one_cycle"})}))
      .field(&S::scheduleFinal, inSection(kScheduleSection, {.name = "schedule_final",
                                                             .title = "Down to",
                                                             .help = "The last rate, as a share of the highest.",
                                                             .minimum = 0,
                                                             .maximum = 1,
                                                             .relevantWhen = whereSchedule({"cosine", "one_cycle"})}))
      .field(&S::warmupEpochs,
             inSection(kScheduleSection,
                       {.name = "warmup_epochs",
                        .title = "Warm-up",
                        .help = "Epochs, or a part of one, in which the rate rises before the schedule begins.",
                        .minimum = 0,
                        .maximum = 1e6}))
      .field(&S::warmupStart,
             inSection(kScheduleSection, {.name = "warmup_start",
                                          .title = "Warm-up from",
                                          .help = "The first rate of the warm-up, as a share of the schedule's first.",
                                          .minimum = 0,
                                          .maximum = 1,
                                          .relevantWhen = {{"warmup_epochs", {"0"}, true}}}));
}

Typed withValidation(Typed schema) {
  const std::vector<FieldCondition> whereStopped{{"stop_patience", {"0"}, true}};
  return std::move(schema)
      .field(&S::validationEvery,
             inSection(kValidationSection,
                       {.name = "validation_every",
                        .title = "Validate every",
                        .help = "Epochs or steps between two validations. The end of the run is validated "
                                "in any case.",
                        .minimum = 1,
                        .maximum = 1e9}))
      .field(&S::validationUnit,
             inSection(kValidationSection,
                       {.name = "validation_unit",
                        .title = "Validation in",
                        .help = "Whether epochs or training steps are counted between two validations.",
                        .choices = {{"epochs", "Epochs"}, {"steps", "Steps"}}}))
      .field(
          &S::bestMetric,
          inSection(kValidationSection,
                    {.name = "best_metric",
                     .title = "Best by",
                     .help = "The metric of the validation that says which state is the best: loss, accuracy, psnr, … "
                             "Empty: the one that suits the loss."}))
      .field(&S::stopPatience,
             inSection(kValidationSection,
                       {.name = "stop_patience",
                        .title = "Patience",
                        .help = "The run ends after so many validations in a row without progress. 0: never.",
                        .minimum = 0,
                        .maximum = 1e6}))
      .field(&S::stopMinimum,
             inSection(kValidationSection,
                       {.name = "stop_minimum",
                        .title = "Progress is",
                        .help = "By how much the metric must get better than it was at its best to count as "
                                "progress.",
                        .minimum = 0,
                        .maximum = 1e9,
                        .relevantWhen = whereStopped}));
}

Typed withCheckpoints(Typed schema) {
  return std::move(schema)
      .field(&S::checkpointEvery,
             inSection(kCheckpointSection,
                       {.name = "checkpoint_every",
                        .title = "Checkpoint every",
                        .help = "Epochs, steps or minutes between two checkpoints. The best state and the "
                                "last are saved in any case.",
                        .minimum = 1,
                        .maximum = 1e9}))
      .field(&S::checkpointUnit,
             inSection(kCheckpointSection,
                       {.name = "checkpoint_unit",
                        .title = "Checkpoints in",
                        .help = "Whether epochs, training steps or minutes are counted between two "
                                "checkpoints.",
                        .choices = {{"epochs", "Epochs"}, {"steps", "Steps"}, {"minutes", "Minutes"}}}))
      .field(&S::keepBest, inSection(kCheckpointSection, {.name = "keep_best",
                                                          .title = "Keep the best",
                                                          .help = "So many of the best checkpoints always stay.",
                                                          .minimum = 1,
                                                          .maximum = 1000}))
      .field(&S::keepLast,
             inSection(kCheckpointSection,
                       {.name = "keep_last",
                        .title = "Keep the last",
                        .help = "Checkpoints that stay besides the best: the last so many. 0: all that the space "
                                "allows.",
                        .minimum = 0,
                        .maximum = 1000}))
      .field(&S::keepEvery,
             inSection(kCheckpointSection,
                       {.name = "keep_every",
                        .title = "Keep each",
                        .help = "The checkpoint of each so many epochs stays too, as the space allows. 0: none for "
                                "that reason.",
                        .minimum = 0,
                        .maximum = 1e6,
                        .relevantWhen = {{"keep_last", {"0"}, true}}}))
      .field(
          &S::checkpointSpace,
          inSection(
              kCheckpointSection,
              {.name = "checkpoint_space",
               .title = "Checkpoints (MB)",
               .help =
                   "Megabytes of checkpoints that a run keeps: all of them while they fit, then fewer, spread evenly "
                   "over the run. The best and the last always stay.",
               .minimum = 0,
               .maximum = 1e9}));
}

Typed withAveraging(Typed schema) {
  const std::vector<FieldCondition> whereAveraged{{"averaging", {"none"}, true}};
  return std::move(schema)
      .field(&S::averaging,
             inSection(kAveragingSection,
                       {.name = "averaging",
                        .title = "Averaging",
                        .help = "Keep an average of the weights: over the last updates, or over all epochs alike.",
                        .choices = {{"none", "None"}, {"exponential", "Exponential"}, {"uniform", "Uniform"}}}))
      .field(&S::averageDecay,
             inSection(kAveragingSection, {.name = "average_decay",
                                           .title = "Average decay",
                                           .help = "Share of the average that is kept in each update.",
                                           .minimum = 0,
                                           .maximum = 0.9999999,
                                           .relevantWhen = {{"averaging", {"exponential"}}}}))
      .field(&S::averageStart,
             inSection(kAveragingSection, {.name = "average_start",
                                           .title = "Average after",
                                           .help = "Epochs before the first weights are taken into the average.",
                                           .minimum = 0,
                                           .maximum = 1e6,
                                           .relevantWhen = whereAveraged}))
      .field(&S::useAverage,
             inSection(kAveragingSection, {.name = "use_average",
                                           .title = "Use average",
                                           .help = "Validate, and use what was learned, with the averaged weights.",
                                           .relevantWhen = whereAveraged}));
}

Typed withRecords(Typed schema) {
  return std::move(schema)
      .field(&S::logInterval, inSection(kRecordSection, {.name = "log_interval",
                                                         .title = "Log every",
                                                         .help = "Training steps between two points of the curves.",
                                                         .minimum = 1,
                                                         .maximum = 1e6}))
      .field(&S::histogramEvery,
             inSection(
                 kRecordSection,
                 {.name = "histogram_every",
                  .title = "Histograms every",
                  .help = "Steps or epochs between two records of how weights, gradients and outputs of each layer are "
                          "spread. Each record costs about two steps. 0: none.",
                  .minimum = 0,
                  .maximum = 1e9}))
      .field(&S::histogramUnit,
             inSection(kRecordSection, {.name = "histogram_unit",
                                        .title = "Histograms in",
                                        .help = "Whether training steps or epochs are counted between two records.",
                                        .choices = {{"steps", "Steps"}, {"epochs", "Epochs"}},
                                        .relevantWhen = {{"histogram_every", {"0"}, true}}}));
}

Typed withComputation(Typed schema) {
  return std::move(schema)
      .field(&S::accumulation,
             inSection(kComputationSection,
                       {.name = "accumulation",
                        .title = "Accumulate",
                        .help = "Batches whose gradients are added up for one change of the weights: like a "
                                "batch so many times as large, in the memory of one.",
                        .minimum = 1,
                        .maximum = 65536}))
      .field(&S::microBatches,
             inSection(
                 kComputationSection,
                 {.name = "micro_batches",
                  .title = "Micro-batches",
                  .help =
                      "Computes each batch in this number of micro-batches (1, 2, 4, 8 and so on) and adds their "
                      "gradients in a fixed order. Intermediates take less memory, sums of gradients more. The results "
                      "are the same whether one process computes all of them or several share them. Batch norm "
                      "uses the mean and variance of each micro-batch. Slower.",
                  .minimum = 1,
                  .maximum = 64}))
      .field(
          &S::precision,
          inSection(
              kComputationSection,
              {.name = "precision",
               .title = "Precision",
               .help =
                   "Numbers of 16 bits are faster on GPUs with tensor cores; weights are kept in 32 bits all the same.",
               .choices = {{"f32", "32 bits"},
                           {"bf16", "16 bits (bfloat16)"},
                           {"f16", "16 bits (half, loss scaled)"}}}))
      .field(&S::exact,
             inSection(kComputationSection,
                       {.name = "exact",
                        .title = "Exact",
                        .help = "Use no convolution algorithm that rounds more than the plain one (Winograd's error is "
                                "about a millionth). Slower."}))
      .field(&S::normOverRanks,
             inSection(kComputationSection,
                       {.name = "norm_over_ranks",
                        .title = "Norm over ranks",
                        .help = "Where several processes train together: batch norm uses the mean and variance of all "
                                "their samples, not of each one's own. For small batches; slower."}))
      .field(&S::memoryLimit,
             inSection(kComputationSection,
                       {.name = "memory_limit",
                        .title = "Memory limit",
                        .help = "Megabytes for what the forward pass keeps for the backward one: where it is more, "
                                "the cheapest of it is computed again instead. 0 is no limit.",
                        .minimum = 0,
                        .maximum = 1e9}))
      .field(&S::seed, inSection(kComputationSection, {.name = "seed",
                                                       .title = "Seed",
                                                       .help = "The same seed gives the same run.",
                                                       .minimum = 0,
                                                       .maximum = 9007199254740991.0}));
}

}  // namespace

const TypedSchema<TrainingSettings>& trainingSettingsSchema() {
  static const Typed schema = withComputation(
      withRecords(withAveraging(withCheckpoints(withValidation(withSchedule(withOptimizer(withRun(Typed()))))))));
  return schema;
}

std::vector<std::string> rareSettingsSections() {
  return {kValidationSection, kCheckpointSection, kAveragingSection, kRecordSection, kComputationSection};
}

}  // namespace fovea
