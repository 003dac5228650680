// Video: clips in a folder per class, each sampled to a number of frames spread over it: u8 [3, frames, H, W].
#include <fmt/format.h>

#include <algorithm>

#include "core/data/image_fit.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"

#if defined(FOVEA_HAVE_OPENCV)
#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>
#include <opencv2/videoio/registry.hpp>
#endif

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct VideoOptions {
  std::int64_t frames = 16;
  std::int64_t width = 112;
  std::int64_t height = 112;
  std::string fit = "crop";
};

const TypedSchema<VideoOptions>& videoSchema() {
  static const auto schema =
      TypedSchema<VideoOptions>()
          .field(&VideoOptions::frames, {.name = "frames",
                                         .title = "Frames",
                                         .help = "How many frames of a clip are taken, evenly spread over it.",
                                         .minimum = 1,
                                         .maximum = 1024})
          .field(&VideoOptions::width,
                 {.name = "frame_width", .title = "Frame width", .help = "In pixels.", .minimum = 1, .maximum = 4096})
          .field(&VideoOptions::height,
                 {.name = "frame_height", .title = "Frame height", .help = "In pixels.", .minimum = 1, .maximum = 4096})
          .field(&VideoOptions::fit, {.name = "frame_fit",
                                      .title = "Frame fit",
                                      .help = "How a frame is brought to that size.",
                                      .choices = {{"crop", "Crop"}, {"squash", "Squash"}, {"fill", "Fill"}}});
  return schema;
}

#if defined(FOVEA_HAVE_OPENCV)
constexpr std::int64_t kMostFrames = 1'000'000;

Error damaged(const std::string& what) {
  return fail(ErrorCode::Corrupt, "this video cannot be read: " + what);
}

// Blue, green, red of each pixel to planes of red, green, blue.
Result<Tensor> planesOf(const cv::Mat& frame) {
  if (frame.empty() || frame.type() != CV_8UC3) return damaged("a frame is missing");
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, Shape{3, frame.rows, frame.cols}}));
  const std::int64_t pixels = image.shape().elementsFrom(1);
  std::uint8_t* to = image.data<std::uint8_t>();
  for (int y = 0; y < frame.rows; ++y) {
    const std::uint8_t* row = frame.ptr(y);
    for (int x = 0; x < frame.cols; ++x, ++to)
      for (int channel = 0; channel < 3; ++channel) to[(2 - channel) * pixels] = row[3 * x + channel];
  }
  return image;
}

class Clip {
 public:
  Clip(const VideoOptions& options, Tensor clip) : options_(options), clip_(std::move(clip)) {}

  Status add(const cv::Mat& frame) {
    FOVEA_TRY(const Tensor image, planesOf(frame));
    const FitMode mode = options_.fit == "crop"     ? FitMode::Crop
                         : options_.fit == "squash" ? FitMode::Squash
                                                    : FitMode::Fill;
    const Shape& shape = image.shape();
    FOVEA_TRY(const Tensor fitted,
              resizeImage(image, planFit(shape[1], shape[2], options_.height, options_.width, mode)));
    place(fitted.data<std::uint8_t>(), fitted.shape().elementsFrom(1));
    return {};
  }
  // The last frame again, for what a clip has too few of.
  void repeat() {
    const std::int64_t plane = options_.height * options_.width;
    for (int channel = 0; channel < 3; ++channel)
      std::copy_n(planeAt(channel, taken_ - 1), plane, planeAt(channel, taken_));
    ++taken_;
  }
  std::int64_t taken() const { return taken_; }
  Tensor take() { return std::move(clip_); }

 private:
  std::uint8_t* planeAt(int channel, std::int64_t frame) {
    return clip_.data<std::uint8_t>() + (channel * options_.frames + frame) * options_.height * options_.width;
  }
  void place(const std::uint8_t* image, std::int64_t plane) {
    for (int channel = 0; channel < 3; ++channel) std::copy_n(image + channel * plane, plane, planeAt(channel, taken_));
    ++taken_;
  }
  const VideoOptions& options_;
  Tensor clip_;
  std::int64_t taken_ = 0;
};

// FFmpeg, where OpenCV has it: others take a name for a pattern of names, or start programs of their own.
cv::VideoCapture openVideo(const fs::path& path) {
  const bool has = cv::videoio_registry::hasBackend(cv::CAP_FFMPEG);
  return cv::VideoCapture(path.string(), has ? cv::CAP_FFMPEG : cv::CAP_ANY);
}

// How many frames there are: by going through them, where what a file says of itself is wrong.
std::int64_t countFrames(const fs::path& path) {
  cv::VideoCapture video = openVideo(path);
  std::int64_t count = 0;
  while (count < kMostFrames && video.grab()) ++count;
  return count;
}

// The middle of each of as many parts as frames are asked for, if the clip has `count`; whether it has.
Result<bool> takeFrames(const fs::path& path, std::int64_t count, std::int64_t frames, Clip& clip) {
  cv::VideoCapture video = openVideo(path);
  cv::Mat frame;
  const auto wanted = [&] { return (2 * clip.taken() + 1) * count / (2 * frames); };
  for (std::int64_t i = 0; i < count && clip.taken() < frames; ++i) {
    if (!video.grab()) return false;
    if (i != wanted()) continue;
    if (!video.retrieve(frame)) return damaged("a frame cannot be decoded");
    FOVEA_CHECK(clip.add(frame));
    while (clip.taken() < frames && wanted() == i) clip.repeat();
  }
  return true;
}

Result<Tensor> readClip(const fs::path& path, const VideoOptions& options) try {
  std::error_code code;
  if (!fs::is_regular_file(path, code)) return fail(ErrorCode::NotFound, "there is no file " + path.string());
  const auto said = static_cast<std::int64_t>(
      std::clamp(openVideo(path).get(cv::CAP_PROP_FRAME_COUNT), 0.0, static_cast<double>(kMostFrames)));
  for (std::int64_t count : {said, std::int64_t{0}}) {
    const bool counted = count == 0;
    if (counted) count = countFrames(path);
    if (count == 0) return damaged("it holds no frame");
    if (count == kMostFrames) return fail(ErrorCode::InvalidArgument, "this video has more than a million frames");
    FOVEA_TRY(Tensor memory,
              Tensor::tryMake({DataType::UInt8, Shape{3, options.frames, options.height, options.width}}));
    Clip clip(options, std::move(memory));
    FOVEA_TRY(const bool whole, takeFrames(path, count, options.frames, clip));
    if (!whole && !counted) continue;
    if (clip.taken() == 0) return damaged("a frame cannot be decoded");
    while (clip.taken() < options.frames) clip.repeat();
    return clip.take();
  }
  return damaged("it holds no frame");
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to read a video.");
} catch (const std::exception& error) {
  return damaged(error.what());
}

constexpr bool kReadsVideo = true;
#else
Result<Tensor> readClip(const fs::path&, const VideoOptions&) {
  return fail(ErrorCode::Unsupported, "This build of Fovea cannot read video: it was made without OpenCV.",
              "Install libopencv-dev and build again.");
}
constexpr bool kReadsVideo = false;
#endif

class VideoSource : public LabelledSource {
 public:
  VideoSource(const fs::path& root, LabelledFiles found, VideoOptions options)
      : LabelledSource(root, std::move(found)), options_(std::move(options)) {
    noun_ = "clip";
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    LoadedItem item;
    FOVEA_TRY(item.input, readClip(path(index), options_));
    return item;
  }

 private:
  const VideoOptions options_;
};

class VideoImporter : public ListImporter {
 public:
  std::string name() const override { return "video"; }
  std::string title() const override { return "Video clips, a folder per class"; }
  Schema options() const override { return videoSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(path, FileKind::Video, ClassFolder::Path, look));
    if (look == Look::Whole && !kReadsVideo) return readClip(path, {}).error();
    return std::unique_ptr<ListedSource>(
        std::make_unique<VideoSource>(path, std::move(found), videoSchema().read(values)));
  }
};

}  // namespace

std::shared_ptr<const Importer> videoImporter() {
  return std::make_shared<VideoImporter>();
}

}  // namespace fovea
