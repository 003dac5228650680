// Why: a WebP file may be an animation; libwebp combines its frames into whole images. Source: WebP Container
// Specification (Google), chunks VP8X and ANMF.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Returns true for animations; needs only the first 21 bytes of a file.
bool isAnimatedWebp(std::string_view start);
// Counts the frames without decoding them. Fails with Corrupt (cut off, or no frame).
Result<std::size_t> countWebpFrames(std::string_view content);
// The first frames without transparency: u8 [C, H, W] of one size; C is 1 where all colours are grey. Fails with
// Corrupt, Unsupported (this build has no libwebp), InvalidArgument (more than kMostWebpBytes) or OutOfMemory.
Result<std::vector<Tensor>> decodeWebp(std::string_view content, std::size_t most);

inline constexpr std::int64_t kMostWebpBytes = std::int64_t{256} << 20;  // total of all decoded frames

}  // namespace fovea
