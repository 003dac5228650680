// Why: turning bytes into numbers is all that loading raw samples costs, so it is done with the widest registers there
// are.
#pragma once
#include <cstddef>
#include <cstdint>

namespace fovea {

// output[i] = pixels[i] * scale + offset, with the product rounded before the sum: the same bits on every processor.
void convertPixels(const std::uint8_t* pixels, std::size_t count, float scale, float offset, float* output);

}  // namespace fovea
