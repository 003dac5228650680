// Samples of several parts: numbers beside symbols, kept in one record, normalised apart, told apart by all of them.
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/data/loading/batch_loader.h"
#include "core/data/store/dataset_export.h"
#include "core/data/store/dataset_manifest.h"
#include "core/data/store/input_statistics.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

// Row `number`: three numbers, two symbols of seven, two more numbers.
struct Row {
  explicit Row(std::int64_t number) {
    const auto value = static_cast<float>(number);
    numbers = Tensor::of<float>({3}, {value, 10 * value, 5});
    symbols =
        Tensor::of<std::int32_t>({2}, {static_cast<std::int32_t>(number % 7), static_cast<std::int32_t>(number % 3)});
    further = Tensor::of<float>({2}, {100 + 2 * value, -value});
    view.input = rawContent(numbers);
    view.parts = {rawContent(symbols), rawContent(further)};
    view.label = static_cast<std::int32_t>(number % 2);
    view.source = "rows";
    view.sourceIndex = static_cast<std::uint64_t>(number);
  }
  Tensor numbers, symbols, further;
  SampleView view;
};

DatasetDescription partsDescription() {
  DatasetDescription description{"rows", "test", "nowhere", Shape{3}, {"even", "odd"}};
  description.inputName = "numbers";
  description.parts = {{"symbols", {DataType::Int32, Shape{2}}, 7}, {"further", {DataType::Float32, Shape{2}}}};
  return description;
}

// Twelve rows to train, four to validate.
fs::path makeRows(const fs::path& folder) {
  auto writer = DatasetWriter::create(folder, partsDescription()).value();
  for (std::int64_t i = 0; i < 16; ++i) {
    Row row(i);
    row.view.split = i < 12 ? Split::Train : Split::Validation;
    EXPECT_TRUE(writer->add(row.view).ok());
  }
  EXPECT_TRUE(writer->finish().ok());
  return folder;
}

std::string recordOf(const SampleView& sample) {
  SampleView complete = sample;
  complete.hash = inputHash(sample);
  std::string record;
  encodeSample(complete, record);
  return record;
}

TEST(SampleParts, AreKeptInTheRecord) {
  Row row(5);
  row.view.group = "five";
  for (const bool target : {false, true}) {
    if (target) row.view.target = rawContent(row.further);
    const std::string record = recordOf(row.view);
    EXPECT_EQ(record[4], 4);
    const auto read = decodeSample(bytesOf(record));
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_TRUE(verifyInput(*read).ok());
    ASSERT_EQ(read->parts.size(), 2u);
    EXPECT_EQ(read->target.has_value(), target);
    EXPECT_EQ(read->group, "five");
    const Sample sample = read->copy().value();
    EXPECT_EQ(sample.parts[0].type(), row.symbols.type());
    EXPECT_EQ(sample.parts[0].data<std::int32_t>()[0], 5);
    EXPECT_EQ(sample.parts[1].data<float>()[0], 110);
    EXPECT_EQ(sample.input.data<float>()[1], 50);
  }
  row.view.parts.clear();
  EXPECT_EQ(recordOf(row.view)[4], 2) << "an older Fovea reads what has no further parts";
}

TEST(SampleParts, DamagedRecordsAreRefused) {
  const Row row(5);
  const std::string record = recordOf(row.view);
  for (std::size_t size = 0; size < record.size(); ++size)
    EXPECT_FALSE(decodeSample(bytesOf(record.substr(0, size))).ok()) << size;
  for (std::size_t at = 0; at < record.size(); ++at) {
    std::string damaged = record;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    const auto read = decodeSample(bytesOf(damaged));
    EXPECT_FALSE(read.ok() && verifyInput(*read).ok()) << at;
  }
}

TEST(SampleParts, TellSamplesApart) {
  const Row one(5), other(6);
  SampleView mixed = one.view;
  mixed.parts = other.view.parts;
  EXPECT_NE(inputHash(one.view), inputHash(mixed));
  mixed.parts = {one.view.parts[1], one.view.parts[0]};
  EXPECT_NE(inputHash(one.view), inputHash(mixed));
}

TEST(SampleParts, ComeBackFromADataSet) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeRows(folder / "rows"));
  const DatasetInfo& info = dataset->info();
  EXPECT_EQ(info.formatVersion, 3);
  EXPECT_EQ(info.inputName, "numbers");
  ASSERT_EQ(info.parts.size(), 2u);
  EXPECT_EQ(info.parts[0].name, "symbols");
  EXPECT_EQ(info.parts[0].symbols, 7);
  EXPECT_TRUE(info.parts[0].mean.empty()) << "symbols have no mean";
  // Over the twelve rows that train.
  ASSERT_EQ(info.parts[1].mean.size(), 2u);
  EXPECT_DOUBLE_EQ(info.parts[1].mean[0], 111);
  EXPECT_DOUBLE_EQ(info.parts[1].mean[1], -5.5);
  EXPECT_NEAR(info.parts[1].deviation[0], 2 * std::sqrt(143.0 / 12), 1e-9);
  const Sample sample = dataset->sample(Split::Train, 4).value();
  EXPECT_EQ(sample.parts.at(0).data<std::int32_t>()[0], 4);
  const std::vector<std::uint32_t> some{3, 13};
  ASSERT_TRUE(exportSamples(*dataset, some, folder / "some", "some", {}, {}).ok());
  const auto exported = openDataset(folder / "some");
  EXPECT_EQ(exported->info().parts.size(), 2u);
  EXPECT_EQ(exported->sample(Split::Train, 0)->parts.at(1).data<float>()[0], 106);
}

TEST(SampleParts, OfOtherTypesAreRefused) {
  const TemporaryFolder folder;
  auto writer = DatasetWriter::create(folder / "rows", partsDescription()).value();
  Row row(1);
  row.view.parts.pop_back();
  EXPECT_EQ(writer->add(row.view).error().code, ErrorCode::InvalidArgument);
  row.view.parts = {rawContent(row.symbols), rawContent(row.numbers)};
  EXPECT_EQ(writer->add(row.view).error().code, ErrorCode::InvalidArgument);
}

TEST(SampleParts, AreBatchedByName) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeRows(folder / "rows"));
  BatchLoaderOptions options;
  options.batch = 4;
  options.shuffle = false;
  for (const int threads : {0, 2}) {
    options.threads = threads;
    const auto loader = BatchLoader::create(dataset, Split::Train, options).value();
    const Batch first = loader->next().value();
    ASSERT_EQ(first.inputs.size(), 3u);
    EXPECT_EQ(first.inputs[0].name, "numbers");
    EXPECT_EQ(first.inputs[1].name, "symbols");
    EXPECT_EQ(first.inputs[2].name, "further");
    EXPECT_EQ(first.inputs[1].values.type(), (TensorType{DataType::Int32, Shape{4, 2}}));
    EXPECT_EQ(first.inputs[1].values.data<std::int32_t>()[6], 3);
    const double deviation = 2 * std::sqrt(143.0 / 12);
    EXPECT_NEAR(first.inputs[2].values.data<float>()[2], (102 - 111) / deviation, 1e-6);
    EXPECT_NEAR(first.inputs[2].values.data<float>()[3], (-1 + 5.5) / deviation * 2, 1e-6);
  }
  // As another data set was normalised.
  options.parts = dataset->info().parts;
  options.parts[1].mean = {0, 0};
  options.parts[1].deviation = {1, 0};
  const auto plain = BatchLoader::create(dataset, Split::Train, options).value();
  EXPECT_EQ(plain->next()->inputs[2].values.data<float>()[2], 102);
  options.parts[1].name = "others";
  EXPECT_EQ(BatchLoader::create(dataset, Split::Train, options).error().code, ErrorCode::InvalidArgument);
}

TEST(SampleParts, StatisticsGoOnFromAFile) {
  SampleStatistics statistics;
  statistics.parts.resize(2);
  const Row row(5);
  statistics.input.add(row.numbers.type(), channelSums(row.numbers), nullptr);
  statistics.parts[0].add(row.symbols.type(), channelSums(row.symbols), nullptr);
  statistics.parts[1].add(row.further.type(), channelSums(row.further), nullptr);
  const std::string bytes = statistics.write();
  const auto read = SampleStatistics::read(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->write(), bytes);
  EXPECT_EQ(read->parts[1].channelMean(), (std::vector<double>{110, -5}));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(SampleStatistics::read(std::string_view(bytes).substr(0, size))) << size;
  statistics.parts.clear();
  EXPECT_EQ(statistics.write(), statistics.input.write()) << "as an older Fovea wrote it";
}

TEST(SampleParts, ImpossibleManifestsAreRefused) {
  const TemporaryFolder folder;
  makeRows(folder / "rows");
  const Manifest manifest = readManifest(folder / "rows").value();
  const Json right = manifestToJson(manifest);
  EXPECT_EQ(manifestFromJson(right, "rows")->info.parts, manifest.info.parts);
  const auto refused = [&](const std::function<void(Json&)>& change) {
    Json wrong = right;
    change(wrong);
    const auto read = manifestFromJson(wrong, "rows");
    return !read.ok() && read.error().code == ErrorCode::Corrupt;
  };
  EXPECT_TRUE(refused([](Json& json) { json["parts"][0]["name"] = ""; }));
  EXPECT_TRUE(refused([](Json& json) { json["parts"][0]["name"] = "further"; }));
  EXPECT_TRUE(refused([](Json& json) { json["parts"][0]["name"] = "numbers"; }));
  EXPECT_TRUE(refused([](Json& json) { json["parts"][0]["symbols"] = -1; }));
  EXPECT_TRUE(refused([](Json& json) { json["parts"][0]["type"] = "f64"; }));
  EXPECT_TRUE(refused([](Json& json) { json["parts"][1]["mean"] = Json::array({1.0}); }));
  EXPECT_TRUE(refused([](Json& json) { json["parts"][1]["shape"] = Json::array({-2}); }));
  EXPECT_TRUE(refused([](Json& json) { json["parts"] = Json::array({1}); }));
}

}  // namespace
}  // namespace fovea::test
