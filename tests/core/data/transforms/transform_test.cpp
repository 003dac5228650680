// Transforms: exact values, the same for the same sample, and a list that survives being saved.
#include "core/data/transforms/transform.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/data/files/image_file.h"
#include "core/data/transforms/image_effects.h"
#include "core/data/transforms/pixel_convert.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

TransformStep flip(double probability = 0.5) {
  return {"random_flip", {{"probability", probability}}};
}
TransformStep crop(std::int64_t padding) {
  return {"random_crop", {{"padding", padding}}};
}

std::vector<float> applied(const TransformList& list, const Shape& shape, const std::vector<std::uint8_t>& pixels,
                           std::uint64_t sample = 0) {
  const auto plan = TransformPlan::make(list, {DataType::UInt8, shape});
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().text());
  if (!plan.ok()) return {};
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
  const auto output = applied({flip(1.0)}, Shape{2, 1, 3}, {0, 51, 102, 153, 204, 255});
  const std::vector<int> expected{102, 51, 0, 255, 204, 153};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(output[i] * 255, expected[i], 1e-3);
  EXPECT_EQ(applied({flip(0.0)}, Shape{1, 1, 3}, {1, 2, 3}), applied({}, Shape{1, 1, 3}, {1, 2, 3}));
}

TEST(Transforms, CropMovesTheImageAndFillsWithZero) {
  const Shape shape{1, 4, 4};
  std::vector<std::uint8_t> pixels(16);
  for (std::size_t i = 0; i < 16; ++i) pixels[i] = static_cast<std::uint8_t>(i + 1);
  std::set<std::pair<int, int>> moves;
  for (std::uint64_t sample = 0; sample < 200; ++sample) {
    const auto output = applied({crop(1)}, shape, pixels, sample);
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
    for (const float value : applied({crop(50)}, Shape{3, 2, 1}, {1, 2, 3, 4, 5, 6}, sample)) EXPECT_LE(value, 1.0f);
}

TEST(Transforms, AreTheSameForTheSameSampleOnly) {
  const TransformList list{flip(), crop(3)};
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
  const TransformList bad[] = {{flip(1.5)},
                               {flip(-0.1)},
                               {crop(-1)},
                               {crop(1 << 20)},
                               {Normalise{{0}, {0}}},
                               {Normalise{{0}, {-1}}},
                               {Normalise{{0}, {}}},
                               {Normalise{{0, 0}, {1, 1}}},
                               {Normalise{{0}, {1}}, flip()}};
  for (const TransformList& list : bad) {
    const auto plan = TransformPlan::make(list, {DataType::UInt8, shape});
    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().code, ErrorCode::InvalidArgument);
  }
  EXPECT_FALSE(TransformPlan::make({}, {DataType::UInt8, Shape{}}).ok());
  EXPECT_FALSE(TransformPlan::make({flip()}, {DataType::UInt8, Shape{4, 4}}).ok());
}

TEST(Transforms, SurviveBeingSaved) {
  TransformList list{Normalise{{0.1, 0.2, 0.3}, {1, 2, 3}}};
  for (const TransformType& type : allTransforms())
    list.insert(list.end() - 1, TransformStep{type.name, type.parameters.defaults()});
  const auto text = formatJson(transformsToJson(list));
  EXPECT_EQ(transformsFromJson(parseJson(text).value()).value(), list);
  const TransformList kept = deterministicPart(list);
  ASSERT_EQ(kept.size(), 4u);
  EXPECT_EQ(std::get<TransformStep>(kept[0]).type, "resize");
  EXPECT_EQ(std::get<TransformStep>(kept[1]).type, "center_crop");
  EXPECT_EQ(std::get<TransformStep>(kept[2]).type,
            "resize");  // for crop and scale; a crop of the same size is left out
  EXPECT_EQ(kept[3], list.back());
  for (const char* wrong :
       {"{}", "[1]", "[{}]", "[{\"type\": \"burn\"}]", "[{\"type\": \"random_crop\", \"padding\": \"x\"}]"}) {
    const auto read = transformsFromJson(parseJson(wrong).value());
    ASSERT_FALSE(read.ok()) << wrong;
    EXPECT_EQ(read.error().code, ErrorCode::Corrupt);
  }
}

// A picture in which every place has a colour of its own.
Tensor ramp(std::int64_t channels, std::int64_t height, std::int64_t width) {
  Tensor image = Tensor::make({DataType::UInt8, {channels, height, width}});
  std::uint8_t* pixel = image.data<std::uint8_t>();
  for (std::int64_t c = 0; c < channels; ++c)
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x)
        *pixel++ = static_cast<std::uint8_t>(10 + 30 * c + x * 100 / width + y * 60 / height);
  return image;
}

PixelView viewOf(const Tensor& image) {
  return {image.data<std::uint8_t>(), image.shape()[0], image.shape()[1], image.shape()[2]};
}

Tensor pictured(const TransformList& list, const Tensor& image, std::uint64_t sample = 0) {
  const auto plan = TransformPlan::make(list, image.type());
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().text());
  Random random = sampleRandom(1, 2, sample);
  return plan->picture(viewOf(image), random).value();
}

int worstDifference(const Tensor& a, const Tensor& b, std::int64_t border = 0) {
  EXPECT_EQ(a.shape(), b.shape());
  int worst = 0;
  for (std::int64_t c = 0; c < a.shape()[0]; ++c)
    for (std::int64_t y = border; y + border < a.shape()[1]; ++y)
      for (std::int64_t x = border; x + border < a.shape()[2]; ++x) {
        const std::int64_t i = (c * a.shape()[1] + y) * a.shape()[2] + x;
        worst = std::max(worst, std::abs(a.data<std::uint8_t>()[i] - b.data<std::uint8_t>()[i]));
      }
  return worst;
}

TransformStep sized(const char* type, std::int64_t height, std::int64_t width) {
  return {type, {{"height", height}, {"width", width}}};
}

TEST(Transforms, ResizeKeepsWhatItsWordsSay) {
  const Tensor image = ramp(3, 40, 80);
  TransformStep step = sized("resize", 20, 20);
  step.values.set("mode", std::string("squash"));
  EXPECT_LE(worstDifference(pictured({step}, image), ramp(3, 20, 20)), 4);
  step.values.set("mode", std::string("crop"));  // the middle 40 columns
  const Tensor middle = pictured({sized("center_crop", 40, 40)}, image);
  EXPECT_LE(worstDifference(pictured({step}, image), pictured({sized("resize", 20, 20)}, middle)), 1);
  step.values.set("mode", std::string("fill"));  // five rows of border above and below
  const Tensor filled = pictured({step}, image);
  for (std::int64_t x = 0; x < 20; ++x) {
    EXPECT_EQ(filled.data<std::uint8_t>()[4 * 20 + x], 0);
    EXPECT_GT(filled.data<std::uint8_t>()[5 * 20 + x], 0);
    EXPECT_GT(filled.data<std::uint8_t>()[14 * 20 + x], 0);
    EXPECT_EQ(filled.data<std::uint8_t>()[15 * 20 + x], 0);
  }
}

TEST(Transforms, ACropOfOneSideKeepsTheOtherWithoutChance) {
  const Tensor image = ramp(3, 40, 48);
  const TransformList list{sized("random_crop", 32, 0)};
  const Tensor drawn = pictured(list, image), still = pictured(deterministicPart(list), image);
  EXPECT_EQ(drawn.shape(), (Shape{3, 32, 48}));
  EXPECT_EQ(still.shape(), drawn.shape());
  EXPECT_EQ(worstDifference(still, pictured({sized("center_crop", 32, 48)}, image)), 0);
}

TEST(Transforms, ACropLargerThanItsImageLiesAnywhereAroundIt) {
  const Tensor image = Tensor::of<std::uint8_t>({1, 1, 2}, {100, 100});
  TransformStep step = sized("random_crop", 3, 5);
  step.values.set("padding", std::int64_t{0});
  std::set<std::ptrdiff_t> places;
  for (std::uint64_t sample = 0; sample < 200; ++sample) {
    const Tensor cut = pictured({step}, image, sample);
    const auto pixels = cut.values<std::uint8_t>();
    EXPECT_EQ(std::count(pixels.begin(), pixels.end(), 100), 2);
    places.insert(std::find(pixels.begin(), pixels.end(), 100) - pixels.begin());
  }
  EXPECT_EQ(places.size(), 12u);  // three rows, and four places in each
}

TEST(Transforms, APartHasTheShapeThatItMayHave) {
  // The first row and column count up, so that the scale of each side shows.
  Tensor image = Tensor::make({DataType::UInt8, {2, 100, 200}});
  for (std::int64_t y = 0; y < 100; ++y)
    for (std::int64_t x = 0; x < 200; ++x) {
      image.data<std::uint8_t>()[y * 200 + x] = static_cast<std::uint8_t>(x);
      image.data<std::uint8_t>()[(100 + y) * 200 + x] = static_cast<std::uint8_t>(y);
    }
  TransformStep step = sized("random_resized_crop", 32, 32);
  step.values.set("smallest", 0.9);
  step.values.set("stretch", 1.0);
  for (std::uint64_t sample = 0; sample < 20; ++sample) {
    const Tensor part = pictured({step}, image, sample);
    const std::uint8_t *const across = part.data<std::uint8_t>(), *const down = across + 32 * 32;
    EXPECT_NEAR(across[28] - across[4], down[28 * 32] - down[4 * 32], 2);
  }
}

TEST(Transforms, AHoleStaysItsShareOfAResizedImage) {
  Tensor image = Tensor::make({DataType::UInt8, {1, 100, 100}});
  std::fill(image.values<std::uint8_t>().begin(), image.values<std::uint8_t>().end(), std::uint8_t{200});
  const TransformStep cut{"cutout", {{"probability", 1.0}, {"size", 0.5}}};
  for (std::uint64_t sample = 0; sample < 20; ++sample) {
    const auto share = [&](const TransformList& list) {
      const Tensor holed = pictured(list, image, sample);
      const auto pixels = holed.values<std::uint8_t>();
      return static_cast<double>(std::count(pixels.begin(), pixels.end(), 0)) / static_cast<double>(pixels.size());
    };
    EXPECT_NEAR(share({cut, sized("resize", 20, 20)}), share({cut}), 0.05);
    EXPECT_NEAR(share({cut, flip(1.0)}), share({cut}), 1e-9);
  }
}

TEST(Transforms, AListOfMovesIsOneMove) {
  const Tensor image = ramp(1, 33, 57);
  TransformStep upsideDown{"random_flip", {{"probability", 1.0}, {"direction", std::string("vertical")}}};
  EXPECT_EQ(worstDifference(pictured({flip(1), flip(1)}, image), image), 0);
  EXPECT_EQ(worstDifference(pictured({upsideDown, flip(1), upsideDown, flip(1)}, image), image), 0);
  EXPECT_EQ(worstDifference(pictured({flip(1), sized("center_crop", 21, 31)}, image),
                            pictured({sized("center_crop", 21, 31), flip(1)}, image)),
            0);
  const Tensor larger = pictured({sized("resize", 66, 114), sized("resize", 33, 57)}, image);
  EXPECT_LE(worstDifference(larger, image), 1);  // sampled once: nothing is blurred twice
}

TEST(Transforms, SmallTurnsAndTiltsStayNearAndFillOutside) {
  const Tensor image = ramp(3, 64, 64);
  const TransformStep turn{"affine", {{"degrees", 3.0}, {"shift", 0.02}, {"scale", 0.03}, {"shear", 2.0}}};
  const TransformStep tilt{"perspective", {{"distortion", 0.1}, {"probability", 1.0}}};
  int changed = 0;
  for (std::uint64_t sample = 0; sample < 20; ++sample)
    for (const TransformStep& step : {turn, tilt}) {
      const Tensor result = pictured({step}, image, sample);
      const int worst = worstDifference(result, image, 12);
      EXPECT_LE(worst, 25);
      changed += worst > 0;
    }
  EXPECT_GT(changed, 35);
  const Tensor turned = pictured({TransformStep{"affine", {{"degrees", 180.0}}}}, image, 3);
  EXPECT_GE(std::count(turned.values<std::uint8_t>().begin(), turned.values<std::uint8_t>().end(), 0), 100);
}

TEST(Transforms, AQuarterTurnIsExact) {
  const Tensor image = ramp(1, 16, 16);
  Tensor result = Tensor::make(image.type());
  WarpScratch scratch;
  const PlaneMap about =
      PlaneMap::translation(-8, -8).then(PlaneMap::rotation(std::acos(0.0))).then(PlaneMap::translation(8, 8));
  warp(viewOf(image), about, 0, {result.data<std::uint8_t>(), 1, 16, 16}, scratch);
  for (std::int64_t y = 0; y < 16; ++y)
    for (std::int64_t x = 0; x < 16; ++x)
      EXPECT_NEAR(result.data<std::uint8_t>()[y * 16 + x], image.data<std::uint8_t>()[(15 - x) * 16 + y], 1);
}

TEST(Transforms, ColoursAreThoseOfTheFormulas) {
  Tensor image = Tensor::of<std::uint8_t>({3, 1, 2}, {100, 200, 50, 60, 30, 90});
  const PixelPlanes planes{image.data<std::uint8_t>(), 3, 1, 2};
  changeColors({{ColorKind::Brightness, 1.5}, {ColorKind::Saturation, 0}}, planes);
  for (std::int64_t x = 0; x < 2; ++x) {
    const double grey = x == 0 ? 0.299 * 150 + 0.587 * 75 + 0.114 * 45 : 0.299 * 300 + 0.587 * 90 + 0.114 * 135;
    for (std::int64_t c = 0; c < 3; ++c) EXPECT_NEAR(image.data<std::uint8_t>()[c * 2 + x], grey, 0.51);
  }
  Tensor grey = Tensor::of<std::uint8_t>({1, 1, 2}, {100, 200});
  changeColors({{ColorKind::Contrast, 0.5}, {ColorKind::Brightness, 1.2}, {ColorKind::Hue, 0.3}},
               {grey.data<std::uint8_t>(), 1, 1, 2});
  EXPECT_EQ(grey.data<std::uint8_t>()[0], 150);
  EXPECT_EQ(grey.data<std::uint8_t>()[1], 210);
  Tensor red = Tensor::of<std::uint8_t>({3, 1, 1}, {200, 20, 20});
  changeColors({{ColorKind::Hue, 1.0 / 3}}, {red.data<std::uint8_t>(), 3, 1, 1});
  EXPECT_EQ(std::vector<std::uint8_t>(red.values<std::uint8_t>().begin(), red.values<std::uint8_t>().end()),
            (std::vector<std::uint8_t>{20, 200, 20}));
}

TEST(Transforms, BlurNoiseAndHolesDoWhatTheySay) {
  const Tensor image = ramp(1, 48, 48);
  std::vector<float> scratch;
  Tensor blurred = image.clone();
  blurImage(2.0, {blurred.data<std::uint8_t>(), 1, 48, 48}, scratch);
  EXPECT_LE(worstDifference(blurred, image, 8), 2);  // a slope stays a slope
  Tensor point = Tensor::zeros({DataType::UInt8, {1, 15, 15}});
  point.data<std::uint8_t>()[7 * 15 + 7] = 255;
  blurImage(1.0, {point.data<std::uint8_t>(), 1, 15, 15}, scratch);
  EXPECT_NEAR(point.data<std::uint8_t>()[7 * 15 + 7], 255 * 0.3989 * 0.3989, 2);
  EXPECT_EQ(point.data<std::uint8_t>()[7 * 15 + 6], point.data<std::uint8_t>()[6 * 15 + 7]);
  Tensor grainy = Tensor::make({DataType::UInt8, {1, 100, 100}});
  std::fill(grainy.values<std::uint8_t>().begin(), grainy.values<std::uint8_t>().end(), std::uint8_t{128});
  Random random(3);
  addNoise(0.1, random, {grainy.data<std::uint8_t>(), 1, 100, 100});
  double squares = 0;
  for (const std::uint8_t value : grainy.values<std::uint8_t>()) squares += (value - 128.0) * (value - 128.0);
  EXPECT_NEAR(std::sqrt(squares / 10000), 25.5, 1);
  const Tensor holed = pictured({TransformStep{"cutout", {{"probability", 1.0}, {"size", 0.5}}}}, image);
  const auto black = std::count(holed.values<std::uint8_t>().begin(), holed.values<std::uint8_t>().end(), 0);
  EXPECT_GE(black, 12 * 12);
  EXPECT_LE(black, 24 * 24);
}

TEST(Transforms, ImagesOfAnySizeBecomeOneSize) {
  const TensorType largest{DataType::UInt8, {3, 90, 120}};
  EXPECT_EQ(TransformPlan::make({crop(2)}, largest, false).error().code, ErrorCode::InvalidArgument);
  for (const char* type : {"resize", "random_resized_crop", "center_crop", "random_crop"}) {
    const auto plan = TransformPlan::make({flip(), sized(type, 32, 48)}, largest, false);
    ASSERT_TRUE(plan.ok()) << type;
    EXPECT_EQ(plan->outputType().shape, (Shape{3, 32, 48}));
    Random random(5);
    for (int i = 0; i < 60; ++i) {
      const Tensor image =
          ramp(3, 1 + static_cast<std::int64_t>(random.below(90)), 1 + static_cast<std::int64_t>(random.below(120)));
      EXPECT_EQ(plan->picture(viewOf(image), random)->shape(), plan->outputType().shape);
    }
  }
}

// Every transform with random values on random sizes: it stays within its image (the sanitizers look on).
TEST(Transforms, AnyListOfThemStaysWithinTheImage) {
  Random random(11);
  for (int round = 0; round < 150; ++round) {
    TransformList list;
    for (std::uint64_t count = 1 + random.below(5); count > 0; --count) {
      const TransformType& type = allTransforms()[random.below(allTransforms().size())];
      if (type.drawSignal) continue;  // of sounds
      FieldValues values = type.parameters.defaults();
      for (const Field& field : type.parameters.fields()) {
        if (field.kind == FieldKind::Real)
          values.set(field.name, field.minimum + random.uniform() * (field.maximum - field.minimum));
        if (field.kind == FieldKind::Integer)
          values.set(field.name,
                     static_cast<std::int64_t>(field.minimum) + static_cast<std::int64_t>(random.below(60)));
        if (field.kind == FieldKind::Choice)
          values.set(field.name, field.choices[random.below(field.choices.size())].value);
      }
      list.push_back(TransformStep{type.name, values});
    }
    const std::int64_t channels = random.below(2) ? 3 : 1;
    const Tensor image = ramp(channels, 1 + static_cast<std::int64_t>(random.below(50)),
                              1 + static_cast<std::int64_t>(random.below(50)));
    const auto plan = TransformPlan::make(list, image.type());
    ASSERT_TRUE(plan.ok()) << plan.error().text();
    EXPECT_EQ(plan->picture(viewOf(image), random)->shape(), plan->outputType().shape);
  }
}

TEST(PrepareInput, DecodesOnlyWhatIsSeenAndSeesTheSame) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no JPEG";
  Tensor image = Tensor::make({DataType::UInt8, Shape{3, 180, 240}});
  for (std::int64_t i = 0; i < image.elementCount(); ++i)
    image.data<std::uint8_t>()[i] =
        static_cast<std::uint8_t>(128 + 90 * std::sin(0.02 * static_cast<double>(i % 20011)));
  const std::string file = encodeImage(image, Encoding::Jpeg, 90).value();
  const Content content{
      image.type(), Encoding::Jpeg, {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}};
  const Tensor decoded = decodeContent(content).value();
  const TransformList lists[] = {
      {TransformStep{"random_resized_crop",
                     {{"height", std::int64_t{32}}, {"width", std::int64_t{48}}, {"smallest", 0.05}}},
       TransformStep{"random_flip", {}}},
      {TransformStep{"random_crop", {{"height", std::int64_t{40}}, {"width", std::int64_t{30}}}}},
      {TransformStep{"center_crop", {{"height", std::int64_t{64}}, {"width", std::int64_t{64}}}},
       TransformStep{"noise", {}}}};
  for (const TransformList& list : lists) {
    const TransformPlan plan = TransformPlan::make(list, image.type()).value();
    const auto count = static_cast<std::size_t>(plan.outputType().shape.elementCount());
    std::vector<float> part(count), whole(count);
    InputScratch scratch;
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      Random one(seed), other(seed);
      ASSERT_TRUE(prepareInput(content, plan, one, scratch, part.data()).ok());
      plan.apply(viewOf(decoded), other, scratch.images, whole.data());
      for (std::size_t i = 0; i < count; ++i) ASSERT_NEAR(part[i], whole[i], 1.01f / 255) << "seed " << seed;
    }
  }
}

TEST(PrepareImage, DoesWhatTheLoaderDoesWithoutChance) {
  const Tensor image = Tensor::of<std::uint8_t>(Shape{1, 1, 2}, {0, 255});
  const auto prepared = prepareImage(image, {flip(1.0), Normalise{{0.5}, {0.5}}});
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
