// An evaluation has the measures that fit each task, and agrees with the run's own validation.
#include <cmath>

#include "core/inspect/answer_scores.h"
#include "core/inspect/evaluation.h"
#include "core/inspect/model_inspector.h"
#include "core/inspect/sample_outcomes.h"
#include "core/inspect/trace_question.h"
#include "tests/core/train/task_data.h"

namespace fovea::test {
namespace {

class TaskEvaluationTest : public ::testing::Test {
 protected:
  // Trains, and evaluates on the validation split; the loss is that of the last epoch.
  Evaluation judged(const TaskCase& task) {
    const auto trainer = trainerOf(task);
    last_ = trained(*trainer).back();
    checkpoint_ = valueOf(trainer->checkpoint());
    EvaluationOptions options;
    options.batch = 7;
    const Evaluation evaluation =
        valueOf(evaluate(checkpoint_, *task.data, Split::Validation, openTaskDevice("cpu"), options, {}, {}));
    EXPECT_EQ(evaluation.samples, 16);
    return evaluation;
  }
  Tensor predictionOf(const TaskCase& task, const Tensor& sample) {
    inspector_ = valueOf(ModelInspector::create(checkpoint_, openTaskDevice("cpu")));
    (void)task;
    return valueOf(inspector_->predict(sample));
  }
  TemporaryFolder folder_;
  EpochRecord last_;
  Checkpoint checkpoint_;
  std::unique_ptr<ModelInspector> inspector_;
};

TEST_F(TaskEvaluationTest, Segmentation) {
  const TaskCase task = segmentationCase(folder_ / "set");
  const Evaluation evaluation = judged(task);
  EXPECT_NEAR(evaluation.loss, last_.validationLoss, 1e-4);
  EXPECT_NEAR(valueNamed(evaluation.metrics, "confusion_iou"), valueNamed(last_.validationMetrics, "confusion_iou"),
              1e-6);
  ASSERT_EQ(evaluation.classes.size(), 2u);
  EXPECT_EQ(evaluation.classes[1].name, "thing");
  EXPECT_EQ(evaluation.classes[1].support, 16 * 36);
  EXPECT_EQ(evaluation.confusion.total(), 16 * 255);  // one pixel per mask is ignored
  EXPECT_GT(evaluation.classes[1].overlap, 0.85);
  EXPECT_NEAR((evaluation.classes[0].overlap + evaluation.classes[1].overlap) / 2,
              valueNamed(evaluation.metrics, "confusion_iou"), 1e-9);
  EXPECT_GT(evaluation.accuracy, 0.97);
  EXPECT_TRUE(evaluation.hardest.empty());
  // The predicted mask of a sample is close to its target.
  const Sample sample = valueOf(task.data->sample(Split::Validation, 3));
  const Tensor prediction = predictionOf(task, sample.input);
  ASSERT_EQ(inspector_->answers(), AnswerKind::Mask);
  const Answer answer = readAnswer(AnswerKind::Mask, prediction);
  ASSERT_EQ(answer.picture.shape(), (Shape{1, 16, 16}));
  int same = 0;
  for (std::size_t i = 0; i < 256; ++i)
    same += answer.picture.values<std::uint8_t>()[i] == sample.target.values<std::uint8_t>()[i];
  EXPECT_GT(same, 245);
  // Each sample has the same number of labelled positions, so the mean of their accuracies is that of the split.
  double shares = 0;
  for (std::int64_t i = 0; i < evaluation.samples; ++i) {
    const Sample each = valueOf(task.data->sample(Split::Validation, i));
    const auto share = rightShare(predictionOf(task, each.input), each.target, ignoredLabel(checkpoint_.network));
    ASSERT_TRUE(share);
    shares += *share / static_cast<double>(evaluation.samples);
  }
  EXPECT_NEAR(shares, evaluation.accuracy, 1e-6);
}

TEST_F(TaskEvaluationTest, Detection) {
  const TaskCase task = detectionCase(folder_ / "set");
  const Evaluation evaluation = judged(task);
  EXPECT_EQ(evaluation.kind, AnswerKind::Boxes);
  EXPECT_NEAR(evaluation.loss, last_.validationLoss, 1e-4);
  EXPECT_NEAR(valueNamed(evaluation.metrics, "box_overlap"), valueNamed(last_.validationMetrics, "box_overlap"), 1e-5);
  ASSERT_EQ(evaluation.classes.size(), 2u);
  std::int64_t squares = 0, boxes = 0;
  for (std::int64_t i = 0; i < evaluation.samples; ++i)
    for (const Box& box : valueOf(task.data->sample(Split::Validation, i)).boxes) {
      squares += box.label == 0;
      ++boxes;
    }
  EXPECT_EQ(evaluation.classes[0].support, squares);
  EXPECT_EQ(evaluation.classes[0].support + evaluation.classes[1].support, boxes);
  EXPECT_GT(valueNamed(evaluation.metrics, "average_precision_50"), 0.9);
  EXPECT_GT(valueNamed(evaluation.metrics, "average_precision"), 0.5);
  EXPECT_LT(valueNamed(evaluation.metrics, "average_precision"),
            valueNamed(evaluation.metrics, "average_precision_50") + 1e-9);
  EXPECT_GT(evaluation.classes[1].overlap, 0.7);
  EXPECT_EQ(evaluation.curves.size(), 2u);
  // The samples' answers agree with their boxes.
  ASSERT_EQ(evaluation.answers.size(), 16u);
  for (const SampleAnswer& answer : evaluation.answers) {
    const Sample sample = valueOf(task.data->sample(Split::Validation, answer.index));
    const Tensor prediction = predictionOf(task, sample.input);
    ASSERT_EQ(inspector_->answers(), AnswerKind::Boxes);
    const Answer found = readAnswer(AnswerKind::Boxes, prediction);
    EXPECT_NEAR(answer.error, wrongBoxes(found.boxes, asFractions(sample.boxes, 32, 32)), 1e-6);
  }
}

// Runs backward through any loss, from the target of a sample, for every kind of target.
TEST_F(TaskEvaluationTest, GradientsOfEveryTruthAreExplained) {
  for (const auto& [name, task] :
       {std::pair("masks", segmentationCase(folder_ / "masks")), std::pair("boxes", detectionCase(folder_ / "boxes")),
        std::pair("images", imageCase(folder_ / "images")), std::pair("numbers", numbersCase(folder_ / "numbers")),
        std::pair("labels", severalLabelsCase(folder_ / "labels"))}) {
    const auto trainer = trainerOf(task);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(trainer->advance().ok()) << name;
    const Checkpoint checkpoint = valueOf(trainer->checkpoint());
    const auto inspector = valueOf(ModelInspector::create(checkpoint, openTaskDevice("cpu")));
    const auto tracer = valueOf(NetworkTracer::create(checkpoint, openTaskDevice("cpu")));
    EXPECT_FALSE(tracer->comparesLabel()) << name;
    const Sample sample = valueOf(task.data->sample(Split::Validation, 2));
    const Tensor input = valueOf(inspector->networkInput(sample.input));
    const Tensor target = valueOf(targetOfSample(checkpoint, *task.data, Split::Validation, 2));
    ASSERT_TRUE(target.defined()) << name;
    const NetworkTrace trace = valueOf(tracer->trace(input, -1, target));
    // The loss equals that of an evaluation of this sample alone.
    EvaluationOptions options;
    options.only = {{2}};
    const Evaluation evaluation =
        valueOf(evaluate(checkpoint, *task.data, Split::Validation, openTaskDevice("cpu"), options, {}, {}));
    EXPECT_NEAR(trace.loss, evaluation.loss, 1e-4 * std::abs(evaluation.loss) + 1e-6) << name;
    int known = 0;
    for (int layer = 0; layer < static_cast<int>(trace.layers.size()); ++layer) {
      const Tensor& output = trace.layers[static_cast<std::size_t>(layer)].output;
      const GradientExplanation gradient = valueOf(explainGradient(trace, layer, positionOf(output.shape(), 3)));
      known += gradient.known;
      if (!gradient.known || !gradient.complete) continue;
      EXPECT_NEAR(gradient.sum, gradient.value, 1e-5 * gradient.magnitude + 1e-7) << name;
    }
    EXPECT_GT(known, 1) << name;
    // Without a target there is nothing to compare with.
    const NetworkTrace alone = valueOf(tracer->trace(input));
    EXPECT_TRUE(std::isnan(alone.loss)) << name;
    EXPECT_FALSE(valueOf(explainGradient(alone, 1, positionOf(alone.layers[1].output.shape(), 0))).known) << name;
    EXPECT_FALSE(tracer->trace(input, -1, Tensor::zeros({DataType::Float32, {1, 1, 1, 1, 7}})).ok()) << name;
  }
}

TEST_F(TaskEvaluationTest, ImageToImage) {
  const TaskCase task = imageCase(folder_ / "set");
  const Evaluation evaluation = judged(task);
  EXPECT_NEAR(evaluation.loss, last_.validationLoss, 1e-4);
  EXPECT_NEAR(valueNamed(evaluation.metrics, "psnr"), valueNamed(last_.validationMetrics, "psnr"), 1e-3);
  EXPECT_GT(valueNamed(evaluation.metrics, "ssim"), 0.5);
  EXPECT_TRUE(std::isnan(evaluation.accuracy));
  EXPECT_TRUE(evaluation.classes.empty());
  // The answer for a stored input of 12×12, which the network resizes.
  const Sample sample = valueOf(task.data->sample(Split::Validation, 0));
  const Answer answer = readAnswer(AnswerKind::Image, predictionOf(task, sample.input));
  EXPECT_EQ(inspector_->answers(), AnswerKind::Image);
  EXPECT_EQ(answer.picture.type(), sample.target.type());
  // An image of another size is first resized to the size of stored inputs.
  const Tensor large = Tensor::zeros({DataType::UInt8, {3, 50, 40}});
  EXPECT_EQ(valueOf(inspector_->fitted(large)).shape(), (Shape{1, 12, 12}));
}

TEST_F(TaskEvaluationTest, SeveralLabels) {
  const Evaluation evaluation = judged(severalLabelsCase(folder_ / "set"));
  ASSERT_EQ(evaluation.classes.size(), 3u);
  EXPECT_EQ(evaluation.classes[2].name, "low");
  for (const ClassScore& score : evaluation.classes) {
    EXPECT_GT(score.precision, 0.85);
    EXPECT_GT(score.recall, 0.85);
    EXPECT_GT(score.support, 2);
  }
  EXPECT_GT(valueNamed(evaluation.metrics, "f1"), 0.9);
  EXPECT_GT(evaluation.accuracy, 0.95);
}

TEST_F(TaskEvaluationTest, Numbers) {
  const TaskCase task = numbersCase(folder_ / "set");
  const Evaluation evaluation = judged(task);
  EXPECT_GT(valueNamed(evaluation.metrics, "r2"), 0.9);
  EXPECT_LT(valueNamed(evaluation.metrics, "mean_absolute_error"), 0.3);
  EXPECT_NEAR(std::pow(valueNamed(evaluation.metrics, "root_mean_squared_error"), 2), evaluation.loss, 1e-4);
  const Sample sample = valueOf(task.data->sample(Split::Validation, 5));
  const Answer answer = readAnswer(AnswerKind::Numbers, predictionOf(task, sample.input));
  ASSERT_EQ(answer.numbers.size(), 2u);
  EXPECT_NEAR(answer.numbers[1], sample.target.data<float>()[1], 0.6);
}

TEST_F(TaskEvaluationTest, OnlyTheWantedSamplesAreJudgedAndAlikeWithTheOthers) {
  const TaskCase task = numbersCase(folder_ / "set");
  const Evaluation whole = judged(task);
  ASSERT_EQ(whole.answers.size(), 16u);
  EvaluationOptions options;
  options.only = {2, 3, 11};
  const Evaluation some =
      valueOf(evaluate(checkpoint_, *task.data, Split::Validation, openTaskDevice("cpu"), options, {}, {}));
  EXPECT_EQ(some.samples, 3);
  ASSERT_EQ(some.answers.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const SampleAnswer& same = whole.answers[static_cast<std::size_t>((*options.only)[i])];
    EXPECT_EQ(some.answers[i].index, same.index);
    EXPECT_NEAR(some.answers[i].error, same.error, 1e-5);
    EXPECT_EQ(some.answers[i].truth, same.truth);
  }
}

TEST_F(TaskEvaluationTest, NextSymbol) {
  const TaskCase task = nextSymbolCase(folder_ / "set");
  const Evaluation evaluation = judged(task);
  EXPECT_LT(valueNamed(evaluation.metrics, "perplexity"), 1.35);
  EXPECT_GT(evaluation.accuracy, 0.85);
  EXPECT_EQ(evaluation.classes.size(), 5u);
  EXPECT_EQ(evaluation.confusion.total(), 16 * 12);
  const Answer answer = readAnswer(
      AnswerKind::Symbols, predictionOf(task, Tensor::of<std::int32_t>({12}, {0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1})));
  EXPECT_EQ(answer.symbols.back(), 2);
  EXPECT_EQ(inspector_->answers(), AnswerKind::Symbols);
}

TEST_F(TaskEvaluationTest, Transcription) {
  const TaskCase task = transcriptionCase(folder_ / "set");
  const Evaluation evaluation = judged(task);
  EXPECT_LT(valueNamed(evaluation.metrics, "label_error_rate"), 0.2);
  EXPECT_GT(valueNamed(evaluation.metrics, "exact"), 0.5);
  const Sample sample = valueOf(task.data->sample(Split::Validation, 0));
  EXPECT_LE(editDistance(readAnswer(AnswerKind::Transcript, predictionOf(task, sample.input)).symbols, sample.labels),
            1);
}

// Agrees with the run's own validation; the padding of sounds yields no labels.
TEST_F(TaskEvaluationTest, SoundsOfDifferentLengths) {
  const TaskCase task = soundsCase(folder_ / "set", 20);
  const Evaluation evaluation = judged(task);
  EXPECT_NEAR(evaluation.loss, last_.validationLoss, 1e-4);
  EXPECT_LT(valueNamed(evaluation.metrics, "label_error_rate"), 0.25);
  const Sample sample = valueOf(task.data->sample(Split::Validation, 0));
  ASSERT_LT(sample.length, 1);
  const Tensor predictions = predictionOf(task, sample.input);
  EXPECT_LE(editDistance(readAnswer(AnswerKind::Transcript, predictions, static_cast<double>(sample.length)).symbols,
                         sample.labels),
            1);
}

// Embeddings of fewer and of more numbers than there are classes: neither are class scores.
TEST_F(TaskEvaluationTest, Embeddings) {
  for (const char* loss : {"contrastive", "triplet"})
    for (const std::int64_t units : {std::int64_t{2}, std::int64_t{16}}) {
      SCOPED_TRACE(loss + std::string(" of ") + std::to_string(units));
      const TaskCase task = embeddingCase(folder_ / (loss + std::to_string(units)), loss, units);
      const auto trainer = trainerOf(task);
      const auto epochs = trained(*trainer);
      EXPECT_LT(epochs.back().trainLoss, 0.6 * epochs.front().trainLoss);
      EXPECT_TRUE(std::isnan(epochs.back().validationAccuracy));
      checkpoint_ = valueOf(trainer->checkpoint());
      const Evaluation evaluation =
          valueOf(evaluate(checkpoint_, *task.data, Split::Validation, openTaskDevice("cpu"), {}, {}, {}));
      EXPECT_EQ(evaluation.samples, 40);
      EXPECT_NEAR(evaluation.loss, epochs.back().validationLoss, 1e-4);
      EXPECT_TRUE(std::isnan(evaluation.accuracy)) << "no answer is right or wrong";
      EXPECT_EQ(evaluation.confusion.classes(), 0);
      EXPECT_TRUE(evaluation.classes.empty());
      EXPECT_TRUE(evaluation.hardest.empty());
      EXPECT_GT(valueNamed(evaluation.metrics, "recall_at_1"), units == 2 ? 0.5 : 0.9) << "by chance it is 0.08";
      const Tensor sample = valueOf(task.data->sample(Split::Validation, 0)).input;
      const Answer answer = readAnswer(AnswerKind::Embedding, predictionOf(task, sample));
      EXPECT_EQ(inspector_->answers(), AnswerKind::Embedding);
      EXPECT_EQ(std::ssize(answer.numbers), units);
      EXPECT_TRUE(valueOf(inspector_->inspect(sample)).prediction.classes.empty());
      expectError(inspector_->classify(sample), ErrorCode::InvalidArgument, "does not end in probabilities");
      expectError(sampleOutcomes(checkpoint_, *task.data, openTaskDevice("cpu"), {}, {}), ErrorCode::InvalidArgument,
                  "does not answer with classes");
    }
}

// By hand: of four points two pairs are close together, one of which has equal labels.
TEST(Answers, RSquaredIsThatOfNumbersThatVary) {
  const auto rSquared = [](std::int64_t samples, std::int64_t width, const std::function<double(std::int64_t)>& truth,
                           double error) {
    const auto scores = answerScores(AnswerKind::Numbers, {});
    for (std::int64_t first = 0; first < samples; first += 5) {
      const std::int64_t count = std::min<std::int64_t>(5, samples - first);
      Tensor target = Tensor::make({DataType::Float32, Shape{count, width}}), said = Tensor::make(target.type());
      for (std::int64_t i = 0; i < count * width; ++i) {
        target.data<float>()[i] = static_cast<float>(truth(first * width + i));
        said.data<float>()[i] = target.data<float>()[i] + static_cast<float>(error);
      }
      scores->add(said, target, {});
    }
    Evaluation evaluation;
    scores->finish(evaluation);
    return evaluation.metrics.empty() ? std::nullopt : std::optional(evaluation.metrics.front().second);
  };
  // 0, 1, …, 6 lie 28 from their mean together, and seven errors of 2 are 28, too.
  EXPECT_NEAR(*rSquared(
                  7, 1, [](std::int64_t i) { return static_cast<double>(i); }, 2),
              0, 1e-12);
  // Two numbers a sample, each with its own mean: 28 and 4 · 28; 14 errors of 2 are 56.
  const auto two = [](std::int64_t i) {
    return i % 2 == 0 ? static_cast<double>(i / 2) : 2000.0 + static_cast<double>(i - 1);
  };
  EXPECT_NEAR(*rSquared(7, 2, two, 2), 1 - 56.0 / 140, 1e-6);
  // Equal targets have no R², whatever their roundings.
  for (const double value : {0.1, 0.3, 3.3, 37.2, 1e6 / 7})
    for (std::int64_t samples = 1; samples < 60; ++samples)
      EXPECT_FALSE(rSquared(
          samples, 1, [&](std::int64_t) { return value; }, 1))
          << value << " " << samples;
  // A small spread about a large mean: 2,000,000 ± 1 (eight numbers), errors of 0.5.
  EXPECT_NEAR(*rSquared(
                  8, 1, [](std::int64_t i) { return 2e6 + (i % 2 == 0 ? 1 : -1); }, 0.5),
              0.75, 1e-9);
}

TEST(Answers, TheNearestOtherSampleTellsWhatAnEmbeddingIsWorth) {
  const auto scores = answerScores(AnswerKind::Embedding, {});
  scores->add(Tensor::of<float>({2, 2}, {0, 0, 5, 5}), Tensor::of<std::int32_t>({2}, {7, 1}), {});
  scores->add(Tensor::of<float>({2, 2}, {0, 1, 5, 6}), Tensor::of<std::int32_t>({2}, {7, 2}), {});
  Evaluation evaluation;
  scores->finish(evaluation);
  EXPECT_EQ(valueNamed(evaluation.metrics, "recall_at_1"), 0.5);
  Evaluation none;
  answerScores(AnswerKind::Embedding, {})->finish(none);
  EXPECT_TRUE(none.metrics.empty());
}

TEST_F(TaskEvaluationTest, AnotherTaskIsRefusedInWords) {
  const TaskCase task = severalLabelsCase(folder_ / "set");
  (void)judged(task);
  const auto squares = taskDataset(folder_ / "squares");
  const auto refused = evaluate(checkpoint_, *numbersCase(folder_ / "numbers").data, Split::Validation,
                                openTaskDevice("cpu"), {}, {}, {});
  expectError(refused, ErrorCode::InvalidArgument,
              "The network was trained on samples such as u8[1, 8, 8], but those of \"regression\" are f32[4]");
  EXPECT_TRUE(evaluate(checkpoint_, *squares, Split::Validation, openTaskDevice("cpu"), {}, {}, {}).ok())
      << "one label each is a case of several";
}

TEST(Answers, TranscriptsAreReadAndCompared) {
  const std::vector<float> steps{.9f, .1f, 0, 0, .8f, .2f, 0, .8f, .2f, .9f, .1f, 0, 0, .7f, .3f, 0, 0, 1, 0, 0, 1};
  EXPECT_EQ(bestPath(steps, 3), (std::vector<std::int32_t>{0, 0, 1}));
  EXPECT_EQ(bestPath(steps, 3, 5.0 / 7), (std::vector<std::int32_t>{0, 0}));
  const Tensor predictions = Tensor::make({DataType::Float32, Shape{7, 3}});
  std::copy(steps.begin(), steps.end(), const_cast<float*>(predictions.values<float>().data()));
  EXPECT_EQ(readAnswer(AnswerKind::Transcript, predictions, 3.0 / 7).symbols, (std::vector<std::int32_t>{0}));
  const std::vector<std::int32_t> kitten{1, 2, 3, 3, 4, 5}, sitting{6, 2, 3, 3, 2, 5, 7};
  EXPECT_EQ(editDistance(kitten, sitting), 3);
  EXPECT_EQ(editDistance({}, sitting), 7);
  EXPECT_EQ(editDistance(kitten, kitten), 0);
}

}  // namespace
}  // namespace fovea::test
