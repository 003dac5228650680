#include "core/data/files/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/data/files/dicom_image.h"
#include "core/data/files/gif_image.h"
#include "core/data/files/image_fit.h"
#include "core/data/files/image_library.h"
#include "core/data/files/jpeg_image.h"
#include "core/data/files/png_image.h"
#include "core/data/files/stand_in.h"
#include "core/data/files/tiff_pages.h"
#include "core/data/files/webp_image.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

// Converts u8 [H, W, C] to u8 [C, H, W].
Result<Tensor> planar(const std::uint8_t* pixels, std::int64_t channels, std::int64_t height, std::int64_t width) {
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, Shape{channels, height, width}}));
  std::uint8_t* target = image.data<std::uint8_t>();
  for (std::int64_t channel = 0; channel < channels; ++channel)
    for (std::int64_t i = 0; i < height * width; ++i) *target++ = pixels[i * channels + channel];
  return image;
}

// Binary PGM and PPM of up to 8 bits (Netpbm's specification): three numbers, one white space, the pixels.
Result<Tensor> decodeNetpbm(std::string_view content, const ImageHeader& header) {
  const std::int64_t channels = content[1] == '5' ? 1 : 3;
  std::size_t at = 2;
  std::int64_t number = 0;
  for (int i = 0; i < 3; ++i) {
    while (at < content.size() && (std::strchr(" \t\r\n", content[at]) || content[at] == '#'))
      at = content[at] == '#' ? std::min(content.find('\n', at), content.size()) : at + 1;
    number = 0;
    for (; at < content.size() && content[at] >= '0' && content[at] <= '9' && number < 1000000; ++at)
      number = number * 10 + (content[at] - '0');
  }
  if (number > 255)
    return fail(ErrorCode::Unsupported, fmt::format("This {} image has more than 8 bits a value.", header.format));
  const auto bytes = static_cast<std::size_t>(channels * header.height * header.width);
  if (number < 1 || at + 1 + bytes > content.size()) return cutOffImage(header);
  FOVEA_TRY(Tensor image, planar(reinterpret_cast<const std::uint8_t*>(content.data()) + at + 1, channels,
                                 header.height, header.width));
  for (std::uint8_t& value : image.values<std::uint8_t>())
    value = static_cast<std::uint8_t>((std::min<std::int64_t>(value, number) * 255 + number / 2) / number);
  return image;
}

// JPEG data ends with a marker that cannot occur inside the data (ITU-T T.81, B.1.1.5); without this check the library
// would fill missing parts with grey.
bool isComplete(std::string_view content, const ImageHeader& header) {
  if (std::strcmp(header.format, "JPEG") != 0) return true;
  std::size_t at = 2;
  while (at + 4 <= content.size() && content[at] == '\xff' && content[at + 1] != '\xda')
    at += content[at + 1] == '\xff'
              ? 1
              : 2 + (static_cast<std::uint8_t>(content[at + 2]) << 8 | static_cast<std::uint8_t>(content[at + 3]));
  return content.find("\xff\xd9", at) != std::string_view::npos;
}

// True if the stored pixels are rotated and the library does not apply the orientation.
bool isTurned(const ImageHeader& header) {
  return header.orientation != 1 && std::strcmp(header.format, "JPEG") != 0;
}

// Applies the orientation of the camera (Exif 2.32, 4.6, Orientation).
Result<Tensor> upright(const Tensor& image, int orientation) {
  const std::int64_t height = image.shape()[1];
  const std::int64_t width = image.shape()[2];
  const bool onSide = orientation >= 5;
  const bool right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool below = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  FOVEA_TRY(
      Tensor turned,
      Tensor::tryMake({DataType::UInt8, Shape{image.shape()[0], onSide ? width : height, onSide ? height : width}}));
  std::uint8_t* to = turned.data<std::uint8_t>();
  const std::uint8_t* plane = image.data<std::uint8_t>();
  for (std::int64_t channel = 0; channel < image.shape()[0]; ++channel, plane += height * width)
    for (std::int64_t y = 0; y < turned.shape()[1]; ++y)
      for (std::int64_t x = 0; x < turned.shape()[2]; ++x) {
        const std::int64_t row = onSide ? x : y;
        const std::int64_t column = onSide ? y : x;
        *to++ = plane[(below ? height - 1 - row : row) * width + (right ? width - 1 - column : column)];
      }
  return turned;
}

bool isNetpbm(const ImageHeader& header) {
  return header.format[0] == 'P' && header.format[2] == 'M';
}

Shape shapeOfHeader(const ImageHeader& jpeg) {
  return Shape{jpeg.components, jpeg.height, jpeg.width};
}

ImagePart wholeOf(const Shape& shape) {
  return {0, 0, shape[2], shape[1]};
}

bool isFormat(const ImageHeader& header, std::string_view format) {
  return header.format == format;
}

// Checks for content that the library would refuse without a reason, or would drop.
Status checkTiff(const ImageHeader& header) {
  if (header.components > (header.grey ? 2 : 4))
    return fail(ErrorCode::Unsupported,
                fmt::format("This TIFF image has {} channels, and no colours.", header.components),
                "Save its channels as an array: numpy.save(\"x.npy\", ...), the images along the first axis.");
  const bool fits = header.real ? header.bits >= 32 : header.bits <= 16;
  if (!fits)
    return fail(ErrorCode::Unsupported,
                fmt::format("This TIFF image holds {} of {} bits, which are not read.",
                            header.real ? "fractions" : "whole numbers", header.bits),
                header.real ? "Save it as float32." : "Save it with 8 or 16 bits a value, or as float32.");
  return {};
}

// Decodes a TIFF without applying its orientation.
Result<Tensor> decodeTiff(std::string_view content, const ImageHeader& header) {
  FOVEA_CHECK(checkTiff(header));
  if (header.real)
    return fail(ErrorCode::Unsupported,
                fmt::format("This TIFF image holds fractions of {} bits, which no picture of 8 bits can.", header.bits),
                "Save it with 8 bits a value, or import it as images in class folders with deep=keep or deep=range.");
  if (header.bits <= 8) return decodeWithLibrary(plainTiff(content), header);
  FOVEA_TRY(const Tensor values, decodeDeepWithLibrary(plainTiff(content), header));
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, values.shape()}));
  std::transform(values.values<float>().begin(), values.values<float>().end(), image.data<std::uint8_t>(),
                 [](float value) { return static_cast<std::uint8_t>(std::clamp(value / 256, 0.0f, 255.0f)); });
  return image;
}

Result<Tensor> decodeAsStored(std::string_view content, const ImageHeader& header) {
  if (isFormat(header, "TIFF")) return decodeTiff(content, header);
  if (isFormat(header, "DICOM")) return decodeDicom(content);
  if (isFormat(header, "GIF")) {
    FOVEA_TRY(const std::vector<Tensor> frames, decodeGif(content, 1));
    return frames[0];
  }
  if (isAnimatedWebp(content)) {
    FOVEA_TRY(const std::vector<Tensor> frames, decodeWebp(content, 1));
    return frames[0];
  }
  const bool jpeg = isPlainJpeg(header);
  if (!jpeg && !isPlainPng(content)) return decodeWithLibrary(content, header);
  const Shape shape = jpeg ? shapeOfHeader(header) : plainPngShape(content);
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, shape}));
  auto* const pixels = image.data<std::uint8_t>();
  FOVEA_CHECK(jpeg ? decodeJpeg(content, header, wholeOf(shape), pixels) : decodePlainPng(content, pixels));
  return image;
}

}  // namespace

Result<Tensor> decodeImage(std::string_view content) {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  if (isNetpbm(header)) return decodeNetpbm(content, header);
  if (!isComplete(content, header)) return cutOffImage(header);
  FOVEA_TRY(Tensor image, decodeAsStored(content, header));
  if (isTurned(header)) return upright(image, header.orientation);
  return image;
}

bool isDeepImage(std::string_view content) {
  const bool dicom = isDicom(content);
  if (!dicom && content.size() > 33 && content.starts_with("\x89PNG\r\n\x1a\n")) return content[24] == 16;
  if (!dicom && !isTiff(content)) return false;
  const auto header = readImageHeader(content);
  return header.ok() && (header->bits > 8 || header->real);
}

Result<Tensor> decodeDeepImage(std::string_view content) {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  if (isTurned(header))
    return fail(ErrorCode::Unsupported,
                "it holds more than 8 bits a value and is turned by its camera; turn it upright first");
  if (isFormat(header, "DICOM")) return decodeDicomValues(content);
  if (isFormat(header, "TIFF")) {
    FOVEA_CHECK(checkTiff(header));
    return decodeDeepWithLibrary(plainTiff(content), header);
  }
  return decodeDeepWithLibrary(content, header);
}

Status decodeImage(std::string_view content, const Shape& shape, std::uint8_t* target) {
  FOVEA_TRY([[maybe_unused]] const ImagePart all, decodeImagePart(content, shape, wholeOf(shape), target));
  return {};
}

Result<ImagePart> decodeImagePart(std::string_view content, const Shape& shape, const ImagePart& wanted,
                                  std::uint8_t* target) {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  const ImagePart whole = wholeOf(shape);
  if (isPlainJpeg(header)) {
    if (shapeOfHeader(header) != shape) return wrongImageSize(header);
    if (!isComplete(content, header)) return cutOffImage(header);
    FOVEA_CHECK(decodeJpeg(content, header, wanted, target));
    return wanted;
  }
  if (isFormat(header, "TIFF") || isFormat(header, "GIF") || isFormat(header, "DICOM")) {
    FOVEA_TRY(const Tensor image, decodeImage(content));
    if (image.shape() != shape) return wrongImageSize(header);
    std::memcpy(target, image.raw(), image.bytes());
    return whole;
  }
  if (isTurned(header)) {
    FOVEA_TRY(Tensor image, decodeAsStored(content, header));
    const bool formerly = image.shape() == shape;  // an older Fovea stored the image without applying its orientation
    if (!formerly || header.orientation < 5) {
      FOVEA_TRY(image, upright(image, header.orientation));
    }
    if (image.shape() != shape) return wrongImageSize(header);
    std::memcpy(target, image.raw(), image.bytes());
    return whole;
  }
  if (isPlainPng(content)) {
    if (plainPngShape(content) != shape) return wrongImageSize(header);
    FOVEA_CHECK(decodePlainPng(content, target));
    return whole;
  }
  if (!isNetpbm(header)) {
    if (!isComplete(content, header)) return cutOffImage(header);
    FOVEA_CHECK(decodeWithLibrary(content, header, shape, target));
    return whole;
  }
  FOVEA_TRY(const Tensor image, decodeNetpbm(content, header));
  if (image.shape() != shape) return wrongImageSize(header);
  std::memcpy(target, image.raw(), image.bytes());
  return whole;
}

Result<Tensor> readImageFile(const fs::path& path, const Shape& shape) {
  FOVEA_TRY(const std::string content, readSource(path, kMaximumImageFile));
  const auto image = decodeImage(content);
  if (!image.ok()) return image.error().within(path.string());
  return fitImage(*image, shape);
}

}  // namespace fovea
