// f16 and bf16 against their definitions: every 16-bit number, and roundings at and near halves.
#include "core/tensor/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fovea {
namespace {

// The nearest multiple of 2^-24 or of the number's step, ties to even, as f16 is defined.
double nearestFloat16(double x) {
  if (x == 0 || std::isnan(x) || std::isinf(x)) return x;
  const double step = std::ldexp(1.0, std::max(std::ilogb(x), -14) - 10);
  const double rounded = std::nearbyint(x / step) * step;
  return std::abs(rounded) > 65504 ? std::copysign(std::numeric_limits<double>::infinity(), x) : rounded;
}

TEST(Float16, EveryNumberComesBackAsItWent) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = fromFloat16(static_cast<std::uint16_t>(bits));
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(fromFloat16(toFloat16(value)))) << bits;
    else
      EXPECT_EQ(toFloat16(value), bits);
  }
}

TEST(Float16, RoundsToTheNearest) {
  for (std::uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const float low = fromFloat16(static_cast<std::uint16_t>(bits));
    const float high = bits + 1 == 0x7c00 ? 65536.0f : fromFloat16(static_cast<std::uint16_t>(bits + 1));
    const float middle = low + (high - low) / 2;
    for (const float x : {middle, std::nextafter(middle, low), std::nextafter(middle, high), -middle})
      EXPECT_EQ(static_cast<double>(fromFloat16(toFloat16(x))), nearestFloat16(static_cast<double>(x))) << x;
  }
}

TEST(Float16, KnownNumbers) {
  EXPECT_EQ(toFloat16(1.0f), 0x3c00);
  EXPECT_EQ(toFloat16(-2.0f), 0xc000);
  EXPECT_EQ(toFloat16(65504.0f), 0x7bff);
  EXPECT_EQ(toFloat16(65520.0f), 0x7c00);
  EXPECT_EQ(toFloat16(0x1p-24f), 0x0001);
  EXPECT_EQ(toFloat16(0x1p-25f), 0x0000);
  EXPECT_EQ(toFloat16(-0.0f), 0x8000);
  EXPECT_EQ(fromFloat16(0x7c00), std::numeric_limits<float>::infinity());
}

TEST(BFloat16, EveryNumberComesBackAsItWent) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = fromBFloat16(static_cast<std::uint16_t>(bits));
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(fromBFloat16(toBFloat16(value)))) << bits;
    else
      EXPECT_EQ(toBFloat16(value), bits);
  }
}

TEST(BFloat16, RoundsToTheNearestEven) {
  EXPECT_EQ(toBFloat16(1.0f), 0x3f80);
  EXPECT_EQ(toBFloat16(1.0f + 0x1p-8f), 0x3f80);
  EXPECT_EQ(toBFloat16(1.0f + 0x3p-8f), 0x3f82);
  EXPECT_EQ(toBFloat16(std::nextafter(1.0f + 0x1p-8f, 2.0f)), 0x3f81);
  EXPECT_EQ(toBFloat16(std::numeric_limits<float>::max()), 0x7f80);
  EXPECT_TRUE(std::isnan(fromBFloat16(toBFloat16(std::bit_cast<float>(0x7f800001u)))));
}

TEST(Converted, GoesBetweenAllRealTypes) {
  const Tensor numbers = Tensor::of<double>({4}, {0.0, -1.5, 0.1, 1e6});
  for (const DataType type : {DataType::Float32, DataType::Float64, DataType::Float16, DataType::BFloat16}) {
    const Tensor there = converted(numbers, type), back = converted(there, DataType::Float64);
    EXPECT_EQ(there.type(), (TensorType{type, {4}}));
    EXPECT_EQ(back.values<double>()[1], -1.5);
    EXPECT_NEAR(back.values<double>()[2], 0.1, 1e-3);
    EXPECT_EQ(std::isinf(back.values<double>()[3]), type == DataType::Float16);
  }
}

}  // namespace
}  // namespace fovea
