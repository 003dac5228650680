// Why: orthogonal matrices preserve lengths, which makes them good initial weights for deep and recurrent networks.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/random.h"

namespace fovea {

// Returns a random matrix [rows, columns] in row-major order with orthonormal rows (or columns, if they are fewer),
// uniform over all such matrices: the Q of the QR decomposition of normal numbers with a positive diagonal in R.
// Source: Mezzadri, "How to Generate Random Matrices from the Classical Compact Groups", 2007.
std::vector<double> randomOrthogonal(std::int64_t rows, std::int64_t columns, Random& random);

}  // namespace fovea
