// Why: only this file converts filters to planes for a grid, and shapes to text. Thread-safety: pure functions.
#pragma once
#include <QString>

#include "core/tensor/tensor.h"

namespace fovea {

// Returns the kernels f32 [M, C, KH, KW] as planes, filter by filter: those of input channel `channel`, or all if it is
// negative (which then share the memory of `filters`).
Tensor filterPlanes(const Tensor& filters, int channel);
// Formats a shape without the batch: "20×24×24".
QString extentsText(const Shape& shape);

}  // namespace fovea
