// Why: a PNG file may hold frames that move, each of which says only what changes; they are put together here as a
// viewer shows them.
// Source: APNG Specification (Mozilla; PNG Specification, third edition).
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// By the first kilobytes of a file.
bool isAnimatedPng(std::string_view start);
// Frames of such a file, counted without decoding them. Corrupt (cut off, or no frame).
Result<std::size_t> countApngFrames(std::string_view content);
// The first frames, without transparency: u8 [C, H, W] of one size, C being 1 where all colours are grey. Corrupt,
// Unsupported (this build decodes no images), InvalidArgument (more than kMostApngBytes), OutOfMemory.
Result<std::vector<Tensor>> decodeApng(std::string_view content, std::size_t most);

inline constexpr std::int64_t kMostApngBytes = std::int64_t{256} << 20;  // of all frames, decoded

}  // namespace fovea
