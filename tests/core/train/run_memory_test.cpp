// The device memory of a run is measured, and planned, as one arena for everything that an epoch runs.
#include "core/train/memory_advice.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// Counts its memory in use.
class CountingDevice : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override {
    FOVEA_TRY(auto buffer, device_->allocate(bytes));
    *used += bytes;
    return std::shared_ptr<DeviceBuffer>(buffer.get(), [buffer, bytes, left = used](DeviceBuffer*) mutable {
      buffer.reset();
      *left -= bytes;
    });
  }
  std::shared_ptr<std::uint64_t> used = std::make_shared<std::uint64_t>(0);
};

class RunMemory : public ::testing::Test {
 protected:
  // The bytes if each program of an epoch had its own memory.
  std::uint64_t bytesApart(const TrainingPlan& plan, std::int64_t rest, std::int64_t validationRest) {
    const auto store = std::make_shared<VariableStore>(openTaskDevice("cpu"));
    std::uint64_t bytes = 0;
    const auto add = [&](const StepGraph& step) {
      const auto executor = valueOf(Executor::compile(step.graph, store, compileOptions(plan.settings)));
      const ExecutorReport& report = executor->report();
      bytes += report.arenaBytes + report.preparedBytes + report.sourceBytes;
    };
    add(valueOf(buildTrainingGraph(plan.network, plan.settings, plan.settings.batch)));
    add(valueOf(buildTrainingGraph(plan.network, plan.settings, rest)));
    add(valueOf(buildValidationGraph(plan.network, plan.settings.batch)));
    add(valueOf(buildValidationGraph(plan.network, validationRest)));
    return bytes + store->bytes();
  }
  TemporaryFolder folder_;
};

TEST_F(RunMemory, IsThatOfOneArenaForWholeAndLastBatchAndValidation) {
  // 150 and 130 samples in batches of 64: the last batches have 22 and 2.
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder_ / "squares", {150, 130, 0}), "squares"};
  plan.settings.batch = 64;
  const auto device = std::make_shared<CountingDevice>(openTaskDevice("cpu"));
  const auto trainer = valueOf(Trainer::create(plan, device));
  const ExecutorReport report = trainer->memory();
  const std::uint64_t apart = bytesApart(plan, 22, 2);
  RecordProperty("bytes_apart", std::to_string(apart));
  RecordProperty("bytes_together", std::to_string(report.peakBytes()));
  EXPECT_EQ(*device->used, report.peakBytes() - report.stagingBytes) << "what is reported is what is taken";
  EXPECT_LT(report.peakBytes(), apart * 2 / 3);
  // Inputs have no memory besides the arena: 64 + 22 + 64 + 2 images of 8×8 would need more.
  EXPECT_LT(report.sourceBytes, (64u + 22 + 64 + 2) * 64 * sizeof(float) / 8);
  EXPECT_GE(report.arenaBytes, 64u * 64 * sizeof(float));
}

// Plans do not know the device, whose kernels may need other scratch memory.
TEST_F(RunMemory, IsPlannedAsItIsTaken) {
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder_ / "squares", {150, 130, 0}), "squares"};
  plan.settings.batch = 64;
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  const auto taken = static_cast<double>(trainer->memory().peakBytes());
  const auto planned = static_cast<double>(valueOf(trainingBytes(plan.network, plan.settings, 64)));
  EXPECT_GT(planned, 0.7 * taken);
  EXPECT_LT(planned, 1.5 * taken);
}

// If the validation needs more than a step, as with these batches, it counts.
TEST_F(RunMemory, AValidationThatIsLargerThanTheStepIsCounted) {
  ExecutorReport together, larger;
  together.arenaBytes = 100;
  together.sourceBytes = 5;
  larger.arenaBytes = 300;
  larger.sourceBytes = 7;
  larger.preparedBytes = 2;
  addExecutor(together, larger);
  EXPECT_EQ(together.arenaBytes, 300u);
  EXPECT_EQ(together.peakBytes(), 300u + 12 + 2);
}

// The averages of weights are updated between two steps; a rate that the user set is kept while other programs run.
TEST_F(RunMemory, WhatMustLastFromRunToRunLasts) {
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder_ / "squares"), "squares"};
  plan.settings.averaging = "exponential";
  plan.settings.schedule = "fixed";  // the rate is set once, in the first step of each program
  Story first, again;
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  advance(*trainer, first);
  EXPECT_GT(first.epochs.back().validationAccuracy, 0.8);
  // The reference device uses other kernels and layouts; the results are the same except for rounding.
  const auto reference = valueOf(Trainer::create(plan, openTaskDevice("reference")));
  advance(*reference, again);
  ASSERT_EQ(first.epochs.size(), again.epochs.size());
  for (std::size_t i = 0; i < first.epochs.size(); ++i)
    EXPECT_NEAR(first.epochs[i].validationLoss, again.epochs[i].validationLoss, 2e-2) << i;
}

}  // namespace
}  // namespace fovea::test
