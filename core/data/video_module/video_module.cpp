#include <algorithm>
#include <exception>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>
#include <opencv2/videoio/registry.hpp>
#include <string>

#include "core/data/video_module/video_abi.h"

namespace fovea {
namespace {

class OpenCvVideo : public VideoReader {
 public:
  // Uses FFmpeg if OpenCV has it: other backends interpret names as patterns, or start programs of their own.
  explicit OpenCvVideo(const char* path)
      : capture_(path, cv::videoio_registry::hasBackend(cv::CAP_FFMPEG) ? cv::CAP_FFMPEG : cv::CAP_ANY) {}
  // Uses Video4Linux if OpenCV has it, since it reports at once that a camera was unplugged.
  explicit OpenCvVideo(int camera)
      : capture_(camera, cv::videoio_registry::hasBackend(cv::CAP_V4L2) ? cv::CAP_V4L2 : cv::CAP_ANY) {
    capture_.set(cv::CAP_PROP_BUFFERSIZE, 1);
  }

  bool opened() const { return capture_.isOpened(); }
  double framesPerSecond() const override try {
    return std::clamp(capture_.get(cv::CAP_PROP_FPS), 0.0, 1000.0);
  } catch (const std::exception&) {
    return 0;
  }
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

class OpenCvWriter : public VideoWriter {
 public:
  OpenCvWriter(const std::string& path, int height, int width, double framesPerSecond) : size_(width, height) {
    const bool avi = path.ends_with(".avi");
    const int codec = avi ? cv::VideoWriter::fourcc('M', 'J', 'P', 'G') : cv::VideoWriter::fourcc('m', 'p', '4', 'v');
    writer_.open(path, codec, framesPerSecond, size_);
  }

  bool opened() const { return writer_.isOpened(); }
  bool write(const std::uint8_t* frame) override try {
    writer_.write(cv::Mat(size_, CV_8UC3, const_cast<std::uint8_t*>(frame)));
    return true;
  } catch (const std::exception&) {
    return false;
  }

 private:
  cv::Size size_;
  cv::VideoWriter writer_;
};

}  // namespace
}  // namespace fovea

extern "C" __attribute__((visibility("default"))) fovea::VideoReader* fovea_open_camera_1(int index) try {
  auto camera = std::make_unique<fovea::OpenCvVideo>(index);
  return camera->opened() ? camera.release() : nullptr;
} catch (const std::exception&) {
  return nullptr;
}

extern "C" __attribute__((visibility("default"))) fovea::VideoWriter* fovea_write_video_1(const char* path,
                                                                                          std::int64_t height,
                                                                                          std::int64_t width,
                                                                                          double framesPerSecond) try {
  auto video =
      std::make_unique<fovea::OpenCvWriter>(path, static_cast<int>(height), static_cast<int>(width), framesPerSecond);
  return video->opened() ? video.release() : nullptr;
} catch (const std::exception&) {
  return nullptr;
}

extern "C" __attribute__((visibility("default"))) fovea::VideoReader* fovea_open_video_2(const char* path) try {
  auto video = std::make_unique<fovea::OpenCvVideo>(path);
  return video->opened() ? video.release() : nullptr;
} catch (const std::exception&) {
  return nullptr;
}
