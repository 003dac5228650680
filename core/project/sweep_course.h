// Why: which run a sweep trains next, and which of its configurations are best so far, follow from its plan and from
// what its runs have reached. Terminal and window ask here, so that both do the same, and a sweep that was killed goes
// on where it was.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/project/run_compare.h"
#include "core/project/sweep.h"

namespace fovea {

// A sweep as the project stores it.
struct StoredSweep {
  SweepPlan plan;
  Network network;  // that all its runs train
};

// AlreadyExists: the name is taken.
Status storeSweep(RunStore& store, const StoredSweep& sweep);
// NotFound, Corrupt, NewerVersion.
Result<StoredSweep> readSweep(const Project& project, const std::string& name);
// The first unused of "sweep-1", "sweep-2", ….
std::string freeSweepName(const std::vector<std::string>& taken);

// The settings of a plan: those that the project has chosen for its runs, and over them those for this sweep. The plan
// holds them all, so that a later choice of the project changes no run of the sweep.
FieldValues sweepSettings(const FieldValues& chosenByProject, const FieldValues& forSweep);

// The progress of a trial's run.
struct TrialState {
  RunId run{};                          // invalid: it has not begun
  std::int64_t epochs = 0;              // complete, and with a checkpoint from which it can go on
  bool ended = false;                   // it has no epoch left, or it failed
  std::string error{};                  // why it failed; empty: it did not
  std::vector<MetricSummary> metrics{};  // as by summarise()
};
Result<TrialState> readTrialState(const RunStore& store, RunId run);

// The next run of a sweep: begin or continue the run of that trial until `epochs` are complete.
struct SweepStep {
  std::int64_t trial = 0;
  std::int64_t epochs = 0;  // 0: until its settings end it
  std::int64_t round = 0;
};

// A configuration and its result so far.
struct SweepStanding {
  SweepScore score;
  FieldValues values;                // of the axes
  std::vector<std::int64_t> trials;  // one for each seed
  std::vector<double> each;          // their best values, parallel to `trials`; NaN: none yet, or it failed
  bool complete = false;             // all its trials have reached the end of the round
  bool failed = false;               // one of its trials has no value after that
};

// The deciding metrics of a plan that names none: the first of them that a run has.
inline constexpr const char* kUsualSweepMetrics[] = {"val_accuracy", "val_loss", "train_loss"};

class SweepCourse {
 public:
  // `epochs`: those of the runs' settings, for the rounds of successive halving.
  SweepCourse(SweepPlan plan, std::int64_t epochs);

  const SweepPlan& plan() const { return plan_; }
  const std::vector<SweepTrial>& trials() const { return trials_; }
  const std::vector<SweepRound>& rounds() const { return rounds_; }
  const TrialState& state(std::int64_t trial) const { return states_[static_cast<std::size_t>(trial)]; }
  void setState(std::int64_t trial, TrialState state) { states_[static_cast<std::size_t>(trial)] = std::move(state); }
  // The trial of a run, or none.
  std::optional<std::int64_t> trialOf(RunId run) const;

  // The deciding metric: the plan's, else one of kUsualSweepMetrics. Empty while there is none.
  std::string metric() const;
  // All metrics of the runs, in order of first appearance.
  std::vector<std::string> metrics() const;
  // InvalidArgument: the plan's metric is not among those that the runs have; the advice lists them.
  Status checkMetric() const;

  // Nothing if the sweep is complete.
  std::optional<SweepStep> next() const;
  // Best first; those without a value come last.
  std::vector<SweepStanding> standings() const;
  // Counts the trials of the present round, and those of them that have reached its end.
  struct Progress {
    std::int64_t round = 0;
    std::int64_t done = 0;
    std::int64_t of = 0;
  };
  Progress progress() const;

 private:
  // Follows the rounds as far as the runs have come.
  struct Walk;
  Walk walk() const;
  bool reached(std::int64_t trial, std::size_t round) const;
  std::int64_t untilOf(std::size_t round) const;
  double valueOf(std::int64_t trial, const std::string& metric) const;

  SweepPlan plan_;
  std::vector<SweepTrial> trials_;
  std::vector<SweepRound> rounds_;
  std::vector<TrialState> states_;  // parallel to trials_
};

}  // namespace fovea
