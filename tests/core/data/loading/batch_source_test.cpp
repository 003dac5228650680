// Every source of batches continues from any position that it returned, and reports the cost of loading.
#include <set>

#include "core/data/loading/made_batches.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

SourceRequest requestFor(std::int64_t batch = 4) {
  SourceRequest request;
  request.loading.batch = batch;
  request.loading.seed = 9;
  request.inputs = {{"numbers", {DataType::Float32, Shape{batch, 3}}},
                    {"symbols", {DataType::Int32, Shape{batch, 2}}, 0, 5}};
  request.target = SourceTensor{"target", {DataType::Int32, Shape{batch}}, 1, 3};
  return request;
}

// All bytes of a batch.
std::string contentOf(const Batch& batch) {
  std::string content;
  const auto add = [&](const Tensor& tensor) {
    if (tensor.defined()) content.append(static_cast<const char*>(tensor.raw()), tensor.bytes());
  };
  for (const BatchPart& part : batch.inputs) add(part.values);
  add(batch.target);
  add(batch.labels);
  return content;
}

std::vector<std::string> take(BatchSource& source, int batches) {
  std::vector<std::string> contents;
  for (int i = 0; i < batches; ++i) {
    auto batch = source.next();
    if (!batch.ok()) {
      ADD_FAILURE() << batch.error().text();
      break;
    }
    contents.push_back(batch->endOfEpoch ? "end" : contentOf(*batch));
  }
  return contents;
}

// Looks back at each of its first positions.
void expectGoesBackAnywhere(BatchSource& source) {
  std::vector<SourcePosition> positions;
  std::vector<std::string> contents;
  for (int i = 0; i < 13; ++i) {
    positions.push_back(source.position());
    contents.push_back(take(source, 1).at(0));
  }
  for (const std::size_t at : {5u, 0u, 12u, 3u, 9u}) {
    SCOPED_TRACE(at);
    ASSERT_TRUE(source.restore(positions[at]).ok());
    EXPECT_EQ(source.position(), positions[at]);
    const std::vector<std::string> rest(contents.begin() + static_cast<std::ptrdiff_t>(at), contents.end());
    EXPECT_EQ(take(source, static_cast<int>(rest.size())), rest);
  }
}

TEST(BatchSource, ALoaderGoesBackToAnyPosition) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {30, 0, 0}));
  for (const int threads : {0, 1, 3}) {
    SCOPED_TRACE(threads);
    SourceRequest request;
    request.loading.batch = 8;
    request.loading.threads = threads;
    request.loading.transforms = {TransformStep{"random_flip", {}}};
    const auto source = supplyOf(dataset)->open(request).value();
    EXPECT_EQ(source->batchesPerEpoch(), 4);
    expectGoesBackAnywhere(*source);
    EXPECT_EQ(source->restore({0, 31}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(source->restore({-1, 0}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(source->statistics().threads, threads);
  }
}

TEST(BatchSource, APositionThatIsNoneLeavesTheLoaderWhereItIs) {
  const TemporaryFolder folder;
  const auto path = makeDataset(folder / "set", {16, 0, 0});
  const auto dataset = openDataset(path);
  SourceRequest request;
  request.loading.batch = 8;
  request.loading.streams = true;
  const auto source = supplyOf(dataset)->open(request).value();
  EXPECT_EQ(source->restore({0, 3}).error().code, ErrorCode::InvalidArgument) << "in the middle of a batch of streams";
  EXPECT_EQ(source->position(), SourcePosition());
  EXPECT_EQ(source->next()->firstPosition, 0);
}

TEST(BatchSource, StatisticsCountWhatWasTaken) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {30, 0, 0}));
  SourceRequest request;
  request.loading.batch = 8;
  const auto source = supplyOf(dataset)->open(request).value();
  take(*source, 6);  // four batches, a marker, one more
  const LoadingStatistics statistics = source->statistics();
  EXPECT_EQ(statistics.batches, 5);
  EXPECT_EQ(statistics.samples, 38);
  EXPECT_GT(statistics.seconds, 0);
}

TEST(BatchSource, SyntheticBatchesFollowFromTheirPosition) {
  const auto source = SyntheticBatches::create(requestFor(), false).value();
  EXPECT_EQ(source->batchesPerEpoch(), 0);
  EXPECT_FALSE(source->repeats());
  expectGoesBackAnywhere(*source);
  EXPECT_TRUE(source->restore({0, 0}).ok());
  const auto contents = take(*source, 2);
  EXPECT_NE(contents[0], contents[1]);
  EXPECT_EQ(source->restore({1, 0}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(source->restore({0, 3}).error().code, ErrorCode::InvalidArgument);
}

TEST(BatchSource, SyntheticBatchesHoldWhatIsAskedFor) {
  const auto source = SyntheticBatches::create(requestFor(64), false).value();
  const Batch batch = source->next().value();
  ASSERT_EQ(batch.inputs.size(), 2u);
  EXPECT_EQ(batch.size(), 64);
  EXPECT_EQ(batch.inputs[0].name, "numbers");
  EXPECT_EQ(batch.inputs[1].name, "symbols");
  std::set<std::int32_t> symbols, targets;
  for (const std::int32_t symbol : batch.inputs[1].values.values<std::int32_t>()) symbols.insert(symbol);
  for (const std::int32_t target : batch.target.values<std::int32_t>()) targets.insert(target);
  EXPECT_EQ(symbols, (std::set<std::int32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(targets, (std::set<std::int32_t>{1, 2}));
  SourceRequest wrong = requestFor();
  wrong.inputs[0].type.shape = Shape{5, 3};
  EXPECT_EQ(SyntheticBatches::create(wrong, false).error().code, ErrorCode::InvalidArgument);
  wrong = requestFor();
  wrong.target->last = 1;
  EXPECT_EQ(SyntheticBatches::create(wrong, false).error().code, ErrorCode::InvalidArgument);
}

TEST(BatchSource, RepeatedBatchesShareTheirMemory) {
  const auto source = syntheticSupply(true)->open(requestFor()).value();
  EXPECT_TRUE(source->repeats());
  const Batch first = source->next().value(), second = source->next().value();
  EXPECT_EQ(first.input().raw(), second.input().raw());
  EXPECT_EQ(second.firstPosition, 4);
}

TEST(BatchSource, EmptyBatchesCountSamplesAndHoldNothing) {
  const auto source = emptySupply()->open(requestFor()).value();
  expectGoesBackAnywhere(*source);
  const Batch batch = source->next().value();
  EXPECT_EQ(batch.size(), 4);
  EXPECT_TRUE(batch.inputs.empty());
  SourceRequest none = requestFor();
  none.loading.batch = 0;
  EXPECT_EQ(emptySupply()->open(none).error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace fovea::test
