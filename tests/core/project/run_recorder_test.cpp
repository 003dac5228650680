// Why: a run's data must be complete, must not fill the disk, and must survive a full disk.
#include "core/project/run_recorder.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <span>
#include <thread>

#include "tests/core/project/full_disk.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class RunRecorderTest : public ::testing::Test {
 protected:
  std::unique_ptr<RunRecorder> begin() { return valueOf(RunRecorder::begin(*project_, smallRun())); }
  std::vector<std::string> files(RunId run) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(project_->checkpointFolder(run)))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  using Names = std::vector<std::string>;

  TemporaryFolder folder_;
  std::unique_ptr<Project> project_ = valueOf(Project::create(folder_ / "project", "test"));
};

TEST_F(RunRecorderTest, WhatATrainerSaysIsInTheStore) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  EXPECT_EQ(valueOf(project_->runs().run(run)).status, RunStatus::Running);
  for (std::int64_t step = 1; step <= 5; ++step) {
    TrainingUpdate update;
    update.point = MetricPoint{step, 0.2 * static_cast<double>(step), 1.0, 0.5, 0.01};
    if (step == 5) update.epoch = epochOf(1, 5, 0.75);
    expectOk(recorder->record(update));
  }
  expectOk(recorder->recordMark(3, "Learning rate set to 0.001"));
  // After an epoch no data waits in memory.
  EXPECT_EQ(valueOf(project_->runs().points(run)).size(), 5u);
  EXPECT_EQ(valueOf(project_->runs().epochs(run)).size(), 1u);
  EXPECT_EQ(valueOf(project_->runs().marks(run)).size(), 1u);
  expectOk(recorder->recordPoint({6, 1.2, 1.0, 0.5, 0.01}));
  expectOk(recorder->setStatus(RunStatus::Finished));
  EXPECT_EQ(valueOf(project_->runs().points(run)).size(), 6u);
  EXPECT_EQ(valueOf(project_->runs().run(run)).status, RunStatus::Finished);
}

TEST_F(RunRecorderTest, GatheredPointsAreWrittenSoon) {
  const auto recorder = begin();
  expectOk(recorder->recordPoint({1, 0.1, 1.0, 0.5, 0.01}));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  expectOk(recorder->recordPoint({2, 0.2, 1.0, 0.5, 0.01}));
  EXPECT_EQ(valueOf(project_->runs().points(recorder->run())).size(), 2u);
}

TEST_F(RunRecorderTest, ARecorderThatIsGivenUpLeavesAnInterruptedRun) {
  RunId run;
  {
    const auto recorder = begin();
    run = recorder->run();
    expectOk(recorder->recordPoint({1, 0.1, 1.0, 0.5, 0.01}));
  }
  EXPECT_EQ(valueOf(project_->runs().run(run)).status, RunStatus::Interrupted);
  EXPECT_EQ(valueOf(project_->runs().points(run)).size(), 1u);
}

TEST_F(RunRecorderTest, AllCheckpointsOfASmallNetworkStay) {
  const auto recorder = begin();
  for (std::int64_t epoch = 1; epoch <= 60; ++epoch)
    valueOf(recorder->saveCheckpoint(smallCheckpoint(epoch, epoch * 10, 0.5)));
  EXPECT_EQ(files(recorder->run()).size(), 60u);
  EXPECT_EQ(valueOf(project_->runs().checkpoints(recorder->run())).size(), 60u);
}

// Epochs of a small network take milliseconds: the cost of an epoch's end must not grow with the run. A long and a new
// run save in turns, so that a slower disk affects both.
TEST_F(RunRecorderTest, SavingTakesNoLongerInALongRun) {
  const auto saveEpoch = [&](RunRecorder& recorder, std::int64_t epoch) {
    const auto start = std::chrono::steady_clock::now();
    expectOk(recorder.recordEpoch(epochOf(epoch, epoch * 10, 0.5)));
    valueOf(recorder.saveCheckpoint(smallCheckpoint(epoch, epoch * 10, 0.5)));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const auto longRun = begin();
  for (std::int64_t epoch = 1; epoch <= 1000; ++epoch) saveEpoch(*longRun, epoch);
  const auto newRun = begin();
  std::vector<double> inLongRun, inNewRun;
  for (std::int64_t epoch = 1; epoch <= 100; ++epoch) {
    inLongRun.push_back(saveEpoch(*longRun, 1000 + epoch));
    inNewRun.push_back(saveEpoch(*newRun, epoch));
  }
  EXPECT_EQ(valueOf(project_->runs().checkpoints(longRun->run())).size(), 1000u);
  EXPECT_EQ(files(longRun->run()).size(), 1000u);
  const auto median = [](std::vector<double>& some) {
    std::ranges::nth_element(some, some.begin() + some.size() / 2);
    return some[some.size() / 2];
  };
  const double ofLongRun = median(inLongRun), ofNewRun = median(inNewRun);
  EXPECT_LT(ofLongRun, 2.5 * ofNewRun) << ofNewRun * 1e3 << " ms in a new run, " << ofLongRun * 1e3
                                       << " ms with 1,000 checkpoints";
  RecordProperty("ratio", std::to_string(ofLongRun / ofNewRun));
}

// Training goes on while files are deleted, but none is left over in the end, nor is a new one of the same name
// deleted.
TEST_F(RunRecorderTest, FilesThatAreDeletedBesideTrainingAreGoneAtItsEnd) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  for (std::int64_t epoch = 1; epoch <= 40; ++epoch) {
    Checkpoint checkpoint = smallCheckpoint(epoch, epoch % 2 == 0 ? 10 : 20, 0.5);
    checkpoint.settings.checkpointSpace = 0;
    recorder->beginCheckpoint(std::move(checkpoint));
    valueOf(recorder->finishCheckpoint());
  }
  expectOk(recorder->setStatus(RunStatus::Finished));
  Names registered;
  for (const CheckpointRecord& record : valueOf(project_->runs().checkpoints(run)))
    registered.push_back(project_->checkpointPath(record).filename());
  std::sort(registered.begin(), registered.end());
  EXPECT_FALSE(registered.empty());
  EXPECT_EQ(files(run), registered);
}

TEST_F(RunRecorderTest, WhereSpaceIsShortTheBestAndTheLastStay) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  const auto save = [&](std::int64_t epoch, double accuracy) {
    Checkpoint checkpoint = smallCheckpoint(epoch, epoch * 10, accuracy);
    checkpoint.settings.checkpointSpace = 0;
    return valueOf(recorder->saveCheckpoint(checkpoint));
  };
  EXPECT_TRUE(save(1, 0.7).best);
  EXPECT_TRUE(save(2, 0.9).best);
  EXPECT_FALSE(save(3, 0.8).best);
  save(4, 0.8);
  const CheckpointRecord last = save(5, 0.85);
  EXPECT_EQ(files(run), (Names{"epoch-0002.safetensors", "epoch-0005.safetensors"}));
  const auto records = valueOf(project_->runs().checkpoints(run));
  ASSERT_EQ(records.size(), 2u);
  EXPECT_TRUE(records[0].best);
  EXPECT_EQ(records[0].accuracy, 0.9);
  EXPECT_EQ(records[1].file, last.file);
  EXPECT_EQ(valueOf(readCheckpoint(project_->checkpointPath(last))).position.epoch, 5);
  save(6, 0.95);
  EXPECT_EQ(files(run), Names{"epoch-0006.safetensors"});
}

TEST_F(RunRecorderTest, TheBestTheLastThePinnedAndEachSoManyEpochsStay) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  const double scores[] = {0.1, 0.9, 0.2, 0.8, 0.3, 0.4, 0.5};
  for (std::int64_t epoch = 1; epoch <= 7; ++epoch) {
    Checkpoint checkpoint = smallCheckpoint(epoch, epoch * 10, 0.5);
    checkpoint.score = scores[epoch - 1];
    checkpoint.settings.keepBest = 2;
    checkpoint.settings.keepLast = 1;
    checkpoint.settings.keepEvery = 5;
    valueOf(recorder->saveCheckpoint(checkpoint));
    if (epoch == 3) expectOk(project_->runs().pinCheckpoint(run, 30, true));
  }
  EXPECT_EQ(files(run), (Names{"epoch-0002.safetensors", "epoch-0003.safetensors", "epoch-0004.safetensors",
                               "epoch-0005.safetensors", "epoch-0007.safetensors"}));
  const auto records = valueOf(project_->runs().checkpoints(run));
  EXPECT_TRUE(records[0].best);
  EXPECT_EQ(records[0].score, 0.9);
  EXPECT_TRUE(records[1].pinned);
  expectOk(project_->runs().pinCheckpoint(run, 30, false));
  expectError(Result<int>(project_->runs().pinCheckpoint(run, 11, true).error()), ErrorCode::NotFound);
}

// The window pins and releases through a store of its own while the run goes on.
TEST_F(RunRecorderTest, APinSetMeanwhileIsKnownAtTheNextCheckpoint) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  const auto window = valueOf(RunStore::open(project_->runs().file()));
  const auto save = [&](std::int64_t epoch) {
    Checkpoint checkpoint = smallCheckpoint(epoch, epoch * 10, 0.1 * static_cast<double>(epoch));
    checkpoint.settings.keepBest = 1;
    checkpoint.settings.keepLast = 1;
    valueOf(recorder->saveCheckpoint(checkpoint));
  };
  save(1);
  expectOk(window->pinCheckpoint(run, 10, true));
  save(2);
  save(3);
  EXPECT_EQ(files(run), (Names{"epoch-0001.safetensors", "epoch-0003.safetensors"}));
  EXPECT_TRUE(valueOf(window->checkpoints(run)).front().pinned);
  expectOk(window->pinCheckpoint(run, 10, false));
  save(4);
  EXPECT_EQ(files(run), Names{"epoch-0004.safetensors"});
}

TEST_F(RunRecorderTest, CheckpointsAreDueAsTheSettingsSay) {
  const auto recorder = begin();
  TrainingSettings settings;
  TrainingPosition position;
  const auto due = [&](std::int64_t step, std::int64_t epoch = 0, bool best = false) {
    TrainingUpdate update;
    position.step = step;
    if (epoch > 0) {
      update.epoch = epochOf(epoch, step, 0.5);
      update.epoch->best = best;
    }
    return recorder->checkpointDue(update, position, settings);
  };
  EXPECT_FALSE(due(9));
  EXPECT_TRUE(due(10, 1));
  settings.checkpointEvery = 3;
  EXPECT_FALSE(due(10, 1));
  EXPECT_TRUE(due(10, 1, true)) << "the best";
  EXPECT_TRUE(due(30, 3));
  settings.keepEvery = 2;
  EXPECT_TRUE(due(20, 2));
  settings.keepEvery = 0;
  settings.checkpointUnit = "steps";
  EXPECT_TRUE(due(9));
  EXPECT_FALSE(due(10, 1));
  settings.checkpointUnit = "minutes";
  EXPECT_FALSE(due(9)) << "the run has only begun";
  TrainingUpdate last;
  last.finished = true;
  EXPECT_TRUE(recorder->checkpointDue(last, position, settings));
}

TEST_F(RunRecorderTest, ChangesAreKeptWithTheirSteps) {
  const RunId run = [&] {
    const auto recorder = begin();
    TrainingPosition position;
    TrainingSettings settings = smallRun().settings;
    position.changes = 1;
    expectOk(recorder->recordChange({4, "learning_rate", 0.25}, position, settings));
    settings.batch = 8;
    position.changes = 2;
    expectOk(recorder->recordChange({9, "batch", std::int64_t{8}}, position, settings));
    return recorder->run();
  }();
  auto changes = valueOf(project_->runs().changes(run));
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[1].step, 9);
  EXPECT_EQ(changes[1].setting, "batch");
  EXPECT_EQ(changes[1].value, FieldValue(std::int64_t{8}));
  const RunBeginning begun = valueOf(project_->runs().beginning(run));
  EXPECT_TRUE(begun.known);
  EXPECT_EQ(begun.settings.batch, smallRun().settings.batch);
  EXPECT_EQ(valueOf(project_->runs().run(run)).settings.batch, 8);
  // Continues from a state that contains only the first change.
  expectOk(project_->runs().keepChanges(run, 1));
  EXPECT_EQ(valueOf(project_->runs().changes(run)).size(), 1u);
}

TEST_F(RunRecorderTest, WhatARunGivesUpWhenItGoesBackIsForgotten) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch)
    valueOf(recorder->saveCheckpoint(smallCheckpoint(epoch, epoch * 10, 0.5)));
  expectOk(recorder->recordMark(25, "lost"));
  expectOk(recorder->recordPoint({30, 3.0, 1.0, 0.5, 0.01}));
  EXPECT_TRUE(valueOf(recorder->goBack(10)));
  EXPECT_EQ(valueOf(project_->runs().lastCheckpoint(run)).value().step, 10);
  expectOk(recorder->recordPoint({11, 1.1, 1.0, 0.5, 0.01}));
  expectOk(recorder->setStatus(RunStatus::Stopped));
  EXPECT_EQ(files(run).size(), 1u);
  const auto points = valueOf(project_->runs().points(run));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].step, 11);
  EXPECT_TRUE(valueOf(project_->runs().marks(run)).empty());
}

// After a change of the deciding metric: an accuracy as a score is above every negated loss.
TEST_F(RunRecorderTest, OnlyCheckpointsOfThePresentMetricAreRankedTogether) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  TrainingSettings settings = smallRun().settings;
  TrainingPosition position;
  const auto scored = [&](std::int64_t epoch, double score) {
    Checkpoint checkpoint = smallCheckpoint(epoch, epoch * 10, 0.5);
    checkpoint.score = score;
    checkpoint.position.changes = position.changes;
    return checkpoint;
  };
  const auto change = [&](const char* metric) {
    ++position.changes;
    settings.bestMetric = metric;
    expectOk(recorder->recordChange({25, "best_metric", std::string(metric)}, position, settings));
  };
  const auto bestEpoch = [&] { return valueOf(project_->runs().bestCheckpoint(run)).value().epoch; };
  valueOf(recorder->saveCheckpoint(scored(1, 0.9)));
  valueOf(recorder->saveCheckpoint(scored(2, 0.8)));
  position.scoreToBeat = 0.9;
  change("accuracy");
  EXPECT_EQ(bestEpoch(), 1) << "it is the same metric";
  // The trainer forgets the score to beat with the metric. A state from before may still be on its way to the disk.
  recorder->beginCheckpoint(scored(3, 0.95));
  position.scoreToBeat.reset();
  change("loss");
  valueOf(recorder->finishCheckpoint());
  valueOf(recorder->saveCheckpoint(scored(4, -0.7)));
  EXPECT_EQ(bestEpoch(), 4);
  valueOf(recorder->saveCheckpoint(scored(5, -0.5)));
  EXPECT_EQ(bestEpoch(), 5);
  EXPECT_EQ(valueOf(project_->runs().checkpointsThatStay(run, 2)), (std::vector<std::int64_t>{40, 50}));
  // Goes on from a state before the change of the metric.
  for (const std::int64_t step : {40, 50}) expectOk(project_->runs().removeCheckpoint(run, step));
  position.changes = 1;
  expectOk(recorder->keepChanges(position));
  EXPECT_EQ(bestEpoch(), 3);
  EXPECT_EQ(valueOf(project_->runs().checkpointsThatStay(run, 2)), (std::vector<std::int64_t>{10, 30}));
}

TEST_F(RunRecorderTest, ThoseOfALargeOneAreThinnedOutEvenly) {
  const auto recorder = begin();
  for (std::int64_t epoch = 1; epoch <= 40; ++epoch) {
    Checkpoint checkpoint = smallCheckpoint(epoch, epoch * 10, epoch == 7 ? 0.9 : 0.5);
    checkpoint.settings.checkpointSpace = 1;
    checkpoint.tensors.emplace_back("large", Tensor::zeros({DataType::Float32, Shape{25'000}}));
    valueOf(recorder->saveCheckpoint(checkpoint));
  }
  std::vector<std::int64_t> epochs;
  for (const auto& entry : valueOf(project_->runs().checkpoints(recorder->run()))) epochs.push_back(entry.epoch);
  ASSERT_EQ(epochs.size(), 9u) << "of 100 kB each in a megabyte";
  EXPECT_EQ(files(recorder->run()).size(), 9u);
  EXPECT_EQ(epochs.front(), 1);
  EXPECT_EQ(epochs.back(), 40);
  EXPECT_TRUE(std::find(epochs.begin(), epochs.end(), 7) != epochs.end()) << "the best";
  for (std::size_t i = 1; i < epochs.size(); ++i) EXPECT_LE(epochs[i] - epochs[i - 1], 10);
}

TEST_F(RunRecorderTest, ACheckpointWithinAnEpochHasItsStepInItsNameAndNoAccuracy) {
  const auto recorder = begin();
  valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)));
  const auto record = valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 12, 0.7, 8)));
  EXPECT_EQ(record.file.filename(), "epoch-0001-step-00000012.safetensors");
  EXPECT_EQ(record.accuracy, -1);
  EXPECT_FALSE(record.best);
}

TEST_F(RunRecorderTest, AnotherThreadMayRecordWhileTheScreenAsks) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  std::atomic<bool> done{false};
  std::thread training([&] {
    for (std::int64_t step = 1; step <= 20'000; ++step) expectOk(recorder->recordPoint({step, 0.1, 1.0, 0.5, 0.01}));
    expectOk(recorder->recordEpoch(epochOf(1, 20'000, 0.7)));
    done = true;
  });
  std::size_t seen = 0;
  while (!done) {
    const std::size_t now = valueOf(project_->runs().points(run)).size();
    EXPECT_GE(now, seen);
    seen = now;
    expectOk(project_->runs().renameRun(run, "seen " + std::to_string(seen)));
    EXPECT_EQ(valueOf(project_->runs().runs()).size(), 1u);
  }
  training.join();
  EXPECT_EQ(valueOf(project_->runs().points(run)).size(), 20'000u);
}

TEST_F(RunRecorderTest, ResumingForgetsWhatComesAgain) {
  RunId run;
  {
    const auto recorder = begin();
    run = recorder->run();
    for (std::int64_t step = 1; step <= 15; ++step) expectOk(recorder->recordPoint({step, 0.1, 1.0, 0.5, 0.01}));
    expectOk(recorder->recordEpoch(epochOf(1, 10, 0.7)));
    valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)));
    writeBytes(recorder->folder() / "epoch-0002.safetensors.partial-123-0", "half a file");
  }
  TrainingSettings settings;
  settings.epochs = 20;
  expectError(RunRecorder::resume(*project_, run, 5, settings), ErrorCode::InvalidArgument, "would be lost");
  const auto recorder = valueOf(RunRecorder::resume(*project_, run, 10, settings));
  expectOk(recorder->recordPoint({11, 0.1, 1.0, 0.5, 0.01}));
  expectOk(recorder->flush());
  EXPECT_EQ(valueOf(project_->runs().points(run)).size(), 11u);
  const RunRecord record = valueOf(project_->runs().run(run));
  EXPECT_EQ(record.status, RunStatus::Running);
  EXPECT_EQ(record.settings.epochs, 20);
  EXPECT_EQ(record.bestEpoch, 1);
  EXPECT_EQ(files(run), Names{"epoch-0001.safetensors"});
  expectError(RunRecorder::resume(*project_, run, 10, settings), ErrorCode::InvalidArgument, "going on already");
  expectError(RunRecorder::resume(*project_, RunId{99}, 10, settings), ErrorCode::NotFound);
}

TEST_F(RunRecorderTest, ABranchBeginsWithACopyOfTheCurves) {
  const auto first = begin();
  for (std::int64_t step = 1; step <= 15; ++step) expectOk(first->recordPoint({step, 0.1, 1.0, 0.5, 0.01}));
  expectOk(first->recordEpoch(epochOf(1, 10, 0.7)));
  const auto second = valueOf(RunRecorder::branch(*project_, first->run(), 10, smallRun("second")));
  EXPECT_EQ(valueOf(project_->runs().points(second->run())).size(), 10u);
  EXPECT_EQ(valueOf(project_->runs().epochs(second->run())).size(), 1u);
  EXPECT_EQ(valueOf(project_->runs().points(first->run())).size(), 15u);
}

// Limits files to `bytes` during its lifetime, as on a disk that is nearly full.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(RunRecorderTest, ACheckpointThatCannotBeWrittenLeavesTheFormerOnes) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)));
  const std::string before = readBytes(recorder->folder() / "epoch-0001.safetensors");
  {
    const FileSizeLimit limit(100);
    EXPECT_FALSE(recorder->saveCheckpoint(smallCheckpoint(2, 20, 0.8)).ok());
    // The same epoch again must not damage the existing file.
    EXPECT_FALSE(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)).ok());
  }
  EXPECT_EQ(files(run), Names{"epoch-0001.safetensors"});
  EXPECT_EQ(readBytes(recorder->folder() / "epoch-0001.safetensors"), before);
  ASSERT_EQ(valueOf(project_->runs().checkpoints(run)).size(), 1u);
  valueOf(recorder->saveCheckpoint(smallCheckpoint(2, 20, 0.8)));
  EXPECT_EQ(files(run).size(), 2u);
}

TEST(RunRecorderDiskTest, PointsThatDidNotFitAreWrittenWhenThereIsSpaceAgain) {
  TemporaryFolder folder;
  FullDisk disk(std::int64_t{1} << 30);
  const auto project = valueOf(Project::create(folder / "project", "test"));
  const auto recorder = valueOf(RunRecorder::begin(*project, smallRun()));
  disk.setBytesLeft(0);
  expectOk(recorder->recordPoint({1, 0.1, 1.0, 0.5, 0.01}));
  expectError(recorder->recordEpoch(epochOf(1, 1, 0.5)), ErrorCode::NoSpace);
  disk.setBytesLeft(std::int64_t{1} << 30);
  expectOk(recorder->recordEpoch(epochOf(1, 1, 0.5)));
  EXPECT_EQ(valueOf(project->runs().points(recorder->run())).size(), 1u);
}

}  // namespace
}  // namespace fovea::test
