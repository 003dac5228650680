// Why: draws the evidence for and against an answer over a picture in the same way everywhere.
#pragma once
#include <QImage>

#include "core/tensor/tensor.h"

namespace fovea {

// Draws heatShares(): red is evidence for the class, blue against it; stronger evidence is more opaque.
QImage heatOverlay(const Tensor& shares);

}  // namespace fovea
