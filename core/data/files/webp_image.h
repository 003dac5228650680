// Why: a WebP file may hold frames that move; libwebp puts them together as a viewer shows them.
// Source: WebP Container Specification (Google), chunks VP8X and ANMF.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// By the first 21 bytes of a file.
bool isAnimatedWebp(std::string_view start);
// Frames of such a file, counted without decoding them. Corrupt (cut off, or no frame).
Result<std::size_t> countWebpFrames(std::string_view content);
// The first frames, without transparency: u8 [C, H, W] of one size, C being 1 where all colours are grey. Corrupt,
// Unsupported (this build has no libwebp), InvalidArgument (more than kMostWebpBytes), OutOfMemory.
Result<std::vector<Tensor>> decodeWebp(std::string_view content, std::size_t most);

inline constexpr std::int64_t kMostWebpBytes = std::int64_t{256} << 20;  // of all frames, decoded

}  // namespace fovea
