// Why: converting bytes to numbers is the whole cost of loading raw samples, so it uses the widest registers available.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace fovea {

// The value rounded and clamped to the range of a pixel.
inline std::uint8_t pixelOf(float value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
}

// output[i] = pixels[i] * scale + offset, with the product rounded before the sum: the same bits on every processor.
void convertPixels(const std::uint8_t* pixels, std::size_t count, float scale, float offset, float* output);

}  // namespace fovea
