#include "core/inspect/comparison.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

// Returns twice the probability of at most min(a, b) heads in a + b tosses of a fair coin, at most 1.
double exactMcNemar(std::int64_t a, std::int64_t b) {
  const auto throws = static_cast<double>(a + b);
  double chance = 0;
  for (std::int64_t k = 0; k <= std::min(a, b); ++k) {
    const auto heads = static_cast<double>(k);
    chance += std::exp(std::lgamma(throws + 1) - std::lgamma(heads + 1) - std::lgamma(throws - heads + 1) -
                       throws * std::log(2.0));
  }
  return std::min(1.0, 2 * chance);
}

}  // namespace

Result<EvaluationComparison> compareEvaluations(const Evaluation& now, const Evaluation& before) {
  if (!now.judgesByLabel() || !before.judgesByLabel())
    return fail(ErrorCode::InvalidArgument, "Only networks that give each sample one class can be compared.",
                "Choose checkpoints of classifiers.");
  const bool same = std::ranges::equal(now.answers, before.answers, [](const SampleAnswer& a, const SampleAnswer& b) {
    return a.index == b.index && a.label == b.label;
  });
  if (now.split != before.split || !same)
    return fail(ErrorCode::InvalidArgument, "The two evaluations are not of the same samples.",
                "Evaluate both checkpoints on the same split of the same data.");
  EvaluationComparison comparison;
  comparison.samples = std::ssize(now.answers);
  for (std::size_t i = 0; i < now.answers.size(); ++i) {
    const SampleAnswer &a = now.answers[i], &b = before.answers[i];
    const bool right = a.prediction == a.label, rightBefore = b.prediction == b.label;
    comparison.same += a.prediction == b.prediction;
    comparison.bothRight += right && rightBefore;
    comparison.bothWrong += !right && !rightBefore;
    if (right && !rightBefore) comparison.fixed.push_back(i);
    if (!right && rightBefore) comparison.broken.push_back(i);
  }
  const auto surest = [&](std::size_t a, std::size_t b) {
    return now.answers[a].confidence > now.answers[b].confidence;
  };
  std::ranges::stable_sort(comparison.fixed, surest);
  std::ranges::stable_sort(comparison.broken, surest);
  const auto samples = static_cast<double>(comparison.samples);
  comparison.accuracy = static_cast<double>(comparison.bothRight + std::ssize(comparison.fixed)) / samples;
  comparison.accuracyBefore = static_cast<double>(comparison.bothRight + std::ssize(comparison.broken)) / samples;
  comparison.pValue = exactMcNemar(std::ssize(comparison.fixed), std::ssize(comparison.broken));
  return comparison;
}

}  // namespace fovea
