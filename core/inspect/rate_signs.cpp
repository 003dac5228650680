#include "core/inspect/rate_signs.h"

#include <algorithm>
#include <cmath>

#include "core/inspect/loss_course.h"

namespace fovea {
namespace {

constexpr double kSurelyLarger = 3;  // standard errors
constexpr double kWorthALook = 0.1;  // fraction of the first loss: a rise below it does not matter
constexpr double kBlownUp = 2;       // growth of the weights' norm

// Returns the run's initial loss, but at least that of a constant prediction.
double startingLoss(const RunFacts& facts, const LossCourse& course) {
  const double measured = facts.model ? facts.model->startLoss : NAN;
  const double start = std::isfinite(measured) ? measured : course.first;
  return std::max(start, constantLoss(facts).value_or(start));
}

}  // namespace

std::optional<RateSigns> rateSigns(const RunFacts& facts) {
  RateSigns signs;
  signs.step = firstLostStep(facts);
  signs.lost = signs.step >= 0 || facts.trouble.find(kLossLost) != std::string::npos;
  const auto course = lossCourse(facts.points);
  if (!course) return signs.lost ? std::optional(signs) : std::nullopt;
  const double start = startingLoss(facts, *course);
  const auto constant = constantLoss(facts);
  const bool useless = constant && course->last >= kNoBetter * *constant;
  const bool blownUp = facts.model && facts.model->grown >= kBlownUp;
  signs.peaked = course->highest >= raisedLoss(start, kPeak - 1);
  signs.collapsed = useless && (signs.peaked || blownUp);
  const auto lowest = std::ranges::min_element(course->quarters, {}, &LossStretch::mean);
  const LossStretch& last = course->quarters.back();
  signs.rose = last.mean >= raisedLoss(lowest->mean, kRise - 1) &&
               last.mean - lowest->mean >= kWorthALook * std::abs(start) &&
               last.mean - lowest->mean >= kSurelyLarger * std::hypot(last.error, lowest->error);
  if (!signs.lost && !signs.peaked && !signs.collapsed && !signs.rose) return {};
  signs.from = signs.peaked || signs.collapsed ? start : lowest->mean;
  signs.to = signs.peaked ? course->highest : last.mean;
  if (signs.step < 0 && signs.peaked) signs.step = course->highestStep;
  return signs;
}

}  // namespace fovea
