// Why: decodes an image file for a network in one bounded step that cannot throw or exhaust memory. Thread-safety: all
// functions may be called from any thread.
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

// Properties of an image from the first bytes of its file, without decoding it.
struct ImageHeader {
  const char* format = "";  // "PNG", "JPEG", "BMP", "WebP", "TIFF", "GIF", "PGM", "PPM", "DICOM"
  std::int64_t width = 0;   // as stored, before the orientation applies
  std::int64_t height = 0;
  // The orientation of the camera, from 1 (upright) to 8 (Exif 2.32, 4.6); from 5 on, width and height are swapped.
  int orientation = 1;
  // JPEG, TIFF and DICOM only:
  int components = 0;
  int bits = 0;         // bits per value
  bool real = false;    // TIFF: floating-point values; DICOM: measured values
  bool grey = false;    // TIFF only: the first component is grey
  bool common = false;  // JPEG only: sequential or progressive, with Huffman coding
};

// A rectangle of an image, in pixels.
struct ImagePart {
  std::int64_t left = 0, top = 0, width = 0, height = 0;
};

// Fails with Unsupported (none of the formats above), Corrupt (cut off, impossible) or InvalidArgument (more than the
// limits above).
Result<ImageHeader> readImageHeader(std::string_view content);

// True if this build reads and writes PNG, JPEG and similar formats; PGM and PPM can always be read.
bool canDecodeImages();

// Decodes an image file (the first image of several, see image_pages.h) to u8 [C, H, W], where C is 1 for grey files
// and 3 (red, green, blue) otherwise: alpha is dropped, 16 bits become 8, the camera's orientation is applied; DICOM
// becomes what decodeDicom() says. Fails with InvalidArgument (too large), Unsupported, Corrupt or OutOfMemory.
Result<Tensor> decodeImage(std::string_view content);
// True if the file is a PNG or TIFF with 16 bits a value, of which decodeImage() keeps the upper 8, a TIFF with 32 bits
// or floating-point values, which decodeImage() refuses, or a DICOM file with more than 8 bits a value.
bool isDeepImage(std::string_view content);
// The values of such a file as f32 [C, H, W]; 16 bits become 0 to 65535, DICOM its measured values. Fails with
// Unsupported where the camera's orientation is not upright or this build has no library for it, Corrupt or
// OutOfMemory.
Result<Tensor> decodeDeepImage(std::string_view content);
// Decodes into memory of an image of known shape. Fails with Corrupt if the shape differs.
Status decodeImage(std::string_view content, const Shape& shape, std::uint8_t* target);
// Decodes at least the `wanted` part of an image of that shape, with the same pixels as in the whole image: u8 [C,
// height, width] of the returned part, which is the whole image where its format saves nothing. `target` has room for
// the whole image. Fails as above.
Result<ImagePart> decodeImagePart(std::string_view content, const Shape& shape, const ImagePart& wanted,
                                  std::uint8_t* target);
// Encodes u8 [1, H, W] or [3, H, W] as a PNG or JPEG file (`quality` from 1 to 100). Fails with InvalidArgument,
// Unsupported or OutOfMemory.
Result<std::string> encodeImage(const Tensor& image, Encoding encoding, int quality);

// Reads an image as u8 [C, H, W] of `shape` with C 1 or 3: decodeImage() followed by fitImage(). Fails with NotFound,
// PermissionDenied, InvalidArgument, Unsupported, Corrupt or OutOfMemory.
Result<Tensor> readImageFile(const std::filesystem::path& path, const Shape& shape);

}  // namespace fovea
