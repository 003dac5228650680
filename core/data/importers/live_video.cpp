#include "core/data/importers/live_video.h"

#include <chrono>

#include "core/base/guarded.h"

namespace fovea {
namespace {

constexpr int kMostMissing = 30;  // consecutive undecodable frames before the source counts as lost

Result<Tensor> pictureOfFrame(const std::uint8_t* pixels, std::int64_t height, std::int64_t width) {
  FOVEA_TRY(Tensor picture, Tensor::tryMake({DataType::UInt8, Shape{3, height, width}}));
  auto* const to = picture.data<std::uint8_t>();
  const std::int64_t count = height * width;
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t c = 0; c < 3; ++c) to[c * count + i] = pixels[3 * i + (2 - c)];
  return picture;
}

}  // namespace

LiveVideo::LiveVideo(std::unique_ptr<VideoReader> reader, double framesPerSecond, std::function<void()> changed)
    : reader_(std::move(reader)),
      pace_(framesPerSecond),
      changed_(std::move(changed)),
      next_(std::chrono::steady_clock::now()),
      thread_([this] { run(); }) {}

LiveVideo::~LiveVideo() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

LiveVideo::Frame LiveVideo::latest() const {
  const std::scoped_lock lock(mutex_);
  return latest_;
}

// Waits until the next frame is due; returns false if stopped. Does not speed up to make up for a late reader.
bool LiveVideo::waitForNext() {
  std::unique_lock lock(mutex_);
  if (pace_ > 0) {
    wake_.wait_until(lock, next_, [this] { return stopped_; });
    const auto frame =
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(1 / pace_));
    next_ = std::max(next_ + frame, std::chrono::steady_clock::now());
  }
  return !stopped_;
}

Status LiveVideo::read() {
  int missing = 0;
  while (waitForNext()) {
    if (!reader_->grab()) return {};
    std::int64_t height = 0, width = 0;
    const std::uint8_t* const pixels = reader_->retrieve(height, width);
    if (!pixels) {
      if (++missing > kMostMissing) return {};
      continue;
    }
    missing = 0;
    FOVEA_TRY(Tensor picture, pictureOfFrame(pixels, height, width));
    {
      const std::scoped_lock lock(mutex_);
      latest_ = {std::make_shared<const Tensor>(std::move(picture)), latest_.number + 1};
    }
    if (changed_) changed_();
  }
  return {};
}

void LiveVideo::run() {
  (void)guarded([this] { return read(); });
  (void)guarded([this] { reader_.reset(); });
  {
    const std::scoped_lock lock(mutex_);
    if (stopped_) return;
  }
  state_ = pace_ > 0 ? State::Ended : State::Lost;
  if (changed_) (void)guarded([this] { changed_(); });
}

}  // namespace fovea
