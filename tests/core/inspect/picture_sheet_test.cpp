// Sheets of several pictures with captions.
#include "core/inspect/picture_sheet.h"

#include <cmath>

#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

TEST(PictureSheet, HoldsEachPictureEnlargedOverItsCaption) {
  const Tensor red = Tensor::of<std::uint8_t>(Shape{3, 1, 2}, {200, 10, 0, 0, 0, 0});
  const Tensor grey = Tensor::of<std::uint8_t>(Shape{1, 2, 2}, {7, 7, 7, 7});
  const Tensor sheet = valueOf(pictureSheet({{"red", red}, {"", grey}}, 4, 40));
  ASSERT_EQ(sheet.shape()[0], 3);
  const std::int64_t width = sheet.shape()[2], places = sheet.shape()[1] * width;
  const auto pixel = [&](std::int64_t channel, std::int64_t y, std::int64_t x) {
    return static_cast<int>(sheet.data<std::uint8_t>()[channel * places + y * width + x]);
  };
  EXPECT_EQ(pixel(0, 0, 0), 255) << "white around them";
  EXPECT_EQ(pixel(0, 12, 12), 200);
  EXPECT_EQ(pixel(1, 12, 12), 0);
  EXPECT_EQ(pixel(0, 12, 12 + 20), 10) << "each pixel has become 20 wide";
  EXPECT_EQ(pixel(2, 12, 12 + 40 + 12), 7) << "grey has three equal channels";
  int ink = 0;
  for (std::int64_t y = 12 + 40; y < sheet.shape()[1]; ++y)
    for (std::int64_t x = 0; x < width; ++x) ink += pixel(0, y, x) == 40;
  EXPECT_GT(ink, 50) << "the caption";
  expectError(pictureSheet({}), ErrorCode::InvalidArgument, "at least one picture");
  expectError(pictureSheet({{"wrong", Tensor::of<float>(Shape{1, 1, 1}, {1})}}), ErrorCode::InvalidArgument,
              "\"wrong\" is no picture");
}

TEST(PictureSheet, RealImagesAreScaledAndOtherSamplesAreNoPictures) {
  const float nan = std::nanf("");
  const Tensor picture = valueOf(pictureOfSample(Tensor::of<float>(Shape{1, 1, 4}, {-1, 0, 1, nan})));
  EXPECT_EQ(std::vector<int>(picture.values<std::uint8_t>().begin(), picture.values<std::uint8_t>().end()),
            (std::vector<int>{0, 128, 255, 0}));
  EXPECT_FALSE(valueOf(pictureOfSample(Tensor::of<float>(Shape{4}, {1, 2, 3, 4}))).defined());
  EXPECT_FALSE(valueOf(pictureOfSample(Tensor::zeros({DataType::Int32, Shape{1, 2, 2}}))).defined());
}

}  // namespace
}  // namespace fovea::test
