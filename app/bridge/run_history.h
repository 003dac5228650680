// Why: reads a run's stored history in the background, since the curves of a long run take some tenths of a second.
#pragma once
#include <vector>

#include "core/project/run_store.h"

namespace fovea {

struct ThinnedHistory {
  RunRecord run;
  std::vector<MetricPoint> points;  // thinned, see RunStore::points
  std::vector<EpochRecord> epochs;
  std::vector<ValidationRecord> validations;  // within epochs, all of them; only their values and steps are known
  std::vector<std::string> epochTimes;  // see RunStore::epochTimes
  std::vector<RunMark> marks;
  std::vector<CheckpointRecord> checkpoints;
};

// The validation within an epoch of a point of RunStore::validationPoints().
ValidationRecord validationAt(const MetricPoint& point);

// Errors as RunStore's.
Result<ThinnedHistory> readThinnedHistory(const RunStore& store, RunId run);

}  // namespace fovea
