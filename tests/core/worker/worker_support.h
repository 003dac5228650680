// Why: the tests of the worker share one small task, one way to wait for it, and a device that can be disturbed.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "core/worker/worker.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Failures of the device "disturbed", which otherwise is the CPU. Any thread may change them at any time.
struct Disturbance {
  std::atomic<int> runs{0};               // number of graph runs so far
  std::atomic<int> runMilliseconds{0};    // additional time of each run
  std::atomic<int> failingRun{-1};        // index of the run that fails half-way
  std::atomic<bool> deaf{false};          // copies from the device fail
  std::atomic<bool> throwsAtCopy{false};  // a library throws something other than a std::exception
  std::atomic<int> openMilliseconds{0};
  std::atomic<bool> throwsAtOpen{false};
  std::atomic<bool> opening{false};
};

class DisturbedDevice : public ForwardingDevice {
 public:
  DisturbedDevice(std::shared_ptr<Device> device, std::shared_ptr<Disturbance> what)
      : ForwardingDevice(std::move(device)), what_(std::move(what)) {}
  Status beginRun() override {
    std::this_thread::sleep_for(std::chrono::milliseconds(what_->runMilliseconds));
    const int run = what_->runs++;
    if (run == what_->failingRun) return fail(ErrorCode::OutOfMemory, "The device has run out of memory.");
    return device_->beginRun();
  }
  Status download(void* target, const void* source, std::size_t bytes) override {
    if (what_->throwsAtCopy) throw 42;
    if (what_->deaf) return fail(ErrorCode::Io, "The device does not answer.");
    return device_->download(target, source, bytes);
  }

 private:
  std::shared_ptr<Disturbance> what_;
};

class DisturbedBackend : public Backend {
 public:
  explicit DisturbedBackend(std::shared_ptr<Disturbance> what) : what_(std::move(what)) {}
  std::string name() const override { return "disturbed"; }
  Result<std::vector<DeviceInfo>> devices() override {
    DeviceInfo info = openTaskDevice("cpu")->info();
    info.id = name();
    return std::vector{info};
  }
  Result<std::shared_ptr<Device>> open(int) override {
    what_->opening = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(what_->openMilliseconds));
    if (what_->throwsAtOpen) throw std::bad_alloc();
    return std::shared_ptr<Device>(std::make_shared<DisturbedDevice>(openTaskDevice("cpu"), what_));
  }

 private:
  std::shared_ptr<Disturbance> what_;
};

class WorkerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    taskDataset(folder_ / "squares");
    project_ = valueOf(Project::create(folder_ / "project", "test"));
    plan_ = {taskNetwork(), taskSettings(), openDataset(folder_ / "squares"), (folder_ / "squares").string()};
    auto backends = std::make_shared<BackendRegistry>();
    registerReferenceBackend(*backends);
    registerCpuBackend(*backends);
    backends->add(std::make_unique<DisturbedBackend>(disturbance_));
    backends_ = backends;
    worker_ = std::make_unique<Worker>(backends_);
  }

  StartRun start(const std::string& name = "first") {
    auto recorder = valueOf(RunRecorder::begin(*project_, {name, plan_.network, plan_.settings, "squares"}));
    run_ = recorder->run();
    return {plan_, name, std::move(recorder), std::nullopt};
  }
  StartRun resume(RunId run) {
    const CheckpointRecord last = valueOf(project_->runs().checkpoints(run)).back();
    return {plan_, "again", valueOf(RunRecorder::resume(*project_, run, last.step, plan_.settings)),
            project_->checkpointPath(last)};
  }

  // Waits until the snapshot fulfils a condition, and returns it; collects events meanwhile.
  std::shared_ptr<const WorkerSnapshot> waitUntil(const std::function<bool(const WorkerSnapshot&)>& wanted) {
    const auto limit = Clock::now() + 60s;
    for (;;) {
      auto snapshot = worker_->snapshot();
      gather();
      if (wanted(*snapshot)) return snapshot;
      if (Clock::now() > limit) {
        ADD_FAILURE() << "waited in vain; the worker is " << workerStateTitle(snapshot->state) << " at step "
                      << snapshot->step << (snapshot->error ? ": " + snapshot->error->text() : "");
        return snapshot;
      }
      std::this_thread::sleep_for(1ms);
    }
  }
  std::shared_ptr<const WorkerSnapshot> waitFor(WorkerState state) {
    return waitUntil([&](const WorkerSnapshot& now) { return now.state == state; });
  }
  // Commands are handled in order: when a later one has left a mark, the earlier ones are done.
  void gather() {
    const auto add = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    const WorkerReport report = worker_->takeReport();
    if (report.probe.frame) probes_.push_back(report.probe);
    if (report.trace.trace) traces_.push_back(report.trace);
    for (const RunEvents& run : report.events) {
      add(events_.points, run.points);
      add(events_.epochs, run.epochs);
      add(events_.validations, run.validations);
      add(events_.marks, run.marks);
      add(events_.checkpoints, run.checkpoints);
      add(events_.layers, run.layers);
      byRun_.push_back(run);
    }
  }
  // True if the collected events contain a rejected start.
  bool heardRefusal() const {
    return std::any_of(byRun_.begin(), byRun_.end(), [](const RunEvents& each) { return each.refused.has_value(); });
  }
  RunRecord record(RunId run) { return valueOf(project_->runs().run(run)); }

  TemporaryFolder folder_;
  std::shared_ptr<Disturbance> disturbance_ = std::make_shared<Disturbance>();
  std::unique_ptr<Project> project_;
  TrainingPlan plan_;
  std::shared_ptr<const BackendRegistry> backends_;
  std::unique_ptr<Worker> worker_;
  RunEvents events_;              // of all runs together
  std::vector<RunEvents> byRun_;  // in order of arrival
  std::vector<RunProbe> probes_;
  std::vector<RunTrace> traces_;
  RunId run_;
};

}  // namespace fovea::test
