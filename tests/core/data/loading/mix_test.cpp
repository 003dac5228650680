// Samples that become one of two, and what is done to signals: by the shares that are said, the same for a seed.
#include <cmath>
#include <numeric>

#include "core/data/loading/batch_maker.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

// Each sample of 8×8 is all of one number that only it has, and has the label number % 3.
std::shared_ptr<Dataset> numbered(const fs::path& folder, std::int64_t count = 24) {
  auto writer = DatasetWriter::create(folder, {"numbered", "test", "", Shape{1, 8, 8}, {"a", "b", "c"}}).value();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::vector<std::uint8_t> pixels(64, static_cast<std::uint8_t>(10 * (i + 1)));
    EXPECT_TRUE(
        writer->add(rawSample(Shape{1, 8, 8}, pixels, static_cast<std::int32_t>(i % 3), Split::Train, "", 0)).ok());
  }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

BatchLoaderOptions mixing(const std::string& type, const FieldValues& values) {
  BatchLoaderOptions options;
  options.batch = 8;
  options.seed = 3;
  options.threads = 0;
  options.transforms = {TransformStep{type, values}};
  return options;
}

double numberOf(std::int64_t index) {
  return static_cast<double>(10 * (index + 1)) / 255;
}

TEST(MixUp, LaysOneSampleOverAnotherAndTheirLabels) {
  const TemporaryFolder folder;
  const auto loader =
      BatchLoader::create(numbered(folder / "set"), Split::Train, mixing("mixup", {{"alpha", 1.0}})).value();
  int mixed = 0;
  for (int round = 0; round < 3; ++round) {
    const Batch batch = loader->next().value();
    ASSERT_EQ(batch.target.type(), (TensorType{DataType::Float32, Shape{8, 3}}));
    for (std::int64_t i = 0; i < 8; ++i) {
      const float* const shares = batch.target.data<float>() + 3 * i;
      const double value = batch.input().data<float>()[64 * i],
                   own = numberOf(batch.indices[static_cast<std::size_t>(i)]);
      EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-6);
      for (std::int64_t k = 1; k < 64; ++k) EXPECT_EQ(batch.input().data<float>()[64 * i + k], value);
      // A partner of the batch explains both the number and the share of its label.
      bool explained = std::abs(value - own) < 1e-6;
      mixed += !explained;
      for (std::int64_t other = 0; other < 8 && !explained; ++other) {
        const double theirs = numberOf(batch.indices[static_cast<std::size_t>(other)]);
        const double share = (value - theirs) / (own - theirs);
        const auto label = static_cast<std::size_t>(batch.labels.data<std::int32_t>()[i]);
        const auto theirLabel = static_cast<std::size_t>(batch.labels.data<std::int32_t>()[other]);
        const double expected = label == theirLabel ? 1 : share;
        explained = share >= 0.5 - 1e-6 && share <= 1 && std::abs(shares[label] - expected) < 1e-4;
      }
      EXPECT_TRUE(explained) << "sample " << i;
    }
  }
  EXPECT_GT(mixed, 12);
}

TEST(CutMix, TheSharesAreThoseOfTheArea) {
  const TemporaryFolder folder;
  const auto loader =
      BatchLoader::create(numbered(folder / "set"), Split::Train, mixing("cutmix", {{"probability", 1.0}})).value();
  int mixed = 0;
  for (int round = 0; round < 3; ++round) {
    const Batch batch = loader->next().value();
    for (std::int64_t i = 0; i < 8; ++i) {
      const float own = static_cast<float>(numberOf(batch.indices[static_cast<std::size_t>(i)]));
      const float* const pixels = batch.input().data<float>() + 64 * i;
      const auto left = std::count_if(pixels, pixels + 64, [&](float pixel) { return std::abs(pixel - own) < 1e-6f; });
      const auto label = static_cast<std::size_t>(batch.labels.data<std::int32_t>()[i]);
      const float share = batch.target.data<float>()[3 * i + static_cast<std::int64_t>(label)];
      EXPECT_TRUE(std::abs(share - static_cast<float>(left) / 64) < 1e-6f || share == 1)  // or a partner of its class
          << share << " of " << left;
      mixed += left < 64;
    }
  }
  EXPECT_GT(mixed, 8);
}

// Which sample of the batch each one has a piece of; -1: of none.
std::vector<std::int64_t> partnersAt(const BatchMaker& maker, std::int64_t epoch, std::int64_t position) {
  Batch batch = maker.allocate(24).value();
  batch.epoch = epoch;
  batch.firstPosition = position;
  std::iota(batch.indices.begin(), batch.indices.end(), std::int64_t{0});
  BatchMaker::Scratch scratch;
  EXPECT_TRUE(maker.fill(Split::Train, 3, batch, scratch).ok());
  std::vector<std::int64_t> partners(24, -1);
  for (std::int64_t i = 0; i < 24 * 64; ++i) {
    const std::int64_t sample = i / 64, number = std::llround(batch.input().data<float>()[i] * 25.5f) - 1;
    if (number != sample) partners[static_cast<std::size_t>(sample)] = number;
  }
  return partners;
}

// However many samples and epochs came before.
TEST(CutMix, EachBatchHasPartnersOfItsOwn) {
  const TemporaryFolder folder;
  const auto data = numbered(folder / "set");
  const BatchMaker maker = BatchMaker::make(*data, {TransformStep{"cutmix", {{"probability", 1.0}}}}).value();
  const auto first = partnersAt(maker, 1, 0);
  for (const auto& [epoch, position] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 24}, {0, 0}, {0, 1 << 20}, {513, 0}, {257, 0}}) {
    const auto other = partnersAt(maker, epoch, position);
    int both = 0, same = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i] < 0 || other[i] < 0) continue;
      ++both;
      same += first[i] == other[i];
    }
    EXPECT_GT(both, 10);
    EXPECT_LT(same, both / 2) << "epoch " << epoch << ", position " << position;
  }
  EXPECT_EQ(first, partnersAt(maker, 1, 0));
}

TEST(MixUp, IsTheSameWhateverTheThreadsAndFromAnyPosition) {
  const TemporaryFolder folder;
  const auto data = numbered(folder / "set");
  const auto numbers = [&](int threads, std::int64_t start) {
    BatchLoaderOptions options = mixing("mixup", {{"alpha", 0.4}});
    options.transforms.push_back(TransformStep{"cutmix", {}});
    options.threads = threads;
    options.startPosition = start;
    auto loader = BatchLoader::create(data, Split::Train, options).value();
    std::vector<float> all;
    for (std::int64_t at = start; at < 24; at += 8) {
      const Batch batch = loader->next().value();
      all.insert(all.end(), batch.input().values<float>().begin(), batch.input().values<float>().end());
      all.insert(all.end(), batch.target.values<float>().begin(), batch.target.values<float>().end());
    }
    return all;
  };
  const auto whole = numbers(0, 0);
  EXPECT_EQ(numbers(3, 0), whole);
  const auto rest = numbers(1, 16);
  EXPECT_TRUE(std::equal(rest.begin(), rest.end(), whole.end() - static_cast<std::ptrdiff_t>(rest.size())));
}

TEST(MixUp, IsLeftOutWithoutChanceAndRefusedWhereThereAreNoLabels) {
  const TemporaryFolder folder;
  EXPECT_TRUE(deterministicPart({TransformStep{"mixup", {}}, TransformStep{"time_mask", {}}}).empty());
  DatasetDescription description{"numbers", "test", "", Shape{2}, {}};
  description.task = Task::Regression;
  auto writer = DatasetWriter::create(folder / "numbers", description).value();
  const Tensor row = Tensor::of<float>({2}, {1, 2});
  SampleView sample;
  sample.input = rawContent(row);
  sample.target = rawContent(row);
  EXPECT_TRUE(writer->add(sample).ok());
  EXPECT_TRUE(writer->finish().ok());
  BatchLoaderOptions options = mixing("mixup", {});
  options.batch = 1;
  EXPECT_TRUE(contains(BatchLoader::create(openDataset(folder / "numbers"), Split::Train, options).error().text(),
                       "are for regression"));
  options.transforms = {TransformStep{"cutmix", {}}};
  EXPECT_TRUE(contains(BatchLoader::create(openDataset(folder / "numbers"), Split::Train, options).error().text(),
                       "works on images"));
}

TEST(MixUp, IsRefusedForSamplesOfSeveralParts) {
  const TemporaryFolder folder;
  DatasetDescription description{"parts", "test", "", Shape{2}, {"a", "b"}};
  description.inputName = "numbers";
  description.parts = {{"further", {DataType::Float32, Shape{2}}}};
  auto writer = DatasetWriter::create(folder / "parts", description).value();
  const Tensor row = Tensor::of<float>({2}, {1, 2});
  SampleView sample;
  sample.input = rawContent(row);
  sample.parts = {rawContent(row)};
  sample.label = 0;
  EXPECT_TRUE(writer->add(sample).ok());
  EXPECT_TRUE(writer->finish().ok());
  BatchLoaderOptions options = mixing("mixup", {});
  options.batch = 1;
  const auto loader = BatchLoader::create(openDataset(folder / "parts"), Split::Train, options);
  ASSERT_FALSE(loader.ok());
  EXPECT_TRUE(contains(loader.error().text(), "parts beside their input"));
}

TEST(MixUp, ABlendIsAsLongAsTheLongerSignal) {
  const TemporaryFolder folder;
  DatasetDescription description{"signals", "test", "", Shape{1, 8}, {"a", "b"}};
  auto writer = DatasetWriter::create(folder / "signals", description).value();
  for (int i = 0; i < 2; ++i) {
    Tensor signal = Tensor::zeros({DataType::Float32, Shape{1, 8}});
    const int steps = i == 0 ? 2 : 6;
    std::fill_n(signal.data<float>(), steps, static_cast<float>(i + 1));
    SampleView sample;
    sample.input = rawContent(signal);
    sample.label = i;
    sample.length = static_cast<float>(steps) / 8;
    EXPECT_TRUE(writer->add(sample).ok());
  }
  EXPECT_TRUE(writer->finish().ok());
  BatchLoaderOptions options = mixing("mixup", {{"alpha", 1.0}});
  options.batch = 2;
  const auto loader = BatchLoader::create(openDataset(folder / "signals"), Split::Train, options).value();
  int blended = 0;
  for (int round = 0; round < 40; ++round) {
    const Batch batch = loader->next().value();
    if (batch.endOfEpoch) continue;
    for (std::int64_t i = 0; i < 2; ++i) {
      if (batch.labels.data<std::int32_t>()[i] != 0) continue;
      const bool mixed = batch.input().data<float>()[8 * i + 5] != 0;
      EXPECT_EQ(batch.lengths.data<float>()[i], mixed ? 0.75f : 0.25f);
      blended += mixed;
    }
  }
  EXPECT_GT(blended, 0);
}

struct Moments {
  double mean = 0, variance = 0;
};

Moments momentsOfBeta(double alpha) {
  constexpr int kCount = 20000;
  Random random(5);
  double sum = 0, squares = 0;
  for (int i = 0; i < kCount; ++i) {
    const double value = drawBeta(random, alpha);
    EXPECT_TRUE(value >= 0 && value <= 1) << alpha;
    sum += value;
    squares += value * value;
  }
  return {sum / kCount, squares / kCount - sum / kCount * (sum / kCount)};
}

TEST(DrawBeta, HasItsMeanAndSpread) {
  for (const double alpha : {0.01, 0.2, 1.0, 4.0}) {
    const Moments drawn = momentsOfBeta(alpha);
    EXPECT_NEAR(drawn.mean, 0.5, 0.015) << alpha;
    EXPECT_NEAR(drawn.variance, 1 / (4 * (2 * alpha + 1)), 0.01) << alpha;
  }
}

// A method that rejects most of its numbers would take years.
TEST(DrawBeta, TakesLargeNumbers) {
  for (const double alpha : {1.5, 12.0, 30.0, 100.0}) {
    const Moments drawn = momentsOfBeta(alpha);
    const double variance = 1 / (4 * (2 * alpha + 1));
    EXPECT_NEAR(drawn.mean, 0.5, 0.01) << alpha;
    EXPECT_NEAR(drawn.variance, variance, 0.1 * variance) << alpha;
  }
}

// A signal f32 through one transform.
std::vector<float> changed(const TransformStep& step, const Tensor& signal, std::uint64_t seed = 1) {
  const TransformPlan plan = TransformPlan::make({step}, signal.type()).value();
  Random random(seed);
  const Tensor result = plan.signal(signal, random).value();
  return {result.values<float>().begin(), result.values<float>().end()};
}

TEST(Signals, MasksSilenceTimeOrBands) {
  Tensor signal = Tensor::make({DataType::Float32, Shape{1, 10, 20}});
  std::iota(signal.values<float>().begin(), signal.values<float>().end(), 1.0f);
  for (const bool bands : {false, true}) {
    const TransformStep step{bands ? "frequency_mask" : "time_mask", {{"probability", 1.0}, {"length", 0.9}}};
    int silenced = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto result = changed(step, signal, seed);
      std::vector<int> rows(10), columns(20);
      for (std::size_t i = 0; i < 200; ++i) {
        const bool silent = result[i] != signal.data<float>()[i];
        EXPECT_TRUE(!silent || std::abs(result[i] - 100.5f) < 1e-3f) << "not the mean";
        rows[i / 20] += silent;
        columns[i % 20] += silent;
        silenced += silent;
      }
      for (const int row : rows) EXPECT_TRUE(!bands || row == 0 || row == 20);
      for (const int column : columns) EXPECT_TRUE(bands || column == 0 || column == 10);
    }
    EXPECT_GT(silenced, 200);
  }
}

TEST(Signals, AStretchKeepsTheMiddleAndTheShape) {
  Tensor signal = Tensor::make({DataType::Float32, Shape{1, 101}});
  for (std::size_t t = 0; t < 101; ++t) signal.data<float>()[t] = static_cast<float>(t) - 50;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto result = changed({"time_stretch", {{"amount", 0.3}}}, signal, seed);
    ASSERT_EQ(result.size(), 101u);
    EXPECT_NEAR(result[50], 0, 1e-4);
    const float factor = (result[60] - result[40]) / 20;
    EXPECT_TRUE(factor >= 0.7f && factor <= 1.3f);
    EXPECT_NEAR(result[45], -5 * factor, 1e-3);
  }
  EXPECT_EQ(changed({"time_stretch", {{"amount", 0.0}}}, signal),
            std::vector<float>(signal.values<float>().begin(), signal.values<float>().end()));
}

TEST(Signals, NoiseHasItsDeviationAndNeedsASignal) {
  Tensor signal = Tensor::make({DataType::Float32, Shape{5000}});
  for (std::size_t t = 0; t < 5000; ++t) signal.data<float>()[t] = t % 2 == 0 ? 2.0f : -2.0f;
  double most = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto result = changed({"signal_noise", {{"deviation", 0.5}}}, signal, seed);
    double squares = 0;
    for (std::size_t t = 0; t < 5000; ++t) squares += std::pow(result[t] - signal.data<float>()[t], 2);
    const double deviation = std::sqrt(squares / 5000);
    EXPECT_LT(deviation, 1.05);
    most = std::max(most, deviation);
  }
  EXPECT_GT(most, 0.6);
  EXPECT_TRUE(contains(
      TransformPlan::make({TransformStep{"signal_noise", {}}}, {DataType::UInt8, Shape{1, 4, 4}}).error().text(),
      "works on signals"));
}

}  // namespace
}  // namespace fovea::test
