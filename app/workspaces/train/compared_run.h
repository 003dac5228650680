// Why: a run in a comparison with its curves and what identifies repetitions with another seed.
#pragma once
#include <QString>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/workspaces/train/run_curves.h"

namespace fovea {

struct ComparedRun {
  // Whether its settings and its network are known: another program's run has only curves.
  bool settingsKnown() const { return record.origin.empty(); }

  RunRecord record;
  QString title;
  Network network;
  RunCurves curves;
  std::vector<RunMark> marks;
};
using ComparedRunPtr = std::shared_ptr<const ComparedRun>;

// Groups runs of one network on one data set whose settings differ at most in seed, device and space for checkpoints.
// Another program's run has a group of its own. Groups have the order of their first runs.
std::vector<std::vector<ComparedRunPtr>> seedGroups(std::span<const ComparedRunPtr> runs);

// The settings in which a group of a sweep differs from the others: "Rate 0.01, Batch 64"; the run's name for other
// groups, and where nothing differs.
QString groupName(std::span<const std::vector<ComparedRunPtr>> groups, std::size_t group);

// Reads a run with its network and curves. Errors as in RunStore.
Result<ComparedRunPtr> readComparedRun(const RunStore& store, RunId run);

// Mean and sample standard deviation at the xs of the first curve where at least two curves have an interpolated value.
// Each curve consists of its sorted xs and as many ys.
struct CurveSpread {
  std::vector<double> xs, means, lows, highs;  // lows and highs: one deviation from the mean
};
CurveSpread spreadOf(std::span<const std::pair<std::vector<double>, std::vector<double>>> curves);

}  // namespace fovea
