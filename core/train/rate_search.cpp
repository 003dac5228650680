#include "core/train/rate_search.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr std::int64_t kFewestSteps = 10;
constexpr double kExplosion = 3;  // multiple of the first losses: the rate is far too high
constexpr std::ptrdiff_t kFirstLosses = 10, kLastLosses = 5;
constexpr double kClearFall = 0.03;        // fraction of the initial loss, so that noise does not count as learning
constexpr std::size_t kWidthOfNoise = 30;  // the Gaussian's standard deviation is all steps divided by this

double toTwoDigits(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

// The loss above which a step counts as exploded. Of few points, the last ones are not part of the mean.
double explosionLimit(std::span<const RatePoint> points) {
  const auto first = std::clamp(std::ssize(points) - kLastLosses, std::ptrdiff_t{1}, kFirstLosses);
  double sum = 0;
  for (const RatePoint& point : points.first(static_cast<std::size_t>(first))) sum += point.loss;
  const double mean = sum / static_cast<double>(first);  // below zero for some losses
  return mean + (kExplosion - 1) * std::abs(mean);
}

// Keeps only the first of the exploded losses at the end.
void trimExplosion(std::vector<RatePoint>& points) {
  if (points.empty()) return;
  const double limit = explosionLimit(points);
  while (points.size() > 1 && points.back().loss > limit && points[points.size() - 2].loss > limit) points.pop_back();
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

bool staysExploded(std::span<const RatePoint> points) {
  if (std::ssize(points) < kFirstLosses + kLastLosses) return false;
  const double limit = explosionLimit(points);
  const auto last = points.last(static_cast<std::size_t>(kLastLosses));
  return std::all_of(last.begin(), last.end(), [limit](const RatePoint& point) { return point.loss > limit; });
}

RateSearch judgeRates(std::vector<RatePoint> points, bool exploded) {
  if (exploded) trimExplosion(points);
  RateSearch search{std::move(points), exploded};
  auto& seen = search.points;
  smooth(seen, std::max(1.0, static_cast<double>(seen.size()) / kWidthOfNoise));
  if (std::ssize(seen) < kFewestSteps) return search;
  const auto lowest =
      std::min_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.smoothed < b.smoothed; });
  const double first = seen.front().smoothed;  // below zero for some losses
  if (lowest->smoothed > first - kClearFall * std::abs(first)) return search;
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
    if (staysExploded(points)) return judgeRates(std::move(points), true);
    rate *= factor;
  }
  return judgeRates(std::move(points), false);
}

}  // namespace fovea
