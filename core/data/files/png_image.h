// Why: most PNG files are of one simple kind, and small ones are many: the library of image formats unpacks them row by
// row, which takes three times as long as unpacking them at once. Also builds without that library read this kind.
// Source: PNG Specification, second edition (ISO/IEC 15948).
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Whether `content` is a PNG file of 8 bits a value that is not interlaced, not too large to unpack at once, and grey
// or coloured with or without alpha, or with a palette.
bool isPlainPng(std::string_view content);

// u8 [C, H, W] of a file for which isPlainPng() holds: alpha is dropped.
Shape plainPngShape(std::string_view content);
// Into memory of plainPngShape(). Corrupt.
Status decodePlainPng(std::string_view content, std::uint8_t* target);

}  // namespace fovea
