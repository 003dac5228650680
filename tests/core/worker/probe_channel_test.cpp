// Commands request probes for a run, and the latest
// frame is returned; without requests there is no cost.
#include "tests/core/worker/worker_support.h"

namespace fovea::test {
namespace {

class ProbeChannelTest : public WorkerTest {
 protected:
  void SetUp() override {
    WorkerTest::SetUp();
    plan_.settings.epochs = 100000;
    plan_.settings.device = "disturbed";
  }
  RunProbe nextProbe() {
    probes_.clear();
    waitUntil([this](const WorkerSnapshot&) { return !probes_.empty(); });
    return probes_.empty() ? RunProbe{} : probes_.back();
  }
};

TEST_F(ProbeChannelTest, TheLatestFrameOfTheRunComesBack) {
  worker_->send(start());
  waitFor(WorkerState::Training);
  worker_->send(ProbeLayers{{{"conv1", "fc1"}, 1}, run_});
  const RunProbe first = nextProbe();
  ASSERT_TRUE(first.frame);
  EXPECT_EQ(first.run, run_);
  ASSERT_FALSE(first.frame->error) << first.frame->error->text();
  ASSERT_EQ(first.frame->layers.size(), 2u);
  EXPECT_EQ(first.frame->layers[0].layer, "conv1");
  EXPECT_GT(first.frame->layers[1].gradientNorm, 0);
  // Many steps later only the latest frame is kept.
  const std::int64_t seen = first.frame->step;
  while (worker_->snapshot()->step < seen + 50) std::this_thread::sleep_for(1ms);
  const WorkerReport report = worker_->takeReport();
  ASSERT_TRUE(report.probe.frame);
  EXPECT_GE(report.probe.frame->step, seen + 49);
  // The probes are no longer requested.
  worker_->send(ProbeLayers{{}, run_});
  worker_->send(PauseRun{run_});
  waitFor(WorkerState::Paused);
  (void)worker_->takeReport();
  EXPECT_FALSE(worker_->takeReport().probe.frame);
  worker_->send(ContinueRun{run_});
  const auto later = worker_->snapshot()->step + 20;
  waitUntil([&](const WorkerSnapshot& now) { return now.step > later; });
  EXPECT_FALSE(worker_->takeReport().probe.frame);
}

// A paused run takes one step with a trace of every tensor, and is paused again.
TEST_F(ProbeChannelTest, AStepIsTracedWhereOneIsAskedFor) {
  worker_->send(start());
  waitFor(WorkerState::Training);
  worker_->send(PauseRun{run_});
  const std::int64_t paused = waitFor(WorkerState::Paused)->step;
  EXPECT_TRUE(traces_.empty());
  worker_->send(TraceStep{run_});
  waitUntil([&](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.step == paused + 1; });
  gather();
  ASSERT_EQ(traces_.size(), 1u);
  EXPECT_EQ(traces_[0].run, run_);
  ASSERT_FALSE(traces_[0].trace->error) << traces_[0].trace->error->text();
  EXPECT_EQ(traces_[0].trace->step, paused + 1);
  EXPECT_FALSE(traces_[0].trace->stages.empty());
  worker_->send(StepRun{run_});
  waitUntil([&](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.step == paused + 2; });
  gather();
  EXPECT_EQ(traces_.size(), 1u);
}

// Probes rest between two looks, but a person who goes step by step is not kept waiting.
TEST_F(ProbeChannelTest, EachSingleStepIsLookedAt) {
  worker_->send(start());
  waitFor(WorkerState::Training);
  worker_->send(PauseRun{run_});
  const std::int64_t paused = waitFor(WorkerState::Paused)->step;
  worker_->send(ProbeLayers{{{"fc1"}, 1, 1000}, run_});
  for (std::int64_t step = paused + 1; step <= paused + 3; ++step) {
    worker_->send(StepRun{run_});
    waitUntil([&](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.step == step; });
    gather();
    ASSERT_FALSE(probes_.empty());
    EXPECT_EQ(probes_.back().frame->step, step);
  }
}

TEST_F(ProbeChannelTest, RecordsOfTheLayersAreStoredAndTold) {
  plan_.settings.histogramEvery = 5;
  plan_.settings.epochs = 1;
  worker_->send(start());
  waitFor(WorkerState::Finished);
  gather();
  ASSERT_GE(events_.layers.size(), 2u);
  EXPECT_EQ(events_.layers[1]->step, 6);
  const auto stored = valueOf(project_->runs().layerFrames(run_));
  ASSERT_EQ(stored.size(), events_.layers.size());
  EXPECT_EQ(stored.back().layers.size(), events_.layers.back()->layers.size());
}

// A slow device makes the step wait.
TEST_F(ProbeChannelTest, TheSnapshotSaysWhatTheStepWaitsFor) {
  disturbance_->runMilliseconds = 5;
  worker_->send(start());
  const auto snapshot = waitUntil([](const WorkerSnapshot& now) { return now.times.steps > 0; });
  EXPECT_EQ(stepWait(snapshot->times), StepWait::Compute);
  EXPECT_GE(snapshot->loaderThreads, 0);
}

TEST_F(ProbeChannelTest, ACommandForAnotherRunDoesNothing) {
  worker_->send(start());
  waitFor(WorkerState::Training);
  worker_->send(ProbeLayers{{{"fc1"}, 1}, RunId{run_.index + 7}});
  const auto later = worker_->snapshot()->step + 20;
  waitUntil([&](const WorkerSnapshot& now) { return now.step > later; });
  EXPECT_TRUE(probes_.empty());
}

TEST_F(ProbeChannelTest, ALayerThatThereIsNotIsSaidAndTrainingGoesOn) {
  worker_->send(start());
  waitFor(WorkerState::Training);
  worker_->send(ProbeLayers{{{"no such"}, 1}, run_});
  const auto snapshot = waitUntil([](const WorkerSnapshot& now) { return now.error.has_value(); });
  EXPECT_NE(snapshot->error->message.find("no such"), std::string::npos);
  EXPECT_EQ(snapshot->state, WorkerState::Training);
}

// Probes are additional runs on the device, which are not made without a request.
TEST_F(ProbeChannelTest, WithoutProbesTheDeviceIsAskedNoMoreThanEver) {
  plan_.settings.epochs = 2;
  const auto runsOf = [this](bool probed) {
    disturbance_->runs = 0;
    worker_->send(start(probed ? "probed" : "plain"));
    if (probed) worker_->send(ProbeLayers{{{"fc1"}, 1}, run_});
    waitUntil([this](const WorkerSnapshot& now) { return now.run == run_ && now.state == WorkerState::Finished; });
    return disturbance_->runs.load();
  };
  const int plain = runsOf(false), probed = runsOf(true);
  EXPECT_EQ(runsOf(false), plain);
  EXPECT_GT(probed, plain + 10);
}

}  // namespace
}  // namespace fovea::test
