// Why: a grid shows planes, a layer gives tensors of many ranks: here is the one place where these become those.
// Thread-safety: pure functions.
#pragma once
#include <QString>

#include "core/tensor/tensor.h"

namespace fovea {

// f32 [N, H, W] over the same memory: [C, H, W] as it is, [K] as K planes of one value, [A, B] as A rows of B values,
// more axes with the inner ones laid below each other.
Tensor planesOf(const Tensor& activation);
// The kernels f32 [M, C, KH, KW] as planes, filter by filter: those of input channel `channel`, or of all when it is
// negative (then over the same memory).
Tensor filterPlanes(const Tensor& filters, int channel);
// "20×24×24", without the batch.
QString extentsText(const Shape& shape);

}  // namespace fovea
