// Runs are started, steered, watched and stopped from several threads at once, by commands in random order, while
// networks are edited.
#include "core/base/random.h"
#include "core/network/network_edit.h"
#include "core/train/breakpoint.h"
#include "tests/core/worker/worker_support.h"
#include "tests/soak_time.h"

namespace fovea::test {
namespace {

class SoakTest : public WorkerTest {
 protected:
  void SetUp() override {
    WorkerTest::SetUp();
    plan_.settings.epochs = 100000;
    plan_.settings.histogramEvery = 25;
    plan_.settings.keepLast = 3;
  }

  void pauseAround(Random& random, std::uint64_t most) {
    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(most)));
  }

  // Sends any command except those that begin or end a run. Some name a run that is long over.
  void steer(Random& random) {
    const RunId run = random.below(8) ? RunId{} : RunId{static_cast<std::int32_t>(1 + random.below(5))};
    const double rate = 0.01 + 0.01 * static_cast<double>(random.below(5));
    switch (random.below(12)) {
      case 0:
        return worker_->send(PauseRun{run});
      case 1:
        return worker_->send(StepRun{run});
      case 2:
        return worker_->send(TraceStep{run});
      case 3:
        return worker_->send(SetLearningRate{rate, run});
      case 4:
        return worker_->send(ChangeSetting{"weight_decay", rate / 100, run});
      case 5:
        return worker_->send(ChangeSetting{"batch", static_cast<std::int64_t>(8 + random.below(16)), run});
      case 6:
        return worker_->send(
            ProbeLayers{{{"conv1", "norm1", "fc1"}, static_cast<std::int64_t>(1 + random.below(3))}, run});
      case 7:
        return worker_->send(ProbeLayers{{}, run});
      case 8: {
        const bool hits = random.below(6) == 0;
        const Breakpoint point = valueOf(breakpointFromText(hits ? "loss > 0.001" : "fc1: is nan"));
        return worker_->send(SetBreakpoints{{point}, 2, run});
      }
      case 9:
        return worker_->send(SaveCheckpoint{run});
      default:
        return worker_->send(ContinueRun{run});
    }
  }

  // Draws and undoes layers, and writes and reads what was drawn.
  void edit(Random& random, NetworkDocument& document) {
    const std::size_t layers = document.network().layers().size();
    if (layers < 30) {
      Layer layer;
      layer.type = random.below(2) ? "relu" : "linear";
      expectOk(document.apply({AddLayer{layer}, "Add"}));
    }
    while (layers > 12 && document.canUndo()) expectOk(document.undo());
    const Network again = valueOf(networkFromJson(networkToJson(document.network())));
    EXPECT_TRUE(again == document.network());
  }
};

TEST_F(SoakTest, RunsAreSteeredFromSeveralThreadsAtOnce) {
  std::atomic<bool> over{false};
  std::atomic<int> commands{0}, edits{0}, looks{0};
  std::vector<std::jthread> threads;
  for (std::uint64_t number = 1; number <= 2; ++number)
    threads.emplace_back([&, number] {
      Random random(19, number);
      for (; !over; ++commands) {
        steer(random);
        // Commands go before steps: with many more of them the worker would hardly train.
        pauseAround(random, 120);
      }
    });
  threads.emplace_back([&] {
    Random random(19, 3);
    NetworkDocument document(taskNetwork());
    for (; !over; ++edits) {
      edit(random, document);
      pauseAround(random, 20);
    }
  });
  // Another connection to the project's runs, as a window's list of runs has it.
  threads.emplace_back([&, store = valueOf(project_->openRunStore())] {
    Random random(19, 4);
    for (; !over; ++looks) {
      for (const RunRecord& run : valueOf(store->runs()))
        if (random.below(4) == 0) (void)valueOf(store->points(run.id));
      pauseAround(random, 40);
    }
  });

  Random random(19, 5);
  int begun = 0, resumed = 0;
  std::int64_t steps = 0, probes = 0, traces = 0;
  const auto end = Clock::now() + soakTime();
  while (Clock::now() < end && !HasFailure()) {
    const RunId last = run_;
    std::int64_t before = 0;
    if (begun > 0 && random.below(3) == 0 && !valueOf(project_->runs().checkpoints(last)).empty()) {
      before = valueOf(project_->runs().checkpoints(last)).back().step;
      worker_->send(resume(last));
      ++resumed;
    } else {
      worker_->send(start("run " + std::to_string(++begun)));
    }
    waitUntil([&](const WorkerSnapshot& now) { return now.run == run_ && now.state != WorkerState::Preparing; });
    const auto limit = std::min(end, Clock::now() + std::chrono::milliseconds(200 + random.below(2500)));
    while (Clock::now() < limit) {
      gather();
      pauseAround(random, 30);
    }
    if (random.below(4) == 0) {
      worker_->send(StopAfterEpoch{});
      // A breakpoint, or another thread, may pause the run before its epoch ends.
      pauseAround(random, 200);
    }
    worker_->send(StopRun{});
    const auto stopped = waitUntil([&](const WorkerSnapshot& now) { return now.run == run_ && !now.active(); });
    ASSERT_EQ(stopped->state, WorkerState::Stopped) << (stopped->error ? stopped->error->text() : "");
    const auto checkpoints = valueOf(project_->runs().checkpoints(run_));
    ASSERT_FALSE(checkpoints.empty());
    EXPECT_EQ(checkpoints.back().step, stopped->step);
    EXPECT_EQ(valueOf(readCheckpoint(project_->checkpointPath(checkpoints.back()))).position.step, stopped->step);
    const auto points = valueOf(project_->runs().points(run_));
    for (std::size_t i = 1; i < points.size(); ++i) ASSERT_LT(points[i - 1].step, points[i].step);
    steps += stopped->step - before;
    probes += std::ssize(probes_);
    traces += std::ssize(traces_);
    events_ = {};
    byRun_.clear();
    probes_.clear();
    traces_.clear();
  }
  over = true;
  threads.clear();
  EXPECT_GT(begun, 0);
  EXPECT_GT(steps, begun + resumed) << "the commands leave no time for training";
  std::cout << begun << " runs begun, " << resumed << " resumed, " << steps << " steps, " << commands << " commands, "
            << probes << " probes, " << traces << " traces, " << edits << " edits, " << looks
            << " looks at the store\n";
}

}  // namespace
}  // namespace fovea::test
