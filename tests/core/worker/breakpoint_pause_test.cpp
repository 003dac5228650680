// A breakpoint pauses its own run; the snapshot and the run's marks state which one, where, and why.
#include "tests/core/worker/worker_support.h"

namespace fovea::test {
namespace {

using Measure = Breakpoint::Measure;
using Condition = Breakpoint::Condition;

class BreakpointPauseTest : public WorkerTest {
 protected:
  void SetUp() override {
    WorkerTest::SetUp();
    plan_.settings.epochs = 2;
    plan_.settings.device = "disturbed";
  }
};

TEST_F(BreakpointPauseTest, PausesThereAndGoesOn) {
  worker_->send(start());
  worker_->send(SetBreakpoints{{{"conv1", Measure::Gradient, Condition::Above, 0}}, 1, run_});
  const auto paused = waitFor(WorkerState::Paused);
  ASSERT_EQ(paused->hits.size(), 1u);
  EXPECT_EQ(paused->step, 1) << "a command that follows the start is heard before the first step";
  EXPECT_EQ(paused->hits[0].step, 1);
  EXPECT_EQ(paused->hits[0].breakpoint.layer, "conv1");
  EXPECT_GT(paused->hits[0].value, 0);
  EXPECT_FALSE(paused->error);
  EXPECT_EQ(record(run_).status, RunStatus::Paused);
  gather();
  ASSERT_FALSE(events_.marks.empty());
  EXPECT_EQ(events_.marks.back().text, "paused: " + hitText(paused->hits[0]));
  worker_->send(ContinueRun{run_});
  const auto finished = waitFor(WorkerState::Finished);
  EXPECT_TRUE(finished->hits.empty());
  EXPECT_EQ(finished->step, 20);
}

TEST_F(BreakpointPauseTest, AStepLeadsOnFromIt) {
  worker_->send(start());
  worker_->send(SetBreakpoints{{{"conv1", Measure::Gradient, Condition::Above, 0}}, 1, run_});
  const auto step = waitFor(WorkerState::Paused)->step;  // a later step if training was faster than the command
  worker_->send(StepRun{run_});
  const auto next =
      waitUntil([step](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.step == step + 1; });
  EXPECT_TRUE(next->hits.empty());
}

TEST_F(BreakpointPauseTest, OfAnotherRunOrWithdrawnTheyDoNothing) {
  worker_->send(start());
  worker_->send(SetBreakpoints{{{"conv1", Measure::Gradient, Condition::Above, 0}}, 1, RunId{run_.index + 7}});
  worker_->send(SetBreakpoints{{{"conv1", Measure::Gradient, Condition::Above, 0}}, 1, run_});
  worker_->send(SetBreakpoints{{}, 1, run_});
  waitUntil(
      [](const WorkerSnapshot& now) { return now.state == WorkerState::Finished || now.state == WorkerState::Paused; });
  EXPECT_EQ(worker_->snapshot()->state, WorkerState::Finished);
}

TEST_F(BreakpointPauseTest, ALayerThatThereIsNotIsSaidAndTrainingGoesOn) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  worker_->send(SetBreakpoints{{{"no such", Measure::Zeros, Condition::Above, 0}}, 1, run_});
  const auto snapshot = waitUntil([](const WorkerSnapshot& now) { return now.error.has_value(); });
  EXPECT_NE(snapshot->error->message.find("no such"), std::string::npos);
  worker_->send(SetBreakpoints{{{"no such", Measure::Zeros, Condition::Above, 0}}, 1, run_});
  const auto again = waitUntil([](const WorkerSnapshot& now) { return now.refusals == 2; });
  EXPECT_EQ(again->error->message, snapshot->error->message) << "only the number tells the second refusal";
}

TEST_F(BreakpointPauseTest, ThoseThatCannotBeCheckedAreSaidAndTrainingGoesOn) {
  worker_->send(start());
  worker_->send(PauseRun{run_});
  const auto step = waitFor(WorkerState::Paused)->step;
  const Breakpoint steep{"conv1", Measure::Gradient, Condition::Above, 0};
  disturbance_->failingRun = disturbance_->runs.load();  // the check comes before the step
  worker_->send(SetBreakpoints{{steep}, 1, run_});
  worker_->send(StepRun{run_});
  const auto unchecked =
      waitUntil([step](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.step == step + 1; });
  EXPECT_TRUE(unchecked->unchecked && unchecked->error);
  EXPECT_TRUE(unchecked->hits.empty());
  gather();
  ASSERT_FALSE(events_.marks.empty());
  EXPECT_NE(events_.marks.back().text.find("not checked"), std::string::npos);
  worker_->send(SetBreakpoints{{steep}, 1, run_});
  worker_->send(StepRun{run_});
  EXPECT_FALSE(waitUntil([](const WorkerSnapshot& now) { return !now.hits.empty(); })->unchecked);
}

// The loss of the first epoch is lost, and the run goes back to its start.
TEST_F(BreakpointPauseTest, AtTheSameStepAgainItIsAnotherPause) {
  plan_.settings.schedule = "fixed";
  plan_.settings.learningRate = 1000;
  plan_.settings.weightDecay = 10;
  plan_.settings.logInterval = 1000;
  worker_->send(start());
  worker_->send(SetBreakpoints{{Breakpoint{}}, 1, run_});
  const auto first = waitUntil([](const WorkerSnapshot& now) { return now.pausesAtHits == 1; });
  worker_->send(ContinueRun{run_});
  waitUntil([](const WorkerSnapshot& now) { return now.error.has_value(); });
  worker_->send(ContinueRun{run_});
  const auto again = waitUntil([](const WorkerSnapshot& now) { return now.pausesAtHits == 2; });
  ASSERT_FALSE(first->hits.empty() || again->hits.empty());
  EXPECT_EQ(again->hits[0].step, first->hits[0].step);
}

// Checks are additional runs on the device, which a run without breakpoints does not make.
TEST_F(BreakpointPauseTest, WithoutBreakpointsTheDeviceIsAskedNoMoreThanEver) {
  const auto runsOf = [this](std::vector<Breakpoint> breakpoints) {
    disturbance_->runs = 0;
    worker_->send(start());
    worker_->send(SetBreakpoints{std::move(breakpoints), 1, run_});
    waitUntil([this](const WorkerSnapshot& now) { return now.run == run_ && now.state == WorkerState::Finished; });
    return disturbance_->runs.load();
  };
  const int plain = runsOf({}), guarded = runsOf({{"fc1", Measure::Zeros, Condition::Above, 1}});
  EXPECT_EQ(runsOf({}), plain);
  EXPECT_GE(guarded, plain + 20);
}

}  // namespace
}  // namespace fovea::test
