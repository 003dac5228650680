// Why: turning bytes into numbers is all that loading raw samples costs, so it is done with the widest registers there
// are.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace fovea {

// The nearest value that a pixel can have.
inline std::uint8_t pixelOf(float value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
}

// output[i] = pixels[i] * scale + offset, with the product rounded before the sum: the same bits on every processor.
void convertPixels(const std::uint8_t* pixels, std::size_t count, float scale, float offset, float* output);

}  // namespace fovea
