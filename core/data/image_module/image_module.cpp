#include <cstdio>
#include <exception>
#include <new>
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <vector>

#include "core/data/image_module/image_abi.h"

namespace fovea {
namespace {

// Errors in a file are reported by the outcome, not by the library's messages on the terminal.
void silenceLibrary() {
  [[maybe_unused]] static const auto formerly = cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
}

ImageOutcome guarded(char* reason, std::size_t reasonBytes, const auto& work) try {
  silenceLibrary();
  return work();
} catch (const std::bad_alloc&) {
  return ImageOutcome::OutOfMemory;
} catch (const std::exception& error) {
  std::snprintf(reason, reasonBytes, "%s", error.what());
  return ImageOutcome::Failed;
}

int flagsOf(PixelFormat format, bool upright) {
  if (format == PixelFormat::BytesWithAlpha) return cv::IMREAD_UNCHANGED;
  const int depth = format == PixelFormat::FloatPlanes ? cv::IMREAD_ANYDEPTH : 0;
  return cv::IMREAD_ANYCOLOR | depth | (upright ? 0 : cv::IMREAD_IGNORE_ORIENTATION);
}

// The library stores blue first.
void separate(const cv::Mat& image, int depth, void* target) {
  const std::size_t plane = image.total() * CV_ELEM_SIZE1(depth);
  const auto at = [&](std::size_t channel) {
    return cv::Mat(image.rows, image.cols, CV_MAKETYPE(depth, 1), static_cast<std::uint8_t*>(target) + channel * plane);
  };
  if (image.channels() == 1) {
    cv::Mat whole = at(0);
    image.copyTo(whole);
    return;
  }
  cv::Mat planes[3] = {at(2), at(1), at(0)};
  cv::split(image, planes);
}

ImageOutcome writePlanes(cv::Mat& image, int depth, ImageTarget& target) {
  if (image.channels() != 1 && image.channels() != 3) return ImageOutcome::Damaged;
  if (depth == CV_32F) image.convertTo(image, CV_32F);
  if (image.depth() != depth) return ImageOutcome::Damaged;
  void* const memory = target.memory(image.channels(), image.rows, image.cols);
  if (!memory) return ImageOutcome::Refused;
  separate(image, depth, memory);
  return ImageOutcome::Done;
}

ImageOutcome writeWithAlpha(const cv::Mat& image, ImageTarget& target) {
  const int channels = image.channels();
  if (channels == 2 || channels > 4 || (image.depth() != CV_8U && image.depth() != CV_16U))
    return ImageOutcome::Damaged;
  auto* to = static_cast<std::uint8_t*>(target.memory(4, image.rows, image.cols));
  if (!to) return ImageOutcome::Refused;
  const auto value = [&](int y, int i) {
    return image.depth() == CV_8U ? image.ptr<std::uint8_t>(y)[i]
                                  : static_cast<std::uint8_t>(image.ptr<std::uint16_t>(y)[i] >> 8);
  };
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x) {
      for (int c = 0; c < 3; ++c) *to++ = value(y, channels * x + (channels == 1 ? 0 : 2 - c));
      *to++ = channels == 4 ? value(y, channels * x + 3) : std::uint8_t{255};
    }
  return ImageOutcome::Done;
}

}  // namespace
}  // namespace fovea

extern "C" __attribute__((visibility("default"))) fovea::ImageOutcome fovea_decode_image_1(
    const std::uint8_t* content, std::size_t bytes, fovea::PixelFormat format, bool upright, fovea::ImageTarget& target,
    char* reason, std::size_t reasonBytes) {
  using namespace fovea;
  return guarded(reason, reasonBytes, [&] {
    const cv::Mat file(1, static_cast<int>(bytes), CV_8UC1, const_cast<std::uint8_t*>(content));
    cv::Mat image = cv::imdecode(file, flagsOf(format, upright));
    if (image.empty()) return ImageOutcome::Damaged;
    if (format == PixelFormat::BytesWithAlpha) return writeWithAlpha(image, target);
    return writePlanes(image, format == PixelFormat::FloatPlanes ? CV_32F : CV_8U, target);
  });
}

extern "C" __attribute__((visibility("default"))) fovea::ImageOutcome fovea_encode_image_1(
    const fovea::ImageToEncode& image, fovea::FileTarget& target, char* reason, std::size_t reasonBytes) {
  using namespace fovea;
  return guarded(reason, reasonBytes, [&] {
    auto* const planes = const_cast<std::uint8_t*>(image.planes);
    const auto at = [&](int channel) {
      const std::size_t size = static_cast<std::size_t>(image.height) * static_cast<std::size_t>(image.width);
      return cv::Mat(image.height, image.width, CV_8UC1, planes + static_cast<std::size_t>(channel) * size);
    };
    cv::Mat pixels = at(0);
    if (image.channels == 3) {
      const cv::Mat blueFirst[3] = {at(2), at(1), at(0)};
      pixels = cv::Mat();
      cv::merge(blueFirst, 3, pixels);
    }
    std::vector<std::uint8_t> file;
    const auto options = image.png ? std::vector<int>{} : std::vector<int>{cv::IMWRITE_JPEG_QUALITY, image.quality};
    if (!cv::imencode(image.png ? ".png" : ".jpg", pixels, file, options)) return ImageOutcome::Damaged;
    return target.write(file.data(), file.size()) ? ImageOutcome::Done : ImageOutcome::OutOfMemory;
  });
}
