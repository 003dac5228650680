#include "core/data/image_file.h"

#include <fmt/format.h>

#include <cstring>

#include "core/base/file.h"
#include "core/data/image_fit.h"
#include "core/data/image_library.h"
#include "core/data/png_image.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

// u8 [H, W, C] to u8 [C, H, W].
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

bool isNetpbm(const ImageHeader& header) {
  return header.format[0] == 'P' && header.format[2] == 'M';
}

}  // namespace

Result<Tensor> decodeImage(std::string_view content) {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  if (isNetpbm(header)) return decodeNetpbm(content, header);
  if (!isPlainPng(content)) return decodeWithLibrary(content, header);
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, plainPngShape(content)}));
  FOVEA_CHECK(decodePlainPng(content, image.data<std::uint8_t>()));
  return image;
}

Status decodeImage(std::string_view content, const Shape& shape, std::uint8_t* target) {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  if (isPlainPng(content))
    return plainPngShape(content) == shape ? decodePlainPng(content, target) : wrongImageSize(header);
  if (!isNetpbm(header)) return decodeWithLibrary(content, header, shape, target);
  FOVEA_TRY(const Tensor image, decodeNetpbm(content, header));
  if (image.shape() != shape) return wrongImageSize(header);
  std::memcpy(target, image.raw(), image.bytes());
  return {};
}

Result<Tensor> readImageFile(const fs::path& path, const Shape& shape) {
  FOVEA_TRY(const std::string content, readFile(path, kMaximumImageFile));
  const auto image = decodeImage(content);
  if (!image.ok()) return image.error().within(path.string());
  return fitImage(*image, shape);
}

}  // namespace fovea
