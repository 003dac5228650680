// Why: images that are optimised by gradients alone become noise. These operations on planes f32 [C, H, W] keep them
// smooth. Pure functions; thread-safe.
#pragma once
#include <cstdint>

#include "core/tensor/tensor.h"

namespace fovea {

// Shifts all planes by (dy, dx) with wrap-around.
Tensor rolledPlanes(const Tensor& planes, std::int64_t dy, std::int64_t dx);
// Adds `weight` times the gradient of the total variation ½ Σ (difference of neighbours)² to `gradient`.
void addVariationGradient(const Tensor& planes, float weight, Tensor& gradient);
// Applies a Gaussian blur with standard deviation `sigma` in pixels; pixels outside equal the nearest one.
Tensor blurredPlanes(const Tensor& planes, double sigma);
// Interpolates bilinearly to height × width.
Tensor resizedPlanes(const Tensor& planes, std::int64_t height, std::int64_t width);

}  // namespace fovea
