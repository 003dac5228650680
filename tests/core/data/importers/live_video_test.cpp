// A camera is faster than what looks at it, slower, or gone: the latest picture is there, and an end is told.
#include "core/data/importers/live_video.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>

#include "tests/core/data/data_support.h"

namespace fovea::test {
namespace {

constexpr auto kLong = std::chrono::seconds(30);

// Gives frames of 2×3 pixels whose blue is the number of the frame; `most` of them.
class CountedFrames : public VideoReader {
 public:
  explicit CountedFrames(int most) : most_(most) {}
  std::int64_t frames() const override { return most_; }
  double framesPerSecond() const override { return 25; }
  bool grab() override { return ++number_ <= most_; }
  const std::uint8_t* retrieve(std::int64_t& height, std::int64_t& width) override {
    height = 2;
    width = 3;
    for (std::size_t i = 0; i < pixels_.size(); i += 3) pixels_[i] = static_cast<std::uint8_t>(number_);
    return pixels_.data();
  }

 private:
  int most_, number_ = 0;
  std::vector<std::uint8_t> pixels_ = std::vector<std::uint8_t>(18, 7);
};

// Calls back until the video has ended; then its future is ready.
struct Watch {
  std::atomic<int> calls = 0;
  std::promise<void> over;
};

TEST(LiveVideo, TheLatestFrameWinsAndTheLossOfACameraIsTold) {
  auto watch = std::make_shared<Watch>();
  std::atomic<LiveVideo*> video = nullptr;
  LiveVideo camera(std::make_unique<CountedFrames>(40), 0, [&] {
    ++watch->calls;
    while (!video) std::this_thread::yield();
    if (video.load()->state() != LiveVideo::State::Running) watch->over.set_value();
  });
  video = &camera;
  ASSERT_EQ(watch->over.get_future().wait_for(kLong), std::future_status::ready);
  EXPECT_EQ(camera.state(), LiveVideo::State::Lost);
  EXPECT_EQ(watch->calls, 41) << "each frame, and the loss";
  const LiveVideo::Frame last = camera.latest();
  EXPECT_EQ(last.number, 40u);
  ASSERT_EQ(last.picture->shape(), (Shape{3, 2, 3}));
  EXPECT_EQ(last.picture->data<std::uint8_t>()[12], 40) << "blue is the last plane";
  EXPECT_EQ(last.picture->data<std::uint8_t>()[0], 7);
}

TEST(LiveVideo, ARecordedVideoPlaysAtItsOwnPaceAndStopsAtOnce) {
  const auto begun = std::chrono::steady_clock::now();
  std::promise<void> third;
  std::uint64_t frames = 0;
  {
    LiveVideo video(std::make_unique<CountedFrames>(1000), 100, [&] {
      if (++frames == 3) third.set_value();
    });
    ASSERT_EQ(third.get_future().wait_for(kLong), std::future_status::ready);
    EXPECT_EQ(video.state(), LiveVideo::State::Running);
  }
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(20)) << "two frames at 100 a second";
  EXPECT_LT(frames, 1000u);
}

TEST(LiveVideo, WhatIsWrittenIsReadAgain) {
  if (!canReadVideo().ok()) GTEST_SKIP() << "there is no module of videos";
  TemporaryFolder folder;
  std::vector<Tensor> frames;
  for (int i = 0; i < 6; ++i) {
    Tensor frame = Tensor::zeros({DataType::UInt8, Shape{3, 32, 48}});
    std::fill_n(frame.data<std::uint8_t>(), 32 * 48, static_cast<std::uint8_t>(40 * i));  // red
    frames.push_back(frame);
  }
  const Status unsupported = writeVideo(folder / "clip.avi", frames, 10);
  if (!unsupported.ok() && unsupported.error().code == ErrorCode::Unsupported)
    GTEST_SKIP() << unsupported.error().text();
  ASSERT_TRUE(unsupported.ok()) << unsupported.error().text();
  const auto reader = valueOf(openVideo(folder / "clip.avi"));
  EXPECT_NEAR(reader->framesPerSecond(), 10, 0.1);
  int count = 0;
  std::int64_t height = 0, width = 0;
  while (reader->grab()) {
    const std::uint8_t* const pixels = reader->retrieve(height, width);
    ASSERT_TRUE(pixels);
    EXPECT_NEAR(pixels[2], 40 * count, 12) << "red is the third of a pixel";
    ++count;
  }
  EXPECT_EQ(count, 6);
  EXPECT_EQ(height, 32);
  expectError(writeVideo(folder / "clip.txt", frames, 10), ErrorCode::InvalidArgument, "neither .mp4 nor .avi");
  expectError(writeVideo(folder / "clip.avi", {}, 10), ErrorCode::InvalidArgument, "even width");
  expectError(openCamera(63), ErrorCode::NotFound, "no camera 63");
}

}  // namespace
}  // namespace fovea::test
