// Why: softmax and its cross-entropy need the maximum and the sum of exponentials of each row of logits.
#pragma once
#include <cmath>

#include "core/ops/channel_geometry.h"

namespace fovea {

// Probability k is exp(x[k] - maximum) / sum, which cannot overflow.
struct SoftmaxRow {
  double maximum = 0;
  double sum = 0;
};

// Computes maximum and sum of the logits x[n, 0 .. channels-1, i].
template <class T>
SoftmaxRow softmaxRow(const ChannelGeometry& g, const T* x, std::int64_t n, std::int64_t i) {
  SoftmaxRow row;
  row.maximum = static_cast<double>(x[g.at(n, 0, i)]);
  for (std::int64_t k = 1; k < g.channels; ++k)
    row.maximum = std::max(row.maximum, static_cast<double>(x[g.at(n, k, i)]));
  for (std::int64_t k = 0; k < g.channels; ++k)
    row.sum += std::exp(static_cast<double>(x[g.at(n, k, i)]) - row.maximum);
  return row;
}

}  // namespace fovea
