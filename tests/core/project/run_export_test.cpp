// A run's curves are exported for other programs, and can be imported for comparison.
#include "core/project/run_export.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/project/run_compare.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class RunExportTest : public ::testing::Test {
 protected:
  // Two epochs of ten steps, with a metric besides and a validation within the second epoch.
  RunId makeRun(const std::string& name, double rate = 0.01) {
    RunDescription description = smallRun(name);
    description.settings.learningRate = rate;
    const RunId run = valueOf(store().createRun(description, RunStatus::Running));
    std::vector<MetricPoint> points;
    for (std::int64_t step = 5; step <= 20; step += 5)
      points.push_back({step,
                        static_cast<double>(step) / 10,
                        2.0 / static_cast<double>(step),
                        0.25,
                        rate,
                        {{"psnr", 10.0 + static_cast<double>(step)}}});
    expectOk(store().appendPoints(run, points));
    expectOk(store().recordValidation(run, {15, 0.75, 0.5, {{"psnr", 21.0}}, true, 2}));
    for (std::int64_t epoch = 1; epoch <= 2; ++epoch) {
      EpochRecord record = epochOf(epoch, epoch * 10, epoch == 1 ? 0.9 : 0.8);
      record.validationLoss = epoch == 1 ? 0.4 : 0.3;
      record.validationMetrics = {{"psnr", 20.0 + static_cast<double>(epoch)}};
      expectOk(store().recordEpoch(run, record, utcText(1.7e9 + 60.0 * static_cast<double>(epoch))));
    }
    expectOk(store().setStatus(run, RunStatus::Finished));
    expectOk(store().setTimes(run, utcText(1.7e9), utcText(1.7e9 + 120)));
    return run;
  }
  RunStore& store() { return project_->runs(); }
  RunHistory history(RunId run) { return valueOf(readHistory(store(), run)); }

  TemporaryFolder folder_;
  std::unique_ptr<Project> project_ = valueOf(Project::create(folder_ / "project", "test"));
};

TEST_F(RunExportTest, TablesHaveARowForEachPointAndEpoch) {
  const RunHistory run = history(makeRun("first"));
  EXPECT_EQ(pointsAsCsv(run).substr(0, 100),
            std::string("step,epoch,loss,accuracy,learning_rate,psnr,val_accuracy,val_loss,val_psnr\n"
                        "5,0.5,0.4,0.25,0.01,15,,,\n"
                        "10,1,0.2,0.25,0.01,20,,,\n")
                .substr(0, 100));
  const std::string epochs = epochsAsCsv(run);
  EXPECT_EQ(epochs.substr(0, epochs.find('\n')),
            "epoch,step,train_loss,train_accuracy,val_loss,val_accuracy,learning_rate,seconds,val_psnr");
  EXPECT_NE(epochs.find("\n2,20,0.5,0.6,0.3,0.8,0.01,12.5,22\n"), std::string::npos) << epochs;
}

TEST_F(RunExportTest, JsonHoldsAll) {
  const Json json = historyToJson(history(makeRun("first")));
  EXPECT_EQ(json.at("points").size(), 4u);
  EXPECT_EQ(json.at("epochs").size(), 2u);
  EXPECT_EQ(json.at("epochs").at(1).at("val_metrics").at("psnr"), 22.0);
  EXPECT_EQ(json.at("settings").at("batch"), 4);
  EXPECT_EQ(json.at("epochs").at(0).at("recorded"), "2023-11-14T22:14:20Z");
}

TEST_F(RunExportTest, FilesAreNotReplacedUnasked) {
  const RunHistory run = history(makeRun("first"));
  for (const CurveFormat format : {CurveFormat::JsonText, CurveFormat::CsvTables, CurveFormat::TensorBoard}) {
    const auto files = valueOf(exportRun(run, format, folder_ / "out"));
    for (const auto& file : files) EXPECT_TRUE(fs::exists(file)) << file;
    expectError(exportRun(run, format, folder_ / "out"), ErrorCode::AlreadyExists);
    EXPECT_EQ(valueOf(exportRun(run, format, folder_ / "out", true)), files);
  }
  expectError(curveFormatFromName("xml"), ErrorCode::InvalidArgument, "json, csv or tensorboard");
}

TEST_F(RunExportTest, ARunGoesOutAsEventsAndComesBack) {
  const RunId original = makeRun("first");
  const auto files = valueOf(exportRun(history(original), CurveFormat::TensorBoard, folder_ / "out"));
  const EventLog log = valueOf(readEvents(files.front().parent_path()));
  const RunId copy = valueOf(importRun(store(), log, "again"));
  const RunHistory before = history(original), after = history(copy);
  EXPECT_EQ(after.record.origin, "tensorboard");
  EXPECT_EQ(after.record.status, RunStatus::Finished);
  EXPECT_EQ(after.record.started, "2023-11-14T22:13:50Z");  // time of its first value, in the middle of the first epoch
  ASSERT_EQ(after.points.size(), before.points.size());
  for (std::size_t i = 0; i < before.points.size(); ++i) {
    EXPECT_EQ(after.points[i].step, before.points[i].step);
    EXPECT_FLOAT_EQ(static_cast<float>(after.points[i].loss), static_cast<float>(before.points[i].loss));
    EXPECT_FLOAT_EQ(static_cast<float>(after.points[i].epoch), static_cast<float>(before.points[i].epoch));
  }
  // The validation within the second epoch is imported as an epoch.
  ASSERT_EQ(after.epochs.size(), 3u);
  EXPECT_EQ(after.epochs[2].step, 20);
  EXPECT_FLOAT_EQ(static_cast<float>(after.epochs[2].validationAccuracy), 0.8f);
  EXPECT_EQ(after.epochs[2].validationMetrics, (MetricValues{{"psnr", 22.0}}));
  EXPECT_EQ(after.record.bestEpoch, 1);
}

// The clock is set back by a day between the two epochs: the times of later steps are not before those of earlier ones.
TEST_F(RunExportTest, EventsDoNotRunBackInTime) {
  RunHistory run = history(makeRun("first"));
  run.epochTimes[1] = utcText(1.7e9 - 86400);
  run.record.finished = utcText(1.7e9 - 86000);
  const auto files = valueOf(exportRun(run, CurveFormat::TensorBoard, folder_ / "out"));
  EventLog log = valueOf(readEvents(files.front().parent_path()));
  ASSERT_FALSE(log.scalars.empty());
  std::ranges::stable_sort(log.scalars, {}, &ScalarEvent::step);
  EXPECT_TRUE(std::ranges::is_sorted(log.scalars, {}, &ScalarEvent::time));
}

TEST_F(RunExportTest, TagsAreReadAsPeopleWriteThem) {
  EventLog log;
  for (const char* tag :
       {"Loss/train", "Loss/val", "Accuracy/train", "val_accuracy", "lr", "epoch", "grad-norm", "train/loss"})
    log.scalars.push_back({1.7e9, 3, tag, 0.5});
  const RunHistory run = historyFromEvents(log);
  ASSERT_EQ(run.points.size(), 1u);
  const MetricPoint& point = run.points.front();
  EXPECT_EQ(point.loss, 0.5);
  EXPECT_EQ(point.accuracy, 0.5);
  EXPECT_EQ(point.learningRate, 0.5);
  EXPECT_EQ(point.epoch, 0.5);
  EXPECT_EQ(point.metrics, (MetricValues{{"grad_norm", 0.5}, {"train/loss", 0.5}}));
  ASSERT_EQ(run.epochs.size(), 1u);
  EXPECT_EQ(run.epochs.front().validationLoss, 0.5);
  EXPECT_EQ(run.epochs.front().validationAccuracy, 0.5);
}

// A test split stands for the validation only in a log without one.
TEST_F(RunExportTest, TheValidationIsNotMixedWithTheTestSplit) {
  EventLog log;
  log.scalars = {{1.7e9, 3, "test/loss", 0.1},
                 {1.7e9, 3, "val/loss", 0.2},
                 {1.7e9, 3, "train/loss", 0.3},
                 {1.7e9, 3, "test/accuracy", 0.4}};
  const RunHistory run = historyFromEvents(log);
  ASSERT_EQ(run.epochs.size(), 1u);
  EXPECT_EQ(run.epochs[0].validationLoss, 0.2);
  EXPECT_TRUE(std::isnan(run.epochs[0].validationAccuracy));
  ASSERT_EQ(run.points.size(), 1u);
  EXPECT_EQ(run.points[0].loss, 0.3);
  EXPECT_EQ(run.points[0].metrics, (MetricValues{{"test/loss", 0.1}, {"test/accuracy", 0.4}}));
  const auto metrics = summarise(run);
  EXPECT_EQ(bestOf(metrics, "test/loss"), 0.1);
  EXPECT_EQ(bestOf(metrics, "val_loss"), 0.2);
  EXPECT_EQ(bestOf(metrics, "train_loss"), 0.3);
  const auto events = historyAsEvents(run);
  EXPECT_TRUE(std::ranges::any_of(events, [](const ScalarEvent& event) { return event.tag == "test/loss"; }));
  std::erase_if(log.scalars, [](const ScalarEvent& event) { return event.tag == "val/loss"; });
  EXPECT_EQ(historyFromEvents(log).epochs.at(0).validationLoss, 0.1);
}

// Otherwise the values of two tags would be one curve.
TEST_F(RunExportTest, ATagWithTheNameOfAMetricIsThatMetric) {
  EventLog log;
  log.scalars = {{1.7e9, 3, "train/loss", 0.3},
                 {1.7e9, 3, "loss", 0.4},
                 {1.7e9, 3, "valid/loss", 0.5},
                 {1.7e9, 3, "val_loss", 0.6}};
  const RunHistory run = historyFromEvents(log);
  ASSERT_EQ(run.points.size(), 1u);
  EXPECT_EQ(run.points[0].loss, 0.4);
  EXPECT_EQ(run.points[0].metrics, (MetricValues{{"train/loss", 0.3}, {"valid/loss", 0.5}}));
  EXPECT_EQ(run.epochs.at(0).validationLoss, 0.6);
}

TEST_F(RunExportTest, AnAccuracyInPercentBecomesAShare) {
  EventLog log;
  log.scalars = {{1.7e9, 1, "train/acc", 0.5},        {1.7e9, 2, "train/acc", 75}, {1.7e9, 1, "val_accuracy", 0.25},
                 {1.7e9, 2, "val_accuracy", 1.00001}, {1.7e9, 2, "loss", 50},      {1.7e9, 2, "test/accuracy", 90}};
  const RunHistory run = historyFromEvents(log);
  ASSERT_EQ(run.points.size(), 2u);
  EXPECT_EQ(run.points[0].accuracy, 0.005);
  EXPECT_EQ(run.points[1].accuracy, 0.75);
  EXPECT_EQ(run.points[1].loss, 50);
  EXPECT_EQ(run.points[1].metrics, (MetricValues{{"test/accuracy", 0.9}}));
  ASSERT_EQ(run.epochs.size(), 2u);
  EXPECT_EQ(run.epochs[0].validationAccuracy, 0.25) << "rounding does not make a share a percentage";
  log.scalars = {{1.7e9, 1, "accuracy", 75}, {1.7e9, 2, "accuracy", 101}};
  EXPECT_EQ(historyFromEvents(log).points.at(0).accuracy, 75);
}

// 60 of 64 samples are no 60 %.
TEST_F(RunExportTest, ANumberOfCorrectSamplesIsNoAccuracy) {
  EventLog log;
  log.scalars = {{1.7e9, 1, "train/correct", 3}, {1.7e9, 2, "train/correct", 60}, {1.7e9, 2, "val/correct", 50}};
  const RunHistory run = historyFromEvents(log);
  ASSERT_EQ(run.points.size(), 2u);
  EXPECT_TRUE(std::isnan(run.points[1].accuracy));
  EXPECT_EQ(run.points[1].metrics, (MetricValues{{"correct", 60}}));
  ASSERT_EQ(run.epochs.size(), 1u);
  EXPECT_TRUE(std::isnan(run.epochs[0].validationAccuracy));
  EXPECT_EQ(run.epochs[0].validationMetrics, (MetricValues{{"correct", 50}}));
}

TEST_F(RunExportTest, InfiniteValuesStandInTables) {
  RunHistory run = history(makeRun("first"));
  run.points[0].loss = std::numeric_limits<double>::infinity();
  run.points[1].loss = std::nan("");
  run.epochs[1].validationLoss = -std::numeric_limits<double>::infinity();
  EXPECT_NE(pointsAsCsv(run).find("\n5,0.5,inf,0.25,"), std::string::npos) << pointsAsCsv(run);
  EXPECT_NE(pointsAsCsv(run).find("\n10,1,,0.25,"), std::string::npos) << pointsAsCsv(run);
  EXPECT_NE(epochsAsCsv(run).find("\n2,20,0.5,0.6,-inf,0.8,"), std::string::npos) << epochsAsCsv(run);
}

TEST_F(RunExportTest, TheTimeOfAnotherProgramsEpochsIsNotSaidToBeNone) {
  EventLog log;
  log.scalars = {{1.7e9, 1, "loss", 3.0}, {1.7e9 + 60, 1, "val_loss", 2.0}};
  const RunId foreign = valueOf(importRun(store(), log, "theirs"));
  const RunHistory run = history(foreign);
  EXPECT_NE(epochsAsCsv(run).find("\n1,1,,,2,,,\n"), std::string::npos) << epochsAsCsv(run);
  EXPECT_TRUE(historyToJson(run).at("epochs").at(0).at("seconds").is_null());
  EXPECT_TRUE(std::isnan(valueOf(compareRuns(store(), {foreign})).runs[0].seconds));
}

TEST_F(RunExportTest, InfiniteValuesGoOutAsEvents) {
  RunHistory run = history(makeRun("first"));
  const double infinity = std::numeric_limits<double>::infinity();
  run.points[1].loss = infinity;
  run.points[2].loss = std::nan("");
  run.epochs[1].validationLoss = infinity;
  run.layers.push_back(LayerFrame{5, 0.125, {LayerRecord{"fc1", {}, {}, {}, infinity, std::nan("")}}});
  std::vector<std::string> infinite;
  for (const ScalarEvent& event : valueOf(parseEvents(formatEvents(historyAsEvents(run)))).scalars) {
    EXPECT_FALSE(std::isnan(event.value)) << event.tag;
    if (std::isinf(event.value)) infinite.push_back(event.tag);
  }
  EXPECT_EQ(infinite, (std::vector<std::string>{"gradient_norm/fc1", "train/loss", "validation/loss"}));
}

LayerFrame frameOf(std::int64_t step) {
  LayerFrame frame{step, 0.125};
  frame.layers.push_back({"conv1", {-1, 1, {1, 2, 3}}, {-0.5, 0, {4, 5}}, {0, 2, {6, 0, 0, 7}}, 0.75, 0.001});
  frame.layers.push_back({"relu1", {}, {}, {0, 1, {9, step}}});
  return frame;
}

void expectSame(const LayerFrame& one, const LayerFrame& other) {
  EXPECT_EQ(one.step, other.step);
  ASSERT_EQ(one.layers.size(), other.layers.size());
  for (std::size_t i = 0; i < one.layers.size(); ++i) {
    const LayerRecord &a = one.layers[i], &b = other.layers[i];
    EXPECT_EQ(a.layer, b.layer);
    for (const auto& [x, y] : {std::pair(&a.weights, &b.weights), std::pair(&a.gradients, &b.gradients),
                               std::pair(&a.activations, &b.activations)}) {
      EXPECT_EQ(x->minimum, y->minimum);
      EXPECT_EQ(x->maximum, y->maximum);
      EXPECT_EQ(x->counts, y->counts);
    }
    EXPECT_EQ(std::isnan(a.updateRatio), std::isnan(b.updateRatio));
    if (std::isnan(a.updateRatio)) continue;
    EXPECT_FLOAT_EQ(static_cast<float>(a.updateRatio), static_cast<float>(b.updateRatio));
    EXPECT_FLOAT_EQ(static_cast<float>(a.gradientNorm), static_cast<float>(b.gradientNorm));
  }
}

TEST_F(RunExportTest, RecordsOfLayersAreStoredAndGoOutAndComeBack) {
  const RunId run = makeRun("first");
  for (const std::int64_t step : {1, 11, 21}) expectOk(store().recordLayers(run, frameOf(step)));
  const auto stored = valueOf(store().layerFrames(run));
  ASSERT_EQ(stored.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) expectSame(stored[i], frameOf(1 + 10 * static_cast<std::int64_t>(i)));
  EXPECT_EQ(stored[0].seconds, 0.125);
  const auto conv = valueOf(store().layerFrames(run, "conv1"));
  ASSERT_EQ(conv.size(), 3u);
  EXPECT_EQ(conv[0].layers.size(), 1u);

  const auto files = valueOf(exportRun(history(run), CurveFormat::TensorBoard, folder_ / "out"));
  const EventLog log = valueOf(readEvents(files.front().parent_path()));
  EXPECT_EQ(log.histograms.size(), 12u);
  const RunHistory back = history(valueOf(importRun(store(), log, "again")));
  ASSERT_EQ(back.layers.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) expectSame(back.layers[i], stored[i]);
  ASSERT_FALSE(back.points.empty());
  for (const MetricPoint& point : back.points)
    for (const auto& [name, value] : point.metrics) EXPECT_EQ(name.find("update"), std::string::npos);

  const std::string csv = layersAsCsv(history(run));
  EXPECT_NE(csv.find("\n11,conv1,weights,-1,1,0.75,0.001,1 2 3\n"), std::string::npos) << csv;
  EXPECT_EQ(historyToJson(history(run)).at("layers").size(), 6u);
}

// The record of a layer whose numbers are all the same and large must not prevent the run from being read.
TEST_F(RunExportTest, ARecordWithoutAWidthIsReadWithOne) {
  const RunId run = makeRun("first");
  LayerFrame frame{1, 0.125};
  frame.layers.push_back({"conv1", {5.6e15, 5.6e15, {0, 3}}, {}, {-2e9, -2e9 + 0.5, {4, 0}}, 0.75, 0.001});
  expectOk(store().recordLayers(run, frame));
  const auto read = valueOf(store().layerFrames(run));
  ASSERT_EQ(read.size(), 1u);
  const LayerRecord& layer = read[0].layers.at(0);
  EXPECT_LT(layer.weights.minimum, layer.weights.maximum);
  EXPECT_EQ(layer.weights.counts, (std::vector<std::int64_t>{0, 3}));
  EXPECT_LT(layer.activations.minimum, layer.activations.maximum);
  EXPECT_TRUE(layer.gradients.counts.empty());
}

TEST_F(RunExportTest, ARunGoesBackAndBranchesWithItsRecordsOfLayers) {
  const RunId run = makeRun("first"), branch = valueOf(store().createRun(smallRun("branch")));
  for (const std::int64_t step : {1, 11, 21}) expectOk(store().recordLayers(run, frameOf(step)));
  expectOk(store().copyHistory(run, branch, 11));
  EXPECT_EQ(valueOf(store().layerFrames(branch)).size(), 2u);
  expectOk(store().truncateAfter(run, 1));
  EXPECT_EQ(valueOf(store().layerFrames(run)).size(), 1u);
  expectOk(store().deleteRun(run));
  expectError(store().layerFrames(run), ErrorCode::NotFound);
}

// However long a run is, its records take bounded space, and they stay evenly spread over its steps.
TEST_F(RunExportTest, RecordsOfLayersAreThinnedOutEvenly) {
  const RunId run = makeRun("first");
  const std::size_t most = mostLayerFrames(2);
  const auto count = static_cast<std::int64_t>(4 * most);
  for (std::int64_t i = 0; i < count; ++i) expectOk(store().recordLayers(run, frameOf(1 + 10 * i)));
  const auto frames = valueOf(store().layerFrames(run));
  ASSERT_EQ(frames.size(), most);
  EXPECT_EQ(frames.front().step, 1);
  EXPECT_EQ(frames.back().step, 1 + 10 * (count - 1));
  std::int64_t widest = 0;
  for (std::size_t i = 1; i < frames.size(); ++i) widest = std::max(widest, frames[i].step - frames[i - 1].step);
  EXPECT_LE(widest, 2 * 10 * 4);
  EXPECT_LE(mostLayerFrames(1'000'000) * 1000, std::size_t{16'000});
}

TEST_F(RunExportTest, HistogramsOfOthersAreRecordsOfTheirTags) {
  EventLog log;
  log.histograms = {{1.7e9, 3, "conv1.weight", {0, 1, {2}}}, {1.7e9, 3, "conv1.weight.grad", {0, 1, {3}}}};
  const RunHistory run = history(valueOf(importRun(store(), log, "theirs")));
  ASSERT_EQ(run.layers.size(), 1u);
  ASSERT_EQ(run.layers[0].layers.size(), 2u);
  EXPECT_EQ(run.layers[0].layers[0].layer, "conv1.weight");
  EXPECT_EQ(run.layers[0].layers[0].weights.counts, std::vector<std::int64_t>{2});
  EXPECT_EQ(run.layers[0].layers[1].gradients.counts, std::vector<std::int64_t>{3});
  EXPECT_EQ(run.record.status, RunStatus::Finished);
}

TEST_F(RunExportTest, NothingIsMadeOfFilesWithoutCurves) {
  expectError(importRun(store(), {}, "empty"), ErrorCode::InvalidArgument, "no curve");
  EXPECT_TRUE(valueOf(store().runs()).empty());
}

// Curves of another program may have a validation after each step. Ten times as many epochs take about ten times as
// long.
TEST_F(RunExportTest, ReadingEpochsTakesTimeInProportionToTheirNumber) {
  const auto runOf = [&](std::int64_t epochs) {
    const RunId run = valueOf(store().createRun(smallRun("long"), RunStatus::Running));
    for (std::int64_t epoch = 1; epoch <= epochs; ++epoch) {
      EpochRecord record = epochOf(epoch, epoch, 0.5);
      record.trainMetrics = {{"f1", static_cast<double>(epoch)}};
      record.validationMetrics = {{"psnr", 1.0}, {"ssim", static_cast<double>(epoch)}};
      expectOk(store().recordEpoch(run, record));
    }
    return run;
  };
  const auto fastest = [&](RunId run) {
    double least = 1e9;
    for (int i = 0; i < 5; ++i) {
      const auto start = std::chrono::steady_clock::now();
      (void)valueOf(store().epochs(run));
      least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return least;
  };
  const RunId few = runOf(800), many = runOf(8000);
  const auto records = valueOf(store().epochs(many));
  ASSERT_EQ(records.size(), 8000u);
  EXPECT_EQ(records[4999].trainMetrics, (MetricValues{{"f1", 5000}}));
  EXPECT_EQ(records[4999].validationMetrics, (MetricValues{{"psnr", 1}, {"ssim", 5000}}));
  const double ofFew = fastest(few), ofMany = fastest(many);
  EXPECT_LT(ofMany, 30 * ofFew) << ofFew * 1e3 << " ms for 800 epochs, " << ofMany * 1e3 << " ms for 8,000";
}

TEST_F(RunExportTest, RunsAreComparedByWhatIsDifferent) {
  const RunId first = makeRun("first"), second = makeRun("second", 0.1);
  Drawing wider;
  wider.add("data", "input", {{"shape", List{1, 6, 5}}})
      .add("conv1", "convolution", {{"filters", std::int64_t{8}}, {"kernel", List{3, 3}}}, {"data"})
      .add("relu1", "relu", {}, {"conv1"})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"relu1"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  RunDescription description = smallRun("third");
  description.network = wider.network;
  const RunId third = valueOf(store().createRun(description));
  const RunComparison comparison = valueOf(compareRuns(store(), {first, second, third}));
  ASSERT_EQ(comparison.settings.size(), 1u);
  EXPECT_EQ(comparison.settings[0].name, "learning_rate");
  EXPECT_EQ(comparison.settings[0].values[1], FieldValue(0.1));
  EXPECT_TRUE(comparison.runs[1].networkChanges.empty());
  ASSERT_EQ(comparison.runs[2].networkChanges.size(), 1u);
  EXPECT_NE(comparison.runs[2].networkChanges[0].find("conv1: Filters 4 → 8"), std::string::npos)
      << comparison.runs[2].networkChanges[0];
  const auto& metrics = comparison.runs[0].metrics;
  EXPECT_EQ(bestOf(metrics, "val_accuracy"), 0.9);
  EXPECT_EQ(bestOf(metrics, "val_loss"), 0.3);
  EXPECT_EQ(bestOf(metrics, "val_psnr"), 22.0);
  EXPECT_TRUE(std::isnan(bestOf(metrics, "ssim")));
  EXPECT_EQ(comparison.runs[0].seconds, 25.0);
  expectError(compareRuns(store(), {RunId{77}}), ErrorCode::NotFound);
}

TEST_F(RunExportTest, ARunOfAnotherProgramIsComparedByItsCurves) {
  const RunId own = makeRun("first");
  EventLog log;
  log.scalars = {{1.7e9, 1, "loss", 3.0}, {1.7e9 + 1, 2, "loss", 1.0}, {1.7e9 + 2, 2, "val_accuracy", 0.7}};
  const RunId foreign = valueOf(importRun(store(), log, "theirs"));
  const RunComparison comparison = valueOf(compareRuns(store(), {own, foreign}));
  EXPECT_TRUE(comparison.settings.empty());
  EXPECT_EQ(bestOf(comparison.runs[1].metrics, "train_loss"), 1.0);
  EXPECT_FLOAT_EQ(static_cast<float>(bestOf(comparison.runs[1].metrics, "val_accuracy")), 0.7f);
  EXPECT_TRUE(comparison.runs[1].network.empty());
}

}  // namespace
}  // namespace fovea::test
