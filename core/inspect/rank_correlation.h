// Why: two explanations of one sample are compared by the order of their values, whatever their scale. Pure.
#pragma once
#include <span>

namespace fovea {

// Spearman's rank correlation, from −1 to 1; equal values share their mean rank, and values that are not finite count
// as 0. NaN if all values of one side are equal. Both sides must have the same length (asserted).
double rankCorrelation(std::span<const float> a, std::span<const float> b);

}  // namespace fovea
