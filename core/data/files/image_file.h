// Why: a picture from a person's disk becomes what a network takes, in one bounded step that cannot throw or exhaust
// memory. Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/base/result.h"
#include "core/data/store/sample.h"
#include "core/tensor/tensor.h"

namespace fovea {

inline constexpr std::uint64_t kMaximumImageFile = std::uint64_t{256} << 20;
inline constexpr std::int64_t kMaximumImageSide = 32768;
inline constexpr std::int64_t kMaximumImagePixels = std::int64_t{1} << 28;

// What the first bytes of an image file say, without decoding it.
struct ImageHeader {
  const char* format = "";  // "PNG", "JPEG", "BMP", "WebP", "TIFF", "GIF", "PGM", "PPM"
  std::int64_t width = 0;   // as in the file
  std::int64_t height = 0;
  // How a camera was held, from 1 (upright) to 8 (Exif 2.32, 4.6); from 5 the image lies on its side.
  int orientation = 1;
  // Of a JPEG or TIFF:
  int components = 0;
  int bits = 0;         // of a number
  bool real = false;    // of a TIFF: its numbers have fractions
  bool grey = false;    // of a TIFF: its first component is a shade of grey
  bool common = false;  // of a JPEG: sequential or progressive, with the code of Huffman
};

// A rectangle of an image, in pixels.
struct ImagePart {
  std::int64_t left = 0, top = 0, width = 0, height = 0;
};

// Unsupported (none of the formats above), Corrupt (cut off, impossible), InvalidArgument (more than the limits above).
Result<ImageHeader> readImageHeader(std::string_view content);

// Whether this build reads and writes PNG, JPEG and the like; PGM and PPM can always be read.
bool canDecodeImages();

// The image in the bytes of a file, the first of several (see image_pages.h), as u8 [C, H, W], C being 1 where the file
// is grey and 3 (red, green, blue) otherwise: alpha is dropped, 16 bits become 8, the orientation noted by cameras is
// honoured. InvalidArgument (too large), Unsupported, Corrupt, OutOfMemory.
Result<Tensor> decodeImage(std::string_view content);
// Whether the bytes of a file are a PNG or TIFF of 16 bits a value, of which decodeImage() takes the upper 8, or a TIFF
// of 32 bits or of fractions, which it refuses.
bool isDeepImage(std::string_view content);
// The values of such a file, of 16 bits from 0 to 65535: f32 [C, H, W]. Unsupported where it is turned by its camera or
// this build has no library for it, Corrupt, OutOfMemory.
Result<Tensor> decodeDeepImage(std::string_view content);
// The same as decodeImage() into memory of an image whose size is known. Corrupt if it is another one.
Status decodeImage(std::string_view content, const Shape& shape, std::uint8_t* target);
// At least the `wanted` part of an image of that size, as it is in the whole: u8 [C, height, width] of the part that is
// returned, which is all of the image where its format saves nothing. `target` has room for the image. Fails as above.
Result<ImagePart> decodeImagePart(std::string_view content, const Shape& shape, const ImagePart& wanted,
                                  std::uint8_t* target);
// A PNG or JPEG file (`quality` from 1 to 100) of u8 [1, H, W] or [3, H, W]. InvalidArgument, Unsupported, OutOfMemory.
Result<std::string> encodeImage(const Tensor& image, Encoding encoding, int quality);

// An image as u8 [C, H, W] of `shape`, C being 1 or 3: decodeImage() and fitImage(). NotFound, PermissionDenied,
// InvalidArgument, Unsupported, Corrupt, OutOfMemory.
Result<Tensor> readImageFile(const std::filesystem::path& path, const Shape& shape);

}  // namespace fovea
