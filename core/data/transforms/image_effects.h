// Why: effects that change the values of pixels, applied after all effects that move them.
#pragma once
#include "core/base/random.h"
#include "core/data/transforms/sample_drawing.h"
#include "core/data/transforms/warp.h"

namespace fovea {

// Combines all changes of colour into one matrix that is applied and rounded once. Images must have 3 channels (red,
// green, blue); for others only brightness and contrast apply, with the mean of all their channels.
void changeColors(const std::vector<ColorChange>& changes, const PixelPlanes& image);
// Gaussian blur out to three deviations; the border is continued.
void blurImage(double deviation, const PixelPlanes& image, std::vector<float>& scratch);
// Adds normal noise of that deviation, as a share of 255, to each number of the image.
void addNoise(double deviation, Random& random, const PixelPlanes& image);
// Fills the holes with `value`, clipped to the image.
void paintHoles(const std::vector<Hole>& holes, std::uint8_t value, const PixelPlanes& image);

}  // namespace fovea
