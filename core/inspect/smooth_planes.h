// Why: pictures that are grown from gradients alone become noise. These operations on planes f32 [C, H, W] keep them
// smooth. Pure functions; thread-safe.
#pragma once
#include <cstdint>

#include "core/tensor/tensor.h"

namespace fovea {

// Moves all planes by (dy, dx); what leaves at one side enters at the other.
Tensor rolledPlanes(const Tensor& planes, std::int64_t dy, std::int64_t dx);
// Adds `weight` times the gradient of the total variation ½ Σ (difference of neighbours)² to `gradient`.
void addVariationGradient(const Tensor& planes, float weight, Tensor& gradient);
// Gaussian blur with standard deviation `sigma` in pixels; pixels outside equal the nearest one.
Tensor blurredPlanes(const Tensor& planes, double sigma);
// Bilinear interpolation to height × width.
Tensor resizedPlanes(const Tensor& planes, std::int64_t height, std::int64_t width);

}  // namespace fovea
