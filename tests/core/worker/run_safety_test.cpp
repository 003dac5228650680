// No data of a run is lost: neither after a failure nor after a rejected command.
#include "tests/core/worker/worker_support.h"

namespace fovea::test {
namespace {

class RunSafetyTest : public WorkerTest {
 protected:
  void SetUp() override {
    WorkerTest::SetUp();
    plan_.settings.device = "disturbed";
  }
  std::vector<CheckpointRecord> checkpoints(RunId run) { return valueOf(project_->runs().checkpoints(run)); }
  // Replaces the folder of checkpoints by a file: nothing can be written there, not even by root.
  void block(RunId run) {
    fs::rename(project_->checkpointFolder(run), folder_ / "aside");
    writeBytes(project_->checkpointFolder(run), "in the way");
  }
  void unblock(RunId run) {
    fs::remove(project_->checkpointFolder(run));
    fs::rename(folder_ / "aside", project_->checkpointFolder(run));
  }
  // Flips a byte of a sample's pixels in the data set's file; a second call restores it.
  void damageSample(std::uint64_t number) {
    const auto pixels = taskPixels(number, static_cast<std::int32_t>(number % 3));
    const std::string known(pixels.begin() + 1, pixels.end());
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "squares")) {
      if (!entry.is_regular_file()) continue;
      const std::string bytes = readBytes(entry.path());
      const auto at = bytes.find(known);
      if (at == std::string::npos) continue;
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(at - 1));
      file.put(static_cast<char>(bytes[at - 1] ^ 1));
      return;
    }
    FAIL() << "the sample's pixels were not found";
  }
  // Expects that the run continued after the failure like one without it.
  void expectUnharmed(RunId run) {
    Story expected;
    TrainingPlan plan = plan_;
    plan.settings.device = "cpu";
    advance(*valueOf(Trainer::create(plan, openTaskDevice("cpu"))), expected);
    const auto epochs = valueOf(project_->runs().epochs(run));
    ASSERT_EQ(epochs.size(), expected.epochs.size());
    for (std::size_t i = 0; i < epochs.size(); ++i)
      EXPECT_EQ(epochs[i].validationLoss, expected.epochs[i].validationLoss);
  }
};

TEST_F(RunSafetyTest, AThrowWhilePreparingLeavesNoRunAndNoNumberIsUsed) {
  disturbance_->throwsAtOpen = true;
  worker_->send(start());
  const RunId first = run_;
  const auto failed = waitFor(WorkerState::Failed);
  ASSERT_TRUE(failed->error.has_value());
  EXPECT_EQ(failed->error->code, ErrorCode::OutOfMemory);
  EXPECT_TRUE(valueOf(project_->runs().runs()).empty());
  EXPECT_EQ(start().recorder->run(), first) << "the number is free again";
}

TEST_F(RunSafetyTest, AThrowWhileFailingEndsTheRunAndNotTheProgram) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  const RunId run = run_;
  waitUntil([](const WorkerSnapshot& now) { return now.step > 3; });
  disturbance_->throwsAtCopy = true;  // first in a step, then when the run is saved
  const auto failed = waitFor(WorkerState::Failed);
  ASSERT_TRUE(failed->error.has_value());
  EXPECT_EQ(failed->error->code, ErrorCode::Internal);
  EXPECT_EQ(record(run).status, RunStatus::Failed);
  disturbance_->throwsAtCopy = false;
  plan_.settings.epochs = 1;
  worker_->send(start("next"));
  waitFor(WorkerState::Finished);
}

TEST_F(RunSafetyTest, ARefusedSecondStartLeavesNoRun) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  const RunId first = run_;
  waitFor(WorkerState::Training);
  worker_->send(start("second"));
  waitUntil([this](const WorkerSnapshot&) { return heardRefusal(); });
  const auto runs = valueOf(project_->runs().runs());
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].id, first);
}

TEST_F(RunSafetyTest, ARefusedContinueLeavesTheCurvesAsTheyWere) {
  plan_.settings.epochs = 2;
  plan_.settings.logInterval = 1;
  worker_->send(start());
  waitFor(WorkerState::Finished);
  const RunId run = run_;
  // As after a killed program: the curves go beyond the last checkpoint.
  expectOk(project_->runs().removeCheckpoint(run, 20));
  const auto points = valueOf(project_->runs().points(run)).size();
  const RunRecord before = record(run);
  TrainingPlan wanted = plan_;
  plan_.settings.epochs = 9;
  disturbance_->throwsAtOpen = true;
  worker_->send(resume(run));
  waitFor(WorkerState::Failed);
  EXPECT_EQ(valueOf(project_->runs().points(run)).size(), points);
  EXPECT_EQ(valueOf(project_->runs().epochs(run)).size(), 2u);
  const RunRecord after = record(run);
  EXPECT_EQ(after.status, RunStatus::Finished);
  EXPECT_EQ(after.settings.epochs, before.settings.epochs);
  EXPECT_EQ(after.finished, before.finished);
}

TEST_F(RunSafetyTest, ADamagedSampleFailsTheRunWithTheStateBeforeIt) {
  damageSample(77);
  worker_->send(start());
  const RunId run = run_;
  const auto failed = waitFor(WorkerState::Failed);
  EXPECT_EQ(failed->error->code, ErrorCode::Corrupt);
  EXPECT_EQ(record(run).status, RunStatus::Failed);
  EXPECT_FALSE(record(run).error.empty());
  ASSERT_EQ(checkpoints(run).size(), 1u) << "what was trained before the damaged sample";
  EXPECT_EQ(checkpoints(run)[0].step, failed->step);
  damageSample(77);  // restores the byte
  plan_.source = openDataset(folder_ / "squares");
  worker_->send(resume(run));
  waitFor(WorkerState::Finished);
  expectUnharmed(run);
}

TEST_F(RunSafetyTest, ABatchThatFailsHalfWayIsNotInWhatIsSaved) {
  disturbance_->failingRun = 18;  // 10 steps, 3 batches of validation, 5 steps
  worker_->send(start());
  const RunId run = run_;
  const auto failed = waitFor(WorkerState::Failed);
  EXPECT_EQ(failed->error->code, ErrorCode::OutOfMemory);
  ASSERT_FALSE(checkpoints(run).empty());
  EXPECT_GE(checkpoints(run).back().step, 10);
  worker_->send(resume(run));
  waitFor(WorkerState::Finished);
  expectUnharmed(run);
}

TEST_F(RunSafetyTest, ADeviceThatAnswersNoMoreCostsSecondsAndNotTheRun) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  const RunId run = run_;
  waitUntil([](const WorkerSnapshot& now) { return now.epoch >= 2; });
  disturbance_->deaf = true;
  waitFor(WorkerState::Failed);
  EXPECT_GE(checkpoints(run).back().epoch, 2);
  disturbance_->deaf = false;
  plan_.settings.epochs = checkpoints(run).back().epoch + 1;
  worker_->send(resume(run));
  waitFor(WorkerState::Finished);
}

TEST_F(RunSafetyTest, StopWithAFullDiskKeepsTheRunUntilThereIsRoom) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  const RunId run = run_;
  waitUntil([](const WorkerSnapshot& now) { return now.step > 3; });
  worker_->send(PauseRun{});
  waitFor(WorkerState::Paused);
  block(run);
  worker_->send(StopRun{});
  const auto kept = waitUntil([](const WorkerSnapshot& now) { return now.error.has_value() || !now.active(); });
  EXPECT_TRUE(kept->active()) << "the trainer is still there";
  EXPECT_TRUE(contains(kept->error->text(), "could not be saved")) << kept->error->text();
  unblock(run);
  worker_->send(StopRun{});
  const auto stopped = waitFor(WorkerState::Stopped);
  EXPECT_FALSE(stopped->error.has_value());
  ASSERT_FALSE(checkpoints(run).empty());
  EXPECT_EQ(checkpoints(run).back().step, kept->step);
}

TEST_F(RunSafetyTest, WhatCannotBeSavedIsGivenUpOnlyWhenAPersonSaysSo) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  const RunId run = run_;
  waitUntil([](const WorkerSnapshot& now) { return now.step > 3; });
  worker_->send(DiscardRun{});
  const std::int64_t step = worker_->snapshot()->step;
  waitUntil([&](const WorkerSnapshot& now) { return now.step > step + 5; });
  EXPECT_TRUE(worker_->snapshot()->active()) << "there was nothing to give up";
  block(run);
  worker_->send(StopRun{});
  EXPECT_TRUE(waitUntil([](const WorkerSnapshot& now) { return now.unsaved; })->active());
  for (int i = 0; i < 3; ++i) {
    const auto before = worker_->snapshot();
    worker_->send(ContinueRun{});
    const auto again = waitUntil([&](const WorkerSnapshot& now) { return &now != before.get() && now.unsaved; });
    EXPECT_EQ(again->step, before->step) << "a run that is to end trains no more";
  }
  worker_->send(DiscardRun{});
  const auto ended = waitFor(WorkerState::Stopped);
  EXPECT_FALSE(ended->unsaved);
  EXPECT_EQ(record(run).status, RunStatus::Stopped);
}

TEST_F(RunSafetyTest, AFailureOnAFullDiskIsKeptUntilThereIsRoom) {
  damageSample(77);
  plan_.settings.device = "disturbed";
  disturbance_->runMilliseconds = 5;
  worker_->send(start());
  const RunId run = run_;
  waitUntil([](const WorkerSnapshot& now) { return now.state == WorkerState::Training; });
  block(run);
  const auto kept = waitUntil([](const WorkerSnapshot& now) { return now.unsaved; });
  unblock(run);
  worker_->send(ContinueRun{});
  const auto failed = waitFor(WorkerState::Failed);
  EXPECT_EQ(failed->error->code, ErrorCode::Corrupt) << "why it failed, not what kept it from being saved";
  ASSERT_EQ(checkpoints(run).size(), 1u);
  EXPECT_EQ(checkpoints(run)[0].step, kept->step);
}

TEST_F(RunSafetyTest, ARunThatBeginsWithOtherWeightsSavesThemAtOnce) {
  plan_.settings.epochs = 1;
  worker_->send(start());
  waitFor(WorkerState::Finished);
  const CheckpointRecord last = checkpoints(run_).back();
  StartRun second = start("second");
  second.start = project_->checkpointPath(last);
  worker_->send(std::move(second));
  waitUntil([&](const WorkerSnapshot& now) { return now.run == run_ && now.state == WorkerState::Finished; });
  EXPECT_EQ(checkpoints(run_).front().step, 0) << "what a killed run is begun from again";
  StartRun branch{plan_, "branch",
                  valueOf(RunRecorder::branch(*project_, last.run, last.step,
                                              {"branch", plan_.network, plan_.settings, "squares"})),
                  project_->checkpointPath(last)};
  const RunId third = branch.recorder->run();
  worker_->send(std::move(branch));
  waitUntil([&](const WorkerSnapshot& now) { return now.run == third && now.state == WorkerState::Finished; });
  EXPECT_EQ(checkpoints(third).front().step, last.step);
}

TEST_F(RunSafetyTest, ALongEpochIsSavedNowAndThenAndItsEndReplacesThat) {
  plan_.settings.epochs = 1;
  disturbance_->runMilliseconds = 10;
  StartRun command = start();
  command.recorder->setSafetyInterval(20ms);
  const RunId run = run_;
  worker_->send(std::move(command));
  waitUntil([](const WorkerSnapshot& now) { return now.step >= 6; });
  const auto within = checkpoints(run);
  ASSERT_FALSE(within.empty());
  EXPECT_LE(within.size(), 2u) << "the one before goes when the next is there";
  EXPECT_GT(within[0].step, 0);
  EXPECT_EQ(within[0].epoch, 0);
  waitFor(WorkerState::Finished);
  EXPECT_TRUE(events_.checkpoints.size() == 1) << "a safety copy is no news";
  ASSERT_EQ(checkpoints(run).size(), 1u);
  EXPECT_EQ(checkpoints(run)[0].epoch, 1);
  expectUnharmed(run);
}

TEST_F(RunSafetyTest, ASafetyCopyThatCannotBeWrittenDoesNotStopTheRun) {
  plan_.settings.epochs = 100000;
  disturbance_->runMilliseconds = 10;
  StartRun command = start();
  command.recorder->setSafetyInterval(20ms);
  block(run_);
  worker_->send(std::move(command));
  const auto told = waitUntil([](const WorkerSnapshot& now) { return now.error.has_value(); });
  EXPECT_TRUE(contains(told->error->text(), "Training goes on")) << told->error->text();
  EXPECT_LT(told->step, 10);
  EXPECT_TRUE(told->state == WorkerState::Training || told->state == WorkerState::Validating);
  unblock(run_);
}

TEST_F(RunSafetyTest, AValidationThatIsSavedLeavesNoFileBehind) {
  plan_.source = taskDataset(folder_ / "wide", {32, 320, 0});
  plan_.settings.epochs = 1;
  disturbance_->runMilliseconds = 10;
  worker_->send(start());
  const RunId run = run_;
  waitFor(WorkerState::Validating);
  worker_->send(SaveCheckpoint{});
  waitFor(WorkerState::Finished);
  ASSERT_EQ(events_.checkpoints.size(), 2u);
  ASSERT_EQ(checkpoints(run).size(), 1u);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(project_->checkpointFolder(run)))
    files.push_back(entry.path().filename());
  EXPECT_EQ(files, std::vector<std::string>{"epoch-0001.safetensors"});
}

// Two steps of training, then twenty batches of validation, which take 20 ms each: every command takes effect after the
// present batch.
class DeafnessTest : public RunSafetyTest {
 protected:
  void SetUp() override {
    RunSafetyTest::SetUp();
    plan_.source = taskDataset(folder_ / "wide", {32, 320, 0});
    plan_.settings.epochs = 1000;
    disturbance_->runMilliseconds = 20;
  }
  void bring(const std::string& state) {
    worker_->send(start());
    waitUntil([](const WorkerSnapshot& now) { return now.step >= 1; });
    if (state == "training") return;
    waitFor(WorkerState::Validating);
    if (state == "validating") return;
    worker_->send(PauseRun{});
    waitFor(WorkerState::Paused);
    if (state == "paused") return;
    worker_->send(StepRun{});
    const int before = disturbance_->runs;
    while (disturbance_->runs < before + 2) std::this_thread::sleep_for(1ms);
  }
  // The number of batches until the snapshot shows the effect.
  template <class Command>
  int batchesUntil(const std::function<bool(const WorkerSnapshot&)>& done, Command command) {
    const int before = disturbance_->runs;
    worker_->send(std::move(command));
    waitUntil(done);
    return disturbance_->runs - before;
  }
  void again() {
    worker_ = std::make_unique<Worker>(backends_);
    events_ = {};
    byRun_.clear();
  }
};

constexpr int kAtOnce = 3;  // the present batch, and those that begin until the test sees the result
const char* const kStates[] = {"training", "validating", "paused", "stepping"};

TEST_F(DeafnessTest, PauseIsHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    EXPECT_LE(batchesUntil([](const auto& now) { return now.state == WorkerState::Paused; }, PauseRun{}), kAtOnce);
    const int before = disturbance_->runs;
    std::this_thread::sleep_for(60ms);
    EXPECT_EQ(disturbance_->runs, before) << "it stands still";
    again();
  }
}

// At any moment of training, validation and stepping. Counted in batches, which do not depend on the machine's load.
TEST_F(DeafnessTest, PauseIsHeardAThousandTimesOfAThousand) {
  plan_.settings.epochs = 1'000'000;
  disturbance_->runMilliseconds = 1;
  bring("training");
  Random random(5, 0);
  int most = 0;
  double longest = 0;
  for (int i = 0; i < 1000; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(6000)));
    const auto begun = Clock::now();
    most = std::max(most, batchesUntil([](const auto& now) { return now.state == WorkerState::Paused; }, PauseRun{}));
    longest = std::max(longest, std::chrono::duration<double>(Clock::now() - begun).count());
    if (i % 4 == 3) {
      worker_->send(StepRun{});
      continue;
    }
    worker_->send(ContinueRun{});
    waitUntil([](const auto& now) { return now.state != WorkerState::Paused; });
  }
  EXPECT_LE(most, kAtOnce);
  std::cout << "1000 of 1000 pauses within " << most << " batches, the slowest after " << longest * 1000 << " ms\n";
}

// Each time another run, stopped at a random moment of its first steps, their validation, or a single step.
// FOVEA_STOPS=1000 takes about half a minute.
TEST_F(DeafnessTest, StopIsHeardEachTime) {
  const char* const wanted = std::getenv("FOVEA_STOPS");
  const int stops = wanted ? std::atoi(wanted) : 200;
  plan_.source = taskDataset(folder_ / "even", {320, 320, 0});  // twenty batches of each
  plan_.settings.epochs = 1'000'000;
  disturbance_->runMilliseconds = 1;
  Random random(6, 0);
  int most = 0;
  double longest = 0;
  std::map<WorkerState, int> moments;
  for (int i = 0; i < stops; ++i) {
    worker_->send(start());
    waitUntil([&](const WorkerSnapshot& now) { return now.run == run_ && now.step >= 1; });
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(50000)));
    if (i % 4 == 3) {
      worker_->send(PauseRun{});
      waitFor(WorkerState::Paused);
      worker_->send(StepRun{});
      std::this_thread::sleep_for(std::chrono::microseconds(random.below(2000)));
    }
    ++moments[worker_->snapshot()->state];
    const auto begun = Clock::now();
    most = std::max(most, batchesUntil([](const auto& now) { return now.state == WorkerState::Stopped; }, StopRun{}));
    longest = std::max(longest, std::chrono::duration<double>(Clock::now() - begun).count());
  }
  EXPECT_LE(most, kAtOnce);
  std::cout << stops << " of " << stops << " stops within " << most << " batches, the slowest after "
            << longest * 1000 << " ms\n";
  for (const WorkerState state : {WorkerState::Training, WorkerState::Validating})
    EXPECT_GT(moments[state], stops / 20) << workerStateTitle(state);
}

TEST_F(DeafnessTest, StopIsHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    EXPECT_LE(batchesUntil([](const auto& now) { return now.state == WorkerState::Stopped; }, StopRun{}), kAtOnce);
    EXPECT_FALSE(checkpoints(run_).empty());
    again();
  }
}

TEST_F(DeafnessTest, GoingAwayIsHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    const int before = disturbance_->runs;
    again();
    EXPECT_LE(disturbance_->runs - before, kAtOnce);
    EXPECT_EQ(record(run_).status, RunStatus::Stopped);
  }
}

TEST_F(DeafnessTest, ARateIsHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    EXPECT_LE(
        batchesUntil([](const auto& now) { return std::abs(now.learningRate - 0.002) < 1e-9; }, SetLearningRate{0.002}),
        kAtOnce);
    again();
  }
}

TEST_F(DeafnessTest, EpochsAreHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    EXPECT_LE(batchesUntil([](const auto& now) { return now.epochs == 7; }, SetEpochs{7}), kAtOnce);
    again();
  }
}

TEST_F(DeafnessTest, ASnapshotIsHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    gather();
    const auto before = events_.checkpoints.size();
    EXPECT_LE(batchesUntil([&](const auto&) { return events_.checkpoints.size() > before; }, SaveCheckpoint{}),
              kAtOnce);
    again();
  }
}

TEST_F(DeafnessTest, ContinueIsHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    worker_->send(ContinueRun{});
    const int before = disturbance_->runs;
    waitUntil([&](const auto&) { return disturbance_->runs > before + 30; });
    EXPECT_NE(worker_->snapshot()->state, WorkerState::Paused) << "it goes on behind the step too";
    again();
  }
}

TEST_F(DeafnessTest, AStepIsHeardEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    worker_->send(StepRun{});
    const auto paused = waitFor(WorkerState::Paused);
    EXPECT_LE(paused->step, state == "stepping" ? 4 : 3);
    again();
  }
}

TEST_F(DeafnessTest, ASecondStartIsRefusedEverywhere) {
  for (const std::string state : kStates) {
    SCOPED_TRACE(state);
    bring(state);
    const RunId first = run_;
    EXPECT_LE(batchesUntil([this](const auto&) { return heardRefusal(); }, start("second")), kAtOnce);
    EXPECT_EQ(worker_->snapshot()->run, first);
    EXPECT_TRUE(worker_->snapshot()->active());
    again();
  }
}

TEST_F(DeafnessTest, WhatIsStoppedBeforeItBeganLeavesNothing) {
  disturbance_->openMilliseconds = 100;
  for (const bool goingAway : {false, true}) {
    SCOPED_TRACE(goingAway ? "going away" : "stop");
    disturbance_->opening = false;
    worker_->send(start());
    while (!disturbance_->opening) std::this_thread::sleep_for(1ms);
    if (goingAway) {
      again();
    } else {
      worker_->send(StopRun{});
      EXPECT_FALSE(waitFor(WorkerState::Stopped)->error.has_value());
    }
    EXPECT_EQ(disturbance_->runs, 0);
    EXPECT_TRUE(valueOf(project_->runs().runs()).empty());
    EXPECT_FALSE(fs::exists(project_->checkpointFolder(run_)));
  }
}

TEST_F(DeafnessTest, PauseWhilePreparingPausesBeforeTheFirstBatch) {
  disturbance_->openMilliseconds = 100;
  worker_->send(start());
  while (!disturbance_->opening) std::this_thread::sleep_for(1ms);
  worker_->send(PauseRun{});
  EXPECT_EQ(waitFor(WorkerState::Paused)->step, 0);
}

}  // namespace
}  // namespace fovea::test
