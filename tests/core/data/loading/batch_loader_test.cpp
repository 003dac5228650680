// Batches: the same numbers whatever the threads, from any position, in memory that is used again.
#include "core/data/loading/batch_loader.h"

#include <cmath>
#include <cstring>
#include <set>
#include <thread>

#include "../data_support.h"
#include "core/data/files/image_file.h"
#include "core/data/loading/batch_maker.h"

namespace fovea::test {
namespace {

struct Seen {
  std::vector<std::int64_t> indices;
  std::vector<float> images;
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> firsts;
  bool operator==(const Seen&) const = default;
};

// What a loader gives up to and with the end of `epochs` epochs.
Seen collect(BatchLoader& loader, int epochs) {
  Seen seen;
  while (epochs > 0) {
    auto batch = loader.next();
    EXPECT_TRUE(batch.ok()) << (batch.ok() ? "" : batch.error().text());
    if (!batch.ok()) return seen;
    seen.firsts.push_back(batch->firstPosition);
    if (batch->endOfEpoch) {
      --epochs;
      continue;
    }
    seen.indices.insert(seen.indices.end(), batch->indices.begin(), batch->indices.end());
    const auto images = batch->input().values<float>();
    seen.images.insert(seen.images.end(), images.begin(), images.end());
    const auto labels = batch->labels.values<std::int32_t>();
    seen.labels.insert(seen.labels.end(), labels.begin(), labels.end());
  }
  return seen;
}

BatchLoaderOptions augmented() {
  BatchLoaderOptions options;
  options.batch = 8;
  options.seed = 42;
  options.transforms = {TransformStep{"random_flip", {}}, TransformStep{"random_crop", {{"padding", std::int64_t{2}}}},
                        Normalise{{0.3}, {0.2}}};
  return options;
}

TEST(BatchLoader, GivesEverySampleOnceAnEpoch) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {50, 0, 0}));
  BatchLoaderOptions options;
  options.batch = 8;
  const auto loader = BatchLoader::create(dataset, Split::Train, options).value();
  EXPECT_EQ(loader->batchesPerEpoch(), 7);
  EXPECT_EQ(loader->samplesPerEpoch(), 50);
  const Seen first = collect(*loader, 1);
  const Seen second = collect(*loader, 1);
  EXPECT_EQ(first.indices.size(), 50u);
  EXPECT_EQ(std::set(first.indices.begin(), first.indices.end()).size(), 50u);
  EXPECT_EQ(std::set(second.indices.begin(), second.indices.end()).size(), 50u);
  EXPECT_NE(first.indices, second.indices);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(first.labels[i], dataset->labels(Split::Train)[static_cast<std::size_t>(first.indices[i])]);
    const auto pixels = pixelsOf(static_cast<std::size_t>(first.indices[i]), Shape{1, 6, 5});
    for (std::size_t p = 0; p < 30; ++p)
      EXPECT_FLOAT_EQ(first.images[i * 30 + p], static_cast<float>(pixels[p]) / 255.0f);
  }
}

TEST(BatchLoader, WithoutShufflingKeepsTheOrder) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {0, 10, 0}));
  BatchLoaderOptions options;
  options.batch = 4;
  options.shuffle = false;
  const auto loader = BatchLoader::create(dataset, Split::Validation, options).value();
  const std::vector<std::int64_t> order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_EQ(collect(*loader, 1).indices, order);
  EXPECT_EQ(collect(*loader, 1).indices, order);
}

TEST(BatchLoader, GivesTheSameNumbersWhateverTheThreads) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {101, 0, 0}));
  BatchLoaderOptions options = augmented();
  options.threads = 0;
  const Seen expected = collect(*BatchLoader::create(dataset, Split::Train, options).value(), 5);
  for (const int threads : {kAutomaticThreads, 1, 2, 4}) {
    for (const int prefetch : {1, 2, 7}) {
      options.threads = threads;
      options.prefetch = prefetch;
      EXPECT_EQ(collect(*BatchLoader::create(dataset, Split::Train, options).value(), 5), expected)
          << threads << " " << prefetch;
    }
  }
  options.seed = 43;
  EXPECT_NE(collect(*BatchLoader::create(dataset, Split::Train, options).value(), 5), expected);
}

TEST(BatchLoader, ContinuesAtAnyPosition) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {30, 0, 0}));
  BatchLoaderOptions options = augmented();
  const auto whole = BatchLoader::create(dataset, Split::Train, options).value();
  ASSERT_TRUE(collect(*whole, 2).firsts.size() > 0);
  const Batch first = whole->next().value();
  options.startEpoch = first.epoch;
  options.startPosition = first.nextPosition();
  EXPECT_EQ(options.startEpoch, 2);
  EXPECT_EQ(options.startPosition, 8);
  const auto resumed = BatchLoader::create(dataset, Split::Train, options).value();
  EXPECT_EQ(collect(*resumed, 3), collect(*whole, 3));
}

TEST(BatchLoader, StartingAtTheEndOfAnEpochGivesItsEnd) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {30, 0, 0}));
  BatchLoaderOptions options = augmented();
  options.startEpoch = 1;
  options.startPosition = 30;
  const auto loader = BatchLoader::create(dataset, Split::Train, options).value();
  const Batch end = loader->next().value();
  EXPECT_TRUE(end.endOfEpoch);
  EXPECT_EQ(end.epoch, 1);
  const Batch next = loader->next().value();
  EXPECT_EQ(next.epoch, 2);
  EXPECT_EQ(next.firstPosition, 0);
}

TEST(BatchLoader, CanLeaveOutTheLastSamples) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {30, 0, 0}));
  BatchLoaderOptions options;
  options.batch = 8;
  options.dropLast = true;
  const auto loader = BatchLoader::create(dataset, Split::Train, options).value();
  EXPECT_EQ(loader->batchesPerEpoch(), 3);
  EXPECT_EQ(collect(*loader, 1).indices.size(), 24u);
  options.dropLast = false;
  const auto all = BatchLoader::create(dataset, Split::Train, options).value();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(all->next()->input().shape(), (Shape{8, 1, 6, 5}));
  EXPECT_EQ(all->next()->input().shape(), (Shape{6, 1, 6, 5}));
}

TEST(BatchLoader, UsesItsMemoryAgain) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {64, 0, 0}));
  BatchLoaderOptions options;
  options.batch = 8;
  options.threads = 2;
  options.prefetch = 4;
  const auto loader = BatchLoader::create(dataset, Split::Train, options).value();
  std::set<const void*> memory;
  for (int i = 0; i < 300; ++i) {
    const Batch batch = loader->next().value();
    if (!batch.endOfEpoch) memory.insert(batch.input().raw());
  }
  EXPECT_LE(memory.size(), 4u + 2u + 1u);
}

TEST(BatchLoader, NeverTouchesATensorThatSomebodyKept) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {64, 0, 0}));
  BatchLoaderOptions options;
  options.batch = 8;
  const auto loader = BatchLoader::create(dataset, Split::Train, options).value();
  Tensor kept;
  Tensor copy;
  {
    const Batch batch = loader->next().value();
    kept = batch.input();
    copy = kept.clone();
  }
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(loader->next().ok());
  EXPECT_EQ(std::memcmp(kept.raw(), copy.raw(), copy.bytes()), 0);
}

TEST(BatchLoader, ABatchOutlivesItsLoader) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {16, 0, 0}));
  auto loader = BatchLoader::create(dataset, Split::Train, augmented()).value();
  Batch batch = loader->next().value();
  loader.reset();
  EXPECT_EQ(batch.size(), 8);
  EXPECT_EQ(batch.input().shape()[0], 8);
}

TEST(BatchLoader, StopsAtOnceWhereverItIs) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {64, 0, 0}));
  BatchLoaderOptions options = augmented();
  for (int round = 0; round < 100; ++round) {
    options.threads = 1 + round % 4;
    options.prefetch = 1 + round % 3;
    const auto loader = BatchLoader::create(dataset, Split::Train, options).value();
    for (int i = 0; i < round % 5; ++i) ASSERT_TRUE(loader->next().ok());
  }
}

TEST(BatchLoader, SaysWhyItCannotBe) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {20, 0, 0}));
  const auto errorOf = [&](auto change, Split split = Split::Train) {
    BatchLoaderOptions options;
    options.batch = 8;
    change(options);
    const auto loader = BatchLoader::create(dataset, split, options);
    EXPECT_FALSE(loader.ok());
    return loader.ok() ? Error{} : loader.error();
  };
  const Error large = errorOf([](auto& options) { options.batch = 21; });
  EXPECT_EQ(large.code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(contains(large.message, "21"));
  EXPECT_TRUE(contains(large.message, "20"));
  EXPECT_TRUE(contains(errorOf([](auto&) {}, Split::Test).message, "no samples"));
  EXPECT_EQ(errorOf([](auto& options) { options.batch = 0; }).code, ErrorCode::InvalidArgument);
  EXPECT_EQ(errorOf([](auto& options) { options.threads = -2; }).code, ErrorCode::InvalidArgument);
  EXPECT_EQ(errorOf([](auto& options) { options.prefetch = 0; }).code, ErrorCode::InvalidArgument);
  EXPECT_EQ(errorOf([](auto& options) { options.startPosition = 21; }).code, ErrorCode::InvalidArgument);
  EXPECT_EQ(errorOf([](auto& options) { options.startEpoch = -1; }).code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(contains(errorOf([](auto& options) {
                         options.transforms = {Normalise{{0, 0}, {1, 1}}};
                       }).message,
                       "1 channels"));
}

TEST(BatchLoader, ADamagedSampleIsAnErrorThatStays) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {40, 0, 0});
  const fs::path store = folder / "set/samples-0001.mdb";
  std::string bytes = readBytes(store);
  const auto pixels = pixelsOf(17, Shape{1, 6, 5});
  const std::string wanted(pixels.begin(), pixels.end());
  const auto at = bytes.find(wanted);
  ASSERT_NE(at, std::string::npos);
  bytes[at + 3] = static_cast<char>(bytes[at + 3] ^ 1);
  writeBytes(store, bytes);
  for (const int threads : {0, 1, 3}) {
    BatchLoaderOptions options;
    options.batch = 8;
    options.shuffle = false;
    options.threads = threads;
    const auto loader = BatchLoader::create(openDataset(folder / "set"), Split::Train, options).value();
    EXPECT_TRUE(loader->next().ok());
    EXPECT_TRUE(loader->next().ok());
    for (int again = 0; again < 2; ++again) {
      const auto batch = loader->next();
      ASSERT_FALSE(batch.ok());
      EXPECT_EQ(batch.error().code, ErrorCode::Corrupt);
      EXPECT_TRUE(contains(batch.error().message, "Sample 17 of the train split"));
    }
  }
}

// A data set of `count` images as PNG files, or of other inputs, made by `add`.
template <class Add>
std::shared_ptr<Dataset> datasetOf(const fs::path& folder, const DatasetDescription& description, Add add) {
  auto writer = DatasetWriter::create(folder, description).value();
  add(*writer);
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

// PNG files of noise, `side` pixels a side, which take long to decode.
std::shared_ptr<Dataset> noisyFiles(const fs::path& folder, std::int64_t side) {
  const Shape shape{3, side, side};
  return datasetOf(folder, {"noise", "test", "", shape, {"a"}}, [&](DatasetWriter& writer) {
    Random random(1);
    for (std::size_t i = 0; i < 48; ++i) {
      Tensor image = Tensor::make({DataType::UInt8, shape});
      for (std::uint8_t& pixel : image.values<std::uint8_t>()) pixel = static_cast<std::uint8_t>(random.below(256));
      const std::string file = encodeImage(image, Encoding::Png, 0).value();
      SampleView sample = rawSample(shape, image.values<std::uint8_t>(), 0, Split::Train, "", i);
      sample.input.encoding = Encoding::Png;
      sample.input.bytes = {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
      EXPECT_TRUE(writer.add(sample).ok());
    }
  });
}

std::unique_ptr<BatchLoader> automaticLoader(std::shared_ptr<Dataset> dataset) {
  BatchLoaderOptions options;
  options.batch = 4;
  options.threads = kAutomaticThreads;
  return BatchLoader::create(std::move(dataset), Split::Train, options).value();
}

TEST(BatchLoader, ThreadsBecomeMoreWhereBatchesAreWaitedFor) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no PNG";
  const TemporaryFolder folder;
  const auto loader = automaticLoader(noisyFiles(folder / "large", 160));
  EXPECT_EQ(loader->threads(), 1);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(loader->next().ok());
  EXPECT_GT(loader->threads(), cores > 1 ? 1 : 0);
  EXPECT_LE(loader->threads(), cores);
}

TEST(BatchLoader, OneThreadIsEnoughWhereNobodyWaits) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no PNG";
  const TemporaryFolder folder;
  const auto loader = automaticLoader(noisyFiles(folder / "small", 24));
  for (int i = 0; i < 24; ++i) {
    ASSERT_TRUE(loader->next().ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(loader->threads(), 1);
}

TEST(BatchLoader, DecodesOnItsThreads) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no PNG";
  const TemporaryFolder folder;
  const Shape shape{3, 7, 9};
  const auto raw = openDataset(makeDataset(folder / "raw", {40, 0, 0}, shape));
  const auto encoded =
      datasetOf(folder / "encoded", {"encoded", "test", "", shape, {"a", "b", "c"}}, [&](DatasetWriter& writer) {
        for (std::size_t i = 0; i < 40; ++i) {
          Tensor image = Tensor::make({DataType::UInt8, shape});
          const auto pixels = pixelsOf(i, shape);
          std::memcpy(image.raw(), pixels.data(), pixels.size());
          const std::string file = encodeImage(image, Encoding::Png, 0).value();
          SampleView sample = rawSample(shape, pixels, static_cast<std::int32_t>(i % 3), Split::Train, "", i);
          sample.input.encoding = Encoding::Png;
          sample.input.bytes = {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
          EXPECT_TRUE(writer.add(sample).ok());
        }
      });
  EXPECT_EQ(encoded->info().channelMean, raw->info().channelMean);
  BatchLoaderOptions options;
  options.batch = 8;
  const Seen expected = collect(*BatchLoader::create(raw, Split::Train, options).value(), 2);
  for (const int threads : {kAutomaticThreads, 0, 3}) {
    options.threads = threads;
    EXPECT_EQ(collect(*BatchLoader::create(encoded, Split::Train, options).value(), 2), expected);
  }
}

void expectTheSameInParallel(const Dataset& dataset, bool cheap) {
  const BatchMaker maker = BatchMaker::make(dataset, {TransformStep{"random_flip", {}}}).value();
  const std::int64_t count = std::min<std::int64_t>(41, dataset.size(Split::Train));
  EXPECT_EQ(maker.isCheap(Split::Train, count), cheap);
  Batch one = maker.allocate(count).value(), all = maker.allocate(count).value();
  for (std::int64_t i = 0; i < count; ++i)
    one.indices[static_cast<std::size_t>(i)] = i * 7 % dataset.size(Split::Train);
  all.indices = one.indices;
  BatchMaker::Scratch scratch;
  EXPECT_TRUE(maker.fill(Split::Train, 3, one, scratch).ok());
  EXPECT_TRUE(maker.fillInParallel(Split::Train, 3, {&all, 1}, {}).ok());
  EXPECT_EQ(std::memcmp(one.input().raw(), all.input().raw(), one.input().bytes()), 0);
  EXPECT_EQ(std::memcmp(one.labels.raw(), all.labels.raw(), one.labels.bytes()), 0);
  CancelToken cancelled;
  cancelled.cancel();
  EXPECT_EQ(maker.fillInParallel(Split::Train, 3, {&all, 1}, cancelled).error().code, ErrorCode::Cancelled);
}

TEST(BatchMaker, FillsOnAllProcessorsWhatOneFills) {
  const TemporaryFolder folder;
  expectTheSameInParallel(*openDataset(makeDataset(folder / "raw", {50, 0, 0})), true);
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no PNG";
  expectTheSameInParallel(*noisyFiles(folder / "files", 24), false);
}

TEST(BatchLoader, GivesNumbersAndSymbolsAsTheyAre) {
  const TemporaryFolder folder;
  const auto made = [&](const char* name, const Tensor& input) {
    return datasetOf(folder / name, {name, "test", "", input.shape(), {"a"}}, [&](DatasetWriter& writer) {
      SampleView sample;
      sample.input = rawContent(input);
      EXPECT_TRUE(writer.add(sample).ok());
    });
  };
  BatchLoaderOptions options;
  options.batch = 1;
  const auto numbers = made("numbers", Tensor::of<float>(Shape{3}, {1.5f, -2, 10}));
  Batch batch = BatchLoader::create(numbers, Split::Train, options).value()->next().value();
  EXPECT_EQ(batch.input().type(), (TensorType{DataType::Float32, Shape{1, 3}}));
  EXPECT_EQ(batch.input().data<float>()[2], 10);
  options.transforms = {Normalise{{1, 0, 0}, {2, 1, 10}}};
  batch = BatchLoader::create(numbers, Split::Train, options).value()->next().value();
  EXPECT_FLOAT_EQ(batch.input().data<float>()[0], 0.25f);
  EXPECT_FLOAT_EQ(batch.input().data<float>()[2], 1);
  const auto symbols = made("symbols", Tensor::of<std::int32_t>(Shape{4}, {7, 0, 70000, 3}));
  options.transforms = {normaliseFor(symbols->info())};
  batch = BatchLoader::create(symbols, Split::Train, options).value()->next().value();
  EXPECT_EQ(batch.input().type(), (TensorType{DataType::Int32, Shape{1, 4}}));
  EXPECT_EQ(batch.input().data<std::int32_t>()[2], 70000);
  options.transforms = {TransformStep{"random_flip", {}}};
  EXPECT_TRUE(contains(BatchLoader::create(numbers, Split::Train, options).error().message, "works on images"));
}

TEST(BatchLoader, MakesImagesOfAnySizeAndColourOne) {
  const TemporaryFolder folder;
  const auto dataset = datasetOf(folder / "set", {"mixed", "test", "", Shape{}, {"a"}}, [&](DatasetWriter& writer) {
    for (std::int64_t i = 0; i < 6; ++i) {
      const Shape shape{i % 2 == 0 ? 1 : 3, 10 + i, 20 - i};
      const std::vector<std::uint8_t> pixels(static_cast<std::size_t>(shape.elementCount()), 51);
      EXPECT_TRUE(writer.add(rawSample(shape, pixels, 0, Split::Train, "", 0)).ok());
    }
  });
  BatchLoaderOptions options;
  options.batch = 6;
  EXPECT_TRUE(contains(BatchLoader::create(dataset, Split::Train, options).error().message, "different sizes"));
  options.transforms = {TransformStep{"resize", {{"width", std::int64_t{8}}, {"height", std::int64_t{8}}}},
                        Normalise{{0, 0, 0}, {1, 1, 1}}};
  const auto loader = BatchLoader::create(dataset, Split::Train, options);
  ASSERT_TRUE(loader.ok()) << loader.error().text();
  const Batch batch = (*loader)->next().value();
  EXPECT_EQ(batch.input().shape(), (Shape{6, 3, 8, 8}));
  ASSERT_EQ(dataset->info().channelMean.size(), 3u);
  for (const double mean : dataset->info().channelMean) EXPECT_NEAR(mean, 0.2, 1e-9);
  for (const float value : batch.input().values<float>()) EXPECT_NEAR(value, 0.2f, 1e-6f);
}

TEST(SampleOrder, IsAPureFunctionOfSeedAndEpoch) {
  const auto order = sampleOrder(1000, 5, 3);
  EXPECT_EQ(order, sampleOrder(1000, 5, 3));
  EXPECT_NE(order, sampleOrder(1000, 5, 4));
  EXPECT_NE(order, sampleOrder(1000, 6, 3));
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), 1000u);
  double distance = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    distance += std::abs(static_cast<double>(order[i]) - static_cast<double>(i)) / 1000;
  EXPECT_NEAR(distance, 1000.0 / 3, 30);  // of a random permutation
}

}  // namespace
}  // namespace fovea::test
