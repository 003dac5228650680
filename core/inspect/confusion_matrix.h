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
  explicit ConfusionMatrix(std::int64_t classes = 0)
      : classes_(classes), counts_(static_cast<std::size_t>(classes * classes)) {}

  std::int64_t classes() const { return classes_; }
  std::int64_t count(std::int64_t label, std::int64_t prediction) const { return counts_[at(label, prediction)]; }
  void add(std::int64_t label, std::int64_t prediction) { ++counts_[at(label, prediction)]; }
  void add(std::int64_t label, std::int64_t prediction, std::int64_t count) { counts_[at(label, prediction)] += count; }
  std::int64_t labelled(std::int64_t label) const;        // number of samples with that label
  std::int64_t predicted(std::int64_t prediction) const;  // number of samples with that prediction
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

// Computes precision, recall, F1 and support of each class. `names` may be shorter than the matrix.
std::vector<ClassScore> classScores(const ConfusionMatrix& confusion, const std::vector<std::string>& names);

}  // namespace fovea
