// Beginning, continuing and branching either succeed or leave the project unchanged, and every checkpoint file has its
// entry.
#include <atomic>

#include "core/project/checkpoint_retention.h"
#include "core/project/run_recorder.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class RunTransactionTest : public ::testing::Test {
 protected:
  using Names = std::vector<std::string>;
  std::unique_ptr<RunRecorder> begin() { return valueOf(RunRecorder::begin(*project_, smallRun())); }
  RunStore& runs() { return project_->runs(); }
  // A stopped run with curves up to step 15, whose last checkpoint is from step 10.
  RunId stoppedRun() {
    const auto recorder = begin();
    for (std::int64_t step = 1; step <= 15; ++step) expectOk(recorder->recordPoint({step, 0.1, 1.0, 0.5, 0.01}));
    expectOk(recorder->recordEpoch(epochOf(1, 10, 0.7)));
    valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)));
    expectOk(recorder->setStatus(RunStatus::Stopped));
    return recorder->run();
  }
  Names files(RunId run) {
    Names names;
    for (const auto& entry : fs::directory_iterator(project_->checkpointFolder(run)))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  Names entries(RunId run) {
    Names names;
    for (const auto& entry : valueOf(runs().checkpoints(run))) names.push_back(entry.file.filename());
    return names;
  }
  void reopen() {
    project_.reset();
    project_ = valueOf(Project::open(folder_ / "project"));
  }
  static void saveSafetyCopy(RunRecorder& recorder, Checkpoint checkpoint) {
    recorder.beginSafetyCopy(std::move(checkpoint));
    valueOf(recorder.finishCheckpoint());
  }
  static TrainingSettings longer() {
    TrainingSettings settings;
    settings.epochs = 20;
    return settings;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Project> project_ = valueOf(Project::create(folder_ / "project", "test"));
};

TEST_F(RunTransactionTest, ContinuingThatComesToNothingChangesNothing) {
  const RunId run = stoppedRun();
  const RunRecord before = valueOf(runs().run(run));
  {
    const auto recorder = valueOf(RunRecorder::resume(*project_, run, 10, longer()));
    EXPECT_EQ(valueOf(runs().run(run)).status, RunStatus::Running);
  }
  const RunRecord after = valueOf(runs().run(run));
  EXPECT_EQ(valueOf(runs().points(run)).size(), 15u);
  EXPECT_EQ(after.status, RunStatus::Stopped);
  EXPECT_EQ(after.finished, before.finished);
  EXPECT_EQ(after.settings.epochs, before.settings.epochs);
}

TEST_F(RunTransactionTest, HistoryIsCutByTheFirstPointThatIsRecorded) {
  const RunId run = stoppedRun();
  const auto recorder = valueOf(RunRecorder::resume(*project_, run, 10, longer()));
  EXPECT_EQ(valueOf(runs().points(run)).size(), 15u);
  expectOk(recorder->recordPoint({11, 0.1, 2.0, 0.5, 0.01}));
  expectOk(recorder->flush());
  const auto points = valueOf(runs().points(run));
  ASSERT_EQ(points.size(), 11u);
  EXPECT_EQ(points.back().loss, 2.0);
  EXPECT_EQ(valueOf(runs().run(run)).settings.epochs, 20);
}

TEST_F(RunTransactionTest, AFailedBranchLeavesNoRun) {
  expectError(RunRecorder::branch(*project_, RunId{99}, 10, smallRun("second")), ErrorCode::NotFound);
  EXPECT_TRUE(valueOf(runs().runs()).empty());
  EXPECT_EQ(begin()->run().index, 1);
}

TEST_F(RunTransactionTest, ARunThatDidNotBeginLeavesNothingAndItsNumberIsFree) {
  const RunId kept = stoppedRun();
  for (int i = 0; i < 3; ++i) {
    const auto recorder = begin();
    EXPECT_EQ(recorder->run().index, kept.index + 1);
    if (i == 0) expectOk(recorder->withdraw());
  }
  EXPECT_EQ(valueOf(runs().runs()).size(), 1u);
  EXPECT_FALSE(fs::exists(project_->checkpointFolder(RunId{kept.index + 1})));
}

TEST_F(RunTransactionTest, ANumberIsNotGivenBackPastALaterRun) {
  auto first = begin();
  auto second = begin();
  expectOk(first->withdraw());
  EXPECT_EQ(begin()->run().index, 3);
  expectOk(second->withdraw());
}

TEST_F(RunTransactionTest, ACheckpointIsInTheProjectWhenItsFileIsWritten) {
  auto recorder = begin();
  const RunId run = recorder->run();
  std::atomic<bool> written = false;
  recorder->beginCheckpoint(smallCheckpoint(1, 10, 0.7), [&] { written = true; });
  EXPECT_TRUE(recorder->checkpointPending());
  EXPECT_TRUE(entries(run).empty());
  const CheckpointRecord record = valueOf(recorder->finishCheckpoint());
  EXPECT_TRUE(written);
  EXPECT_EQ(record.step, 10);
  EXPECT_FALSE(recorder->checkpointPending());
  EXPECT_EQ(entries(run), Names{"epoch-0001.safetensors"});
  EXPECT_EQ(valueOf(readCheckpoint(project_->checkpointPath(record))).position.step, 10);
  // The destructor finishes a checkpoint that is being written.
  recorder->beginCheckpoint(smallCheckpoint(2, 20, 0.8));
  recorder.reset();
  EXPECT_EQ(entries(run), (Names{"epoch-0001.safetensors", "epoch-0002.safetensors"}));
}

TEST_F(RunTransactionTest, ACheckpointThatCannotBeWrittenIsAnErrorOfItsEnd) {
  const auto recorder = begin();
  const fs::path folder = project_->checkpointFolder(recorder->run());
  fs::remove_all(folder);
  writeBytes(folder, "in the way");
  recorder->beginCheckpoint(smallCheckpoint(1, 10, 0.7));
  EXPECT_FALSE(recorder->finishCheckpoint().ok());
  EXPECT_TRUE(entries(recorder->run()).empty());
  fs::remove(folder);
  fs::create_directories(folder);
  valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)));
  EXPECT_EQ(entries(recorder->run()), Names{"epoch-0001.safetensors"});
}

TEST_F(RunTransactionTest, TheEndOfAnEpochReplacesTheCheckpointOfItsValidation) {
  const auto recorder = begin();
  valueOf(recorder->saveCheckpoint(smallCheckpoint(0, 10, 0, 150)));
  EXPECT_EQ(files(recorder->run()), Names{"epoch-0000-step-00000010.safetensors"});
  valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)));
  EXPECT_EQ(files(recorder->run()), Names{"epoch-0001.safetensors"});
  EXPECT_EQ(entries(recorder->run()), Names{"epoch-0001.safetensors"});
}

TEST_F(RunTransactionTest, ASafetyCopyGoesWithTheNextCheckpointAndNothingElseDoes) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.7)));
  saveSafetyCopy(*recorder, smallCheckpoint(1, 10, 0.7));
  valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 12, 0, 32)));
  EXPECT_EQ(files(run), (Names{"epoch-0001-step-00000012.safetensors", "epoch-0001.safetensors"})) << "an epoch's end";
  saveSafetyCopy(*recorder, smallCheckpoint(1, 14, 0, 64));
  saveSafetyCopy(*recorder, smallCheckpoint(1, 16, 0, 96));
  EXPECT_EQ(entries(run), (Names{"epoch-0001.safetensors", "epoch-0001-step-00000012.safetensors",
                                 "epoch-0001-step-00000016.safetensors"}));
  valueOf(recorder->saveCheckpoint(smallCheckpoint(2, 20, 0.8)));
  EXPECT_EQ(entries(run),
            (Names{"epoch-0001.safetensors", "epoch-0001-step-00000012.safetensors", "epoch-0002.safetensors"}))
      << "what a person saved stays";
  EXPECT_EQ(files(run).size(), 3u);
}

TEST_F(RunTransactionTest, APinnedSafetyCopyStays) {
  const auto recorder = begin();
  const RunId run = recorder->run();
  saveSafetyCopy(*recorder, smallCheckpoint(1, 14, 0, 64));
  expectOk(runs().pinCheckpoint(run, 14, true));
  saveSafetyCopy(*recorder, smallCheckpoint(1, 16, 0, 96));
  valueOf(recorder->saveCheckpoint(smallCheckpoint(2, 20, 0.8)));
  EXPECT_EQ(entries(run), (Names{"epoch-0001-step-00000014.safetensors", "epoch-0002.safetensors"}));
  EXPECT_EQ(files(run), (Names{"epoch-0001-step-00000014.safetensors", "epoch-0002.safetensors"}));
}

TEST_F(RunTransactionTest, FilesWithoutAnEntryAreAdoptedOrClearedAwayWhenTheProjectOpens) {
  const RunId run = stoppedRun();
  const fs::path folder = project_->checkpointFolder(run);
  // Written, but the program was killed before its entry was.
  expectOk(writeCheckpoint(folder / "epoch-0002.safetensors", smallCheckpoint(2, 20, 0.9)));
  // A leftover of a validation in an earlier version: the end of the same epoch has the entry.
  expectOk(writeCheckpoint(folder / "epoch-0000-step-00000010.safetensors", smallCheckpoint(0, 10, 0, 150)));
  writeBytes(folder / "epoch-0003.safetensors.partial-12-3", "half a file");
  // Files of others, and unreadable ones, are left unchanged.
  writeBytes(folder / "epoch-0009.safetensors", "damaged");
  writeBytes(folder / "mine.safetensors", "a person's own");
  fs::create_directories(folder / "epoch-0004.safetensors");
  writeBytes(project_->folder() / "checkpoints" / "77" / "epoch-0001.safetensors", "of no run");
  reopen();
  EXPECT_EQ(entries(run), (Names{"epoch-0001.safetensors", "epoch-0002.safetensors"}));
  EXPECT_TRUE(valueOf(runs().checkpoints(run)).back().best);
  EXPECT_EQ(files(run), (Names{"epoch-0001.safetensors", "epoch-0002.safetensors", "epoch-0004.safetensors",
                               "epoch-0009.safetensors", "mine.safetensors"}));
  EXPECT_TRUE(fs::exists(project_->folder() / "checkpoints" / "77" / "epoch-0001.safetensors"));
}

TEST_F(RunTransactionTest, AnEpochsEndThatWasNotEnteredReplacesItsValidationToo) {
  RunId run;
  {
    const auto recorder = begin();
    run = recorder->run();
    valueOf(recorder->saveCheckpoint(smallCheckpoint(0, 10, 0, 150)));
    expectOk(writeCheckpoint(recorder->folder() / "epoch-0001.safetensors", smallCheckpoint(1, 10, 0.7)));
  }
  reopen();
  EXPECT_EQ(entries(run), Names{"epoch-0001.safetensors"});
  EXPECT_EQ(files(run), Names{"epoch-0001.safetensors"});
}

TEST_F(RunTransactionTest, AReaderAdoptsNothing) {
  const RunId run = stoppedRun();
  expectOk(writeCheckpoint(project_->checkpointFolder(run) / "epoch-0002.safetensors", smallCheckpoint(2, 20, 0.9)));
  project_.reset();
  const auto reader = valueOf(Project::open(folder_ / "project", ProjectAccess::ReadOnly));
  EXPECT_EQ(valueOf(reader->runs().checkpoints(run)).size(), 1u);
}

TEST_F(RunTransactionTest, AnEntryWhoseFileIsGoneIsNotOffered) {
  const RunId run = stoppedRun();
  {
    const auto recorder = valueOf(RunRecorder::resume(*project_, run, 10, longer()));
    valueOf(recorder->saveCheckpoint(smallCheckpoint(2, 20, 0.9)));
  }
  fs::remove(project_->checkpointFolder(run) / "epoch-0002.safetensors");
  reopen();
  EXPECT_EQ(entries(run), Names{"epoch-0001.safetensors"}) << "the run goes on from what is there";
}

TEST_F(RunTransactionTest, ARunWithoutACheckpointIsBegunAnew) {
  RunId run;
  {
    const auto recorder = begin();
    run = recorder->run();
    for (std::int64_t step = 1; step <= 5; ++step) expectOk(recorder->recordPoint({step, 0.1, 1.0, 0.5, 0.01}));
    expectOk(recorder->recordMark(0, "Batches follow the text"));
  }
  const auto recorder = valueOf(RunRecorder::restart(*project_, run, longer()));
  EXPECT_EQ(valueOf(runs().points(run)).size(), 5u) << "not yet";
  expectOk(recorder->recordMark(0, "Batches follow the text"));
  EXPECT_EQ(valueOf(runs().points(run)).size(), 0u);
  EXPECT_EQ(valueOf(runs().marks(run)).size(), 1u);
  expectError(RunRecorder::restart(*project_, stoppedRun(), longer()), ErrorCode::InvalidArgument, "would be lost");
}

TEST_F(RunTransactionTest, ARunThatBeginsAnewIsRepeatedWithTheSettingsOfItsNewBeginning) {
  RunId run;
  {
    const auto recorder = begin();
    run = recorder->run();
    expectOk(recorder->recordPoint({1, 0.1, 1.0, 0.5, 0.01}));
  }
  valueOf(RunRecorder::restart(*project_, run, longer()));
  EXPECT_EQ(valueOf(runs().beginning(run)).settings.epochs, smallRun().settings.epochs) << "it did not begin";
  expectOk(valueOf(RunRecorder::restart(*project_, run, longer()))->confirm());
  EXPECT_EQ(valueOf(runs().beginning(run)).settings.epochs, 20);
  // A run that goes on keeps what it began with.
  const RunId other = stoppedRun();
  expectOk(valueOf(RunRecorder::resume(*project_, other, 10, longer()))->confirm());
  EXPECT_EQ(valueOf(runs().beginning(other)).settings.epochs, smallRun().settings.epochs);
}

TEST_F(RunTransactionTest, ARunThatCannotBeginAnewKeepsItsHistory) {
  const auto expectRefused = [&](RunId run, const char* words) {
    const auto refused = RunRecorder::restart(*project_, run, longer());
    expectError(refused, ErrorCode::InvalidArgument, words);
    EXPECT_NE(refused.error().advice.find("Begin a new run"), std::string::npos);
    EXPECT_FALSE(valueOf(runs().points(run)).empty());
  };
  const auto record = [&](RunRecorder& recorder, RunStatus status) {
    expectOk(recorder.recordPoint({12, 0.1, 1.0, 0.5, 0.01}));
    expectOk(recorder.setStatus(status));
    return recorder.run();
  };
  expectRefused(record(*begin(), RunStatus::Finished), "has finished");
  EXPECT_TRUE(RunRecorder::restart(*project_, record(*begin(), RunStatus::Stopped), longer()).ok());
  RunDescription given = smallRun("given");
  given.givenWeights = true;
  expectRefused(record(*valueOf(RunRecorder::begin(*project_, given)), RunStatus::Stopped),
                "the weights that it began");
  const auto branch = valueOf(RunRecorder::branch(*project_, stoppedRun(), 10, smallRun("branch")));
  expectRefused(record(*branch, RunStatus::Failed), "the weights that it began");
}

TEST(CheckpointRetentionTest, ThinsOutEvenlyWhateverThereIs) {
  for (const std::uint64_t room : {2u, 3u, 4u, 5u, 10u, 50u}) {
    std::vector<CheckpointSize> kept;
    for (std::int64_t step = 1; step <= 400; ++step) {
      kept.push_back({step, 100, false});
      for (const std::int64_t gone : checkpointsToDrop(kept, 100 * room))
        std::erase_if(kept, [&](const CheckpointSize& entry) { return entry.step == gone; });
      ASSERT_EQ(kept.size(), std::min<std::size_t>(room, static_cast<std::size_t>(step)));
      ASSERT_EQ(kept.front().step, 1);
      ASSERT_EQ(kept.back().step, step);
      for (std::size_t i = 1; room > 3 && i < kept.size(); ++i)
        ASSERT_LE(kept[i].step - kept[i - 1].step, 2 * step / static_cast<std::int64_t>(room) + 2)
            << "at step " << step << " with room for " << room;
    }
  }
}

TEST(CheckpointRetentionTest, KeepsTheBestAndTheLastWhateverTheyTake) {
  const std::vector<CheckpointSize> all{{1, 100, false}, {2, 100, true}, {3, 100, false}, {4, 100, false}};
  EXPECT_EQ(checkpointsToDrop(all, 1000), std::vector<std::int64_t>());
  EXPECT_EQ(checkpointsToDrop(all, 300), std::vector<std::int64_t>{3});
  EXPECT_EQ(checkpointsToDrop(all, 0), (std::vector<std::int64_t>{3, 1}));
  const std::vector<CheckpointSize> one{{7, 100, false}};
  EXPECT_TRUE(checkpointsToDrop(one, 0).empty());
  EXPECT_TRUE(checkpointsToDrop({}, 0).empty());
}

TEST(CheckpointRetentionTest, KeepsTheLastTheMilestonesAndThoseThatStay) {
  std::vector<CheckpointSize> all;
  for (std::int64_t step = 1; step <= 10; ++step) all.push_back({step, 100, step == 3, step % 4 == 0});
  EXPECT_EQ(checkpointsToDrop(all, 10000, 2), (std::vector<std::int64_t>{1, 2, 5, 6, 7}));
  EXPECT_EQ(checkpointsToDrop(all, 10000, 20), std::vector<std::int64_t>());
  // The limit of space takes precedence over milestones.
  EXPECT_EQ(checkpointsToDrop(all, 200, 1), (std::vector<std::int64_t>{1, 2, 5, 6, 7, 9, 4, 8}));
}

TEST(CheckpointRetentionTest, TinyOnesAreBoundedByTheirNumber) {
  std::vector<CheckpointSize> all;
  for (std::int64_t step = 1; step <= 1200; ++step) all.push_back({step, 1, false});
  EXPECT_EQ(checkpointsToDrop(all, 1 << 20).size(), 1200 - kMostCheckpoints);
}

}  // namespace
}  // namespace fovea::test
