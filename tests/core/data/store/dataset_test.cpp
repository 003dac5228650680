// A data set is written completely, read by many threads, and refused with a message when it is damaged.
#include "core/data/store/dataset.h"

#include <lmdb.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/json.h"
#include "core/base/random.h"
#include "core/data/importing/split_plan.h"
#include "core/data/store/dataset_manifest.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

TEST(Dataset, HoldsWhatWasWritten) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {10, 4, 5}));
  const DatasetInfo& info = dataset->info();
  EXPECT_EQ(info.name, "small");
  EXPECT_EQ(info.importer, "test");
  EXPECT_EQ(info.formatVersion, 2);
  EXPECT_EQ(info.created.size(), std::string("2024-05-31T09:30:00Z").size());
  EXPECT_EQ(info.sampleShape, (Shape{1, 6, 5}));
  EXPECT_EQ(info.classes, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(info.samples(), 19);
  EXPECT_EQ(info.split(Split::Train).perClass, (std::vector<std::int64_t>{4, 3, 3}));
  EXPECT_EQ(dataset->size(Split::Validation), 4);
  EXPECT_EQ(dataset->size(Split::Test), 5);
  const auto sample = dataset->sample(Split::Validation, 2);
  ASSERT_TRUE(sample.ok()) << sample.error().text();
  EXPECT_EQ(sample->sourceIndex, 12u);
  EXPECT_EQ(sample->label, 0);
  EXPECT_EQ(sample->split, Split::Validation);
  const auto expected = pixelsOf(12, info.sampleShape);
  EXPECT_EQ(std::memcmp(sample->input.raw(), expected.data(), expected.size()), 0);
  const auto pixels = dataset->input(Split::Validation, 2);
  EXPECT_TRUE(std::equal(pixels->bytes.begin(), pixels->bytes.end(), expected.begin(), expected.end()));
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"set"});
}

TEST(Dataset, KnowsTheSamplesOfAClass) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {10, 4, 0}));
  for (std::int32_t label = 0; label < 3; ++label) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < 10; ++i)
      if (dataset->labels(Split::Train)[i] == label) expected.push_back(i);
    const auto found = dataset->samplesOfClass(Split::Train, label);
    EXPECT_EQ(std::vector(found.begin(), found.end()), expected);
  }
  EXPECT_TRUE(dataset->samplesOfClass(Split::Train, kNoLabel).empty());
  EXPECT_TRUE(dataset->samplesOfClass(Split::Train, 3).empty());
  EXPECT_TRUE(dataset->samplesOfClass(Split::Test, 0).empty());
}

TEST(Dataset, KeepsSamplesWithoutALabel) {
  const TemporaryFolder folder;
  const Shape shape{3, 2, 2};
  auto writer = DatasetWriter::create(folder / "set", {"n", "i", "s", shape, {"only"}}).value();
  const auto pixels = pixelsOf(0, shape);
  ASSERT_TRUE(writer->add(rawSample(shape, pixels, kNoLabel, Split::Train, "x", 0)).ok());
  ASSERT_TRUE(writer->add(rawSample(shape, pixels, 0, Split::Train, "x", 1)).ok());
  ASSERT_TRUE(writer->finish().ok());
  const auto dataset = openDataset(folder / "set");
  EXPECT_EQ(dataset->info().split(Split::Train).unlabelled, 1);
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, kNoLabel).size(), 1u);
  EXPECT_EQ(dataset->sample(Split::Train, 0)->label, kNoLabel);
}

TEST(Dataset, StatisticsAreThoseOfTheTrainSplit) {
  const TemporaryFolder folder;
  const Shape shape{2, 3, 3};
  const auto dataset = openDataset(makeDataset(folder / "set", {20, 7, 0}, shape));
  const auto mean = dataset->meanImage();
  ASSERT_TRUE(mean.ok());
  for (std::size_t channel = 0; channel < 2; ++channel) {
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < 20; ++i)
      for (std::size_t p = 0; p < 9; ++p) {
        const double value = pixelsOf(i, shape)[channel * 9 + p] / 255.0;
        sum += value;
        squares += value * value;
      }
    const double expected = sum / 180;
    EXPECT_NEAR(dataset->info().channelMean[channel], expected, 1e-12);
    EXPECT_NEAR(dataset->info().channelDeviation[channel], std::sqrt(squares / 180 - expected * expected), 1e-12);
  }
  double pixel = 0;
  for (std::size_t i = 0; i < 20; ++i) pixel += pixelsOf(i, shape)[5] / 255.0 / 20;
  EXPECT_NEAR(mean->data<float>()[5], pixel, 1e-6);
}

TEST(Dataset, ManyThreadsReadAtOnce) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {500, 0, 0}));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Random random(t);
      for (int round = 0; round < 2000; ++round) {
        const auto index = static_cast<std::int64_t>(random.below(500));
        const auto expected = pixelsOf(static_cast<std::size_t>(index), Shape{1, 6, 5});
        const auto pixels = dataset->input(Split::Train, index);
        const auto sample = dataset->sample(Split::Train, index);
        if (!pixels.ok() || !std::equal(pixels->bytes.begin(), pixels->bytes.end(), expected.begin()) || !sample.ok() ||
            sample->sourceIndex != static_cast<std::uint64_t>(index))
          ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Dataset, LargeSamplesAndManyBlocksGrowTheStore) {
  const TemporaryFolder folder;
  const Shape shape{3, 400, 300};
  const auto dataset = openDataset(makeDataset(folder / "set", {300, 0, 0}, shape));
  EXPECT_GT(fs::file_size(folder / "set/samples-0001.mdb"), 100u << 20);
  for (const std::int64_t index : {0, 123, 299}) {
    const auto expected = pixelsOf(static_cast<std::size_t>(index), shape);
    const auto pixels = dataset->input(Split::Train, index);
    ASSERT_TRUE(pixels.ok());
    EXPECT_TRUE(std::equal(pixels->bytes.begin(), pixels->bytes.end(), expected.begin(), expected.end()));
  }
}

TEST(Dataset, IsAnOrdinaryLmdbFileToOthers) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {10, 4, 5});
  MDB_env* environment = nullptr;
  MDB_txn* transaction = nullptr;
  MDB_dbi samples = 0;
  ASSERT_EQ(mdb_env_create(&environment), 0);
  ASSERT_EQ(mdb_env_set_maxdbs(environment, 2), 0);
  ASSERT_EQ(
      mdb_env_open(environment, (folder / "set/samples-0001.mdb").c_str(), MDB_RDONLY | MDB_NOSUBDIR | MDB_NOLOCK, 0),
      0);
  ASSERT_EQ(mdb_txn_begin(environment, nullptr, MDB_RDONLY, &transaction), 0);
  ASSERT_EQ(mdb_dbi_open(transaction, "samples", MDB_INTEGERKEY, &samples), 0);
  for (unsigned number = 0; number < 19; ++number) {
    MDB_val key{sizeof number, &number};
    MDB_val value{};
    ASSERT_EQ(mdb_get(transaction, samples, &key, &value), 0);
    const auto view = decodeSample({static_cast<const std::uint8_t*>(value.mv_data), value.mv_size});
    ASSERT_TRUE(view.ok());
    EXPECT_EQ(view->sourceIndex, number);
  }
  mdb_txn_abort(transaction);
  mdb_env_close(environment);
}

TEST(Dataset, OfTheFirstVersionIsStillRead) {
  const TemporaryFolder folder;
  const Shape shape{1, 6, 5};
  fs::create_directory(folder / "set");
  StoreSeal seal;
  {
    const auto store = StoreWriter::create(folder / "set/samples.mdb").value();
    std::string splits;
    std::string labels;
    for (std::int32_t i = 0; i < 12; ++i) {
      const Split split = i < 8 ? Split::Train : Split::Test;
      store->pending() += firstRecord(shape, pixelsOf(static_cast<std::size_t>(i), shape), i % 2, split, "file", 40u);
      ASSERT_TRUE(store->added().ok());
      splits += static_cast<char>(split);
      labels += std::string{static_cast<char>(i % 2), 0, 0, 0};
    }
    const std::vector<float> mean(30, 0.25f);
    ASSERT_TRUE(store->putTable("mean", {reinterpret_cast<const char*>(mean.data()), 120}).ok());
    ASSERT_TRUE(store->putTable("labels", splits + labels).ok());
    seal = store->finish().value();
  }
  Json tables = Json::object();
  for (const auto& [name, extent] : seal.tables)
    tables[name] = {{"offset", extent.offset}, {"bytes", extent.bytes}, {"hash", extent.hash.toString()}};
  const auto splitOf = [](int samples) {
    return Json{{"samples", samples}, {"per_class", {samples / 2, samples / 2}}, {"unlabelled", 0}};
  };
  const Json manifest = {{"format", "fovea-dataset"},
                         {"version", 1},
                         {"name", "old"},
                         {"created", "2024-05-31T09:30:00Z"},
                         {"importer", "idx"},
                         {"source", "somewhere"},
                         {"sample_shape", {1, 6, 5}},
                         {"samples", 12},
                         {"splits", {{"train", splitOf(8)}, {"validation", splitOf(0)}, {"test", splitOf(4)}}},
                         {"classes", {"a", "b"}},
                         {"channel_mean", {0.25}},
                         {"channel_deviation", {0.1}},
                         {"store", {{"file", "samples.mdb"}, {"bytes", seal.bytes}, {"tables", tables}}}};
  writeBytes(folder / "set/dataset.json", formatJson(manifest));
  const auto dataset = openDataset(folder / "set");
  ASSERT_NE(dataset, nullptr);
  EXPECT_EQ(dataset->info().formatVersion, 1);
  EXPECT_EQ(dataset->info().task, Task::Classification);
  EXPECT_TRUE(dataset->info().uniform);
  EXPECT_EQ(dataset->size(Split::Test), 4);
  const auto sample = dataset->sample(Split::Test, 1);
  ASSERT_TRUE(sample.ok()) << sample.error().text();
  const auto pixels = pixelsOf(9, shape);
  EXPECT_EQ(std::memcmp(sample->input.raw(), pixels.data(), pixels.size()), 0);
  EXPECT_EQ(dataset->meanImage()->data<float>()[3], 0.25f);
  EXPECT_TRUE(dataset->facts()->empty());
  EXPECT_FALSE(dataset->info().nearDuplicates.has_value());
}

TEST(Dataset, AnIndexOutsideIsNamed) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {3, 0, 0}));
  for (const std::int64_t index : {-1, 3}) {
    EXPECT_EQ(dataset->sample(Split::Train, index).error().code, ErrorCode::InvalidArgument);
    EXPECT_TRUE(contains(dataset->input(Split::Train, index).error().message, "it has 3"));
  }
}

TEST(DatasetWriter, RefusesWhatDoesNotFit) {
  const TemporaryFolder folder;
  const Shape shape{1, 2, 2};
  EXPECT_EQ(DatasetWriter::create(folder / "x", {"", "", "", Shape{1, 1 << 15, 1 << 15}, {}}).error().code,
            ErrorCode::InvalidArgument);
  EXPECT_EQ(DatasetWriter::create(folder / "x", {"", "", "", Shape{1, 0, 2}, {}}).error().code,
            ErrorCode::InvalidArgument);
  auto writer = DatasetWriter::create(folder / "set", {"", "", "", shape, {"a"}}).value();
  const auto pixels = pixelsOf(0, shape);
  EXPECT_TRUE(contains(writer->add(rawSample(shape, pixels, 1, Split::Train, "", 0)).error().message, "label 1"));
  EXPECT_EQ(writer->add(rawSample(shape, pixels, -2, Split::Train, "", 0)).error().code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(
      contains(writer->add(rawSample(Shape{1, 4, 1}, pixels, 0, Split::Train, "", 0)).error().message, "[1, 4, 1]"));
  EXPECT_TRUE(contains(writer->finish().error().message, "no sample"));
  writer.reset();
  EXPECT_TRUE(folder.entries().empty());
}

TEST(DatasetWriter, NeverWritesOverSomething) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {3, 0, 0});
  const auto again = DatasetWriter::create(folder / "set", {"", "", "", Shape{1, 1, 1}, {}});
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, ErrorCode::AlreadyExists);
  EXPECT_NE(openDataset(folder / "set"), nullptr);
  fs::create_directory(folder / "empty");
  makeDataset(folder / "empty", {1, 0, 0});
  makeDataset(folder / "deep/er/", {1, 0, 0});
  EXPECT_NE(openDataset(folder / "deep/er"), nullptr);
}

TEST(DamagedDataset, MissingPartsAreNamed) {
  const TemporaryFolder folder;
  EXPECT_TRUE(contains(Dataset::open(folder / "none").error().text(), "There is no folder"));
  const auto empty = Dataset::open(folder.path());
  EXPECT_EQ(empty.error().code, ErrorCode::NotFound);
  EXPECT_TRUE(contains(empty.error().text(), "no data set"));
  makeDataset(folder / "set", {3, 0, 0});
  fs::remove(folder / "set/samples-0001.mdb");
  EXPECT_EQ(Dataset::open(folder / "set").error().code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(Dataset::open(folder / "set").error().message, "samples-0001.mdb is missing"));
}

TEST(DamagedDataset, AStoreThatIsCutOffIsNeverMapped) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {300, 0, 0});
  const fs::path store = folder / "set/samples-0001.mdb";
  const auto whole = fs::file_size(store);
  for (const std::uintmax_t size :
       {whole - 1, whole - 5000, whole / 2, whole - 200, std::uintmax_t{100}, std::uintmax_t{0}}) {
    fs::resize_file(store, size);
    const auto opened = Dataset::open(folder / "set");
    ASSERT_FALSE(opened.ok()) << size;
    EXPECT_EQ(opened.error().code, ErrorCode::Corrupt);
    EXPECT_TRUE(contains(opened.error().message, "cut off"));
  }
}

TEST(DamagedDataset, DamagedBytesAreAnErrorOrHarmless) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {400, 0, 0});
  const fs::path store = folder / "set/samples-0001.mdb";
  const std::string whole = readBytes(store);
  Random random(5);
  int noticed = 0;
  for (int round = 0; round < 150; ++round) {
    std::string damaged = whole;
    const std::size_t start = random.below(whole.size());
    const std::size_t length = std::min<std::size_t>(1 + random.below(round % 3 == 0 ? 5000 : 8), whole.size() - start);
    for (std::size_t i = 0; i < length; ++i) damaged[start + i] = static_cast<char>(random.next32());
    writeBytes(store, damaged);
    const auto dataset = Dataset::open(folder / "set");
    bool bad = !dataset.ok();
    for (std::int64_t i = 0; dataset.ok() && i < 400; ++i) {
      const auto pixels = (*dataset)->input(Split::Train, i);
      if (!pixels.ok()) {
        bad = true;
        // Damage may hit the version of a record, which then claims to be newer.
        EXPECT_TRUE(pixels.error().code == ErrorCode::Corrupt || pixels.error().code == ErrorCode::NewerVersion)
            << pixels.error().text();
        continue;
      }
      const auto expected = pixelsOf(static_cast<std::size_t>(i), Shape{1, 6, 5});
      EXPECT_TRUE(std::equal(pixels->bytes.begin(), pixels->bytes.end(), expected.begin(), expected.end())) << i;
    }
    noticed += bad;
  }
  EXPECT_GT(noticed, 30);
}

TEST(DamagedDataset, ADamagedManifestSaysWhere) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {3, 0, 0});
  const fs::path file = folder / "set/dataset.json";
  const std::string whole = readBytes(file);
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    writeBytes(file, text);
    const auto opened = Dataset::open(folder / "set");
    EXPECT_FALSE(opened.ok()) << from << " -> " << to;
    return opened.ok() ? Error{} : opened.error();
  };
  EXPECT_EQ(replaced("\"version\": 2", "\"version\": 4").code, ErrorCode::NewerVersion);
  EXPECT_EQ(replaced("\"version\": 2", "\"version\": \"x\"").code, ErrorCode::Corrupt);
  EXPECT_EQ(replaced("fovea-dataset", "something").code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(replaced("\"samples\": 3,\n      \"per_class\"", "\"samples\": 4,\n      \"per_class\"").message,
                       "add up"));
  EXPECT_EQ(replaced("\"bytes\": ", "\"bytes\": 1").code, ErrorCode::Corrupt);
  EXPECT_EQ(replaced("\"hash\": \"", "\"hash\": \"z").code, ErrorCode::Corrupt);
  EXPECT_EQ(replaced("\"sample_shape\": [\n    1", "\"sample_shape\": [\n    2").code, ErrorCode::Corrupt);
  EXPECT_EQ(replaced("\"sample_shape\": [\n    1", "\"sample_shape\": [\n    -1").code, ErrorCode::Corrupt);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 3}) {
    writeBytes(file, whole.substr(0, size));
    EXPECT_EQ(Dataset::open(folder / "set").error().code, ErrorCode::Corrupt) << size;
  }
}

// Reads every sample.
Status check(const Dataset& dataset) {
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < dataset.size(split); ++i) {
      const auto sample = dataset.sample(split, i);
      if (!sample.ok()) return sample.error();
    }
  return {};
}

TEST(DamagedDataset, RandomChangesOfTheManifestNeverCrash) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {30, 10, 0});
  const fs::path file = folder / "set/dataset.json";
  const std::string whole = readBytes(file);
  Random random(9);
  for (int round = 0; round < 600; ++round) {
    std::string text = whole;
    for (std::uint64_t change = 0; change < 1 + random.below(3); ++change)
      text[random.below(text.size())] = "0123456789-{}[]\",:e.\n\xff"[random.below(22)];
    writeBytes(file, text);
    const auto opened = Dataset::open(folder / "set");
    const Status status = opened.ok() ? check(**opened) : Status(opened.error());
    if (!status.ok()) {
      EXPECT_TRUE(status.error().code == ErrorCode::Corrupt || status.error().code == ErrorCode::NewerVersion ||
                  status.error().code == ErrorCode::OutOfMemory)
          << status.error().text() << "\n"
          << text;
    }
  }
}

TEST(DamagedDataset, AFolderWithoutPermissionIsSaidToBeOne) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {3, 0, 0});
  fs::permissions(folder / "set", fs::perms::none);
  const int code = asOrdinaryUser(folder, [&] {
    const auto opened = Dataset::open(folder / "set");
    if (opened.ok()) return 2;
    return opened.error().code == ErrorCode::PermissionDenied ? 0 : 3;
  });
  fs::permissions(folder / "set", fs::perms::owner_all);
  EXPECT_EQ(code, 0);
}

TEST(Dataset, CanBeReadFromAFolderThatCannotBeWritten) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {3, 0, 0});
  const auto reading = fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec;
  fs::permissions(folder / "set", reading);
  const int code = asOrdinaryUser(folder, [&] {
    const auto dataset = Dataset::open(folder / "set");
    if (!dataset.ok()) return 2;
    return (*dataset)->sample(Split::Train, 2).ok() ? 0 : 3;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "set"), {}), 3);
  fs::permissions(folder / "set", fs::perms::owner_all);
}

TEST(StratifiedSplit, TakesTheSameShareOfEveryClass) {
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 1000; ++i) labels.push_back(i % 10 == 0 ? 1 : 0);
  labels.push_back(2);
  const auto plan = stratifiedSplit(labels, {}, {0.2, 0}, 3);
  std::array<int, 3> validation{};
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (plan[i] == Split::Validation) ++validation[static_cast<std::size_t>(labels[i])];
  EXPECT_EQ(validation, (std::array<int, 3>{180, 20, 0}));
  EXPECT_EQ(plan, stratifiedSplit(labels, {}, {0.2, 0}, 3));
  EXPECT_NE(plan, stratifiedSplit(labels, {}, {0.2, 0}, 4));
  for (const Split split : stratifiedSplit(labels, {}, {}, 3)) EXPECT_EQ(split, Split::Train);
  EXPECT_TRUE(stratifiedSplit({}, {}, {0.5, 0}, 1).empty());
}

}  // namespace
}  // namespace fovea::test
