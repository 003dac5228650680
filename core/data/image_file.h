// Why: a picture from a person's disk becomes what a network takes, in one bounded step that cannot throw or exhaust
// memory. Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

inline constexpr std::uint64_t kMaximumImageFile = std::uint64_t{256} << 20;
inline constexpr std::int64_t kMaximumImageSide = 32768;
inline constexpr std::int64_t kMaximumImagePixels = std::int64_t{1} << 28;

// What the first bytes of an image file say, without decoding it.
struct ImageHeader {
  const char* format = "";  // "PNG", "JPEG", "BMP", "WebP", "PGM", "PPM"
  std::int64_t width = 0;
  std::int64_t height = 0;
};

// Unsupported (none of the formats above), Corrupt (cut off, impossible), InvalidArgument (more than the limits above).
Result<ImageHeader> readImageHeader(std::string_view content);

// An image as u8 [C, H, W] of `shape`, C being 1 (grey) or 3 (red, green, blue). Grey and colour are converted into
// each other, alpha is dropped, 16 bits become 8, the orientation noted by cameras is honoured, and the whole image is
// resized to H×W. PGM and PPM can always be read, the others in a build with OpenCV. NotFound, PermissionDenied,
// InvalidArgument, Unsupported, Corrupt, OutOfMemory.
Result<Tensor> readImageFile(const std::filesystem::path& path, const Shape& shape);

// u8 [C, H, W] to u8 [C', H', W'] with C and C' each 1 or 3: grey is 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601), sizes
// change with a triangle filter as wide as the reduction, so nothing aliases. InvalidArgument, OutOfMemory.
Result<Tensor> fitImage(const Tensor& image, const Shape& shape);

}  // namespace fovea
