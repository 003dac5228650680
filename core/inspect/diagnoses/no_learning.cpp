// Why: if a network is no better than a constant prediction although its weights change, the samples do not determine
// the labels: the labels may be mixed up (Zhang, Bengio, Hardt, Recht and Vinyals 2017 train on such labels).
#include "core/inspect/loss_course.h"
#include "core/inspect/rate_signs.h"
#include "core/inspect/setting_fixes.h"

namespace fovea {
namespace {

constexpr const char* kAsConstant =
    "After %1 steps the loss is %2. Always predicting the frequencies of the classes yields %3.";
constexpr const char* kMixedUp =
    "The labels may be mixed up: look at samples of the training split. Else the network is too small, or its samples "
    "do "
    "not tell their class.";

std::optional<Diagnosis> findNoLearning(const RunFacts& facts) {
  const auto course = lossCourse(facts.points);
  const auto constant = constantLoss(facts);
  // One pass over the data is little for a small data set, but enough to improve on a constant prediction.
  if (!course || !constant || facts.epochs.empty() || course->last < kNoBetter * *constant) return {};
  Diagnosis found;
  found.severity = Severity::Problem;
  found.sentences = {{kAsConstant, {facts.points.back().step, course->last, *constant}}, {kMixedUp}};
  found.evidence.curves.push_back(lossCurve(facts.points));
  found.evidence.numbers = {{"last_loss", course->last}, {"constant_loss", *constant}};
  if (facts.model) found.evidence.records = facts.model->records;
  return found;
}

}  // namespace

DiagnosisType noLearningDiagnosis() {
  return {.name = "no_learning",
          .title = "The network learns nothing from the samples",
          .order = 90,
          .explainedBy = {"broken_loader", "bad_normalisation", "exploding_gradients", "rate_too_high", "dead_units",
                          "saturated_outputs", "vanishing_gradients", "rate_too_low", "imbalance"},
          .texts = {kAsConstant, kMixedUp},
          .find = findNoLearning};
}

}  // namespace fovea
