#include <algorithm>
#include <exception>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>
#include <opencv2/videoio/registry.hpp>

#include "core/data/video_module/video_abi.h"

namespace fovea {
namespace {

class OpenCvVideo : public VideoReader {
 public:
  // Uses FFmpeg if OpenCV has it: other backends interpret names as patterns, or start programs of their own.
  explicit OpenCvVideo(const char* path)
      : capture_(path, cv::videoio_registry::hasBackend(cv::CAP_FFMPEG) ? cv::CAP_FFMPEG : cv::CAP_ANY) {}

  bool opened() const { return capture_.isOpened(); }
  std::int64_t frames() const override try {
    return static_cast<std::int64_t>(std::clamp(capture_.get(cv::CAP_PROP_FRAME_COUNT), 0.0, 1e9));
  } catch (const std::exception&) {
    return 0;
  }
  bool grab() override try { return capture_.grab(); } catch (const std::exception&) {
    return false;
  }
  const std::uint8_t* retrieve(std::int64_t& height, std::int64_t& width) override try {
    if (!capture_.retrieve(frame_) || frame_.empty() || frame_.type() != CV_8UC3) return nullptr;
    if (!frame_.isContinuous()) frame_ = frame_.clone();
    height = frame_.rows;
    width = frame_.cols;
    return frame_.ptr();
  } catch (const std::exception&) {
    return nullptr;
  }

 private:
  cv::VideoCapture capture_;
  cv::Mat frame_;
};

}  // namespace
}  // namespace fovea

extern "C" __attribute__((visibility("default"))) fovea::VideoReader* fovea_open_video_1(const char* path) try {
  auto video = std::make_unique<fovea::OpenCvVideo>(path);
  return video->opened() ? video.release() : nullptr;
} catch (const std::exception&) {
  return nullptr;
}
