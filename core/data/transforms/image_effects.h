// Why: what changes pixels where they lie, after they have been moved.
#pragma once
#include "core/base/random.h"
#include "core/data/transforms/sample_drawing.h"
#include "core/data/transforms/warp.h"

namespace fovea {

// All changes of colour as one matrix, carried out once and rounded once. Images of 3 channels (red, green, blue); of
// others only brightness and contrast, with the mean of all their channels.
void changeColors(const std::vector<ColorChange>& changes, const PixelPlanes& image);
// Gaussian, out to three deviations; the border is continued.
void blurImage(double deviation, const PixelPlanes& image, std::vector<float>& scratch);
// Normal numbers of that deviation, in shares of 255, one for each number of the image.
void addNoise(double deviation, Random& random, const PixelPlanes& image);
// Paints `value` over the holes, as far as they lie within the image.
void paintHoles(const std::vector<Hole>& holes, std::uint8_t value, const PixelPlanes& image);

}  // namespace fovea
