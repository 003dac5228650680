// Why: giflib decodes a GIF frame by frame; this combines its frames, which store only changes, into whole images.
// Source: GIF89a (CompuServe 1990).
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

bool isGif(std::string_view start);
// Counts the frames of a GIF without decoding them. Fails with Corrupt (cut off, or no frame).
Result<std::size_t> countGifFrames(std::string_view content);
// Returns the first `most` frames as a viewer shows them, without transparency: u8 [C, H, W] of one size; C is 1 if all
// colours are grey. Fails with Corrupt, Unsupported (this build has no giflib), InvalidArgument (more than
// kMostGifBytes) or OutOfMemory.
Result<std::vector<Tensor>> decodeGif(std::string_view content, std::size_t most);

inline constexpr std::int64_t kMostGifBytes = std::int64_t{256} << 20;  // total of all decoded frames

}  // namespace fovea
