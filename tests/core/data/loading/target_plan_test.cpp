// The target of a sample is one tensor for every task, and moves as its input moves.
#include "core/data/loading/target_plan.h"
#include "core/data/loading/box_grid_target.h"

#include <cmath>

#include "../data_support.h"
#include "core/data/loading/batch_loader.h"
#include "core/data/transforms/box_map.h"

namespace fovea::test {
namespace {

Tensor bytesTensor(const Shape& shape, std::uint64_t seed) {
  Random random(seed);
  Tensor tensor = Tensor::make({DataType::UInt8, shape});
  for (std::uint8_t& value : tensor.values<std::uint8_t>()) value = static_cast<std::uint8_t>(random.below(200));
  return tensor;
}

// A training split of `samples` for a task.
std::shared_ptr<Dataset> taskOf(const fs::path& folder, Task task, const std::vector<std::string>& classes,
                                const std::vector<Sample>& samples) {
  DatasetDescription description{"targets", "test", "", samples.front().input.shape(), classes};
  description.task = task;
  auto writer = DatasetWriter::create(folder, description).value();
  for (const Sample& sample : samples) {
    SampleView view;
    view.input = rawContent(sample.input);
    view.label = sample.label;
    view.labels = std::span<const std::int32_t>(sample.labels);
    view.boxes = std::span<const Box>(sample.boxes);
    if (sample.target.defined()) view.target = rawContent(sample.target);
    const Status added = writer->add(view);
    EXPECT_TRUE(added.ok()) << (added.ok() ? "" : added.error().text());
  }
  const auto info = writer->finish();
  EXPECT_TRUE(info.ok()) << (info.ok() ? "" : info.error().text());
  return openDataset(folder);
}

BatchLoaderOptions inOrder(std::int64_t batch, TransformList list = {}, const Shape& target = {}) {
  BatchLoaderOptions options;
  options.batch = batch;
  options.shuffle = false;
  options.threads = 0;
  options.transforms = std::move(list);
  options.target = target;
  return options;
}

Batch firstBatch(const std::shared_ptr<Dataset>& data, const BatchLoaderOptions& options) {
  auto loader = BatchLoader::create(data, Split::Train, options);
  EXPECT_TRUE(loader.ok()) << (loader.ok() ? "" : loader.error().text());
  auto batch = (*loader)->next();
  EXPECT_TRUE(batch.ok()) << (batch.ok() ? "" : batch.error().text());
  return std::move(batch).value();
}

std::vector<float> reals(const Tensor& tensor) {
  return {tensor.values<float>().begin(), tensor.values<float>().end()};
}
std::vector<std::int32_t> wholes(const Tensor& tensor) {
  return {tensor.values<std::int32_t>().begin(), tensor.values<std::int32_t>().end()};
}

Sample imageSample(const Shape& shape, std::uint64_t seed) {
  Sample sample;
  sample.input = bytesTensor(shape, seed);
  return sample;
}

TEST(TargetPlan, SeveralLabelsAreOnesAmongZeros) {
  const TemporaryFolder folder;
  std::vector<Sample> samples(3, imageSample({1, 4, 4}, 1));
  samples[0].labels = {0, 2};
  samples[2].labels = {1};
  const auto data = taskOf(folder / "set", Task::MultiLabel, {"a", "b", "c"}, samples);
  const Batch batch = firstBatch(data, inOrder(3));
  EXPECT_EQ(batch.target.shape(), (Shape{3, 3}));
  EXPECT_EQ(reals(batch.target), (std::vector<float>{1, 0, 1, 0, 0, 0, 0, 1, 0}));
}

TEST(TargetPlan, NumbersSymbolsAndTranscripts) {
  const TemporaryFolder folder;
  Sample row;
  row.input = Tensor::of<float>(Shape{3}, {1, 2, 3});
  row.target = Tensor::of<float>(Shape{2}, {0.5f, -7});
  const Batch numbers = firstBatch(taskOf(folder / "numbers", Task::Regression, {}, {row}), inOrder(1));
  EXPECT_EQ(reals(numbers.target), (std::vector<float>{0.5f, -7}));

  Sample window;
  window.input = Tensor::of<std::int32_t>(Shape{5}, {4, 1, 0, 2, 3});
  const auto text = taskOf(folder / "text", Task::NextSymbol, {"a", "b", "c", "d", "e"}, {window, window});
  const Batch symbols = firstBatch(text, inOrder(2));
  EXPECT_EQ(wholes(symbols.input()), (std::vector<std::int32_t>{4, 1, 0, 2, 4, 1, 0, 2}));
  EXPECT_EQ(wholes(symbols.target), (std::vector<std::int32_t>{1, 0, 2, 3, 1, 0, 2, 3}));

  Sample spoken = row;
  spoken.target = {};
  spoken.labels = {1, 1, 0};
  const auto speech = taskOf(folder / "speech", Task::Transcription, {"x", "y"}, {spoken});
  EXPECT_EQ(wholes(firstBatch(speech, inOrder(1, {}, {5})).target), (std::vector<std::int32_t>{2, 2, 1, -1, -1}));
  auto loader = BatchLoader::create(speech, Split::Train, inOrder(1, {}, {2})).value();
  EXPECT_TRUE(contains(loader->next().error().text(), "3 labels in a row, but the loss accepts at most 2"));
}

TEST(TargetPlan, MasksGoWhereTheirPixelsGo) {
  const TemporaryFolder folder;
  Sample sample = imageSample({1, 6, 8}, 2);
  // The mask says what the pixel is, so both can be compared after any move.
  sample.target = Tensor::make({DataType::UInt8, {1, 6, 8}});
  for (std::size_t i = 0; i < 48; ++i) {
    sample.input.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(50 * (1 + i % 4));
    sample.target.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(i % 4);
  }
  sample.target.data<std::uint8_t>()[5] = kIgnoredPixel;
  const auto data = taskOf(folder / "set", Task::Segmentation, {"a", "b", "c", "d"}, {sample});
  const TransformList list{
      TransformStep{"random_flip", {}}, TransformStep{"random_flip", {{"direction", std::string("vertical")}}},
      TransformStep{"random_crop",
                    {{"padding", std::int64_t{2}}, {"height", std::int64_t{7}}, {"width", std::int64_t{5}}}}};
  int outside = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    BatchLoaderOptions options = inOrder(1, list);
    options.seed = seed;
    const Batch batch = firstBatch(data, options);
    ASSERT_EQ(batch.target.type(), (TensorType{DataType::Int32, Shape{1, 7, 5}}));
    for (std::size_t i = 0; i < 35; ++i) {
      const int pixel = static_cast<int>(std::lround(255 * batch.input().data<float>()[i]));
      const std::int32_t label = batch.target.data<std::int32_t>()[i];
      if (label == kNoLabel) {
        EXPECT_TRUE(pixel == 0 || pixel == 100) << "outside, or the pixel that is ignored";
        outside += pixel == 0;
      } else {
        EXPECT_EQ(pixel, 50 * (1 + label));
      }
    }
  }
  EXPECT_GT(outside, 0);
  // Of a network whose output is half as large, every second pixel.
  EXPECT_EQ(firstBatch(data, inOrder(1, {}, {3, 4})).target.shape(), (Shape{1, 3, 4}));
  const auto refused = BatchLoader::create(data, Split::Train, inOrder(1, {}, {4, 6}));
  EXPECT_TRUE(contains(refused.error().text(), "masks would be 6×4 where the inputs are 8×6"));
}

TEST(TargetPlan, MasksOfVolumesStayAsTheyAre) {
  const TemporaryFolder folder;
  Sample volume;
  volume.input = Tensor::zeros({DataType::Float32, {1, 2, 3, 4}});
  volume.target = Tensor::zeros({DataType::UInt8, {1, 2, 3, 4}});
  volume.target.data<std::uint8_t>()[7] = 1;
  volume.target.data<std::uint8_t>()[9] = kIgnoredPixel;
  const auto data = taskOf(folder / "set", Task::Segmentation, {"a", "b"}, {volume});
  const Batch batch = firstBatch(data, inOrder(1, {}, {2, 3, 4}));
  EXPECT_EQ(batch.target.type(), (TensorType{DataType::Int32, Shape{1, 2, 3, 4}}));
  EXPECT_EQ(batch.target.data<std::int32_t>()[7], 1);
  EXPECT_EQ(batch.target.data<std::int32_t>()[9], kNoLabel);
  EXPECT_EQ(batch.target.data<std::int32_t>()[8], 0);
}

TEST(TargetPlan, LargerTargetImagesStayInPlace) {
  const TemporaryFolder folder;
  // Each pixel of the input is four of the target.
  Sample sample = imageSample({1, 6, 6}, 3);
  sample.target = Tensor::make({DataType::UInt8, {1, 12, 12}});
  for (std::size_t y = 0; y < 12; ++y)
    for (std::size_t x = 0; x < 12; ++x)
      sample.target.data<std::uint8_t>()[12 * y + x] = sample.input.data<std::uint8_t>()[6 * (y / 2) + x / 2];
  const auto data = taskOf(folder / "set", Task::ImageToImage, {}, {sample});
  const TransformList list{
      TransformStep{"random_flip", {}},
      TransformStep{"random_crop",
                    {{"padding", std::int64_t{1}}, {"height", std::int64_t{4}}, {"width", std::int64_t{4}}}}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    BatchLoaderOptions options = inOrder(1, list);
    options.seed = seed;
    const Batch batch = firstBatch(data, options);
    ASSERT_EQ(batch.target.shape(), (Shape{1, 1, 8, 8}));
    for (std::size_t y = 0; y < 8; ++y)
      for (std::size_t x = 0; x < 8; ++x)
        EXPECT_EQ(batch.target.data<float>()[8 * y + x], batch.input().data<float>()[4 * (y / 2) + x / 2]);
  }
  // A network that sharpens takes the input enlarged, and the target as it is.
  const TransformList enlarged{TransformStep{"resize", {{"height", std::int64_t{12}}, {"width", std::int64_t{12}}}},
                               Normalise{{0.5}, {0.25}}};
  const Batch batch = firstBatch(data, inOrder(1, enlarged, {1, 12, 12}));
  for (std::size_t i = 0; i < 144; ++i)
    EXPECT_EQ(batch.target.data<float>()[i], static_cast<float>(sample.target.data<std::uint8_t>()[i]) * (1 / 255.0f));
}

TEST(TargetPlan, TargetImagesOfNumbersMoveAsTheirInputs) {
  const TemporaryFolder folder;
  Sample sample = imageSample({1, 6, 8}, 4);
  for (std::uint8_t& pixel : sample.input.values<std::uint8_t>()) pixel = static_cast<std::uint8_t>(pixel + 1);
  sample.target = Tensor::make({DataType::Float32, {1, 6, 8}});
  for (std::size_t i = 0; i < 48; ++i)
    sample.target.data<float>()[i] = 100.0f * static_cast<float>(sample.input.data<std::uint8_t>()[i]);
  const auto data = taskOf(folder / "set", Task::ImageToImage, {}, {sample});
  const TransformList list{TransformStep{"random_flip", {}}, TransformStep{"random_crop", {}}};
  bool changed = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    BatchLoaderOptions options = inOrder(1, list);
    options.seed = seed;
    const Batch batch = firstBatch(data, options);
    for (std::size_t i = 0; i < 48; ++i)
      EXPECT_NEAR(batch.target.data<float>()[i], 100 * 255 * batch.input().data<float>()[i], 0.1f);
    changed = changed || reals(batch.target) != reals(sample.target);
  }
  EXPECT_TRUE(changed);
  const TransformList halved{TransformStep{"resize", {{"height", std::int64_t{3}}, {"width", std::int64_t{4}}}}};
  const Batch batch = firstBatch(data, inOrder(1, halved));
  ASSERT_EQ(batch.target.shape(), (Shape{1, 1, 3, 4}));
  const float* const stored = sample.target.data<float>();
  EXPECT_NEAR(batch.target.data<float>()[5], (stored[18] + stored[19] + stored[26] + stored[27]) / 4, 0.1f);
}

TEST(TargetPlan, IsTheSameWhateverTheThreads) {
  const TemporaryFolder folder;
  std::vector<Sample> samples;
  for (std::uint64_t i = 0; i < 40; ++i) {
    samples.push_back(imageSample({3, 20, 24}, i));
    samples.back().target = bytesTensor({3, 20, 24}, 100 + i);
  }
  const auto data = taskOf(folder / "set", Task::ImageToImage, {}, samples);
  const auto targets = [&](int threads) {
    BatchLoaderOptions options = inOrder(7, {TransformStep{"affine", {}}, TransformStep{"random_flip", {}}});
    options.threads = threads;
    options.shuffle = true;
    auto loader = BatchLoader::create(data, Split::Train, options).value();
    std::vector<float> all;
    for (int i = 0; i < 14; ++i) {
      const Batch batch = loader->next().value();
      if (batch.endOfEpoch) continue;
      const std::vector<float> some = reals(batch.target);
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  };
  const auto expected = targets(0);
  for (const int threads : {1, 3}) EXPECT_EQ(targets(threads), expected);
}

// What is drawn of a list for an image of 10×8.
SampleDrawing drawn(const TransformStep& step, std::uint64_t seed = 1) {
  const TransformPlan plan = TransformPlan::make({step}, {DataType::UInt8, Shape{1, 8, 10}}).value();
  Random random(seed);
  return plan.draw(10, 8, random);
}

std::vector<Box> mapped(const std::vector<Box>& boxes, const SampleDrawing& drawing) {
  return mapBoxes(std::span<const Box>(boxes), drawing);
}

TEST(MapBoxes, FollowTheImage) {
  const std::vector<Box> boxes{{1, 2, 4, 6, 3}};
  EXPECT_EQ(mapped(boxes, drawn({"random_flip", {{"probability", 1.0}}})), (std::vector<Box>{{6, 2, 9, 6, 3}}));
  EXPECT_EQ(mapped(boxes, drawn({"random_flip", {{"probability", 1.0}, {"direction", std::string("vertical")}}})),
            (std::vector<Box>{{1, 2, 4, 6, 3}}));
  EXPECT_EQ(
      mapped(boxes,
             drawn({"resize",
                    {{"height", std::int64_t{16}}, {"width", std::int64_t{30}}, {"mode", std::string("squash")}}})),
      (std::vector<Box>{{3, 4, 12, 12, 3}}));
  // Turned about the middle, a box has its corners within the rectangle around it.
  SampleDrawing turned = drawn({"random_flip", {{"probability", 0.0}}});
  turned.turnAboutMiddle(PlaneMap::rotation(0.3));
  const Box box = mapped(boxes, turned).at(0);
  EXPECT_GT((box.right - box.left) * (box.bottom - box.top), 12);
}

TEST(MapBoxes, AreCutAndLeftOutAtTheBorder) {
  // The middle 4×4 of 10×8 begins at (3, 2).
  const SampleDrawing middle = drawn({"center_crop", {{"height", std::int64_t{4}}, {"width", std::int64_t{4}}}});
  EXPECT_EQ(mapped({{1, 1, 5, 7, 0}}, middle), (std::vector<Box>{{0, 0, 2, 4, 0}}));  // 8 of 24
  EXPECT_TRUE(mapped({{0, 0, 4, 4, 0}}, middle).empty());                             // 2 of 16
  EXPECT_TRUE(mapped({{7, 6, 9, 8, 0}}, middle).empty());
  EXPECT_EQ(mapped({{0, 0, 10, 8, 2}}, middle), (std::vector<Box>{{0, 0, 4, 4, 2}}));  // 16 of 80
}

TEST(TargetPlan, BatchesOfDetectionHaveTheirBoxes) {
  const TemporaryFolder folder;
  std::vector<Sample> samples(2, imageSample({1, 8, 10}, 1));
  samples[0].boxes = {{1, 2, 4, 6, 1}, {0, 0, 10, 8, 0}};
  const auto data = taskOf(folder / "set", Task::Detection, {"a", "b"}, samples);
  const Batch batch = firstBatch(data, inOrder(2, {TransformStep{"random_flip", {{"probability", 1.0}}}}));
  EXPECT_FALSE(batch.target.defined());
  ASSERT_EQ(batch.boxes.size(), 2u);
  EXPECT_EQ(batch.boxes[0], (std::vector<Box>{{6, 2, 9, 6, 1}, {0, 0, 10, 8, 0}}));
  EXPECT_TRUE(batch.boxes[1].empty());
}

TEST(TargetPlan, ALossForBoxesHasThemOnAGridAfterTheTransforms) {
  const TemporaryFolder folder;
  std::vector<Sample> samples(1, imageSample({1, 8, 16}, 1));
  samples[0].boxes = {{0, 2, 4, 6, 1}};
  const auto data = taskOf(folder / "set", Task::Detection, {"a", "b"}, samples);
  const Shape grid{7, 4, 8};
  const Batch batch = firstBatch(data, inOrder(1, {TransformStep{"random_flip", {{"probability", 1.0}}}}, grid));
  ASSERT_EQ(batch.target.shape(), (Shape{1, 7, 4, 8}));
  Tensor expected = Tensor::make({DataType::Float32, grid});
  writeBoxGrid(std::vector<Box>{{12, 2, 16, 6, 1}}, 16, 8, grid, expected.data<float>());
  EXPECT_TRUE(std::ranges::equal(batch.target.values<float>(), expected.values<float>()));
  EXPECT_TRUE(contains(BatchLoader::create(data, Split::Train, inOrder(1, {}, {6, 4, 8})).error().text(),
                       "compares with [6, 4, 8] for each sample, but \"targets\" has [7, 4, 8]"));
  Sample row;
  row.input = Tensor::of<float>(Shape{3}, {1, 2, 3});
  row.boxes = {{0, 0, 1, 1, 0}};
  const auto rows = taskOf(folder / "rows", Task::Detection, {"a", "b"}, {row});
  EXPECT_TRUE(contains(BatchLoader::create(rows, Split::Train, inOrder(1, {}, grid)).error().text(), "are no images"));
}

TEST(TargetPlan, WhatIsMissingOrDoesNotFitIsSaid) {
  const TemporaryFolder folder;
  Sample row;
  row.input = Tensor::of<float>(Shape{3}, {1, 2, 3});
  row.target = Tensor::of<float>(Shape{2}, {0.5f, -7});
  const auto data = taskOf(folder / "numbers", Task::Regression, {}, {row});
  EXPECT_TRUE(contains(BatchLoader::create(data, Split::Train, inOrder(1, {}, {3})).error().text(),
                       "compares with [3] for each sample, but \"targets\" has [2]"));
  Sample unlike = row;
  unlike.target = Tensor::of<float>(Shape{3}, {1, 2, 3});
  const auto mixed = taskOf(folder / "mixed", Task::Regression, {}, {row, unlike});
  auto loader = BatchLoader::create(mixed, Split::Train, inOrder(2));
  EXPECT_TRUE(contains(loader.ok() ? (*loader)->next().error().text() : loader.error().text(), "target"));
  const auto symbols = taskOf(folder / "none", Task::NextSymbol, {"a"}, {row});
  EXPECT_TRUE(contains(BatchLoader::create(symbols, Split::Train, inOrder(1)).error().text(), "no rows of symbols"));
}

}  // namespace
}  // namespace fovea::test
