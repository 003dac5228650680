// Everything that an epoch runs is compiled and tuned before its first step: its last smaller batch, the validation and
// its smaller batch, gradient accumulation, the averages. Nothing interrupts a run.
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// Kernels are only chosen while a graph is compiled.
class WatchedDevice : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  const KernelRegistry& kernels() const override {
    ++asked;
    return device_->kernels();
  }
  mutable int asked = 0;
};

class CompiledAhead : public testing::Test {
 protected:
  void expectNothingIsCompiledLater(const std::function<void(TrainingSettings&)>& change) {
    // 150 and 34 samples in batches of 16: the last batch of each is smaller.
    TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder_ / "squares"), "squares"};
    change(plan.settings);
    const auto device = std::make_shared<WatchedDevice>(openTaskDevice("cpu"));
    const auto trainer = valueOf(Trainer::create(plan, device));
    EXPECT_GT(device->asked, 0);
    device->asked = 0;
    Story story;
    advance(*trainer, story);
    EXPECT_EQ(story.epochs.size(), 3u);
    EXPECT_EQ(device->asked, 0);
  }
  TemporaryFolder folder_;
};

TEST_F(CompiledAhead, TheLastBatchAndTheValidation) {
  expectNothingIsCompiledLater([](TrainingSettings&) {});
}

TEST_F(CompiledAhead, WhatGathersGradients) {
  expectNothingIsCompiledLater([](TrainingSettings& settings) { settings.accumulation = 4; });
}

TEST_F(CompiledAhead, WhatAveragesWeightsFromTheSecondEpochOn) {
  expectNothingIsCompiledLater([](TrainingSettings& settings) {
    settings.averaging = "exponential";
    settings.averageStart = 1;
  });
}

}  // namespace
}  // namespace fovea::test
