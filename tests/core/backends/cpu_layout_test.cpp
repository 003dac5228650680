// Layouts of the CPU: converting to a format and back keeps every bit, and the padding holds zeros.
#include "core/backends/cpu/runtime/cpu_layout.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/base/random.h"

namespace fovea::cpu {
namespace {

Tensor randomTensor(const TensorType& type) {
  Tensor tensor = Tensor::zeros(type);
  Random random(7);
  for (std::size_t i = 0; i < tensor.bytes(); ++i)
    static_cast<std::uint8_t*>(tensor.raw())[i] = static_cast<std::uint8_t>(random.below(120));
  return tensor;
}

std::vector<std::byte> convert(const TensorType& type, const Layout& from, const Layout& to, const void* source) {
  auto reorder = makeReorder(type, from, to);
  EXPECT_TRUE(reorder.ok()) << reorder.error().text();
  std::vector<std::byte> target(to.bytes(type) + 64);
  void* const inputs[] = {const_cast<void*>(source)};
  void* const outputs[] = {reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(target.data()) + 63) / 64 * 64)};
  EXPECT_TRUE((*reorder)->run({inputs, outputs, nullptr}).ok());
  const auto* begin = static_cast<const std::byte*>(outputs[0]);
  return {begin, begin + to.bytes(type)};
}

class LayoutRoundTrip : public ::testing::TestWithParam<TensorType> {};

TEST_P(LayoutRoundTrip, IsBitExact) {
  const TensorType type = GetParam();
  const Tensor dense = randomTensor(type);
  for (const Layout& layout :
       {channelsLast(type), channelBlocks(type, 16), channelBlocks(type, 8), imageBlocks(type)}) {
    const auto there = convert(type, Layout(), layout, dense.raw());
    const auto back = convert(type, layout, Layout(), there.data());
    EXPECT_EQ(std::memcmp(back.data(), dense.raw(), dense.bytes()), 0) << layout.toString();
    // Converts from one format directly to another.
    const Layout other = channelsLast(type);
    const auto sideways = convert(type, layout, other, there.data());
    EXPECT_EQ(convert(type, other, Layout(), sideways.data()), back) << layout.toString();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Types, LayoutRoundTrip,
    ::testing::Values(TensorType{DataType::Float32, {64, 20, 6, 5}}, TensorType{DataType::Float32, {5, 7, 3, 4}},
                      TensorType{DataType::Float32, {32, 1, 28, 28}}, TensorType{DataType::Int32, {16, 50, 4, 4}},
                      TensorType{DataType::UInt8, {3, 33, 2, 2}}, TensorType{DataType::Float32, {1, 3, 1, 1}}));

// If a format can view a value as another shape, memory holds that shape's elements in row-major order.
TEST(Layout, ViewsAreTheSameNumbersInOrder) {
  const auto type = [](Shape shape) { return TensorType{DataType::Float32, shape}; };
  const std::vector<std::pair<TensorType, TensorType>> pairs = {
      {type({3, 20, 1, 7}), type({3, 20, 7})},  {type({3, 20, 7}), type({3, 20, 1, 7})},
      {type({4, 32, 1, 1}), type({4, 32})},     {type({4, 20, 1, 1}), type({4, 20})},
      {type({2, 32, 6, 5}), type({2, 32, 30})}, {type({2, 32, 6, 5}), type({2, 960})},
      {type({2, 32, 30}), type({2, 32, 6, 5})}, {type({32, 20, 6}), type({2, 16, 20, 6})}};
  int views = 0;
  for (const auto& [from, to] : pairs) {
    const Tensor dense = randomTensor(from);
    for (const Layout& layout : {channelsLast(from), channelBlocks(from, 16), imageBlocks(from)}) {
      if (layout.dense()) continue;
      const auto seen = layout.format()->viewed(from, to);
      if (!seen) continue;
      ++views;
      const auto there = convert(from, Layout(), layout, dense.raw());
      ASSERT_LE(seen->bytes(to), there.size()) << layout.toString() << " as " << to.toString();
      const auto back = convert(to, *seen, Layout(), there.data());
      EXPECT_EQ(std::memcmp(back.data(), dense.raw(), dense.bytes()), 0)
          << layout.toString() << " as " << to.toString();
    }
  }
  EXPECT_GE(views, 12);
  const TensorType image = type({3, 32, 1, 7});
  EXPECT_EQ(channelBlocks(image, 16).format()->viewed(image, type({3, 32, 7})), channelBlocks(type({3, 32, 7}), 16));
}

TEST(Layout, PaddingHoldsZeros) {
  const TensorType type{DataType::Float32, {2, 20, 3, 3}};
  const Layout layout = channelBlocks(type, 16);
  ASSERT_TRUE(padded(type, layout));
  Tensor ones = Tensor::zeros(type);
  for (float& value : ones.values<float>()) value = 1;
  const auto bytes = convert(type, Layout(), layout, ones.raw());
  float sum = 0;
  for (std::size_t i = 0; i < bytes.size() / sizeof(float); ++i) {
    float value;
    std::memcpy(&value, bytes.data() + i * sizeof(float), sizeof(float));
    sum += value;
  }
  EXPECT_EQ(bytes.size(), 2u * 32 * 9 * sizeof(float));
  EXPECT_EQ(sum, 2.0f * 20 * 9);
}

TEST(Layout, WhatLiesDenseIsDense) {
  EXPECT_TRUE(channelsLast({DataType::Float32, {4, 1, 5, 6}}).dense()) << "one channel: last is first";
  EXPECT_TRUE(channelsLast({DataType::Float32, {4, 9, 1, 1}}).dense()) << "one position";
  EXPECT_FALSE(channelsLast({DataType::Float32, {4, 3, 5, 6}}).dense());
  const TensorType type{DataType::Float32, {4, 3, 5, 6}};
  EXPECT_TRUE(layoutOf(type, denseDesc(type)).dense());
}

TEST(Layout, SameOrderForAnotherShapeOrType) {
  const TensorType x{DataType::Float32, {32, 20, 24, 24}}, y{DataType::Float32, {32, 20, 12, 12}},
      indices{DataType::Int32, {32, 20, 12, 12}};
  for (const Layout& layout : {channelsLast(x), channelBlocks(x, 16), imageBlocks(x), Layout()}) {
    const auto order = imageOrder(x, layout);
    ASSERT_TRUE(order.has_value());
    EXPECT_EQ(imageOrder(y, *layoutFor(y, x, layout)), order);
    EXPECT_EQ(imageOrder(indices, *layoutFor(indices, x, layout)), order);
  }
  EXPECT_EQ(*layoutFor(x, x, imageBlocks(x)), imageBlocks(x));
  EXPECT_FALSE(layoutFor({DataType::Int64, {32, 20, 12, 12}}, x, imageBlocks(x)).has_value());
}

TEST(Layout, AxesOfOneEntryDoNotHideTheOrderOfAnotherShape) {
  const TensorType pooled{DataType::Float32, {2, 3, 5, 1}}, image{DataType::Float32, {2, 3, 10, 4}};
  ASSERT_EQ(imageOrder(pooled, channelsLast(pooled)), ImageOrder::ChannelsLast);
  EXPECT_EQ(layoutInOrder(image, ImageOrder::ChannelsLast, 1), channelsLast(image));
}

TEST(Layout, NamesAreForPeople) {
  const TensorType type{DataType::Float32, {32, 20, 24, 24}};
  EXPECT_EQ(channelsLast(type).toString(), "nhwc");
  EXPECT_EQ(channelBlocks(type, 16).toString(), "aBcd16b");
  EXPECT_EQ(imageBlocks(type).toString(), "Abcd16a");
}

TEST(Layout, TypesThatLieDenseOnlySaySo) {
  const TensorType type{DataType::Float64, {2, 2, 2, 2}};
  const TensorType like{DataType::Float32, {2, 2, 2, 2}};
  const auto reorder = makeReorder(type, Layout(), channelBlocks(like, 16));
  ASSERT_FALSE(reorder.ok());
  EXPECT_NE(reorder.error().message.find("f64"), std::string::npos);
}

}  // namespace
}  // namespace fovea::cpu
