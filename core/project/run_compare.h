// Why: shows which of several runs is better and how they differ: settings, networks, and the last and best value of
// every metric.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/project/run_export.h"

namespace fovea {

// One metric of a run: "loss", "train_loss", "val_accuracy", "val_psnr", ….
struct MetricSummary {
  std::string name;
  double last = 0;  // may be infinite
  double best = 0;  // NaN if no value is finite
  std::int64_t bestStep = 0;
  bool lowerIsBetter = false;
  std::int64_t lastStep = 0;
};

// Uses the epochs if there are any, else the points. Values that are NaN count as not measured. Metrics that an
// imported run has under their whole tags keep these names.
std::vector<MetricSummary> summarise(const RunHistory& run);
// The best value of metric `name`, or NaN.
double bestOf(const std::vector<MetricSummary>& metrics, const std::string& name);
// Whether lower values are better. The words of the metric's name decide: losses, errors, entropy, perplexity and
// common short names of these.
bool isLowerBetter(const std::string& metric);

struct SettingDifference {
  std::string name;
  std::vector<FieldValue> values;  // one per run; meaningless for runs of other programs
};

struct RunComparison {
  struct Run {
    RunRecord record;
    std::string network;  // its name; empty: unknown
    std::vector<MetricSummary> metrics;
    double seconds = 0;  // of training and validation
    // The differences from the first run's network, one line per layer; empty: none.
    std::vector<std::string> networkChanges;
  };
  std::vector<Run> runs;                    // in the requested order
  std::vector<SettingDifference> settings;  // settings that differ between the runs
  std::vector<std::string> metrics;         // names, in order of first appearance
};

// NotFound. Runs of other programs have neither settings nor a network; these are compared among the other runs.
Result<RunComparison> compareRuns(const RunStore& store, const std::vector<RunId>& runs);

Json comparisonToJson(const RunComparison& comparison);

}  // namespace fovea
