#include "core/train/rate_search.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr std::int64_t kFewestSteps = 10;
constexpr double kExplosion = 3;           // multiple of the first loss: the rate is far too high
constexpr double kClearFall = 0.03;        // fraction of the initial loss, so that noise does not count as learning
constexpr std::size_t kWidthOfNoise = 30;  // the Gaussian's standard deviation is all steps divided by this

double toTwoDigits(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

void smooth(std::vector<RatePoint>& points, double deviation) {
  const auto reach = static_cast<std::ptrdiff_t>(std::ceil(3 * deviation));
  const auto count = static_cast<std::ptrdiff_t>(points.size());
  for (std::ptrdiff_t at = 0; at < count; ++at) {
    double sum = 0, weights = 0;
    for (std::ptrdiff_t other = std::max<std::ptrdiff_t>(0, at - reach); other < std::min(count, at + reach + 1);
         ++other) {
      const double distance = static_cast<double>(other - at) / deviation;
      const double weight = std::exp(-0.5 * distance * distance);
      sum += weight * points[static_cast<std::size_t>(other)].loss;
      weights += weight;
    }
    points[static_cast<std::size_t>(at)].smoothed = sum / weights;
  }
}

// The settings of the short run: only the optimizer's steps.
void simplify(TrainingSettings& settings, double highest) {
  settings.learningRate = highest;
  settings.schedule = "fixed";
  settings.warmupEpochs = 0;
  settings.epochs = 1'000'000;
  settings.logInterval = 1;
  settings.accumulation = 1;
  settings.averaging = "none";
  settings.validationUnit = settings.checkpointUnit = "epochs";
  settings.validationEvery = settings.checkpointEvery = settings.epochs;
  settings.stopPatience = 0;
}

}  // namespace

RateSearch judgeRates(std::vector<RatePoint> points, bool exploded) {
  RateSearch search{std::move(points), exploded};
  auto& seen = search.points;
  if (seen.size() < static_cast<std::size_t>(kFewestSteps)) return search;
  smooth(seen, std::max(1.0, static_cast<double>(seen.size()) / kWidthOfNoise));
  const auto lowest =
      std::min_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.smoothed < b.smoothed; });
  if (lowest->smoothed > (1 - kClearFall) * seen.front().smoothed) return search;
  search.lowestLoss = toTwoDigits(lowest->rate);
  double steepest = 0, rate = 0;
  for (auto at = seen.begin() + 1; at < lowest; ++at) {
    const double slope = ((at + 1)->smoothed - (at - 1)->smoothed) / std::log((at + 1)->rate / (at - 1)->rate);
    if (slope >= steepest) continue;
    steepest = slope;
    rate = at->rate;
  }
  if (rate <= 0) return search;
  search.steepestFall = toTwoDigits(rate);
  search.suggested = toTwoDigits(std::sqrt(rate * lowest->rate));
  return search;
}

Result<RateSearch> searchLearningRate(TrainingPlan plan, const DeviceTeam& devices, const RateSearchOptions& options) {
  if (!(options.lowest > 0 && options.highest > options.lowest && std::isfinite(options.highest)))
    return fail(ErrorCode::InvalidArgument, "The search needs rates from one above zero to a higher one.");
  if (options.steps < kFewestSteps)
    return fail(ErrorCode::InvalidArgument,
                "A search for a rate needs at least " + std::to_string(kFewestSteps) + " steps.");
  simplify(plan.settings, options.highest);
  FOVEA_TRY(const auto trainer, Trainer::create(plan, devices));
  std::vector<RatePoint> points;
  const double factor = std::pow(options.highest / options.lowest, 1 / static_cast<double>(options.steps - 1));
  double rate = options.lowest;
  while (static_cast<std::int64_t>(points.size()) < options.steps) {
    if (plan.cancel.cancelled()) return fail(ErrorCode::Cancelled, "The search for a learning rate was cancelled.");
    trainer->setLearningRate(rate);
    FOVEA_TRY(const TrainingUpdate update, trainer->advance());
    if (update.trouble) return judgeRates(std::move(points), true);
    if (!update.point) continue;  // a batch of validation
    points.push_back({rate, update.point->loss});
    if (options.progress) options.progress(static_cast<std::int64_t>(points.size()));
    if (update.point->loss > kExplosion * points.front().loss) return judgeRates(std::move(points), true);
    rate *= factor;
  }
  return judgeRates(std::move(points), false);
}

}  // namespace fovea
