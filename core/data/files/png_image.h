// Why: most PNG files are of one simple kind. The image library decompresses them row by row, which for small files
// takes three times as long as decompressing them at once. Builds without that library can read this kind too. Source:
// PNG Specification, second edition (ISO/IEC 15948).
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// True for a PNG file with 8 bits a value that is not interlaced, not too large to decompress at once, and grey or
// coloured with or without alpha, or with a palette.
bool isPlainPng(std::string_view content);

// The shape u8 [C, H, W] of a file for which isPlainPng() is true: alpha is dropped.
Shape plainPngShape(std::string_view content);
// Decodes into memory of plainPngShape(). Fails with Corrupt.
Status decodePlainPng(std::string_view content, std::uint8_t* target);

}  // namespace fovea
