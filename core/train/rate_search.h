// Why: a good learning rate can be found by a short run whose rate rises at each step (the range test of L. Smith,
// "Cyclical Learning Rates for Training Neural Networks", 2017, arXiv:1506.01186). Below some rate the loss does not
// move, then it falls, and above some rate it explodes.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/train/trainer.h"

namespace fovea {

struct RatePoint {
  double rate = 0;
  double loss = 0;      // of the step with this rate
  double smoothed = 0;  // mean of the losses around it, weighted by a Gaussian; no lag
};

struct RateSearchOptions {
  double lowest = 1e-6;  // rate of the first step
  double highest = 10;   // rate of the last step; the rates between form a geometric sequence
  std::int64_t steps = 150;
  // Called after each step with the number of completed steps, on the calling thread.
  std::function<void(std::int64_t)> progress{};
};

struct RateSearch {
  // By step. Fewer than asked for if the loss exploded; empty if it was not finite in the first step.
  std::vector<RatePoint> points;
  // The loss stayed far above that of the first steps, or was not finite. Of the losses far above at the end, `points`
  // holds only the first, since the others may be too large to be smoothed or drawn with the rest.
  bool exploded = false;
  // To two digits; nothing if the loss never fell clearly. The rate with the steepest fall of the smoothed loss over
  // the rate's logarithm, and the one with the lowest: training is seldom stable above it. The suggestion is their
  // geometric mean, since the first is cautious and the second daring.
  std::optional<double> steepestFall{};
  std::optional<double> lowestLoss{};
  std::optional<double> suggested{};
};

// Trains a copy of the plan's network for some steps, without validation, and discards it. The optimizer, batch,
// regularisation and starting weights are those of the plan; the schedule is not used. The same plan gives the same
// numbers on the CPU. Blocks for the steps' duration. InvalidArgument: the rates are not 0 < lowest < highest, or there
// are fewer than 10 steps. Cancelled: plan.cancel was set. Else errors of Trainer::create() and advance().
Result<RateSearch> searchLearningRate(TrainingPlan plan, const DeviceTeam& devices,
                                      const RateSearchOptions& options = {});

// Whether the last five losses all exceed three times the mean of the first ten: one batch of a few samples may be that
// far off by chance. Needs 15 points.
bool staysExploded(std::span<const RatePoint> points);

// Smooths the losses of `points` and derives the suggestion from them. If the loss exploded, leaves out what
// RateSearch::exploded says.
RateSearch judgeRates(std::vector<RatePoint> points, bool exploded);

}  // namespace fovea
