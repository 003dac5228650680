// What is written must be what every reader of GIFs sees: the frames come back as they were.
#include "core/data/files/gif_writer.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/data/files/gif_image.h"
#include "tests/core/data/data_support.h"

namespace fovea::test {
namespace {

Tensor coloured(const Shape& shape, int colours, std::uint64_t seed) {
  Random random(seed);
  Tensor frame = Tensor::make({DataType::UInt8, shape});
  const std::int64_t plane = shape[1] * shape[2];
  for (std::int64_t i = 0; i < plane; ++i) {
    const auto which = random.below(static_cast<std::uint64_t>(colours));
    for (std::int64_t c = 0; c < shape[0]; ++c)
      frame.data<std::uint8_t>()[c * plane + i] =
          static_cast<std::uint8_t>(which * 37 * static_cast<std::uint64_t>(c + 1) + which);
  }
  return frame;
}

TEST(GifWriter, FramesOfFewColoursComeBackAsTheyWere) {
  const std::vector<Tensor> frames{coloured({3, 11, 17}, 200, 1), coloured({3, 11, 17}, 2, 2),
                                   coloured({3, 11, 17}, 1, 3)};
  const auto bytes = encodeGif(frames, 20);
  if (!bytes.ok() && bytes.error().code == ErrorCode::Unsupported) GTEST_SKIP() << bytes.error().text();
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(valueOf(countGifFrames(*bytes)), 3u);
  const auto read = valueOf(decodeGif(*bytes, 10));
  ASSERT_EQ(read.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(read[i].type(), frames[i].type());
    EXPECT_EQ(std::memcmp(read[i].raw(), frames[i].raw(), frames[i].bytes()), 0) << "frame " << i;
  }
}

TEST(GifWriter, OfManyColoursSimilarOnesAreMerged) {
  Tensor frame = Tensor::make({DataType::UInt8, Shape{3, 40, 50}});
  Random random(5);
  for (auto& value : frame.values<std::uint8_t>()) value = static_cast<std::uint8_t>(random.below(256));
  const auto bytes = encodeGif({frame}, 20);
  if (!bytes.ok() && bytes.error().code == ErrorCode::Unsupported) GTEST_SKIP() << bytes.error().text();
  const Tensor read = valueOf(decodeGif(*bytes, 1)).front();
  for (std::int64_t i = 0; i < frame.elementCount(); ++i)
    ASSERT_NEAR(int(read.data<std::uint8_t>()[i]), int(frame.data<std::uint8_t>()[i]), 64) << "two bits are kept";
}

TEST(GifWriter, WhatIsNoMovingPictureIsRefused) {
  if (encodeGif({coloured({1, 2, 2}, 2, 1)}, 10).ok() == false) GTEST_SKIP() << "this build has no giflib";
  expectError(encodeGif({}, 10), ErrorCode::InvalidArgument, "no frame");
  expectError(encodeGif({coloured({1, 2, 2}, 2, 1), coloured({1, 2, 3}, 2, 1)}, 10), ErrorCode::InvalidArgument,
              "one size");
  expectError(encodeGif({coloured({1, 2, 2}, 2, 1)}, 0), ErrorCode::InvalidArgument, "lasts");
}

}  // namespace
}  // namespace fovea::test
