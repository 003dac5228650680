// Why: steps that are too small make no progress in the time of the run.
#include <algorithm>
#include <cmath>

#include "core/inspect/loss_course.h"
#include "core/inspect/rate_signs.h"
#include "core/inspect/setting_fixes.h"

namespace fovea {
namespace {

constexpr double kStill = 0.02;    // relative change of all weights; normal runs change them by a tenth or more
constexpr double kSlow = 0.1;      // the same, if the loss falls as slowly as below
constexpr double kLittle = 0.7;    // the last quarter's loss is still this fraction of the first quarter's
constexpr double kStraight = 0.5;  // the slowest quarter falls at least this fraction as fast as the fastest
constexpr double kSurely = 2;      // standard errors between quarters

constexpr const char* kHardlyMoved = "After %1 steps the weights have changed by %2 % only.";
constexpr const char* kFallsStraight = "The loss falls slowly along a straight line: from %1 to %2.";
constexpr const char* kNoBetterYet = "The loss is still %1, which a constant answer reaches, too.";
constexpr const char* kRateIs = "The learning rate is %1.";

// Returns true if the loss falls slowly and about as fast at the end as at the beginning.
bool fallsStraight(const LossCourse& course) {
  double slowest = INFINITY, fastest = 0;
  for (std::size_t i = 1; i < course.quarters.size(); ++i) {
    const LossStretch &before = course.quarters[i - 1], &now = course.quarters[i];
    const double fall = before.mean - now.mean;
    if (fall < kSurely * std::hypot(before.error, now.error)) return false;
    slowest = std::min(slowest, fall);
    fastest = std::max(fastest, fall);
  }
  return slowest >= kStraight * fastest && course.last >= kLittle * course.quarters.front().mean;
}

std::optional<Diagnosis> findRateTooLow(const RunFacts& facts) {
  const auto course = lossCourse(facts.points);
  if (!course || rateSigns(facts)) return {};
  const auto constant = constantLoss(facts);
  const bool useless = constant && course->last >= kNoBetter * *constant;
  const bool straight = fallsStraight(*course);
  const double moved = facts.model ? facts.model->moved : NAN;
  const bool still = moved < kStill && (useless || straight || course->last >= kLittle * course->first);
  if (!still && !(straight && moved < kSlow)) return {};
  Diagnosis found;
  found.severity = useless ? Severity::Problem : Severity::Warning;
  found.sentences.push_back({kHardlyMoved, {facts.points.back().step, moved * 100}});
  if (straight) found.sentences.push_back({kFallsStraight, {course->quarters.front().mean, course->last}});
  if (useless) found.sentences.push_back({kNoBetterYet, {course->last}});
  found.sentences.push_back({kRateIs, {facts.settings.learningRate}});
  found.evidence.curves.push_back(lossCurve(facts.points));
  found.evidence.numbers = {{"learning_rate", facts.settings.learningRate},
                            {"first_loss", course->first},
                            {"last_loss", course->last},
                            {"weights_changed", moved}};
  found.fixes.push_back(rateFix(facts, higherRate(facts)));
  return found;
}

}  // namespace

DiagnosisType rateTooLowDiagnosis() {
  return {.name = "rate_too_low",
          .title = "The learning rate is too low",
          .order = 80,
          .explainedBy = {"broken_loader", "exploding_gradients", "rate_too_high", "dead_units", "saturated_outputs",
                          "vanishing_gradients"},
          .texts = {kHardlyMoved, kFallsStraight, kNoBetterYet, kRateIs, kRateFix},
          .find = findRateTooLow};
}

}  // namespace fovea
