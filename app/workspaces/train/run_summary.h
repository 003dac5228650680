// Why: reads the epochs of all runs in the background, for the metric columns and small curves in the table of runs.
#pragma once
#include <QList>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/project/run_store.h"

namespace fovea {

// Values of the validation, or of training if there was none.
struct RunSummary {
  struct Values {
    double last = 0;
    double best = 0;  // by metricGoal(); the last value if neither high nor low is good
  };
  std::map<std::string, Values> metrics;
  QList<double> curve;  // accuracy, or loss if none is measured; at most some hundred values
  double seconds = 0;   // training time
};

RunSummary summaryOf(std::span<const EpochRecord> epochs);

// In the order of `runs`; a run deleted meanwhile has an empty summary. Errors as in RunStore.
Result<std::map<RunId, RunSummary>> readRunSummaries(const RunStore& store, const std::vector<RunId>& runs);

}  // namespace fovea
