// Why: steps that are too large jump over the minimum of the loss, or away from it.
#include <cmath>

#include "core/inspect/loss_course.h"
#include "core/inspect/rate_signs.h"
#include "core/inspect/setting_fixes.h"

namespace fovea {
namespace {

constexpr const char* kLost = "The loss is no longer a number.";
constexpr const char* kLostAt = "The loss is no longer a number from step %1 on.";
constexpr const char* kPeaked = "The loss rose from %1 to %2 at step %3.";
constexpr const char* kCollapsed = "Since then it stays at %1, which a constant answer reaches, too.";
constexpr const char* kRoseAgain = "The loss rose again, from %1 to %2 over the last quarter of the run.";
constexpr const char* kRateWas = "The learning rate is %1.";

std::optional<Diagnosis> findRateTooHigh(const RunFacts& facts) {
  const auto signs = rateSigns(facts);
  // Non-finite numbers in the data need another remedy.
  if (!signs || (facts.model && !facts.model->notFinite.empty())) return {};
  Diagnosis found;
  found.severity = signs->lost || signs->collapsed ? Severity::Problem : Severity::Warning;
  if (signs->lost)
    found.sentences.push_back(signs->step >= 0 && !signs->peaked ? Phrase{kLostAt, {signs->step}} : Phrase{kLost});
  if (signs->peaked) found.sentences.push_back({kPeaked, {signs->from, signs->to, signs->step}});
  const auto course = lossCourse(facts.points);
  if (signs->collapsed) found.sentences.push_back({kCollapsed, {course->last}});
  if (signs->rose && !signs->peaked && !signs->collapsed)
    found.sentences.push_back({kRoseAgain, {signs->from, signs->to}});
  found.sentences.push_back({kRateWas, {facts.settings.learningRate}});
  if (!facts.points.empty()) found.evidence.curves.push_back(lossCurve(facts.points));
  found.evidence.step = signs->step;
  found.evidence.numbers = {{"learning_rate", facts.settings.learningRate}};
  if (course) {
    found.evidence.numbers.emplace_back("first_loss", course->first);
    found.evidence.numbers.emplace_back("highest_loss", course->highest);
    found.evidence.numbers.emplace_back("last_loss", course->last);
  }
  found.fixes.push_back(rateFix(facts, lowerRate(facts)));
  if (auto fix = clippingFix(facts)) found.fixes.push_back(std::move(*fix));
  return found;
}

}  // namespace

DiagnosisType rateTooHighDiagnosis() {
  return {.name = "rate_too_high",
          .title = "The learning rate is too high",
          .order = 40,
          .explainedBy = {"broken_loader", "bad_normalisation", "exploding_gradients"},
          .texts = {kLost, kLostAt, kPeaked, kCollapsed, kRoseAgain, kRateWas, kRateFix, kClippingFix},
          .find = findRateTooHigh};
}

}  // namespace fovea
