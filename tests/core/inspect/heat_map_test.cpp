// Signed numbers become colours that show sign and magnitude.
#include "core/inspect/heat_map.h"

#include <cmath>

#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

TEST(HeatMap, SharesAreByTheLargestOfTheSumsOverChannels) {
  const Tensor values = Tensor::of<float>(Shape{2, 1, 3}, {1, -3, std::nanf(""), 1, -1, 0});
  const Tensor shares = valueOf(heatShares(values));
  EXPECT_EQ(shares.shape(), (Shape{1, 3}));
  expectNear(shares, {0.5f, -1, 0});
  expectNear(valueOf(heatShares(Tensor::of<float>(Shape{2}, {0, 0}))), {0, 0});
  expectError(heatShares(Tensor::zeros({DataType::Float32, Shape{1, 1, 1, 1}})), ErrorCode::InvalidArgument,
              "are no picture");
}

TEST(HeatMap, NothingIsWhiteForIsRedAndAgainstIsBlue) {
  const Tensor map = valueOf(heatMap(Tensor::of<float>(Shape{3}, {0, 2, -2})));
  ASSERT_EQ(map.shape(), (Shape{3, 1, 3}));
  const auto* const bytes = map.data<std::uint8_t>();
  EXPECT_EQ(bytes[0], 255);
  EXPECT_GT(bytes[1], bytes[7]) << "red is more than blue";
  EXPECT_LT(bytes[2], bytes[8]) << "blue is more than red";
}

TEST(HeatMap, LiesOverThePictureInItsSize) {
  const Tensor map = valueOf(heatMap(Tensor::of<float>(Shape{1, 2}, {1, 1})));
  const Tensor picture = Tensor::of<std::uint8_t>(Shape{1, 2, 4}, {0, 0, 255, 255, 0, 0, 255, 255});
  const Tensor over = valueOf(heatMapOver(map, picture));
  ASSERT_EQ(over.shape(), (Shape{3, 2, 4}));
  EXPECT_LT(over.data<std::uint8_t>()[0], over.data<std::uint8_t>()[3]) << "what is dark stays darker";
}

}  // namespace
}  // namespace fovea::test
