// The outcomes of every sample, for a network whose answers are known in advance.
#include "core/inspect/sample_outcomes.h"

#include <cmath>

#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

TEST(SampleOutcomes, AreThoseOfEachRecordWhateverItsSplit) {
  const TemporaryFolder folder;
  const auto writer =
      valueOf(DatasetWriter::create(folder / "set", {"known", "test", "", Shape{1, 1, 3}, {"a", "b", "c"}}));
  const auto add = [&](std::vector<std::uint8_t> pixels, std::int32_t label, Split split) {
    EXPECT_TRUE(writer->add(rawSample(Shape{1, 1, 3}, pixels, label, split, "x", 0)).ok());
  };
  add({255, 0, 0}, 0, Split::Test);
  add({0, 255, 0}, 0, Split::Train);
  add({0, 0, 255}, kNoLabel, Split::Train);
  add({0, 0, 255}, 2, Split::Train);
  EXPECT_TRUE(writer->finish().ok());
  const auto imported = openDataset(folder / "set");
  const auto dataset = valueOf(imported->edited({EditKind::Exclude, {3}}));
  const auto outcomes = valueOf(sampleOutcomes(brightestPixel(), *dataset, openDevice("cpu"), {}, {}));
  EXPECT_EQ(outcomes->predictions, (std::vector<std::int32_t>{0, 1, kNoLabel, kNoLabel}));
  const double right = std::log(std::exp(4.0) + 2) - 4, wrong = std::log(std::exp(4.0) + 2);
  EXPECT_NEAR(outcomes->losses[0], right, 1e-5);
  EXPECT_NEAR(outcomes->losses[1], wrong, 1e-5);
  EXPECT_TRUE(std::isnan(outcomes->losses[2]) && std::isnan(outcomes->losses[3]));
  EXPECT_NEAR(outcomes->confidences[1], std::exp(-right), 1e-5);
}

TEST(SampleOutcomes, ScoresGiveNeitherLossNorConfidence) {
  const TemporaryFolder folder;
  const auto writer =
      valueOf(DatasetWriter::create(folder / "set", {"known", "test", "", Shape{1, 1, 3}, {"a", "b", "c"}}));
  EXPECT_TRUE(
      writer->add(rawSample(Shape{1, 1, 3}, std::vector<std::uint8_t>{255, 0, 0}, 1, Split::Train, "x", 0)).ok());
  EXPECT_TRUE(writer->finish().ok());
  const auto outcomes =
      valueOf(sampleOutcomes(brightestPixel("hinge"), *openDataset(folder / "set"), openDevice("cpu"), {}, {}));
  EXPECT_EQ(outcomes->predictions, (std::vector<std::int32_t>{0}));
  EXPECT_TRUE(std::isnan(outcomes->losses[0]) && std::isnan(outcomes->confidences[0]));
}

TEST(SampleOutcomes, NeedOneClassASample) {
  const TemporaryFolder folder;
  DatasetDescription description{"plain", "test", "", Shape{1, 1, 3}, {}};
  description.task = Task::Unlabelled;
  const auto writer = valueOf(DatasetWriter::create(folder / "set", description));
  EXPECT_TRUE(writer->add(rawSample(Shape{1, 1, 3}, pixelsOf(1, Shape{1, 1, 3}), kNoLabel, Split::Train, "x", 0)).ok());
  EXPECT_TRUE(writer->finish().ok());
  expectError(sampleOutcomes(brightestPixel(), *openDataset(folder / "set"), openDevice("cpu"), {}, {}),
              ErrorCode::InvalidArgument, "one class each");
}

}  // namespace
}  // namespace fovea::test
