#include "core/inspect/confusion_matrix.h"

#include <fmt/format.h>

namespace fovea {

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

std::vector<ClassCounts> classCounts(const ConfusionMatrix& confusion) {
  std::vector<ClassCounts> counts(static_cast<std::size_t>(confusion.classes()));
  for (std::int64_t label = 0; label < confusion.classes(); ++label)
    for (std::int64_t prediction = 0; prediction < confusion.classes(); ++prediction) {
      const std::int64_t count = confusion.count(label, prediction);
      counts[static_cast<std::size_t>(label)].labelled += count;
      counts[static_cast<std::size_t>(prediction)].predicted += count;
      if (label == prediction) counts[static_cast<std::size_t>(label)].right = count;
    }
  return counts;
}

std::vector<ClassScore> classScores(const ConfusionMatrix& confusion, const std::vector<std::string>& names) {
  return classScores(classCounts(confusion), names);
}

std::vector<ClassScore> classScores(const std::vector<ClassCounts>& counts, const std::vector<std::string>& names) {
  std::vector<ClassScore> scores;
  for (std::size_t index = 0; index < counts.size(); ++index) {
    const auto right = static_cast<double>(counts[index].right);
    const auto predicted = static_cast<double>(counts[index].predicted);
    ClassScore score;
    score.name = index < names.size() ? names[index] : fmt::format("class {}", index);
    score.support = counts[index].labelled;
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
