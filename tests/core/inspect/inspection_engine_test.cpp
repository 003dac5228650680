// Short requests do not wait for long ones, and cancelled work stops.
#include "core/inspect/inspection_engine.h"

#include <atomic>
#include <chrono>
#include <future>

#include "core/inspect/excitation.h"
#include "core/inspect/growth.h"
#include "core/inspect/questions.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::seconds(60);

std::shared_ptr<const BackendRegistry> backends() {
  auto made = std::make_shared<BackendRegistry>();
  registerReferenceBackend(*made);
  registerCpuBackend(*made);
  return made;
}

template <class T>
T soon(std::future<T> future) {
  if (future.wait_for(kPatience) != std::future_status::ready) throw std::runtime_error("no answer");
  return future.get();
}

class InspectionEngineTest : public ::testing::Test {
 protected:
  // Runs a request and waits for its result.
  template <class Work>
  auto asked(Urgency urgency, Work work) {
    auto promise = std::make_shared<std::promise<decltype(work(std::declval<const InspectionEngine::Desk&>()))>>();
    auto future = promise->get_future();
    token_ =
        engine_.ask(urgency, [promise, work](const InspectionEngine::Desk& desk) { promise->set_value(work(desk)); });
    return future;
  }
  TemporaryFolder folder_;
  CancelToken token_;
  InspectionEngine engine_{backends()};
};

TEST_F(InspectionEngineTest, ALookIsAnsweredWithinAJob) {
  std::atomic<bool> looked = false;
  std::promise<void> begun;
  auto job = asked(Urgency::Job, [&](const InspectionEngine::Desk& desk) {
    begun.set_value();
    const auto end = Clock::now() + kPatience;
    while (!looked && Clock::now() < end) desk.pause();
    return looked.load();
  });
  begun.get_future().wait();
  auto look = asked(Urgency::Look, [&](const InspectionEngine::Desk& desk) {
    desk.pause();  // has no effect here
    looked = true;
    return 1;
  });
  EXPECT_EQ(soon(std::move(look)), 1);
  EXPECT_TRUE(soon(std::move(job)));
}

TEST_F(InspectionEngineTest, WhatIsCancelledIsNotBegunOrStops) {
  std::promise<void> begun, go;
  auto first = asked(Urgency::Job, [&](const InspectionEngine::Desk& desk) {
    begun.set_value();
    while (!desk.cancel.cancelled()) std::this_thread::yield();
    return Clock::now();
  });
  const CancelToken running = token_;
  begun.get_future().wait();
  std::atomic<bool> second = false;
  engine_.ask(Urgency::Job, [&](const InspectionEngine::Desk&) { second = true; }).cancel();
  const auto cancelled = Clock::now();
  running.cancel();
  EXPECT_LT(soon(std::move(first)) - cancelled, std::chrono::milliseconds(100));
  EXPECT_EQ(soon(asked(Urgency::Job, [](const InspectionEngine::Desk&) { return 3; })), 3);
  EXPECT_FALSE(second);
}

TEST_F(InspectionEngineTest, WhatAQuestionThrowsEndsItAlone) {
  engine_.ask(Urgency::Look, [](const InspectionEngine::Desk&) { throw std::runtime_error("a fault"); });
  EXPECT_EQ(soon(asked(Urgency::Look, [](const InspectionEngine::Desk&) { return 3; })), 3);
}

TEST_F(InspectionEngineTest, ItsEndStopsWhatRuns) {
  std::promise<void> begun;
  std::atomic<bool> stopped = false;
  {
    InspectionEngine engine(backends());
    engine.ask(Urgency::Job, [&](const InspectionEngine::Desk& desk) {
      begun.set_value();
      while (!desk.cancel.cancelled()) desk.pause();
      stopped = true;
    });
    begun.get_future().wait();
    engine.ask(Urgency::Job, [](const InspectionEngine::Desk&) { FAIL() << "begun after the end"; });
  }
  EXPECT_TRUE(stopped);
}

TEST_F(InspectionEngineTest, TheUnitsOfALayerOverStepsAreItsChannels) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{5, 3}}})
      .add("lstm", "lstm", {{"units", std::int64_t{4}}}, {"data"})
      .add("flat", "flatten", {}, {"lstm"})
      .add("fc", "linear", {{"units", std::int64_t{2}}}, {"flat"})
      .add("loss", "cross_entropy", {}, {"fc"});
  InspectionRequest request;
  request.checkpoint = folder_ / "lstm.safetensors";
  ASSERT_TRUE(writeCheckpoint(request.checkpoint, drawnWeights(drawing.network)).ok());
  request.live = std::make_shared<const Tensor>(noiseOf({5, 3}));
  const auto result = valueOf(
      soon(asked(Urgency::Look, [&](const InspectionEngine::Desk& desk) { return inspectSample(desk, request); })));
  const LayerResult& lstm = result.layers[1];
  ASSERT_EQ(lstm.activation.values.shape(), (Shape{5, 4}));
  ASSERT_EQ(lstm.channels.size(), 4u);
  for (std::size_t unit = 0; unit < 4; ++unit) {
    double mean = 0;
    for (std::size_t step = 0; step < 5; ++step)
      mean += static_cast<double>(lstm.activation.values.values<float>()[4 * step + unit]) / 5;
    EXPECT_EQ(lstm.channels[unit].count, 5);
    EXPECT_NEAR(lstm.channels[unit].mean, mean, 1e-6);
  }
}

TEST_F(InspectionEngineTest, AFewModelsStayWarmAndAFileThatChangedIsReadAgain) {
  const auto write = [&](int number, float weight) {
    Checkpoint checkpoint = brightestPixel();
    checkpoint.tensors[0].second.data<float>()[0] = weight;
    const fs::path file = folder_ / (std::to_string(number) + ".safetensors");
    EXPECT_TRUE(writeCheckpoint(file, checkpoint).ok());
    return file;
  };
  const auto weightOf = [](const std::shared_ptr<WarmModel>& model) {
    return model->checkpoint().findWeight("fc.weight")->data<float>()[0];
  };
  WarmModels models(backends(), "cpu");
  const auto first = valueOf(models.find(write(0, 4)));
  EXPECT_EQ(valueOf(models.find(folder_ / "0.safetensors")), first);
  EXPECT_EQ(valueOf(first->inspector()), valueOf(first->inspector()));
  for (int i = 1; i < 8; ++i) {
    (void)valueOf(models.find(write(i, 4)));
    EXPECT_LE(models.size(), WarmModels::kMost);
  }
  EXPECT_NE(valueOf(models.find(folder_ / "0.safetensors")), first);
  EXPECT_EQ(weightOf(first), 4);  // still valid
  fs::last_write_time(write(0, 9), fs::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_EQ(weightOf(valueOf(models.find(folder_ / "0.safetensors"))), 9);
  expectError(models.find(folder_ / "none.safetensors"), ErrorCode::NotFound);
}

// Each Input layer reads its own part of a sample.
TEST_F(InspectionEngineTest, ASampleOfSeveralPartsIsAnsweredWhole) {
  DatasetDescription description{"rows", "test", "nowhere", Shape{3}, {"a", "b", "c"}};
  description.inputName = "numbers";
  description.parts = {{"words", {DataType::Int32, Shape{1}}, 4}};
  const auto writer = valueOf(DatasetWriter::create(folder_ / "rows", description));
  for (std::int32_t i = 0; i < 4; ++i) {
    const Tensor numbers = noiseOf({3}, static_cast<std::uint64_t>(i) + 1), words = Tensor::of<std::int32_t>({1}, {i});
    SampleView view;
    view.input = rawContent(numbers);
    view.parts = {rawContent(words)};
    view.label = i % 3;
    view.split = Split::Test;
    view.source = "rows";
    view.sourceIndex = static_cast<std::uint64_t>(i);
    ASSERT_TRUE(writer->add(view).ok());
  }
  ASSERT_TRUE(writer->finish().ok());
  const auto data = openDataset(folder_ / "rows");
  Drawing drawing;
  drawing.add("numbers", "input", {{"shape", List{3}}})
      .add("words", "input", {{"shape", List{1}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{4}}})
      .add("table", "embedding", {{"symbols", std::int64_t{4}}, {"size", std::int64_t{3}}}, {"words"})
      .add("flat", "flatten", {}, {"table"})
      .add("sum", "add", {}, {"numbers", "flat"})
      .add("loss", "cross_entropy", {}, {"sum"});
  Checkpoint checkpoint = drawnWeights(drawing.network);
  checkpoint.samples = {DataType::Float32, Shape{3}};
  checkpoint.inputName = data->info().inputName;
  checkpoint.parts = data->info().parts;
  const fs::path file = folder_ / "parts.safetensors";
  ASSERT_TRUE(writeCheckpoint(file, checkpoint).ok());

  const auto looked = valueOf(soon(asked(Urgency::Look, [&](const InspectionEngine::Desk& desk) {
    return inspectSample(desk, {file, {}, data, Split::Test, 2, {}});
  })));
  const auto layer =
      std::ranges::find(looked.layers, "sum", [](const LayerResult& each) { return each.activation.name; });
  ASSERT_NE(layer, looked.layers.end());
  const auto sum = layer->activation.values.values<float>();
  const auto reply = valueOf(soon(asked(Urgency::Look, [&](const InspectionEngine::Desk& desk) {
    return answerSample(desk, {file, data, Split::Test, 2});
  })));
  EXPECT_EQ(reply.answer.numbers, looked.answer.numbers);
  const auto excited = valueOf(soon(asked(Urgency::Job, [&](const InspectionEngine::Desk& desk) {
    return excitingSamples(desk, {file, data, Split::Test, "sum"}, {});
  })));
  const auto second = std::ranges::find(excited.channels.at(1), 2, &ExcitedBy::index);
  ASSERT_NE(second, excited.channels[1].end());
  EXPECT_EQ(second->value, sum[1]);
  const Growth growth =
      valueOf(growthOf({GrowthStep{file}}, {.layer = "sum"}, valueOf(data->sample(Split::Test, 2)), openDevice("cpu")));
  EXPECT_TRUE(std::ranges::equal(growth.planes.at(0).values<float>(), sum));
}

class QuestionsTest : public InspectionEngineTest {
 protected:
  void SetUp() override {
    const auto writer =
        valueOf(DatasetWriter::create(folder_ / "data", {"known", "test", "nowhere", Shape{1, 1, 3}, {"a", "b", "c"}}));
    for (std::int32_t i = 0; i < 12; ++i) {
      std::vector<std::uint8_t> pixels(3, static_cast<std::uint8_t>(i));
      pixels[static_cast<std::size_t>(i % 3)] = 255;
      ASSERT_TRUE(writer->add(rawSample(Shape{1, 1, 3}, pixels, i % 3, Split::Test, "nowhere", 0)).ok());
    }
    ASSERT_TRUE(writer->finish().ok());
    request_ = {folder_ / "weights.safetensors", openDataset(folder_ / "data"), Split::Test, folder_ / "evaluations"};
    ASSERT_TRUE(writeCheckpoint(request_.checkpoint, brightestPixel()).ok());
  }
  Result<EvaluationAnswer> evaluated() {
    return soon(asked(Urgency::Job, [this](const InspectionEngine::Desk& desk) {
      return evaluateSplit(desk, request_, [this](const Progress&) { ++steps_; });
    }));
  }
  EvaluationRequest request_;
  int steps_ = 0;
};

TEST_F(QuestionsTest, NothingIsComputedTwice) {
  request_.onlyStored = true;
  expectError(evaluated(), ErrorCode::NotFound);
  EXPECT_EQ(steps_, 0);
  request_.onlyStored = false;
  const EvaluationAnswer first = valueOf(evaluated());
  EXPECT_FALSE(first.stored);
  EXPECT_FALSE(first.notKept);
  EXPECT_EQ(first.evaluation.accuracy, 1);
  EXPECT_GT(steps_, 0);
  steps_ = 0;
  const EvaluationAnswer second = valueOf(evaluated());
  EXPECT_TRUE(second.stored);
  EXPECT_EQ(steps_, 0);
  EXPECT_EQ(second.evaluation.loss, first.evaluation.loss);
  // A damaged file is treated like a missing one.
  for (const auto& entry : fs::directory_iterator(request_.store)) writeBytes(entry.path(), "no evaluation");
  EXPECT_FALSE(valueOf(evaluated()).stored);
  EXPECT_TRUE(valueOf(evaluated()).stored);
}

TEST_F(QuestionsTest, WhatCannotBeKeptIsAnsweredAllTheSame) {
  writeBytes(folder_ / "evaluations", "a file where the folder should be");
  const EvaluationAnswer answer = valueOf(evaluated());
  EXPECT_TRUE(answer.notKept);
  EXPECT_EQ(answer.evaluation.accuracy, 1);
}

TEST_F(QuestionsTest, ASampleIsLookedIntoAndExplained) {
  const auto looked = valueOf(soon(asked(Urgency::Look, [this](const InspectionEngine::Desk& desk) {
    return inspectSample(desk, {request_.checkpoint, {}, request_.dataset, Split::Test, 1, {}});
  })));
  EXPECT_EQ(looked.prediction.best().name, "b");
  EXPECT_EQ(looked.truth, "b");
  EXPECT_EQ(looked.kind, AnswerKind::Classes);
  ASSERT_EQ(looked.answer.numbers.size(), looked.prediction.classes.size());
  EXPECT_EQ(looked.answer.numbers[1], static_cast<float>(looked.prediction.best().probability));
  EXPECT_TRUE(looked.next.empty());
  const auto explained = valueOf(soon(asked(Urgency::Look, [&](const InspectionEngine::Desk& desk) {
    return explainSample(desk, {request_.checkpoint, looked.image, {}});
  })));
  EXPECT_EQ(explained.target, 1);
  expectError(soon(asked(Urgency::Look,
                         [this](const InspectionEngine::Desk& desk) {
                           return inspectSample(desk, {request_.checkpoint, {}, nullptr, Split::Test, 1, {}});
                         })),
              ErrorCode::InvalidArgument, "no sample");
}

TEST_F(QuestionsTest, TheSamplesThatExciteAUnitMostComeFirst) {
  // A unit of "fc" is 4 × its pixel / 255: pixel k is 255 in samples k, k + 3, …; in others it is the sample's number.
  const auto found = [this](const std::string& layer, std::int64_t looked) {
    return soon(asked(Urgency::Job, [=, this](const InspectionEngine::Desk& desk) {
      return excitingSamples(desk, {request_.checkpoint, request_.dataset, Split::Test, layer, 5, looked}, {});
    }));
  };
  const ExcitationAnswer answer = valueOf(found("fc", 100));
  EXPECT_EQ(answer.samples, 12);
  ASSERT_EQ(answer.channels.size(), 3u);
  std::vector<std::int64_t> indices;
  for (const ExcitedBy& each : answer.channels[1]) indices.push_back(each.index);
  EXPECT_EQ(indices, (std::vector<std::int64_t>{1, 4, 7, 10, 11}));
  EXPECT_NEAR(answer.channels[1][0].value, 4, 1e-5);
  EXPECT_NEAR(answer.channels[1][4].value, 4 * 11 / 255.0, 1e-5);
  EXPECT_EQ(valueOf(found("fc", 4)).channels[0].size(), 4u);
  EXPECT_EQ(valueOf(found("data", 100)).channels.size(), 1u);
  expectError(found("nothing", 100), ErrorCode::NotFound, "nothing");
  request_.dataset = nullptr;
  expectError(found("fc", 100), ErrorCode::InvalidArgument);
}

TEST_F(QuestionsTest, ALayerIsProjectedWithTheAnswersBesideThePoints) {
  ProjectionRequest request{request_.checkpoint, {}, request_.dataset, Split::Test, "fc"};
  const auto projected = [&] {
    return soon(
        asked(Urgency::Job, [&](const InspectionEngine::Desk& desk) { return projectLayer(desk, request, {}); }));
  };
  for (const auto method : {ProjectionMethod::PrincipalComponents, ProjectionMethod::Tsne, ProjectionMethod::Umap}) {
    request.options.method = method;
    const ProjectionAnswer answer = valueOf(projected());
    EXPECT_EQ(answer.points.shape().toString(), "[12, 2]");
    EXPECT_EQ(answer.dimensions, 3);
    ASSERT_EQ(answer.answers.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i) {
      const SampleAnswer& each = answer.answers[i];
      EXPECT_EQ(each.index, static_cast<std::int64_t>(i));
      EXPECT_EQ(each.label, static_cast<std::int32_t>(i % 3));
      EXPECT_EQ(each.prediction, each.label);
      // The network's logits are 4 for the bright pixel and 4 i / 255 for both others.
      const double other = std::exp(4 * static_cast<double>(i) / 255 - 4);
      EXPECT_NEAR(lossOf(each), std::log(1 + 2 * other), 1e-5);
    }
  }
  request.samples = 5;
  EXPECT_EQ(valueOf(projected()).answers[4].index, 9);
  request.layer = "nothing";
  expectError(projected(), ErrorCode::NotFound, "nothing");
  request.samples = kMostProjected + 1;
  expectError(projected(), ErrorCode::InvalidArgument, "50,000");
  request.samples = 2;
  request.layer = "fc";
  expectError(projected(), ErrorCode::InvalidArgument, "three samples");
  request.dataset = nullptr;
  expectError(projected(), ErrorCode::InvalidArgument, "no data set");
}

TEST_F(QuestionsTest, ProjectionsOfTwoCheckpointsAreAligned) {
  ProjectionRequest request{request_.checkpoint, {}, request_.dataset, Split::Test, "fc"};
  request.options.method = ProjectionMethod::PrincipalComponents;
  const auto projected = [&] {
    return valueOf(
        soon(asked(Urgency::Job, [&](const InspectionEngine::Desk& desk) { return projectLayer(desk, request, {}); })));
  };
  auto first = std::make_shared<ProjectionAnswer>(projected());
  // The points of an earlier checkpoint: rotated by a quarter turn, mirrored and moved.
  for (std::int64_t i = 0; i < 12; ++i) {
    float* point = first->points.data<float>() + 2 * i;
    std::tie(point[0], point[1]) = std::pair{point[1] + 1, point[0] - 2};
  }
  request.before = first;
  const ProjectionAnswer second = projected();
  for (std::int64_t i = 0; i < 24; ++i)
    EXPECT_NEAR(second.points.data<float>()[i], first->points.data<float>()[i], 1e-4);
  EXPECT_EQ(second.request.before, nullptr);
}

}  // namespace
}  // namespace fovea::test
