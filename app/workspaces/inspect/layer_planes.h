// Why: the only conversion of filters to planes for a grid, and of shapes to words.
// Thread-safety: pure functions.
#pragma once
#include <QString>

#include "core/tensor/tensor.h"

namespace fovea {

// Returns the kernels f32 [M, C, KH, KW] as planes, filter by filter: those of input channel `channel`, or all if it is
// negative (then over the same memory).
Tensor filterPlanes(const Tensor& filters, int channel);
// "20×24×24", without the batch.
QString extentsText(const Shape& shape);

}  // namespace fovea
