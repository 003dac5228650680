// Why: reads the epochs of all runs in the background, for the metric columns and small curves in the table of runs.
#pragma once
#include <QList>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/project/run_store.h"

namespace fovea {

// Values of the validations, at the ends of epochs and within them. Training values if none was: the two are never
// mixed.
struct RunSummary {
  struct Values {
    double last = 0;
    double best = 0;  // by metricGoal(); the last value if it has no goal
  };
  std::map<std::string, Values> metrics;
  QList<double> curve;  // accuracy, or loss if there is none; at most 100 values
  double seconds = 0;   // training time
};

// `within`: the validations within epochs, as RunStore::validationPoints() returns them.
RunSummary summaryOf(std::vector<EpochRecord> epochs, std::span<const MetricPoint> within = {});

// Reads the summaries of `runs`; a run deleted meanwhile has an empty one. Errors as in RunStore.
Result<std::map<RunId, RunSummary>> readRunSummaries(const RunStore& store, const std::vector<RunId>& runs);

}  // namespace fovea
