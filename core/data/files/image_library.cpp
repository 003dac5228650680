#include "core/data/files/image_library.h"

#include <fmt/format.h>

#if defined(FOVEA_HAVE_OPENCV)
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#endif

namespace fovea {

Error cutOffImage(const ImageHeader& header) {
  if (std::string_view(header.format) == "TIFF")
    return fail(ErrorCode::Corrupt, "This TIFF image is damaged, cut off, or of a kind that is not read.",
                "If other programs show it, save it again without compression and tiles.");
  return fail(ErrorCode::Corrupt, fmt::format("This {} image is damaged or cut off.", header.format));
}

Error wrongImageSize(const ImageHeader& header) {
  return fail(ErrorCode::Corrupt, fmt::format("This {} image has another size than it should.", header.format));
}

#if defined(FOVEA_HAVE_OPENCV)
namespace {

// Errors in a file are reported by the result, not by the library's messages on the terminal.
void silenceLibrary() {
  [[maybe_unused]] static const auto formerly = cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
}

// Grey images stay grey. The library applies the orientation of JPEG files; the caller applies that of others.
Result<cv::Mat> decodeMatrix(std::string_view content, const ImageHeader& header) try {
  silenceLibrary();
  const cv::Mat bytes(1, static_cast<int>(content.size()), CV_8UC1, const_cast<char*>(content.data()));
  const bool jpeg = std::string_view(header.format) == "JPEG";
  cv::Mat image = cv::imdecode(bytes, cv::IMREAD_ANYCOLOR | (jpeg ? 0 : cv::IMREAD_IGNORE_ORIENTATION));
  if (image.empty() || (image.type() != CV_8UC3 && image.type() != CV_8UC1)) return cutOffImage(header);
  return image;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
} catch (const std::exception& error) {
  return fail(ErrorCode::Corrupt, fmt::format("This {} image cannot be decoded: {}.", header.format, error.what()));
}

// The library stores blue first.
void separate(const cv::Mat& image, std::uint8_t* target) {
  const std::size_t pixels = image.total();
  if (image.channels() == 1) {
    const cv::Mat plane(image.rows, image.cols, CV_8UC1, target);
    image.copyTo(plane);
    return;
  }
  cv::Mat planes[3];
  for (std::size_t channel = 0; channel < 3; ++channel)
    planes[2 - channel] = cv::Mat(image.rows, image.cols, CV_8UC1, target + channel * pixels);
  cv::split(image, planes);
}

Shape shapeOf(const cv::Mat& image) {
  return Shape{image.channels(), image.rows, image.cols};
}

}  // namespace

bool canDecodeImages() {
  return true;
}

Result<Tensor> decodeWithLibrary(std::string_view content, const ImageHeader& header) {
  FOVEA_TRY(const cv::Mat matrix, decodeMatrix(content, header));
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, shapeOf(matrix)}));
  separate(matrix, image.data<std::uint8_t>());
  return image;
}

Result<Tensor> decodeDeepWithLibrary(std::string_view content, const ImageHeader& header) try {
  silenceLibrary();
  const cv::Mat bytes(1, static_cast<int>(content.size()), CV_8UC1, const_cast<char*>(content.data()));
  cv::Mat image = cv::imdecode(bytes, cv::IMREAD_ANYCOLOR | cv::IMREAD_ANYDEPTH | cv::IMREAD_IGNORE_ORIENTATION);
  if (image.empty() || (image.channels() != 3 && image.channels() != 1)) return cutOffImage(header);
  image.convertTo(image, CV_32F);
  FOVEA_TRY(Tensor values, Tensor::tryMake({DataType::Float32, shapeOf(image)}));
  float* to = values.data<float>();
  const int channels = image.channels();
  // The library stores blue first.
  for (int channel = channels - 1; channel >= 0; --channel)
    for (int y = 0; y < image.rows; ++y) {
      const auto* row = image.ptr<float>(y);
      for (int x = 0; x < image.cols; ++x) *to++ = row[x * channels + channel];
    }
  return values;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
} catch (const std::exception& error) {
  return fail(ErrorCode::Corrupt, fmt::format("This {} image cannot be decoded: {}.", header.format, error.what()));
}

Result<std::vector<std::uint8_t>> decodeWithAlpha(std::string_view content) try {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  silenceLibrary();
  const cv::Mat bytes(1, static_cast<int>(content.size()), CV_8UC1, const_cast<char*>(content.data()));
  cv::Mat image = cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
  const int channels = image.channels();
  if (image.empty() || channels == 2 || channels > 4) return cutOffImage(header);
  if (image.depth() == CV_16U) {
    cv::Mat upper(image.rows, image.cols, CV_8UC(channels));
    for (int y = 0; y < image.rows; ++y)
      for (int i = 0; i < image.cols * channels; ++i)
        upper.ptr<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(image.ptr<std::uint16_t>(y)[i] >> 8);
    image = upper;
  }
  if (image.depth() != CV_8U) return cutOffImage(header);
  std::vector<std::uint8_t> pixels;
  pixels.reserve(4 * image.total());
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x) {
      const std::uint8_t* from = image.ptr<std::uint8_t>(y) + channels * x;
      // The library's order is blue first.
      for (int c = 0; c < 3; ++c) pixels.push_back(channels == 1 ? from[0] : from[2 - c]);
      pixels.push_back(channels == 4 ? from[3] : 255);
    }
  return pixels;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
} catch (const std::exception& error) {
  return fail(ErrorCode::Corrupt, fmt::format("This PNG image cannot be decoded: {}.", error.what()));
}

Status decodeWithLibrary(std::string_view content, const ImageHeader& header, const Shape& shape,
                         std::uint8_t* target) {
  FOVEA_TRY(const cv::Mat matrix, decodeMatrix(content, header));
  if (shapeOf(matrix) != shape) return wrongImageSize(header);
  separate(matrix, target);
  return {};
}

Result<std::string> encodeImage(const Tensor& image, Encoding encoding, int quality) try {
  const Shape& shape = image.shape();
  if (image.dtype() != DataType::UInt8 || shape.rank() != 3 || (shape[0] != 1 && shape[0] != 3) ||
      encoding == Encoding::Raw)
    return fail(ErrorCode::InvalidArgument,
                "An image of " + image.type().toString() + " cannot be written as PNG or JPEG.");
  const auto height = static_cast<int>(shape[1]);
  const auto width = static_cast<int>(shape[2]);
  auto* pixels = const_cast<std::uint8_t*>(image.data<std::uint8_t>());
  cv::Mat matrix(height, width, CV_8UC1, pixels);
  if (shape[0] == 3) {
    cv::Mat planes[3];
    for (std::int64_t channel = 0; channel < 3; ++channel)
      planes[2 - channel] = cv::Mat(height, width, CV_8UC1, pixels + channel * shape.elementsFrom(1));
    matrix = cv::Mat();
    cv::merge(planes, 3, matrix);
  }
  std::vector<std::uint8_t> bytes;
  const bool png = encoding == Encoding::Png;
  const std::vector<int> options = png ? std::vector<int>{} : std::vector<int>{cv::IMWRITE_JPEG_QUALITY, quality};
  if (!cv::imencode(png ? ".png" : ".jpg", matrix, bytes, options))
    return fail(ErrorCode::InvalidArgument, "An image of " + image.type().toString() + " could not be encoded.");
  return std::string(bytes.begin(), bytes.end());
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to encode an image.");
} catch (const std::exception& error) {
  return fail(ErrorCode::InvalidArgument, fmt::format("An image could not be encoded: {}.", error.what()));
}

#else

bool canDecodeImages() {
  return false;
}

Result<Tensor> decodeWithLibrary(std::string_view, const ImageHeader& header) {
  return fail(ErrorCode::Unsupported,
              fmt::format("This build of Fovea cannot decode {} images: it was made without OpenCV.", header.format),
              "Convert the image to PGM or PPM, or use a build with OpenCV.");
}

Result<Tensor> decodeDeepWithLibrary(std::string_view content, const ImageHeader& header) {
  return decodeWithLibrary(content, header).error();
}

Result<std::vector<std::uint8_t>> decodeWithAlpha(std::string_view content) {
  FOVEA_TRY(const ImageHeader header, readImageHeader(content));
  return decodeWithLibrary(content, header).error();
}

Status decodeWithLibrary(std::string_view content, const ImageHeader& header, const Shape&, std::uint8_t*) {
  return decodeWithLibrary(content, header).error();
}

Result<std::string> encodeImage(const Tensor&, Encoding, int) {
  return fail(ErrorCode::Unsupported, "This build of Fovea cannot write PNG or JPEG: it was made without OpenCV.",
              "Store the samples raw, or use a build with OpenCV.");
}

#endif

}  // namespace fovea
