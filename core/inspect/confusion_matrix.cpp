#include "core/inspect/confusion_matrix.h"

#include <fmt/format.h>

namespace fovea {

std::int64_t ConfusionMatrix::labelled(std::int64_t label) const {
  std::int64_t sum = 0;
  for (std::int64_t prediction = 0; prediction < classes_; ++prediction) sum += count(label, prediction);
  return sum;
}

std::int64_t ConfusionMatrix::predicted(std::int64_t prediction) const {
  std::int64_t sum = 0;
  for (std::int64_t label = 0; label < classes_; ++label) sum += count(label, prediction);
  return sum;
}

std::int64_t ConfusionMatrix::correct() const {
  std::int64_t sum = 0;
  for (std::int64_t index = 0; index < classes_; ++index) sum += count(index, index);
  return sum;
}

std::int64_t ConfusionMatrix::total() const {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts_) sum += count;
  return sum;
}

std::vector<ClassScore> classScores(const ConfusionMatrix& confusion, const std::vector<std::string>& names) {
  std::vector<ClassScore> scores;
  for (std::int64_t index = 0; index < confusion.classes(); ++index) {
    const auto right = static_cast<double>(confusion.count(index, index));
    const auto predicted = static_cast<double>(confusion.predicted(index));
    ClassScore score;
    score.name = static_cast<std::size_t>(index) < names.size() ? names[static_cast<std::size_t>(index)]
                                                                : fmt::format("class {}", index);
    score.support = confusion.labelled(index);
    // 0 / 0 is NaN, as intended.
    score.precision = right / predicted;
    score.recall = right / static_cast<double>(score.support);
    score.f1 = 2 * right / (predicted + static_cast<double>(score.support));
    score.overlap = right / (predicted + static_cast<double>(score.support) - right);
    scores.push_back(std::move(score));
  }
  return scores;
}

}  // namespace fovea
