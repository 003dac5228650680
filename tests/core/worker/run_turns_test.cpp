// A run that goes back, or whose changes and pauses meet the end of an epoch, goes on as its records say.
#include <cmath>

#include "tests/core/worker/worker_support.h"

namespace fovea::test {
namespace {

class RunTurnsTest : public WorkerTest {
 protected:
  // Each epoch is a single step, and none is validated.
  void useWholeBatches() {
    taskDataset(folder_ / "whole", {150, 0, 0});
    plan_.source = openDataset(folder_ / "whole");
    plan_.settings.batch = 150;
    plan_.settings.epochs = 1'000'000;
  }
  // The rate of the inverse schedule grows without bound near step 30.
  void overflowNearStep30() {
    plan_.settings.schedule = "inverse";
    plan_.settings.scheduleGamma = -0.033;
    plan_.settings.schedulePower = 20;
    plan_.settings.learningRate = 1e-6;
    plan_.settings.weightDecay = 10;
    plan_.settings.checkpointUnit = "steps";
    plan_.settings.checkpointEvery = 1;
  }
  std::shared_ptr<const WorkerSnapshot> pausedAfter(std::int64_t step) {
    return waitUntil(
        [step](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.step >= step; });
  }
  Checkpoint lastCheckpoint() {
    return valueOf(readCheckpoint(project_->checkpointPath(valueOf(project_->runs().lastCheckpoint(run_)).value())));
  }
};

TEST_F(RunTurnsTest, ARunThatWentBackKeepsNoCheckpointOfTheStepsThatItGaveUp) {
  overflowNearStep30();
  worker_->send(start());
  const auto paused = waitFor(WorkerState::Paused);
  ASSERT_TRUE(paused->error.has_value());
  EXPECT_TRUE(contains(paused->error->text(), kLossLost)) << paused->error->text();
  EXPECT_LE(valueOf(project_->runs().lastCheckpoint(run_)).value().step, paused->step);
  worker_->send(SetLearningRate{0.01, run_});
  worker_->send(StopRun{run_});
  waitFor(WorkerState::Stopped);
  const Checkpoint last = lastCheckpoint();
  EXPECT_EQ(last.position.step, paused->step);
  EXPECT_EQ(last.position.rateSet, 0.01);
  // The change that the person made is still there once the run goes on.
  worker_->send(resume(run_));
  worker_->send(PauseRun{run_});
  waitFor(WorkerState::Paused);
  EXPECT_EQ(valueOf(project_->runs().changes(run_)).size(), 1u);
}

TEST_F(RunTurnsTest, ARunThatWentBackHasACheckpointAtOnce) {
  overflowNearStep30();
  plan_.settings.keepLast = 1;
  worker_->send(start());
  const auto paused = waitFor(WorkerState::Paused);
  EXPECT_FALSE(paused->unsaved);
  EXPECT_EQ(lastCheckpoint().position.step, paused->step);
}

TEST_F(RunTurnsTest, ASmallerRateAfterALossThatIsNoNumberIsSetInTheLastGoodState) {
  plan_.settings.epochs = 3;
  plan_.settings.schedule = "fixed";
  plan_.settings.logInterval = 1000;
  plan_.settings.batch = 8;  // an epoch has 19 steps
  plan_.settings.weightDecay = 10;
  worker_->send(start());
  worker_->send(SetBreakpoints{{Breakpoint{}}, 1, run_});
  worker_->send(PauseRun{run_});
  for (int i = 0; i < 21; ++i) worker_->send(StepRun{run_});
  pausedAfter(21);
  worker_->send(SetLearningRate{1000, run_});
  worker_->send(ContinueRun{run_});
  const auto lost = waitUntil([](const WorkerSnapshot& now) { return !now.hits.empty(); });
  EXPECT_GT(lost->step, 21);
  worker_->send(SetLearningRate{1e-6, run_});
  EXPECT_EQ(waitUntil([](const WorkerSnapshot& now) { return now.learningRate < 1e-3; })->step, 21);
  worker_->send(ContinueRun{run_});
  const auto end = waitUntil([](const WorkerSnapshot& now) { return now.error || now.state == WorkerState::Finished; });
  EXPECT_EQ(end->state, WorkerState::Finished) << end->error->text();
  for (const auto& [name, tensor] : lastCheckpoint().tensors) {
    if (tensor.dtype() != DataType::Float32) continue;
    for (const float value : tensor.values<float>()) ASSERT_TRUE(std::isfinite(value)) << name;
  }
}

// A repetition of the run makes its changes between two steps, when no validation is under way.
TEST_F(RunTurnsTest, AChangeThatDecidesOverAValidationIsMadeAfterIt) {
  plan_.settings.epochs = 10;
  plan_.settings.learningRate = 1e-6;
  plan_.settings.stopMinimum = 100;  // never reached
  plan_.settings.device = "disturbed";
  disturbance_->runMilliseconds = 20;
  worker_->send(start());
  waitUntil([](const WorkerSnapshot& now) { return now.epoch == 2 && now.state == WorkerState::Validating; });
  worker_->send(ChangeSetting{"stop_patience", std::int64_t{2}, run_});
  disturbance_->runMilliseconds = 0;
  EXPECT_EQ(waitFor(WorkerState::Finished)->step, 40);
  const auto changes = valueOf(project_->runs().changes(run_));
  ASSERT_EQ(changes.size(), 1u);
  const auto again = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
  while (again->position().step < changes[0].step || again->inValidation()) valueOf(again->advance());
  expectOk(again->change(changes[0].setting, changes[0].value));
  while (!valueOf(again->advance()).finished) continue;
  EXPECT_EQ(again->position().step, 40);
}

TEST_F(RunTurnsTest, ARunThatIsPausedAtTheEndOfItsLastEpochStopsThere) {
  useWholeBatches();
  StartRun command = start();
  command.lastEpoch = 1;
  worker_->send(std::move(command));
  worker_->send(SetBreakpoints{{{"conv1", Breakpoint::Measure::Gradient, Breakpoint::Condition::Above, 0}}, 1, run_});
  EXPECT_EQ(waitFor(WorkerState::Paused)->epoch, 1);
  worker_->send(ContinueRun{run_});
  EXPECT_EQ(waitFor(WorkerState::Stopped)->epoch, 1);
}

TEST_F(RunTurnsTest, TheLastBatchOfAnEpochCountsForTheSpeed) {
  useWholeBatches();
  worker_->send(start());
  const auto measured = waitUntil([](const WorkerSnapshot& now) { return now.times.steps > 0; });
  EXPECT_GT(measured->samplesPerSecond, 0);
}

}  // namespace
}  // namespace fovea::test
