// Imports video clips from one folder per class. Each clip becomes evenly spaced frames: u8 [3, frames, H, W].
#include <fmt/format.h>

#include <algorithm>

#include "core/data/files/image_fit.h"
#include "core/data/importers/files_beside.h"
#include "core/data/importers/folder_options.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/naming_files.h"
#include "core/data/importers/video_file.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct VideoOptions : FolderOptions {
  std::int64_t frames = 16;
  std::int64_t width = 112;
  std::int64_t height = 112;
  std::string fit = "crop";
};

const TypedSchema<VideoOptions>& videoSchema() {
  static const auto schema =
      withFolderOptions(TypedSchema<VideoOptions>())
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

constexpr std::int64_t kMostFrames = 1'000'000;
constexpr std::int64_t kMostFramePixels = std::int64_t{1} << 26;  // limit for one frame

Error damagedVideo(const std::string& what) {
  return fail(ErrorCode::Corrupt, "this video cannot be read: " + what);
}

FitMode modeOf(const std::string& fit) {
  return fit == "crop" ? FitMode::Crop : fit == "squash" ? FitMode::Squash : FitMode::Fill;
}

// Decodes the current frame of a video to planes of red, green, blue: u8 [3, H, W].
Result<Tensor> nextFrame(VideoReader& video) {
  std::int64_t height = 0, width = 0;
  const std::uint8_t* from = video.retrieve(height, width);
  if (!from || height < 1 || width < 1 || height > kMostFramePixels / width)
    return damagedVideo("a frame cannot be decoded");
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, Shape{3, height, width}}));
  std::uint8_t* to = image.data<std::uint8_t>();
  const std::int64_t pixels = height * width;
  for (std::int64_t i = 0; i < pixels; ++i, from += 3, ++to) {
    to[0] = from[2];
    to[pixels] = from[1];
    to[2 * pixels] = from[0];
  }
  return image;
}

// The frames extracted from a clip so far.
class Clip {
 public:
  Clip(const VideoOptions& options, Tensor memory) : options_(options), memory_(std::move(memory)) {}

  Status add(VideoReader& video) {
    FOVEA_TRY(const Tensor image, nextFrame(video));
    const Shape& shape = image.shape();
    FOVEA_TRY(const Tensor fitted,
              resizeImage(image, planFit(shape[1], shape[2], options_.height, options_.width, modeOf(options_.fit))));
    for (int channel = 0; channel < 3; ++channel)
      std::copy_n(fitted.data<std::uint8_t>() + channel * plane(), plane(), planeAt(channel, taken_));
    ++taken_;
    return {};
  }
  // Repeats the last frame; for clips with too few frames.
  void repeat() {
    for (int channel = 0; channel < 3; ++channel)
      std::copy_n(planeAt(channel, taken_ - 1), plane(), planeAt(channel, taken_));
    ++taken_;
  }
  std::int64_t taken() const { return taken_; }
  bool full() const { return taken_ == options_.frames; }
  // Returns the index of the next frame among `count`: the middle of one of as many equal parts as frames are needed.
  std::int64_t wanted(std::int64_t count) const { return (2 * taken_ + 1) * count / (2 * options_.frames); }
  Tensor take() { return std::move(memory_); }

 private:
  std::int64_t plane() const { return options_.height * options_.width; }
  std::uint8_t* planeAt(int channel, std::int64_t frame) {
    return memory_.data<std::uint8_t>() + (channel * options_.frames + frame) * plane();
  }
  const VideoOptions& options_;
  Tensor memory_;
  std::int64_t taken_ = 0;
};

// Counts the frames by reading them all, since the count in the file can be wrong.
Result<std::int64_t> countFrames(const fs::path& path) {
  FOVEA_TRY(const auto video, openVideo(path));
  std::int64_t count = 0;
  while (count < kMostFrames && video->grab()) ++count;
  return count;
}

// Fills the clip from a video of `count` frames; returns false if the video ends before.
Result<bool> takeFrames(VideoReader& video, std::int64_t count, Clip& clip) {
  for (std::int64_t i = 0; i < count && !clip.full(); ++i) {
    if (!video.grab()) return false;
    if (i != clip.wanted(count)) continue;
    FOVEA_CHECK(clip.add(video));
    while (!clip.full() && clip.wanted(count) == i) clip.repeat();
  }
  return true;
}

Result<Tensor> readClip(const fs::path& path, const VideoOptions& options) {
  for (const bool counted : {false, true}) {
    FOVEA_TRY(const auto video, openVideo(path));
    std::int64_t count = video->frames();
    if (counted) {
      FOVEA_TRY(count, countFrames(path));
    }
    if (count == 0 && counted) return damagedVideo("it holds no frame");
    if (count >= kMostFrames && counted)
      return fail(ErrorCode::InvalidArgument, "this video has more than a million frames");
    if (count == 0 || count >= kMostFrames) continue;
    FOVEA_TRY(Tensor memory,
              Tensor::tryMake({DataType::UInt8, Shape{3, options.frames, options.height, options.width}}));
    Clip clip(options, std::move(memory));
    FOVEA_TRY(const bool whole, takeFrames(*video, count, clip));
    if (!whole && !counted) continue;
    if (clip.taken() == 0) return damagedVideo("a frame cannot be decoded");
    while (!clip.full()) clip.repeat();
    return clip.take();
  }
  return damagedVideo("it holds no frame");
}

class VideoSource : public LabelledSource {
 public:
  VideoSource(const fs::path& root, LabelledFiles found, VideoOptions options)
      : LabelledSource(root, std::move(found)), options_(std::move(options)) {
    noun_ = "clip";
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    LoadedItem item;
    FOVEA_TRY(item.input, readClip(path(index), options_));
    FOVEA_CHECK(addNumber(index, item));
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
    const VideoOptions options = videoSchema().read(values);
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(path, FileKind::Video, rulesOf(options), look));
    if (look == Look::Whole) FOVEA_CHECK(canReadVideo());
    if (!options.ignoreAnnotations) {
      const UnreadWords words{FileKind::Video, "clips", {}};
      FOVEA_CHECK(takeAgreeingFiles(path, found, words, look));
      FOVEA_TRY(auto naming, askAboutNamingFiles(path, found, words, look));
      if (!naming) {
        FOVEA_TRY(naming, sayFilesBeside(path, found, FileKind::Video, words.samples, look));
        if (naming && options.classFrom == "none") naming->sure = true;
      }
      if (naming) found.decisions.push_back(std::move(*naming));
    }
    return std::unique_ptr<ListedSource>(std::make_unique<VideoSource>(path, std::move(found), options));
  }
};

}  // namespace

std::shared_ptr<const Importer> videoImporter() {
  return std::make_shared<VideoImporter>();
}

}  // namespace fovea
