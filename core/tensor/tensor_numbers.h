// Why: comparisons, reports and translators read the numbers of a tensor whatever its type is.
#pragma once
#include <cstdint>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

// Element i, from 0, in memory order; a flag is 0 or 1. Integers beyond 2^53 are rounded.
double numberAt(const Tensor& tensor, std::int64_t i);
// All elements in memory order.
std::vector<double> numbersOf(const Tensor& tensor);

}  // namespace fovea
