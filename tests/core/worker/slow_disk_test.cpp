// Training does not wait for the disk while a checkpoint is written.
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/core/worker/worker_support.h"

namespace {

std::atomic<int> slowSync{0};  // milliseconds until a checkpoint is on the disk

bool isCheckpoint(int descriptor) {
  char name[4096];
  const ssize_t length = ::readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(), name, sizeof name);
  return length > 0 &&
         std::string_view(name, static_cast<std::size_t>(length)).find(".safetensors") != std::string_view::npos;
}

}  // namespace

// Replaces the C library's function for the whole program.
extern "C" int fsync(int descriptor) {
  if (slowSync > 0 && isCheckpoint(descriptor)) std::this_thread::sleep_for(std::chrono::milliseconds(slowSync));
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

namespace fovea::test {
namespace {

class SlowDiskTest : public WorkerTest {
 protected:
  void SetUp() override {
    WorkerTest::SetUp();
    plan_.settings.device = "disturbed";
    plan_.settings.epochs = 100000;
    plan_.settings.checkpointUnit = "steps";
    plan_.settings.checkpointEvery = 250;
    disturbance_->runMilliseconds = 2;
    slowSync = 400;
  }
  void TearDown() override {
    worker_.reset();
    slowSync = 0;
    WorkerTest::TearDown();
  }
  // The number of reported checkpoints of this and later steps; those of best epochs come in between.
  std::int64_t savedSince(std::int64_t step) {
    gather();
    return std::count_if(events_.checkpoints.begin(), events_.checkpoints.end(),
                         [step](const CheckpointRecord& each) { return each.step >= step; });
  }
};

TEST_F(SlowDiskTest, TrainingGoesOnWhileACheckpointIsWritten) {
  worker_->send(start());
  const RunId run = run_;
  // When a checkpoint is reported, the run is many steps further: it did not wait for the disk.
  std::size_t told = 0;
  waitUntil([&](const WorkerSnapshot& now) {
    for (; told < events_.checkpoints.size(); ++told) {
      const std::int64_t step = events_.checkpoints[told].step;
      if (step >= 250) {
        EXPECT_GE(now.step, step + 20);
      }
    }
    return savedSince(250) >= 3;
  });
  worker_->send(StopRun{});
  waitFor(WorkerState::Stopped);
  const auto records = valueOf(project_->runs().checkpoints(run));
  EXPECT_GT(records.size(), 3u);
  for (const CheckpointRecord& record : records)
    EXPECT_EQ(valueOf(readCheckpoint(project_->checkpointPath(record))).position.step, record.step);
}

TEST_F(SlowDiskTest, APausedRunHearsThatItsCheckpointIsSaved) {
  slowSync = 1500;
  worker_->send(start());
  waitUntil([](const WorkerSnapshot& now) { return now.step >= 252; });
  worker_->send(PauseRun{});
  waitFor(WorkerState::Paused);
  EXPECT_EQ(savedSince(250), 0) << "it takes longer than that";
  waitUntil([this](const WorkerSnapshot&) { return savedSince(250) == 1; });
}

// The folder disappears while the file is being written.
TEST_F(SlowDiskTest, ACheckpointThatFailsWhileTheRunRestsIsTold) {
  slowSync = 1500;
  worker_->send(start());
  const RunId run = run_;
  waitUntil([](const WorkerSnapshot& now) { return now.step >= 252; });
  worker_->send(PauseRun{});
  waitFor(WorkerState::Paused);
  fs::remove_all(project_->checkpointFolder(run));
  writeBytes(project_->checkpointFolder(run), "in the way");
  const auto told = waitUntil([](const WorkerSnapshot& now) { return now.unsaved; });
  ASSERT_TRUE(told->error.has_value());
  EXPECT_EQ(told->state, WorkerState::Paused);
  fs::remove(project_->checkpointFolder(run));
  fs::create_directories(project_->checkpointFolder(run));
  worker_->send(ContinueRun{});
  waitUntil([this](const WorkerSnapshot&) { return savedSince(252) > 0; });
}

}  // namespace
}  // namespace fovea::test
