#include "core/data/image_file.h"

#include <fmt/format.h>

#include <cstring>

#include "core/base/file.h"

#if defined(FOVEA_HAVE_OPENCV)
#include <opencv2/imgcodecs.hpp>
#endif

namespace fovea {
namespace fs = std::filesystem;

namespace {

Error cutOff(const ImageHeader& header) {
  return fail(ErrorCode::Corrupt, fmt::format("This {} image is damaged or cut off.", header.format));
}

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
  if (number < 1 || at + 1 + bytes > content.size()) return cutOff(header);
  FOVEA_TRY(Tensor image, planar(reinterpret_cast<const std::uint8_t*>(content.data()) + at + 1, channels,
                                 header.height, header.width));
  for (std::uint8_t& value : image.values<std::uint8_t>())
    value = static_cast<std::uint8_t>((std::min<std::int64_t>(value, number) * 255 + number / 2) / number);
  return image;
}

#if defined(FOVEA_HAVE_OPENCV)
Result<Tensor> decodeOther(std::string_view content, const ImageHeader& header) try {
  const cv::Mat bytes(1, static_cast<int>(content.size()), CV_8UC1, const_cast<char*>(content.data()));
  // Always decoded as colour: grey is then made in one way for every format. The orientation is honoured by default.
  cv::Mat image = cv::imdecode(bytes, cv::IMREAD_COLOR);
  if (image.empty() || image.type() != CV_8UC3 || !image.isContinuous()) return cutOff(header);
  const std::int64_t pixels = static_cast<std::int64_t>(image.rows) * image.cols;
  for (std::int64_t i = 0; i < pixels; ++i)
    std::swap(image.data[3 * i], image.data[3 * i + 2]);  // OpenCV's order is blue first
  return planar(image.data, 3, image.rows, image.cols);
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
} catch (const std::exception& error) {
  return fail(ErrorCode::Corrupt, fmt::format("This {} image cannot be decoded: {}.", header.format, error.what()));
}
#else
Result<Tensor> decodeOther(std::string_view, const ImageHeader& header) {
  return fail(ErrorCode::Unsupported,
              fmt::format("This build of Fovea cannot decode {} images: it was made without OpenCV.", header.format),
              "Convert the image to PGM or PPM, or use a build with OpenCV.");
}
#endif

}  // namespace

Result<Tensor> readImageFile(const fs::path& path, const Shape& shape) {
  FOVEA_TRY(const std::string content, readFile(path, kMaximumImageFile));
  const auto header = readImageHeader(content);
  if (!header.ok()) return header.error().within(path.string());
  const bool netpbm = header->format[0] == 'P' && header->format[2] == 'M';
  const auto image = netpbm ? decodeNetpbm(content, *header) : decodeOther(content, *header);
  if (!image.ok()) return image.error().within(path.string());
  return fitImage(*image, shape);
}

}  // namespace fovea
