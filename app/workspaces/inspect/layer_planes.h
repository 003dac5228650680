// Why: the only conversion of layer tensors of any rank to planes for a grid.
// Thread-safety: pure functions.
#pragma once
#include <QString>

#include "core/tensor/tensor.h"

namespace fovea {

// Returns f32 [N, H, W] over the same memory: [C, H, W] unchanged, [K] as K planes of one value, [A, B] as A rows of B
// values; with more axes the inner ones are stacked vertically.
Tensor planesOf(const Tensor& activation);
// Returns the kernels f32 [M, C, KH, KW] as planes, filter by filter: those of input channel `channel`, or all if it is
// negative (then over the same memory).
Tensor filterPlanes(const Tensor& filters, int channel);
// "20×24×24", without the batch.
QString extentsText(const Shape& shape);

}  // namespace fovea
