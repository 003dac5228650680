// Why: a matrix that neither stretches nor shrinks is a good beginning for deep and recurrent networks.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/random.h"

namespace fovea {

// A random matrix [rows, columns], row by row, whose rows (or columns, if they are fewer) are orthonormal; uniform over
// all such matrices: the Q of the QR decomposition of normal numbers whose R has a positive diagonal.
// Source: Mezzadri, "How to Generate Random Matrices from the Classical Compact Groups", 2007.
std::vector<double> randomOrthogonal(std::int64_t rows, std::int64_t columns, Random& random);

}  // namespace fovea
