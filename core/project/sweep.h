// Why: the best learning rate is unknown beforehand, so a sweep tries settings: grid search, random search, several
// seeds for each, and successive halving, which spends time on configurations that do well early. The trials are a pure
// function of the plan, so a killed sweep can continue. Source of successive halving: Jamieson and Talwalkar 2016.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/train/default_settings.h"
#include "core/train/training_settings.h"

namespace fovea {

// The values of one setting: a list, or a range to draw from.
struct SweepAxis {
  std::string setting;
  std::vector<FieldValue> values;  // grid: every value; random: the choices. Empty: a range
  bool drawn = false;
  bool logarithmic = false;  // for a range: log-uniform
  double low = 0, high = 0;
  bool even = true;  // for a range of whole numbers: each is equally likely; in old plans, the ends half as likely
};

struct SweepPlan {
  std::string name;
  std::vector<SweepAxis> axes;
  std::int64_t draws = 1;        // random samples per grid point
  std::int64_t seeds = 1;        // runs per configuration
  std::int64_t halving = 0;      // one in `halving` configurations survives each round; 0: all do
  std::int64_t firstEpochs = 1;  // of the first round; each further round has `halving` times as many
  std::string metric;     // the deciding metric: "val_accuracy", "val_loss", …; empty: the first available of these
  std::int64_t seed = 1;  // for the draws; the runs use it and the following ones
  FieldValues settings;   // shared by all runs, in addition to the defaults of network and data set
  std::string dataset;    // name in the project
};

// One run: a configuration and a seed.
struct SweepTrial {
  std::int64_t number = 0;
  std::int64_t configuration = 0;
  std::int64_t seed = 0;
  FieldValues values;  // of the axes
};

// More would take years.
inline constexpr std::int64_t kMostTrials = 10000;

// Grid values: "learning_rate=0.1,0.01". InvalidArgument.
Result<SweepAxis> gridAxis(const std::string& text);
// Values to draw: "learning_rate=log:1e-4..1e-1", "batch=16..128", "optimizer=sgd,adam". InvalidArgument.
Result<SweepAxis> drawnAxis(const std::string& text);

// InvalidArgument: no such setting, no value of it, or one that it does not allow.
Status checkAxis(const SweepAxis& axis);
// InvalidArgument: no axis or a wrong one, a setting on two axes, too many trials, or halving with a varying number of
// epochs.
Status checkSweep(const SweepPlan& plan);
// In order of number; the trials of a configuration are consecutive.
std::vector<SweepTrial> sweepTrials(const SweepPlan& plan);
// The settings of a trial's run.
TrainingSettings trialSettings(const SweepPlan& plan, const SweepTrial& trial, const SettingDefaults& defaults);

// The epoch at which a round of successive halving ends, and how many configurations survive it.
struct SweepRound {
  std::int64_t epochs = 0;
  std::int64_t survivors = 0;
};
// The rounds for runs of `epochs` epochs; a single one without halving.
std::vector<SweepRound> sweepRounds(const SweepPlan& plan, std::int64_t epochs);

// A configuration's result over its seeds.
struct SweepScore {
  std::int64_t configuration = 0;
  double mean = 0;         // of the runs' best values; NaN if a run has none
  double deviation = 0;    // sample standard deviation; NaN for a single run
  std::int64_t round = 0;  // the last round that it took part in
};
// `values` are each seed's best.
SweepScore scoreOf(std::int64_t configuration, std::span<const double> values, std::int64_t round = 0);
// Sorts, best first: by round reached, then by mean, then by number. Configurations without a value come last.
void rank(std::vector<SweepScore>& scores, bool lowerIsBetter);

// The version of the stored plan. Version 1 left out the settings that the project had chosen for its runs.
inline constexpr std::int64_t kSweepVersion = 2;
Json sweepToJson(const SweepPlan& plan);
// Corrupt, NewerVersion.
Result<SweepPlan> sweepFromJson(const Json& json);

}  // namespace fovea
