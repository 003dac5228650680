// The benefit of a carried state is measured exactly: how a text is divided into windows makes no difference.
#include "core/inspect/evaluation.h"
#include "tests/core/train/text_data.h"

namespace fovea::test {
namespace {

class CarriedEvaluationTest : public ::testing::TestWithParam<std::string> {
 protected:
  // A network with two layers after a little training, as if for windows of `length`; batches have `batch` rows.
  Checkpoint checkpointFor(std::int64_t length, const char* state, std::int64_t batch) {
    if (!trained_) {
      const auto data = textDataset(folder_ / "train", {{"t.txt", randomSymbols(241, 7)}}, 12);
      TaskCase task{data, textNetwork(12, "carried", GetParam().c_str(), 2), adam(0.03, 4)};
      task.settings.batch = 2;
      const auto trainer = trainerOf(task);
      trained(*trainer);
      trained_ = valueOf(trainer->checkpoint());
    }
    Checkpoint checkpoint = *trained_;
    checkpoint.network = textNetwork(length, state, GetParam().c_str(), 2);
    checkpoint.settings.batch = batch;
    checkpoint.samples.shape = Shape{length + 1};
    checkpoint.transforms.clear();
    return checkpoint;
  }
  Evaluation judged(const Checkpoint& checkpoint, const std::shared_ptr<Dataset>& data) {
    return valueOf(evaluate(checkpoint, *data, Split::Train, openTaskDevice("cpu"), {}, {}, {}));
  }
  // The loss of a text of 256 symbols and the following one.
  double lossOf(std::int64_t length, const char* state, std::int64_t batch = 1) {
    const auto data = textDataset(folder_ / ("text" + std::to_string(++count_)), {{"t.txt", text_}}, length);
    const Evaluation evaluation = judged(checkpointFor(length, state, batch), data);
    EXPECT_EQ(evaluation.samples, 256 / length);
    EXPECT_EQ(evaluation.gaps, 0);
    return evaluation.loss;
  }

  TemporaryFolder folder_;
  Symbols text_ = randomSymbols(257, 9);
  std::optional<Checkpoint> trained_;
  int count_ = 0;
};

TEST_P(CarriedEvaluationTest, TheLengthOfWindowsMakesNoDifference) {
  const double whole = lossOf(256, "zero");
  for (const std::int64_t length : {1, 4, 8, 16, 64}) {
    EXPECT_NEAR(lossOf(length, "carried"), whole, 2e-6) << length;
    EXPECT_GT(std::abs(lossOf(length, "zero") - whole), 1e-5) << length;
  }
  // Two sequence rows begin at the same positions for any window length.
  const double halves = lossOf(8, "carried", 2);
  EXPECT_NEAR(lossOf(4, "carried", 2), halves, 2e-6);
  EXPECT_GT(std::abs(halves - whole), 1e-6);
}

// At a gap in the text the state is zero: two texts get the same results as each alone.
TEST_P(CarriedEvaluationTest, AGapBeginsAtZero) {
  const TextPart first{"a.txt", randomSymbols(129, 1)}, second{"b.txt", randomSymbols(129, 3), Split::Train, 640};
  const Checkpoint checkpoint = checkpointFor(8, "carried", 1);
  const Evaluation both = judged(checkpoint, textDataset(folder_ / "both", {first, second}, 8));
  EXPECT_EQ(both.streams, 1);
  EXPECT_EQ(both.gaps, 1);
  const double apart = judged(checkpoint, textDataset(folder_ / "first", {first}, 8)).loss +
                       judged(checkpoint, textDataset(folder_ / "second", {second}, 8)).loss;
  EXPECT_NEAR(both.loss, apart / 2, 2e-6);
}

TEST_P(CarriedEvaluationTest, MeasuresWhatTheValidationMeasured) {
  const auto data = textDataset(
      folder_ / "set", {{"a.txt", randomSymbols(481, 1)}, {"b.txt", randomSymbols(421, 2), Split::Validation}}, 6);
  TaskCase task{data, textNetwork(6, "carried", GetParam().c_str()), adam(0.02, 2)};
  task.settings.batch = 4;
  const auto trainer = trainerOf(task);
  const EpochRecord last = trained(*trainer).back();
  const Evaluation evaluation =
      valueOf(evaluate(valueOf(trainer->checkpoint()), *data, Split::Validation, openTaskDevice("cpu"), {}, {}, {}));
  EXPECT_EQ(evaluation.samples, 70);
  EXPECT_EQ(evaluation.streams, 4);
  EXPECT_NEAR(evaluation.loss, last.validationLoss, 1e-6);
  EXPECT_NEAR(valueNamed(evaluation.metrics, "perplexity"), valueNamed(last.validationMetrics, "perplexity"), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Layers, CarriedEvaluationTest, ::testing::Values("lstm", "gru", "rnn"));

}  // namespace
}  // namespace fovea::test
