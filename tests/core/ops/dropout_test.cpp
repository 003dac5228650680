// Why: dropout must be random, but reproducible after resuming:
// the mask is a pure function of seed, step and position.
#include <cmath>

#include "core/base/random.h"
#include "core/ops/dropout_mask.h"
#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

constexpr std::int64_t kCount = 100003;

struct Dropped {
  Tensor y;
  Tensor mask;
};

Dropped dropOnes(double probability, std::int64_t seed, std::int64_t step) {
  Tensor ones = Tensor::make(f32({kCount}));
  std::fill_n(ones.data<float>(), kCount, 1.0f);
  auto results =
      run("dropout", {{"probability", probability}, {"seed", seed}}, {ones, Tensor::of<std::int64_t>(Shape{}, {step})});
  return {results[0], results[1]};
}

double share(const Tensor& mask) {
  double sum = 0;
  for (const std::uint8_t kept : mask.values<std::uint8_t>()) sum += kept;
  return sum / static_cast<double>(mask.elementCount());
}

TEST(Dropout, KeepsTheRightShare) {
  for (const double probability : {0.0, 0.1, 0.5, 0.9}) {
    const double deviation = std::sqrt(probability * (1 - probability) / kCount);
    EXPECT_NEAR(share(dropOnes(probability, 1, 0).mask), 1 - probability, 5 * deviation + 1e-12) << probability;
  }
}

TEST(Dropout, ScalesWhatItKeeps) {
  const Dropped dropped = dropOnes(0.75, 3, 9);
  for (std::int64_t i = 0; i < kCount; ++i)
    ASSERT_EQ(dropped.y.data<float>()[i], dropped.mask.data<std::uint8_t>()[i] ? 4.0f : 0.0f) << i;
}

TEST(Dropout, AgreesWithPhiloxBitForBit) {
  const std::int64_t seed = 0x123456789abcdef0, step = 0x0fedcba987654321;
  const Dropped dropped = dropOnes(0.3, seed, step);
  for (std::int64_t i = 0; i < kCount; ++i) {
    const auto block =
        philox({static_cast<std::uint32_t>(i / 4), 0u, 0x87654321u, 0x0fedcba9u}, {0x9abcdef0u, 0x12345678u});
    const double number = block[static_cast<std::size_t>(i % 4)];
    ASSERT_EQ(dropped.mask.data<std::uint8_t>()[i], number >= 0.3 * 4294967296.0 ? 1 : 0) << i;
  }
}

TEST(Dropout, OtherStepsAndSeedsDropOthers) {
  const Tensor first = dropOnes(0.5, 1, 0).mask, again = dropOnes(0.5, 1, 0).mask;
  EXPECT_EQ(numbers<std::uint8_t>(first), numbers<std::uint8_t>(again));
  for (const Tensor& other : {dropOnes(0.5, 1, 1).mask, dropOnes(0.5, 2, 0).mask}) {
    double equal = 0;
    for (std::int64_t i = 0; i < kCount; ++i)
      equal += first.data<std::uint8_t>()[i] == other.data<std::uint8_t>()[i] ? 1 : 0;
    EXPECT_NEAR(equal / kCount, 0.5, 0.01);
  }
}

TEST(Dropout, ThresholdIsExact) {
  EXPECT_EQ(dropoutThreshold(0.0), 0u);
  EXPECT_EQ(dropoutThreshold(0.5), 0x80000000u);
  EXPECT_EQ(dropoutThreshold(0x1.0p-32), 1u);
  EXPECT_EQ(dropoutThreshold(0x1.8p-32), 2u);  // 1 is below 1.5
}

// Known results of the generator: the authors' test vectors (Random123, kat_vectors, philox4x32-10).
TEST(Dropout, PhiloxGivesTheKnownNumbers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (std::array<std::uint32_t, 4>{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
  EXPECT_EQ(philox({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u}),
            (std::array<std::uint32_t, 4>{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

TEST(Dropout, ADroppedNaNIsGone) {
  Tensor x = Tensor::make(f32({64}));
  std::fill_n(x.data<float>(), 64, NAN);
  const auto results = run("dropout", {}, {x, Tensor::of<std::int64_t>(Shape{}, {0})});
  for (std::int64_t i = 0; i < 64; ++i)
    EXPECT_EQ(std::isnan(results[0].data<float>()[i]), results[1].data<std::uint8_t>()[i] == 1);
}

}  // namespace
}  // namespace fovea
