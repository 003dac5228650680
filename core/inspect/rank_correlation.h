// Why: compares two explanations of one sample by the order of their values, whatever their scale. Pure.
#pragma once
#include <span>

namespace fovea {

// Returns Spearman's rank correlation, from −1 to 1. Equal values share their mean rank; non-finite values count as 0.
// NaN if all values of one side are equal. Both sides must have the same length (asserted).
double rankCorrelation(std::span<const float> a, std::span<const float> b);

}  // namespace fovea
