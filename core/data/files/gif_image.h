// Why: a GIF is decoded frame by frame by giflib, and its frames, which say only what changes, are put together here.
// Source: GIF89a (CompuServe 1990).
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

bool isGif(std::string_view start);
// Frames of a GIF, counted without decoding them. Corrupt (cut off, or no frame).
Result<std::size_t> countGifFrames(std::string_view content);
// The first frames as a viewer shows them, without transparency: u8 [C, H, W] of one size, C being 1 where all colours
// are grey. Corrupt, Unsupported (this build has no giflib), InvalidArgument (more than kMostGifBytes), OutOfMemory.
Result<std::vector<Tensor>> decodeGif(std::string_view content, std::size_t most);

inline constexpr std::int64_t kMostGifBytes = std::int64_t{256} << 20;  // of all frames, decoded

}  // namespace fovea
