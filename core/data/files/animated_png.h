// Why: the frames of an animated PNG store only what changes; they are combined here into the images that a viewer
// shows.
// Source: APNG Specification (Mozilla; PNG Specification, third edition).
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Returns true for an animated PNG; `start` holds the first kilobytes of a file.
bool isAnimatedPng(std::string_view start);
// Counts the frames of such a file without decoding them. Fails with Corrupt (truncated, or no frame).
Result<std::size_t> countApngFrames(std::string_view content);
// Returns the first `most` frames without transparency: u8 [C, H, W] of one size; C is 1 if all colours are grey. Fails
// with Corrupt, Unsupported (this build decodes no images), InvalidArgument (more than kMostApngBytes) or OutOfMemory.
Result<std::vector<Tensor>> decodeApng(std::string_view content, std::size_t most);

inline constexpr std::int64_t kMostApngBytes = std::int64_t{256} << 20;  // total of all decoded frames

}  // namespace fovea
