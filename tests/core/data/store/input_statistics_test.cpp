// The mean and deviation of each channel where grey and coloured images come together.
#include "core/data/store/input_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::test {
namespace {

Tensor pixels(const Shape& shape, std::vector<int> values) {
  Tensor image = Tensor::make({DataType::UInt8, shape});
  for (std::size_t i = 0; i < values.size(); ++i) image.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(values[i]);
  return image;
}

void add(const Tensor& image, InputStatistics& statistics) {
  const auto* const bytes = image.dtype() == DataType::UInt8 ? image.data<std::uint8_t>() : nullptr;
  statistics.add(image.type(), channelSums(image), bytes);
}

const Tensor kGrey = pixels({1, 1, 2}, {10, 30}), kColour = pixels({3, 1, 2}, {0, 40, 20, 20, 60, 80});

TEST(InputStatistics, GreyImagesCountAsThreeEqualChannels) {
  InputStatistics greyFirst, colourFirst, threefold;
  add(kGrey, greyFirst);
  add(kColour, greyFirst);
  add(kGrey, greyFirst);
  add(kColour, colourFirst);
  add(kGrey, colourFirst);
  add(kGrey, colourFirst);
  add(pixels({3, 1, 2}, {10, 30, 10, 30, 10, 30}), threefold);
  add(kColour, threefold);
  add(pixels({3, 1, 2}, {10, 30, 10, 30, 10, 30}), threefold);
  ASSERT_EQ(threefold.channelMean().size(), 3u);
  EXPECT_EQ(greyFirst.channelMean(), threefold.channelMean());
  EXPECT_EQ(colourFirst.channelMean(), threefold.channelMean());
  EXPECT_EQ(greyFirst.channelDeviation(), threefold.channelDeviation());
  EXPECT_EQ(colourFirst.channelDeviation(), threefold.channelDeviation());
  EXPECT_TRUE(greyFirst.meanImage().empty()) << "the shapes differ";
}

TEST(InputStatistics, GoOnWhereTheyWereWritten) {
  InputStatistics whole, first;
  for (const Tensor& image : {kGrey, kColour}) add(image, first);
  auto read = InputStatistics::read(first.write());
  ASSERT_TRUE(read);
  for (const Tensor& image : {kGrey, kColour, kGrey, kColour}) add(image, whole);
  for (const Tensor& image : {kGrey, kColour}) add(image, *read);
  EXPECT_EQ(read->channelMean(), whole.channelMean());
  EXPECT_EQ(read->write(), whole.write());
}

TEST(InputStatistics, AConstantChannelHasNoDeviation) {
  for (const float value : {125.73022f, 0.1f, -3.3f, 1e9f})
    for (int count = 1; count < 120; ++count) {
      InputStatistics rows, signals;
      for (int i = 0; i < count; ++i) add(Tensor::of<float>({2}, {value, static_cast<float>(i)}), rows);
      Tensor signal = Tensor::make({DataType::Float32, Shape{1, count}});
      std::fill_n(signal.data<float>(), count, value);
      for (int i = 0; i < 3; ++i) add(signal, signals);
      EXPECT_EQ(rows.channelDeviation()[0], 0) << count << " times " << value;
      EXPECT_EQ(rows.channelDeviation()[1] > 0, count > 1);
      EXPECT_EQ(signals.channelDeviation()[0], 0) << count << " times " << value;
      EXPECT_FLOAT_EQ(static_cast<float>(rows.channelMean()[0]), value);
    }
}

TEST(InputStatistics, OtherChannelsHaveNoCommonMean) {
  InputStatistics four, numbers;
  add(kGrey, four);
  add(pixels({4, 1, 1}, {1, 2, 3, 4}), four);
  EXPECT_TRUE(four.channelMean().empty());
  add(kGrey, numbers);
  add(Tensor::zeros({DataType::Float32, Shape{3, 1, 2}}), numbers);
  EXPECT_TRUE(numbers.channelMean().empty());
}

}  // namespace
}  // namespace fovea::test
