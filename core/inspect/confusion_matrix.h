// Why: counts which classes are confused, and computes the scores of each class.
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace fovea {

// Number of samples for each pair of label and prediction.
class ConfusionMatrix {
 public:
  // Matrices of more classes, whose entries grow with the square of the classes, are not made: 32 MiB.
  static constexpr std::int64_t kMostClasses = 2048;

  explicit ConfusionMatrix(std::int64_t classes = 0)
      : classes_(classes), counts_(static_cast<std::size_t>(classes * classes)) {}

  std::int64_t classes() const { return classes_; }
  std::int64_t count(std::int64_t label, std::int64_t prediction) const { return counts_[at(label, prediction)]; }
  void add(std::int64_t label, std::int64_t prediction) { ++counts_[at(label, prediction)]; }
  void add(std::int64_t label, std::int64_t prediction, std::int64_t count) { counts_[at(label, prediction)] += count; }
  std::int64_t correct() const;
  std::int64_t total() const;
  bool operator==(const ConfusionMatrix&) const = default;

 private:
  std::size_t at(std::int64_t label, std::int64_t prediction) const {
    return static_cast<std::size_t>(label * classes_ + prediction);
  }
  std::int64_t classes_;
  std::vector<std::int64_t> counts_;
};

// Numbers of samples of one class.
struct ClassCounts {
  std::int64_t right = 0;
  std::int64_t labelled = 0;   // samples with that label
  std::int64_t predicted = 0;  // samples with that prediction
};
// Returns the counts of all classes.
std::vector<ClassCounts> classCounts(const ConfusionMatrix& confusion);

// NaN if the denominator is zero: no sample was predicted as the class, or none belongs to it.
struct ClassScore {
  std::string name;
  double precision = 0;      // fraction of the samples predicted as the class that belong to it
  double recall = 0;         // fraction of the samples of the class that were predicted as it
  double f1 = 0;             // harmonic mean of both
  double overlap = 0;        // intersection over union
  std::int64_t support = 0;  // samples of the class; pixels for masks, positions for symbols
  // of the class against all others, see RankingScore; also NaN if scores were not kept
  double rocAuc = std::numeric_limits<double>::quiet_NaN();
  double averagePrecision = std::numeric_limits<double>::quiet_NaN();
};

// Computes precision, recall, F1, overlap and support of each class. `names` may be fewer than the classes.
std::vector<ClassScore> classScores(const std::vector<ClassCounts>& counts, const std::vector<std::string>& names);
std::vector<ClassScore> classScores(const ConfusionMatrix& confusion, const std::vector<std::string>& names);

}  // namespace fovea
