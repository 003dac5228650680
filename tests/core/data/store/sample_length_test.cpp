// The valid fraction of a padded sample: from its import through the store into batches, and through transforms that
// stretch it.
#include <signal.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "core/data/loading/batch_loader.h"
#include "core/data/store/dataset_export.h"
#include "../import_support.h"

namespace fovea::test {
namespace {

constexpr std::int64_t kSteps = 20;
constexpr ImportTuning kSmallPieces{2, 2000, 0.002};

float lengthOf(std::int64_t index) {
  return static_cast<float>(1 + index % kSteps) / static_cast<float>(kSteps);
}

// Signals that count up as long as they last, then silence; every 20th is as long as they can be.
MadeItems signals(std::size_t count) {
  MadeItems made = madeImages(count);
  made.task = Task::Transcription;
  for (ImportItem& item : made.items) item.label = kNoLabel;
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = Tensor::zeros({DataType::Float32, Shape{1, kSteps}});
    for (std::int64_t t = 0; t <= index % kSteps; ++t)
      item.input.data<float>()[t] = static_cast<float>(100 * index + t + 1);
    item.labels = {static_cast<std::int32_t>(index % 3)};
    item.length = lengthOf(index);
    return item;
  };
  return made;
}

BatchLoaderOptions inOrder(std::int64_t batch, TransformList transforms = {}, std::uint64_t seed = 0) {
  BatchLoaderOptions options;
  options.batch = batch;
  options.shuffle = false;
  options.threads = 0;
  options.transforms = std::move(transforms);
  options.seed = seed;
  return options;
}

TEST(SampleLength, IsKeptInItsRecord) {
  const Shape shape{1, 4, 5};
  const auto pixels = pixelsOf(1, shape);
  const auto recordOf = [&](float length) {
    SampleView sample = rawSample(shape, pixels, 1, Split::Train, "a", 0);
    sample.hash = contentHash(pixels);
    sample.length = length;
    std::string record;
    encodeSample(sample, record);
    return record;
  };
  const auto read = [](const std::string& record) {
    return decodeSample({reinterpret_cast<const std::uint8_t*>(record.data()), record.size()});
  };
  EXPECT_EQ(read(recordOf(0.3f))->length, 0.3f);
  EXPECT_EQ(read(recordOf(0.3f))->copy()->length, 0.3f);
  EXPECT_EQ(read(recordOf(1))->length, 1);
  EXPECT_EQ(recordOf(1)[4], 2) << "an older Fovea reads what is whole";
  EXPECT_EQ(recordOf(0.3f)[4], 3);
  for (const float wrong : {0.0f, -0.5f, 1.5f, std::nanf("")}) EXPECT_FALSE(isSampleLength(wrong));
}

TEST(SampleLength, IsImportedAndAddedTo) {
  const TemporaryFolder folder;
  MadeItems made = signals(40);
  MadeItems first = made;
  first.items.resize(15);
  const FieldValues all{{"validation_share", 0.0}, {"test_share", 0.0}};
  for (const MadeItems* items : {&first, &made}) {
    const auto summary = importMade(*items, folder / "set", all, kSmallPieces);
    ASSERT_TRUE(summary.ok()) << summary.error().text();
  }
  const auto dataset = openDataset(folder / "set");
  EXPECT_TRUE(dataset->info().lengths);
  ASSERT_EQ(dataset->size(Split::Train), 40);
  for (std::int64_t i = 0; i < 40; ++i) EXPECT_EQ(dataset->sample(Split::Train, i)->length, lengthOf(i)) << i;
  const auto edited = dataset->edited({EditKind::Exclude, {0, 1}});
  ASSERT_TRUE(edited.ok());
  EXPECT_EQ((*edited)->sample(Split::Train, 0)->length, lengthOf(2));
  const std::vector<std::uint32_t> some{3, 19};
  ASSERT_TRUE(exportSamples(*dataset, some, folder / "some", "some", {}, {}).ok());
  EXPECT_EQ(openDataset(folder / "some")->sample(Split::Train, 0)->length, lengthOf(3));
}

TEST(SampleLength, OfWholeSamplesIsNotSpokenOf) {
  const TemporaryFolder folder;
  MadeItems made = signals(40);
  made.make = [make = made.make](std::int64_t index) {
    auto item = make(index);
    item->length = 1;
    return item;
  };
  ASSERT_TRUE(importMade(made, folder / "set").ok());
  EXPECT_FALSE(openDataset(folder / "set")->info().lengths);
  EXPECT_EQ(readBytes(folder / "set/dataset.json").find("lengths"), std::string::npos);
  auto loader = BatchLoader::create(openDataset(folder / "set"), Split::Train, inOrder(4)).value();
  EXPECT_FALSE(loader->next()->lengths.defined());
}

TEST(SampleLength, ThatIsNoneIsLeftOut) {
  const TemporaryFolder folder;
  MadeItems made = signals(10);
  made.make = [make = made.make](std::int64_t index) {
    auto item = make(index);
    if (index % 2 == 1) item->length = index == 3 ? std::nanf("") : 1.25f;
    return item;
  };
  const auto summary = importMade(made, folder / "set");
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 5);
  EXPECT_TRUE(contains(summary->skipped.front().reason, "A sample lasts for 1.25 of its time"));
}

TEST(SampleLength, ComesWithABatch) {
  const TemporaryFolder folder;
  const FieldValues all{{"validation_share", 0.0}, {"test_share", 0.0}};
  ASSERT_TRUE(importMade(signals(30), folder / "set", all).ok());
  auto loader = BatchLoader::create(openDataset(folder / "set"), Split::Train, inOrder(6)).value();
  for (std::int64_t first = 0; first < 30; first += 6) {
    const Batch batch = loader->next().value();
    ASSERT_EQ(batch.lengths.type(), (TensorType{DataType::Float32, Shape{6}}));
    for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(batch.lengths.data<float>()[i], lengthOf(first + i));
  }
}

// From its beginning, so that nothing of it is lost but what no longer fits.
TEST(SampleLength, IsStretchedWithItsSignal) {
  const TemporaryFolder folder;
  const FieldValues all{{"validation_share", 0.0}, {"test_share", 0.0}};
  ASSERT_TRUE(importMade(signals(10), folder / "set", all).ok());
  const auto dataset = openDataset(folder / "set");
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    auto loader = BatchLoader::create(dataset, Split::Train,
                                      inOrder(10, {TransformStep{"time_stretch", {{"amount", 0.6}}}}, seed))
                      .value();
    const Batch batch = loader->next().value();
    for (std::int64_t i = 0; i < 10; ++i) {
      const float* const signal = batch.input().data<float>() + i * kSteps;
      const double length = static_cast<double>(batch.lengths.data<float>()[i]);
      EXPECT_GE(length, static_cast<double>(lengthOf(i)) / 1.6 - 1e-6);
      EXPECT_LE(length, 1);
      const auto last = static_cast<std::int64_t>(std::ceil(length * kSteps - 1e-4)) - 1;
      EXPECT_GE(signal[0], static_cast<float>(100 * i)) << "the beginning stays";
      EXPECT_GT(signal[std::max<std::int64_t>(last - 1, 0)], 0) << i;
      EXPECT_TRUE(last + 2 >= kSteps || signal[last + 2] < std::max(1.0f, signal[0])) << i;
    }
  }
}

TEST(SampleLength, SurvivesKills) {
  const TemporaryFolder folder;
  MadeItems made = signals(600);
  made.make = [make = made.make](std::int64_t index) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    return make(index);
  };
  ASSERT_TRUE(importMade(made, folder / "whole", {}, kSmallPieces).ok());
  const std::string expected = contentOf(*openDataset(folder / "whole"));
  Random random(3);
  for (int round = 0; round < 6; ++round) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(importMade(made, folder / "set", {}, kSmallPieces).ok() ? 0 : 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + random.below(40)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  if (!fs::exists(folder / "set")) {
    ASSERT_TRUE(importMade(made, folder / "set", {}, kSmallPieces).ok());
  }
  EXPECT_EQ(contentOf(*openDataset(folder / "set")), expected);
  EXPECT_TRUE(openDataset(folder / "set")->info().lengths);
}

}  // namespace
}  // namespace fovea::test
