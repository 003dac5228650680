// Transforms: exact values, the same for the same sample, and a list that survives being saved.
#include "core/data/transform.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/data/pixel_convert.h"
#include "data_support.h"

namespace fovea::test {
namespace {

std::vector<float> applied(const TransformList& list, const Shape& shape, const std::vector<std::uint8_t>& pixels,
                           std::uint64_t sample = 0) {
  const auto plan = TransformPlan::make(list, shape);
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().text());
  std::vector<float> output(pixels.size());
  TransformPlan::Scratch scratch;
  Random random = sampleRandom(1, 2, sample);
  plan->apply(pixels.data(), random, scratch, output.data());
  return output;
}

TEST(ConvertPixels, IsTheSameAtEveryLengthAndPlace) {
  std::vector<std::uint8_t> pixels(300);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 37);
  for (std::size_t count = 0; count < 100; ++count)
    for (const std::size_t start : {0, 1, 5}) {
      std::vector<float> output(count + 1, -7.0f);
      convertPixels(pixels.data() + start, count, 0.01234f, -0.7f, output.data());
      for (std::size_t i = 0; i < count; ++i) {
        volatile float product = static_cast<float>(pixels[start + i]) * 0.01234f;
        EXPECT_EQ(output[i], product + -0.7f);
      }
      EXPECT_EQ(output[count], -7.0f);
    }
}

TEST(Transforms, WithoutNormaliseScaleToOne) {
  EXPECT_EQ(applied({}, Shape{1, 1, 3}, {0, 51, 255}), (std::vector<float>{0.0f, 51.0f * (1.0f / 255.0f), 1.0f}));
}

TEST(Transforms, NormaliseUsesEachChannelsNumbers) {
  const auto output = applied({Normalise{{0.5, 0.0}, {0.5, 0.25}}}, Shape{2, 1, 2}, {0, 255, 0, 255});
  EXPECT_NEAR(output[0], -1, 1e-6);
  EXPECT_NEAR(output[1], 1, 1e-6);
  EXPECT_NEAR(output[2], 0, 1e-6);
  EXPECT_NEAR(output[3], 4, 1e-6);
}

TEST(Transforms, FlipMirrorsEveryRow) {
  const auto output = applied({RandomFlip{1.0}}, Shape{2, 1, 3}, {0, 51, 102, 153, 204, 255});
  const std::vector<int> expected{102, 51, 0, 255, 204, 153};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(output[i] * 255, expected[i], 1e-3);
  EXPECT_EQ(applied({RandomFlip{0.0}}, Shape{1, 1, 3}, {1, 2, 3}), applied({}, Shape{1, 1, 3}, {1, 2, 3}));
}

TEST(Transforms, CropMovesTheImageAndFillsWithZero) {
  const Shape shape{1, 4, 4};
  std::vector<std::uint8_t> pixels(16);
  for (std::size_t i = 0; i < 16; ++i) pixels[i] = static_cast<std::uint8_t>(i + 1);
  std::set<std::pair<int, int>> moves;
  for (std::uint64_t sample = 0; sample < 200; ++sample) {
    const auto output = applied({RandomCrop{1}}, shape, pixels, sample);
    bool explained = false;
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right) {
        bool same = true;
        for (int y = 0; y < 4; ++y)
          for (int x = 0; x < 4; ++x) {
            const bool inside = y - down >= 0 && y - down < 4 && x - right >= 0 && x - right < 4;
            const int expected = inside ? (y - down) * 4 + x - right + 1 : 0;
            same = same && std::lround(output[static_cast<std::size_t>(y * 4 + x)] * 255) == expected;
          }
        if (same) moves.insert({down, right});
        explained = explained || same;
      }
    EXPECT_TRUE(explained) << sample;
  }
  EXPECT_EQ(moves.size(), 9u);
}

TEST(Transforms, CropMayBeLargerThanTheImage) {
  for (std::uint64_t sample = 0; sample < 100; ++sample)
    for (const float value : applied({RandomCrop{50}}, Shape{3, 2, 1}, {1, 2, 3, 4, 5, 6}, sample))
      EXPECT_LE(value, 1.0f);
}

TEST(Transforms, AreTheSameForTheSameSampleOnly) {
  const TransformList list{RandomFlip{}, RandomCrop{3}};
  const Shape shape{1, 8, 8};
  const auto pixels = pixelsOf(4, shape);
  int different = 0;
  for (std::uint64_t sample = 0; sample < 50; ++sample) {
    EXPECT_EQ(applied(list, shape, pixels, sample), applied(list, shape, pixels, sample));
    different += applied(list, shape, pixels, sample) != applied(list, shape, pixels, sample + 1);
  }
  EXPECT_GT(different, 40);
}

TEST(Transforms, RefuseNumbersThatMakeNoSense) {
  const Shape shape{1, 4, 4};
  const TransformList bad[] = {{RandomFlip{1.5}},     {RandomFlip{-0.1}},          {RandomCrop{-1}},
                               {RandomCrop{1 << 20}}, {Normalise{{0}, {0}}},       {Normalise{{0}, {-1}}},
                               {Normalise{{0}, {}}},  {Normalise{{0, 0}, {1, 1}}}, {Normalise{{0}, {1}}, RandomFlip{}}};
  for (const TransformList& list : bad) {
    const auto plan = TransformPlan::make(list, shape);
    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().code, ErrorCode::InvalidArgument);
  }
  EXPECT_FALSE(TransformPlan::make({}, Shape{4, 4}).ok());
}

TEST(Transforms, SurviveBeingSaved) {
  const TransformList list{RandomFlip{0.25}, RandomCrop{3}, Normalise{{0.1, 0.2, 0.3}, {1, 2, 3}}};
  const auto text = formatJson(transformsToJson(list));
  EXPECT_EQ(transformsFromJson(parseJson(text).value()).value(), list);
  EXPECT_EQ(deterministicPart(list), (TransformList{list.back()}));
  for (const char* wrong :
       {"{}", "[1]", "[{}]", "[{\"type\": \"blur\"}]", "[{\"type\": \"random_crop\", \"padding\": \"x\"}]"}) {
    const auto read = transformsFromJson(parseJson(wrong).value());
    ASSERT_FALSE(read.ok()) << wrong;
    EXPECT_EQ(read.error().code, ErrorCode::Corrupt);
  }
}

TEST(PrepareImage, DoesWhatTheLoaderDoesWithoutChance) {
  const Tensor image = Tensor::of<std::uint8_t>(Shape{1, 1, 2}, {0, 255});
  const auto prepared = prepareImage(image, {RandomFlip{1.0}, Normalise{{0.5}, {0.5}}});
  ASSERT_TRUE(prepared.ok());
  EXPECT_EQ(prepared->shape(), (Shape{1, 1, 1, 2}));
  EXPECT_NEAR(prepared->data<float>()[0], -1, 1e-6);
  EXPECT_NEAR(prepared->data<float>()[1], 1, 1e-6);
  EXPECT_FALSE(prepareImage(Tensor::of<float>(Shape{1, 1, 1}, {1}), {}).ok());
  EXPECT_FALSE(prepareImage(Tensor(), {}).ok());
}

TEST(NormaliseFor, SurvivesAChannelWithoutContrast) {
  DatasetInfo info;
  info.channelMean = {0.5, 0.25};
  info.channelDeviation = {0.1, 0};
  EXPECT_EQ(normaliseFor(info), (Normalise{{0.5, 0.25}, {0.1, 1}}));
}

}  // namespace
}  // namespace fovea::test
