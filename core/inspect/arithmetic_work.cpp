#include "core/inspect/arithmetic_work.h"

#include <numbers>

namespace fovea {

TermGroup rowProducts(const float* x, std::int64_t first, int source, const float* weights, std::int64_t count) {
  TermGroup group;
  group.terms.reserve(static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k) {
    const auto number = static_cast<double>(x[k]), weight = static_cast<double>(weights[k]);
    group.terms.push_back({source, first + k, number, weight, number * weight});
  }
  return group;
}

double applied(StageFunction function, double sum) {
  switch (function) {
    case StageFunction::Sigmoid:
      return 1 / (1 + std::exp(-sum));
    case StageFunction::Tanh:
      return std::tanh(sum);
    case StageFunction::Relu:
      return sum <= 0 ? 0 : sum;
    case StageFunction::Gelu:
      return sum / 2 * std::erfc(-sum / std::numbers::sqrt2);
    case StageFunction::None:
    case StageFunction::Softmax:
      break;
  }
  return sum;
}

void addStage(OutputWork& work, ArithmeticStage stage) {
  if (stage.function == StageFunction::Softmax) {
    stage.result = stage.groups.front().terms[static_cast<std::size_t>(stage.chosen)].product;
  } else {
    for (TermGroup& group : stage.groups) {
      double sum = group.bias.value_or(0), magnitude = std::abs(sum);
      for (const Summand& term : group.terms) sum += term.product, magnitude += std::abs(term.product);
      group.sum = group.factor * sum;
      work.result.magnitude += std::abs(group.factor) * magnitude;
      stage.sum += group.sum;
    }
    stage.result = applied(stage.function, stage.sum);
  }
  work.result.stages.push_back(std::move(stage));
}

double dotOf(const float* x, const float* weights, std::int64_t count) {
  double sum = 0;
  for (std::int64_t k = 0; k < count; ++k) sum += static_cast<double>(x[k]) * static_cast<double>(weights[k]);
  return sum;
}

std::int64_t strongestTerm(const std::vector<Summand>& terms) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < terms.size(); ++k)
    if (std::abs(terms[k].product) > std::abs(terms[best].product)) best = k;
  return static_cast<std::int64_t>(best);
}

const char* stageKindName(StageKind kind) {
  static constexpr const char* kNames[] = {
      "input_gate",  "forget_gate", "candidate", "output_gate", "cell",    "state",    "reset_gate",
      "update_gate", "query",       "key",       "score",       "weights", "value",    "head",
      "output",      "first_norm",  "first_sum", "second_norm", "expand",  "contract", "second_sum"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace fovea
