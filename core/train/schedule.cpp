#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fovea {
namespace {

// A positive base for the factor if the schedule is nearly zero, so that the factor is finite.
double steerable(const TrainingSettings& settings, double scheduled) {
  return std::max({scheduled, settings.learningRate * 1e-9, 1e-30});
}

// A step's position in the terms of schedules.
struct Place {
  double step;   // since the end of the warm-up
  double steps;  // from the end of the warm-up to the end of the run
  double epoch;  // epochs of the run, as a fraction
  double perEpoch;
  double share() const { return std::clamp(step / std::max(steps, 1.0), 0.0, 1.0); }
};

// Falls or rises from `from` to `to` along half a cosine.
double halfCosine(double from, double to, double share) {
  return to + (from - to) * (1 + std::cos(std::numbers::pi * std::clamp(share, 0.0, 1.0))) / 2;
}

double oneCycle(const TrainingSettings& s, double share) {
  if (share < s.scheduleRise) return halfCosine(s.scheduleStart, 1, share / s.scheduleRise);
  return halfCosine(1, s.scheduleFinal, (share - s.scheduleRise) / (1 - s.scheduleRise));
}

// The factor for the base learning rate.
double factorAt(const TrainingSettings& s, const Place& at) {
  if (s.schedule == "step")
    return std::pow(s.scheduleFactor, std::floor(at.epoch / static_cast<double>(s.schedulePeriod)));
  if (s.schedule == "multistep")
    return std::pow(s.scheduleFactor, static_cast<double>(std::count_if(
                                          s.scheduleEpochs.begin(), s.scheduleEpochs.end(),
                                          [&](auto epoch) { return at.epoch >= static_cast<double>(epoch); })));
  if (s.schedule == "exponential") return std::pow(s.scheduleFactor, at.step / at.perEpoch);
  if (s.schedule == "inverse") return std::pow(1 + s.scheduleGamma * at.step, -s.schedulePower);
  if (s.schedule == "polynomial") return std::pow(1 - at.share(), s.schedulePower);
  if (s.schedule == "sigmoid")
    return 1 / (1 + std::exp(-s.scheduleGamma * (at.step - static_cast<double>(s.scheduleCentre))));
  if (s.schedule == "cosine") return halfCosine(1, s.scheduleFinal, at.share());
  if (s.schedule == "one_cycle") return oneCycle(s, at.share());
  return 1;
}

}  // namespace

double scheduledLearningRate(const TrainingSettings& settings, std::int64_t step, std::int64_t stepsPerEpoch) {
  if (stepsPerEpoch <= 0) return settings.learningRate;
  const auto perEpoch = static_cast<double>(stepsPerEpoch), now = static_cast<double>(step);
  const double warmUp = std::floor(settings.warmupEpochs * perEpoch);
  const double since = std::max(0.0, now - warmUp);
  const double epoch = static_cast<double>(std::max(step, static_cast<std::int64_t>(warmUp)) / stepsPerEpoch);
  const double total = static_cast<double>(settings.epochs) * perEpoch - warmUp;
  const double rate = settings.learningRate * factorAt(settings, {since, total, epoch, perEpoch});
  return now < warmUp ? rate * (settings.warmupStart + (1 - settings.warmupStart) * now / warmUp) : rate;
}

double steeringFactor(const TrainingSettings& settings, double scheduled, double rate) {
  return rate / steerable(settings, scheduled);
}

double steeredRate(const TrainingSettings& settings, double scheduled, double factor, double rateSet) {
  if (rateSet <= 0) return scheduled * factor;
  return std::min(steerable(settings, scheduled) * factor, std::max(rateSet, scheduled));
}

}  // namespace fovea
