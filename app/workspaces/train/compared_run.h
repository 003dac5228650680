// Why: a run in a comparison: its curves, and what identifies repetitions with another seed.
#pragma once
#include <QString>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/workspaces/train/run_curves.h"

namespace fovea {

struct ComparedRun {
  RunRecord record;
  QString title;
  Network network;
  RunCurves curves;
  std::vector<RunMark> marks;
};
using ComparedRunPtr = std::shared_ptr<const ComparedRun>;

// Groups runs of one network on one data set whose settings differ only in seed and device, in the order of their first
// ones.
std::vector<std::vector<ComparedRunPtr>> seedGroups(std::span<const ComparedRunPtr> runs);

// Errors as in RunStore.
Result<ComparedRunPtr> readComparedRun(const RunStore& store, RunId run);

// Mean and sample deviation of curves at the xs of the first one, where at least two of them have an interpolated
// value. Each curve consists of its xs, in order, and as many ys.
struct CurveSpread {
  std::vector<double> xs, means, lows, highs;  // lows and highs: one deviation from the mean
};
CurveSpread spreadOf(std::span<const std::pair<std::vector<double>, std::vector<double>>> curves);

}  // namespace fovea
