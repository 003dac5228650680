// The worker trains on its own thread: it handles commands in order, reports completely, and every failure ends with a
// message, never with a run that hangs.
#include <sys/resource.h>

#include <cmath>
#include <csignal>

#include "core/project/run_facts.h"
#include "tests/core/worker/worker_support.h"

namespace fovea::test {
namespace {

TEST_F(WorkerTest, IsIdleAtFirst) {
  const auto snapshot = worker_->snapshot();
  ASSERT_NE(snapshot, nullptr);
  EXPECT_EQ(snapshot->state, WorkerState::Idle);
  EXPECT_FALSE(snapshot->active());
}

TEST_F(WorkerTest, TrainsToTheEndAndTellsEverythingInOrder) {
  worker_->send(start());
  const auto end = waitFor(WorkerState::Finished);
  gather();
  EXPECT_FALSE(end->error.has_value());
  EXPECT_EQ(end->run, run_);
  EXPECT_EQ(end->name, "first");
  EXPECT_EQ(end->device, "cpu");
  EXPECT_EQ(end->epoch, 3);
  EXPECT_EQ(end->epochs, 3);
  EXPECT_EQ(end->step, 30);
  EXPECT_EQ(end->stepsPerEpoch, 10);
  EXPECT_EQ(end->progress, 1.0);
  EXPECT_GT(end->memoryBytes, 0u);
  EXPECT_GT(end->seconds, 0);
  ASSERT_TRUE(end->lastEpoch.has_value());

  // The same points as with a trainer alone.
  Story expected;
  advance(*valueOf(Trainer::create(plan_, openTaskDevice("cpu"))), expected);
  ASSERT_EQ(events_.points.size(), expected.points.size());
  for (std::size_t i = 0; i < expected.points.size(); ++i) {
    EXPECT_EQ(events_.points[i].step, expected.points[i].step);
    EXPECT_EQ(events_.points[i].loss, expected.points[i].loss);
  }
  ASSERT_EQ(events_.epochs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(events_.epochs[i].validationLoss, expected.epochs[i].validationLoss);
  ASSERT_EQ(events_.checkpoints.size(), 3u);
  EXPECT_EQ(events_.checkpoints[2].step, 30);

  // The project has them, too.
  EXPECT_EQ(record(run_).status, RunStatus::Finished);
  EXPECT_EQ(valueOf(project_->runs().points(run_)).size(), expected.points.size());
  EXPECT_EQ(valueOf(project_->runs().epochs(run_)).size(), 3u);
  EXPECT_EQ(valueOf(readCheckpoint(project_->checkpointPath(events_.checkpoints[2]))).position.epoch, 3);
}

TEST_F(WorkerTest, ANewRunMayBeginWithWhatAnotherLearnt) {
  worker_->send(start());
  waitFor(WorkerState::Finished);
  const CheckpointRecord last = valueOf(project_->runs().checkpoints(run_)).back();
  const double learnt = valueOf(project_->runs().epochs(run_)).back().trainLoss;
  StartRun second = start("second");
  second.start = project_->checkpointPath(last);
  worker_->send(std::move(second));
  waitUntil([&](const WorkerSnapshot& now) { return now.run == run_ && now.state == WorkerState::Finished; });
  EXPECT_LT(valueOf(project_->runs().epochs(run_)).front().trainLoss, 1.5 * learnt);
  const auto marks = valueOf(project_->runs().marks(run_));
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].step, 0);
  EXPECT_EQ(marks[0].text, "Begins with the weights of “network”");
}

TEST_F(WorkerTest, PausesAndContinues) {
  plan_.settings.epochs = 2;
  worker_->send(start());
  worker_->send(PauseRun{});
  const auto paused = waitFor(WorkerState::Paused);
  EXPECT_TRUE(paused->active());
  EXPECT_EQ(record(run_).status, RunStatus::Paused);
  std::this_thread::sleep_for(30ms);
  EXPECT_EQ(worker_->snapshot()->step, paused->step) << "a paused run stands still";
  worker_->send(ContinueRun{});
  EXPECT_EQ(waitFor(WorkerState::Finished)->step, 20);
  EXPECT_EQ(record(run_).status, RunStatus::Finished);
}

TEST_F(WorkerTest, AStepIsOneBatch) {
  worker_->send(start());
  worker_->send(PauseRun{});
  const std::int64_t before = waitFor(WorkerState::Paused)->step;
  for (std::int64_t i = 1; i <= 3; ++i) {
    worker_->send(StepRun{});
    const auto after = waitUntil(
        [&](const WorkerSnapshot& now) { return now.step == before + i && now.state == WorkerState::Paused; });
    std::this_thread::sleep_for(5ms);
    EXPECT_EQ(worker_->snapshot()->step, before + i) << "not more than one";
  }
  for (int i = 0; i < 4; ++i) worker_->send(StepRun{});
  waitUntil([&](const WorkerSnapshot& now) { return now.step == before + 7 && now.state == WorkerState::Paused; });
}

TEST_F(WorkerTest, AStepAtTheEndOfAnEpochTrains) {
  worker_->send(start());
  worker_->send(PauseRun{});
  const std::int64_t before = waitFor(WorkerState::Paused)->step;
  for (std::int64_t i = before + 1; i <= 12; ++i) {
    worker_->send(StepRun{});
    const auto after = waitUntil([&](const WorkerSnapshot& now) { return now.step == i; });
    EXPECT_EQ(after->epoch, i > 10 ? 1 : 0) << "the validation was done on the way";
  }
}

TEST_F(WorkerTest, AStepPausesARunThatGoesOn) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  waitUntil([](const WorkerSnapshot& now) { return now.step > 0; });
  worker_->send(StepRun{});
  const auto paused = waitFor(WorkerState::Paused);
  EXPECT_EQ(record(run_).status, RunStatus::Paused);
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(worker_->snapshot()->step, paused->step);
}

TEST_F(WorkerTest, PausingDoesNotChangeTheNumbers) {
  worker_->send(start());
  worker_->send(PauseRun{});
  waitFor(WorkerState::Paused);
  for (int i = 0; i < 17; ++i) worker_->send(StepRun{});
  worker_->send(ContinueRun{});
  waitFor(WorkerState::Finished);
  gather();
  Story expected;
  advance(*valueOf(Trainer::create(plan_, openTaskDevice("cpu"))), expected);
  ASSERT_EQ(events_.epochs.size(), 3u);
  EXPECT_EQ(events_.epochs.back().validationLoss, expected.epochs.back().validationLoss);
}

TEST_F(WorkerTest, ASetRateIsMarked) {
  worker_->send(start());
  worker_->send(PauseRun{});
  worker_->send(SetLearningRate{0.002});
  waitUntil([](const WorkerSnapshot& now) { return now.learningRate > 0 && now.learningRate < 0.01; });
  gather();
  ASSERT_EQ(events_.marks.size(), 1u);
  EXPECT_EQ(events_.marks[0].text, "rate 0.05 → 0.002");
  EXPECT_EQ(valueOf(project_->runs().marks(run_)).size(), 1u);
  worker_->send(SetLearningRate{-1});
  const auto refused = waitUntil([](const WorkerSnapshot& now) { return now.error.has_value(); });
  EXPECT_TRUE(contains(refused->error->text(), "Rate"));
  EXPECT_NEAR(refused->learningRate, 0.002, 1e-12);
  gather();
  EXPECT_EQ(events_.marks.size(), 1u) << "what was refused is no mark";
}

TEST_F(WorkerTest, TheNumberOfEpochsMayChange) {
  worker_->send(start());
  worker_->send(PauseRun{});
  worker_->send(StepRun{});
  worker_->send(SetEpochs{0});
  waitUntil([](const WorkerSnapshot& now) { return now.epochs == 1; });
  worker_->send(ContinueRun{});
  const auto end = waitFor(WorkerState::Finished);
  EXPECT_EQ(end->step, 10) << "the epoch that has begun is finished";
  EXPECT_EQ(record(run_).settings.epochs, 1) << "the project knows of it";
  EXPECT_EQ(valueOf(project_->runs().checkpoints(run_)).size(), 1u);
}

TEST_F(WorkerTest, StopSavesACheckpointThatGoesOnWithTheSameNumbers) {
  worker_->send(start());
  worker_->send(PauseRun{});
  for (int i = 0; i < 16; ++i) worker_->send(StepRun{});
  waitUntil([](const WorkerSnapshot& now) { return now.step >= 16 && now.state == WorkerState::Paused; });
  worker_->send(StopRun{});
  const auto stopped = waitFor(WorkerState::Stopped);
  EXPECT_FALSE(stopped->active());
  EXPECT_EQ(record(run_).status, RunStatus::Stopped);
  gather();
  ASSERT_FALSE(events_.checkpoints.empty());
  EXPECT_EQ(events_.checkpoints.back().step, stopped->step);

  const RunId first = run_;
  worker_->send(resume(first));
  const auto end = waitFor(WorkerState::Finished);
  EXPECT_EQ(end->run, first);
  Story expected;
  advance(*valueOf(Trainer::create(plan_, openTaskDevice("cpu"))), expected);
  const auto epochs = valueOf(project_->runs().epochs(first));
  ASSERT_EQ(epochs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(epochs[i].validationLoss, expected.epochs[i].validationLoss);
  EXPECT_EQ(valueOf(project_->runs().points(first)).size(), expected.points.size());
}

TEST_F(WorkerTest, ACheckpointCanBeAskedFor) {
  worker_->send(start());
  worker_->send(PauseRun{});
  worker_->send(StepRun{});
  waitUntil([](const WorkerSnapshot& now) { return now.step > 0 && now.state == WorkerState::Paused; });
  worker_->send(SaveCheckpoint{});
  waitUntil([&](const WorkerSnapshot&) { return !events_.checkpoints.empty(); });
  EXPECT_EQ(events_.checkpoints[0].step, worker_->snapshot()->step);
}

TEST_F(WorkerTest, ASecondStartIsRefused) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  const RunId first = run_;
  waitFor(WorkerState::Training);
  worker_->send(start("second"));
  const auto refusal = [this]() -> const RunEvents* {
    for (const RunEvents& each : byRun_)
      if (each.refused) return &each;
    return nullptr;
  };
  const auto going = waitUntil([&](const WorkerSnapshot&) { return refusal() != nullptr; });
  EXPECT_TRUE(contains(refusal()->refused->text(), "already under way"));
  EXPECT_EQ(refusal()->run, run_);
  EXPECT_EQ(going->run, first);
  EXPECT_TRUE(going->active());
  EXPECT_FALSE(going->error) << "the refusal is no fault of the run that goes on";
  const std::int64_t step = going->step;
  waitUntil([&](const WorkerSnapshot& now) { return now.step > step; });
  worker_->send(StopRun{});
  waitFor(WorkerState::Stopped);
  EXPECT_EQ(valueOf(project_->runs().runs()).size(), 1u) << "the refused run is none";
}

TEST_F(WorkerTest, EventsOfTwoRunsAreNeverMixed) {
  plan_.settings.epochs = 2;
  worker_->send(start("first"));
  const RunId first = run_;
  // No events are requested until both are over.
  const auto over = [this](RunId run) { return worker_->snapshot()->run == run && !worker_->snapshot()->active(); };
  const auto wait = [&](RunId run) {
    for (const auto limit = Clock::now() + 60s; !over(run) && Clock::now() < limit;) std::this_thread::sleep_for(1ms);
    ASSERT_TRUE(over(run));
  };
  wait(first);
  plan_.settings.epochs = 1;
  worker_->send(start("second"));
  wait(run_);
  const std::vector<RunEvents> events = worker_->takeReport().events;
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].run, first);
  EXPECT_EQ(events[0].epochs.size(), 2u);
  EXPECT_EQ(events[1].run, run_);
  EXPECT_EQ(events[1].epochs.size(), 1u);
  for (const RunEvents& each : events) {
    ASSERT_TRUE(each.ended);
    EXPECT_EQ(each.ended->run, each.run);
    EXPECT_EQ(each.ended->state, WorkerState::Finished);
    for (const CheckpointRecord& checkpoint : each.checkpoints) EXPECT_EQ(checkpoint.run, each.run);
  }
  EXPECT_TRUE(worker_->takeReport().events.empty());
}

TEST_F(WorkerTest, ACommandForAnotherRunDoesNothing) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  waitFor(WorkerState::Training);
  const RunId other{run_.index + 1};
  for (WorkerCommand command :
       {WorkerCommand(PauseRun{other}), WorkerCommand(StepRun{other}), WorkerCommand(SetLearningRate{1e-3, other}),
        WorkerCommand(SetEpochs{1, other}), WorkerCommand(StopRun{other}), WorkerCommand(StopAfterEpoch{other})})
    worker_->send(command);
  worker_->send(SetLearningRate{1e-5, run_});
  const auto heard = waitUntil([](const WorkerSnapshot& now) { return now.learningRate == 1e-5; });
  EXPECT_TRUE(heard->active());
  EXPECT_EQ(heard->epochs, 100000);
  EXPECT_FALSE(heard->stopsAfterEpoch);
  EXPECT_EQ(events_.marks.size(), 1u) << "only the rate that was meant is marked";
  worker_->send(StopRun{run_});
  waitFor(WorkerState::Stopped);
}

TEST_F(WorkerTest, ARunStopsAfterItsEpoch) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  waitUntil([](const WorkerSnapshot& now) { return now.epoch >= 1; });
  worker_->send(PauseRun{});
  waitFor(WorkerState::Paused);
  worker_->send(StepRun{});  // within an epoch
  const auto stepped =
      waitUntil([](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.epochProgress > 0; });
  worker_->send(StopAfterEpoch{run_});
  const auto stopped = waitFor(WorkerState::Stopped);
  EXPECT_EQ(stopped->epoch, stepped->epoch + 1);
  EXPECT_EQ(stopped->epochProgress, 0);
  EXPECT_FALSE(stopped->error);
  EXPECT_EQ(record(run_).status, RunStatus::Stopped);
  EXPECT_EQ(record(run_).epochsDone, stopped->epoch);
  EXPECT_EQ(valueOf(project_->runs().checkpoints(run_)).back().step, stopped->step);
}

TEST_F(WorkerTest, ARunThatStopsAfterItsEpochIsSavedThere) {
  plan_.settings.epochs = 100000;
  plan_.settings.checkpointEvery = 100000;
  plan_.settings.validationEvery = 100000;
  worker_->send(start());
  waitUntil([](const WorkerSnapshot& now) { return now.step > 0; });
  worker_->send(PauseRun{});
  waitFor(WorkerState::Paused);
  // A step may be the last one of an epoch; then the next one is within the epoch that follows.
  for (int i = 0; i < 2 && worker_->snapshot()->epochProgress == 0; ++i) {
    const std::int64_t before = worker_->snapshot()->step;
    worker_->send(StepRun{});
    waitUntil([=](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.step > before; });
  }
  ASSERT_GT(worker_->snapshot()->epochProgress, 0);
  worker_->send(StopAfterEpoch{run_});
  const auto stopped = waitFor(WorkerState::Stopped);
  const auto last = valueOf(project_->runs().lastCheckpoint(run_));
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->step, stopped->step);
}

TEST_F(WorkerTest, ARunMayHaveALastEpochBeforeThatOfItsSettings) {
  plan_.settings.epochs = 5;
  plan_.settings.checkpointEvery = 5;
  StartRun first = start();
  first.lastEpoch = 2;
  worker_->send(std::move(first));
  const auto stopped = waitFor(WorkerState::Stopped);
  EXPECT_EQ(stopped->epoch, 2);
  EXPECT_EQ(record(run_).status, RunStatus::Stopped);
  const auto last = valueOf(project_->runs().lastCheckpoint(run_));
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->epoch, 2);
  // It goes on from there to the end, and the next run knows nothing of that limit.
  StartRun rest = start();
  rest.recorder = valueOf(RunRecorder::resume(*project_, last->run, last->step, plan_.settings));
  rest.checkpoint = project_->checkpointPath(*last);
  run_ = last->run;
  worker_->send(std::move(rest));
  EXPECT_EQ(waitFor(WorkerState::Finished)->epoch, 5);
}

TEST_F(WorkerTest, StoppingAfterTheEpochCanBeTakenBack) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  waitUntil([](const WorkerSnapshot& now) { return now.step > 0; });
  worker_->send(PauseRun{});
  worker_->send(StepRun{});
  waitUntil([](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.epochProgress > 0; });
  worker_->send(StopAfterEpoch{});
  worker_->send(ContinueRun{});
  const auto going = waitUntil([](const WorkerSnapshot& now) { return now.state == WorkerState::Training; });
  const std::int64_t epoch = going->epoch;
  waitUntil([&](const WorkerSnapshot& now) { return now.epoch > epoch + 1; });
  EXPECT_FALSE(worker_->snapshot()->stopsAfterEpoch);
  EXPECT_TRUE(worker_->snapshot()->active());
  worker_->send(StopRun{});
  waitFor(WorkerState::Stopped);
}

TEST_F(WorkerTest, ValidationsWithinAnEpochAreTold) {
  plan_.settings.epochs = 2;
  plan_.settings.validationUnit = "steps";
  plan_.settings.validationEvery = 6;
  worker_->send(start());
  waitFor(WorkerState::Finished);
  const auto stored = valueOf(project_->runs().validationPoints(run_));
  ASSERT_EQ(events_.validations.size(), stored.size());
  ASSERT_EQ(stored.size(), 3u);
  for (std::size_t i = 0; i < stored.size(); ++i) EXPECT_EQ(events_.validations[i].step, stored[i].step);
}

TEST_F(WorkerTest, CommandsWithoutARunDoNothing) {
  for (WorkerCommand command :
       {WorkerCommand(PauseRun{}), WorkerCommand(ContinueRun{}), WorkerCommand(StepRun{}),
        WorkerCommand(SetLearningRate{1}), WorkerCommand(SetEpochs{3}), WorkerCommand(SaveCheckpoint{}),
        WorkerCommand(StopRun{}), WorkerCommand(StopAfterEpoch{})})
    worker_->send(command);
  plan_.settings.epochs = 1;
  worker_->send(start());
  waitFor(WorkerState::Finished);
  EXPECT_TRUE(events_.marks.empty());
}

TEST_F(WorkerTest, AnUnknownDeviceIsAFailureInWords) {
  plan_.settings.device = "tpu:7";
  worker_->send(start());
  const auto failed = waitFor(WorkerState::Failed);
  ASSERT_TRUE(failed->error.has_value());
  EXPECT_TRUE(contains(failed->error->text(), "tpu:7"));
  EXPECT_TRUE(valueOf(project_->runs().runs()).empty()) << "a run that never began is no run";
  plan_.settings.device = "cpu";
  plan_.settings.epochs = 1;
  worker_->send(start());
  EXPECT_FALSE(waitFor(WorkerState::Finished)->error.has_value()) << "a failure does not stick";
}

TEST_F(WorkerTest, ADamagedCheckpointIsAFailureInWords) {
  StartRun command = start();
  writeBytes(folder_ / "broken.safetensors", "half of a checkpoint");
  command.checkpoint = folder_ / "broken.safetensors";
  worker_->send(std::move(command));
  const auto failed = waitFor(WorkerState::Failed);
  ASSERT_TRUE(failed->error.has_value());
  EXPECT_EQ(failed->error->code, ErrorCode::Corrupt);
  EXPECT_TRUE(contains(failed->error->text(), "broken.safetensors"));
}

TEST_F(WorkerTest, ABatchThatIsTooLargeLeavesNoRun) {
  plan_.settings.batch = 4000;
  worker_->send(start());
  const auto failed = waitFor(WorkerState::Failed);
  ASSERT_TRUE(failed->error.has_value());
  EXPECT_TRUE(contains(failed->error->text(), "150"));
  EXPECT_FALSE(failed->begun);
  EXPECT_TRUE(valueOf(project_->runs().runs()).empty());
  EXPECT_FALSE(fs::exists(project_->checkpointFolder(run_)));
}

TEST_F(WorkerTest, ARunThatCannotGoOnIsWhatItWasBefore) {
  plan_.settings.epochs = 1;
  worker_->send(start());
  waitFor(WorkerState::Finished);
  StartRun command = resume(run_);
  writeBytes(*command.checkpoint, "half of a checkpoint");
  worker_->send(std::move(command));
  waitFor(WorkerState::Failed);
  EXPECT_EQ(record(run_).status, RunStatus::Finished);
  EXPECT_EQ(valueOf(project_->runs().epochs(run_)).size(), 1u);
}

TEST_F(WorkerTest, ALossThatOverflowsPausesTheRunWhereItWasStillRight) {
  plan_.settings.epochs = 100;
  plan_.settings.weightDecay = 10;
  worker_->send(start());
  worker_->send(PauseRun{});
  for (int i = 0; i < 14; ++i) worker_->send(StepRun{});
  waitUntil([](const WorkerSnapshot& now) { return now.step >= 14 && now.state == WorkerState::Paused; });
  // Each step now multiplies the weights by 1 − 1000 × 10.
  worker_->send(SetLearningRate{1000});
  worker_->send(ContinueRun{});
  const auto paused = waitUntil([](const WorkerSnapshot& now) { return now.error.has_value(); });
  ASSERT_TRUE(paused->error.has_value());
  EXPECT_EQ(paused->state, WorkerState::Paused);
  EXPECT_TRUE(contains(paused->error->text(), "no longer a number"));
  EXPECT_TRUE(contains(paused->error->text(), " the first came from ")) << paused->error->text();
  EXPECT_GE(paused->epoch, 1);
  EXPECT_EQ(record(run_).status, RunStatus::Paused);
  // A diagnosis of the run reports it until the run has continued.
  EXPECT_TRUE(valueOf(readFacts(project_->runs(), run_)).trouble.starts_with(kLossLost));
  // The checkpoint of the first epoch is written beside the steps, and registered while the run rests.
  waitUntil([this](const WorkerSnapshot&) { return !valueOf(project_->runs().checkpoints(run_)).empty(); });
  worker_->send(SetLearningRate{0.01});
  worker_->send(SetEpochs{paused->epoch + 1});
  worker_->send(ContinueRun{});
  const auto end = waitFor(WorkerState::Finished);
  EXPECT_FALSE(end->error.has_value());
  ASSERT_TRUE(end->lastEpoch.has_value());
  EXPECT_TRUE(std::isfinite(end->lastEpoch->validationLoss));
  EXPECT_EQ(valueOf(readFacts(project_->runs(), run_)).trouble, "");
}

TEST_F(WorkerTest, ACheckpointThatCannotBeWrittenPausesTheRun) {
  plan_.settings.epochs = 2;
  StartRun command = start();
  // A file instead of the folder of checkpoints: nothing can be written there, not even by root.
  const fs::path folder = command.recorder->folder();
  fs::remove_all(folder);
  writeBytes(folder, "in the way");
  worker_->send(std::move(command));
  const auto paused = waitFor(WorkerState::Paused);
  ASSERT_TRUE(paused->error.has_value());
  EXPECT_TRUE(contains(paused->error->text(), "checkpoint could not be saved"));
  EXPECT_TRUE(paused->epoch == 1 || paused->epoch == 2) << "training goes on while the file is written";
  EXPECT_EQ(record(run_).status, RunStatus::Paused);

  worker_->send(ContinueRun{});
  waitUntil([&](const WorkerSnapshot& now) { return now.state == WorkerState::Paused && now.error.has_value(); });
  fs::remove(folder);
  fs::create_directories(folder);
  worker_->send(ContinueRun{});
  const auto end = waitFor(WorkerState::Finished);
  EXPECT_FALSE(end->error.has_value());
  EXPECT_EQ(end->step, 20);
  EXPECT_EQ(valueOf(project_->runs().checkpoints(run_)).size(), 2u) << "the first one too, once there was room";
}

// Files cannot grow any further, as on a full disk; only the checkpoint is large enough to fail.
TEST_F(WorkerTest, AFullDiskPausesTheRunAndRoomLetsItFinish) {
  Drawing large;
  large.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{20000}}}, {"data"})
      .add("relu1", "relu", {}, {"fc1"})
      .add("fc2", "linear", {{"units", std::int64_t{3}}}, {"relu1"})
      .add("loss", "cross_entropy", {}, {"fc2"});
  plan_.network = large.network;
  plan_.settings.epochs = 1;
  plan_.settings.batch = 150;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit full = before;
  full.rlim_cur = 4 << 20;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  worker_->send(start());
  const auto paused = waitUntil(
      [](const WorkerSnapshot& now) { return now.state == WorkerState::Paused || now.state == WorkerState::Failed; });
  ::setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_EQ(paused->state, WorkerState::Paused);
  EXPECT_TRUE(contains(paused->error->text(), "checkpoint could not be saved"));
  worker_->send(ContinueRun{});
  waitFor(WorkerState::Finished);
  EXPECT_EQ(valueOf(project_->runs().checkpoints(run_)).size(), 1u);
}

TEST_F(WorkerTest, GoingAwayDuringARunIsQuickAndOrderly) {
  plan_.settings.epochs = 100000;
  worker_->send(start());
  waitUntil([](const WorkerSnapshot& now) { return now.step > 3; });
  const auto begin = Clock::now();
  worker_.reset();
  EXPECT_LT(Clock::now() - begin, 2s);
  const RunRecord run = record(run_);
  EXPECT_EQ(run.status, RunStatus::Stopped);
  const auto checkpoints = valueOf(project_->runs().checkpoints(run_));
  ASSERT_FALSE(checkpoints.empty());
  EXPECT_TRUE(readCheckpoint(project_->checkpointPath(checkpoints.back())).ok());
}

TEST_F(WorkerTest, GoingAwayWhilePausedIsOrderlyToo) {
  worker_->send(start());
  worker_->send(PauseRun{});
  waitFor(WorkerState::Paused);
  worker_.reset();
  EXPECT_EQ(record(run_).status, RunStatus::Stopped);
}

TEST_F(WorkerTest, NewsThatNobodyAsksForStayBounded) {
  // One sample per epoch, a point per step: thousands of points in a moment.
  Drawing tiny;
  tiny.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  plan_.network = tiny.network;
  plan_.source = taskDataset(folder_ / "long", {12000, 0, 0});
  plan_.settings.batch = 1;
  plan_.settings.logInterval = 1;
  plan_.settings.learningRate = 1e-4;
  plan_.settings.epochs = 1;
  worker_->send(start());
  const auto limit = Clock::now() + 60s;
  while (worker_->snapshot()->state != WorkerState::Finished && Clock::now() < limit) std::this_thread::sleep_for(5ms);
  ASSERT_EQ(worker_->snapshot()->state, WorkerState::Finished);
  const std::vector<RunEvents> events = worker_->takeReport().events;
  ASSERT_EQ(events.size(), 1u);
  const RunEvents& news = events.front();
  EXPECT_LE(news.points.size(), 8192u);
  EXPECT_GT(news.points.size(), 4000u);
  for (std::size_t i = 1; i < news.points.size(); ++i) ASSERT_LT(news.points[i - 1].step, news.points[i].step);
  EXPECT_LT(news.points.front().step, 10) << "the beginning of the curve is still there";
  EXPECT_EQ(news.points.back().step, 12000) << "and its end";
}

}  // namespace
}  // namespace fovea::test
