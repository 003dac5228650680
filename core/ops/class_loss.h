// Why: cross-entropy and its gradient share one rule for which labels count and with what weight.
// All functions are pure and thread-safe.
#pragma once
#include <limits>

#include "core/ops/class_axis.h"

namespace fovea {

// The attributes axis, label_smoothing and ignore_index of cross_entropy and cross_entropy_backward.
Schema classLossSchema();

struct ClassLoss {
  ChannelGeometry geometry;
  double smoothing = 0;
  std::int64_t ignored = -1;

  static ClassLoss read(const FieldValues& attributes, const TensorType& scores);
  bool counts(std::int32_t label) const { return label >= 0 && label != ignored; }
  bool known(std::int32_t label) const { return label < geometry.channels; }
};

// Checks the types of (scores, labels, optional weights); the error says what does not fit.
Status needClassLoss(const FieldValues& attributes, const TensorType& scores, const TensorType& labels,
                     const TensorType* weights);

// The class weights: the given ones, or 1 for each class.
template <class T>
struct ClassWeights {
  const T* given = nullptr;
  double operator[](std::int64_t k) const { return given ? static_cast<double>(given[k]) : 1.0; }
  double sum(std::int64_t classes) const {
    double total = 0;
    for (std::int64_t k = 0; k < classes; ++k) total += (*this)[k];
    return total;
  }
};

// The sum of the weights of all labels that count; NaN if a label is not a valid class.
template <class T>
double labelWeight(const ClassLoss& loss, const std::int32_t* labels, const ClassWeights<T>& weights) {
  double sum = 0;
  for (std::int64_t i = 0; i < loss.geometry.perChannel(); ++i) {
    if (!loss.counts(labels[i])) continue;
    if (!loss.known(labels[i])) return std::numeric_limits<double>::quiet_NaN();
    sum += weights[labels[i]];
  }
  return sum;
}

}  // namespace fovea
