// A traced step: its tensors against numbers computed by hand, in execution order, and that training is not affected.
// The description of what a step spends time on.
#include <cmath>

#include "core/train/step_times.h"
#include "tests/core/train/rising_plan.h"

namespace fovea::test {
namespace {

TEST(StepTrace, HoldsEveryTensorInTheOrderOfTheWalk) {
  const auto trainer = valueOf(Trainer::create(risingPlan(3), openTaskDevice("cpu")));
  const Checkpoint before = valueOf(trainer->checkpoint());
  EXPECT_EQ(valueOf(Trainer::create(risingPlan(1), openTaskDevice("cpu")))->advance()->trace, nullptr);
  trainer->traceNextStep();
  const auto trace = valueOf(trainer->advance()).trace;
  ASSERT_NE(trace, nullptr);
  ASSERT_FALSE(trace->error) << trace->error->text();
  EXPECT_EQ(trace->step, 1);
  std::vector<std::string> walk;
  for (const TraceStage& stage : trace->stages)
    for (const TracedTensor& tensor : stage.tensors)
      walk.push_back(stage.layer + (stage.backward ? " < " : " > ") + tensor.name);
  EXPECT_EQ(walk, (std::vector<std::string>{"x > output", "fc > output", "loss > output",
                                            "loss < gradient of the output", "fc < gradient of the output",
                                            "fc < gradient of fc.weight", "fc < gradient of fc.bias",
                                            "x < gradient of the output"}));
  const auto weights = before.findWeight("fc.weight")->values<float>(), bias = before.findWeight("fc.bias")->values<float>();
  const auto output = trace->stages[1].tensors[0].values.values<float>();
  ASSERT_EQ(output.size(), 2u);
  EXPECT_NEAR(output[0], 0.5 * weights[0] + 0.5 * weights[1] + bias[0], 1e-6);
  EXPECT_NEAR(trace->loss, -(output[0] + output[1]) / 2, 1e-6);
  // dL/dy = −1/2, dL/dW = −1/4, dL/dx = Wᵀ dL/dy.
  EXPECT_EQ(trace->stages[4].tensors[0].values.values<float>()[0], -0.5f);
  for (const float value : trace->stages[4].tensors[1].values.values<float>()) EXPECT_EQ(value, -0.25f);
  EXPECT_NEAR(trace->stages[5].tensors[0].values.values<float>()[0], -0.5 * (weights[0] + weights[2]), 1e-6);
  EXPECT_EQ(valueOf(trainer->advance()).trace, nullptr) << "only the step that was asked for";
  EXPECT_EQ(traceText(*trace, trace->stages[1], trace->stages[1].tensors[0]).find("step 1 · fc forward · output ["), 0u);
}

// Batch normalisation has running statistics and dropout random numbers: tracing must affect neither.
TEST(StepTrace, LeavesTrainingAsItIs) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  Story without, with;
  const auto plain = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  advance(*plain, without);
  const auto traced = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  traced->traceNextStep();
  advance(*traced, with);
  EXPECT_EQ(with.lines, without.lines);
  expectSameState(valueOf(traced->checkpoint()), valueOf(plain->checkpoint()));
}

TEST(StepTimes, AddUpToTheTimeOfTheRun) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares", {150, 0, 0}), "squares"};
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  for (int step = 0; step < 20; ++step) (void)valueOf(trainer->advance());
  const StepTimes times = trainer->times();
  EXPECT_EQ(times.steps, 20);
  for (const double part : {times.data, times.compute, times.host}) EXPECT_GE(part, 0);
  EXPECT_GT(times.compute, 0);
  EXPECT_NEAR(times.total(), trainer->position().seconds, 0.05 * trainer->position().seconds + 0.001);
  trainer->countHost(100);
  EXPECT_EQ(stepWait(trainer->times()), StepWait::Host);
  EXPECT_EQ(trainer->times().since(times).steps, 0);
}

TEST(StepTimes, SayWhatAStepWaitsFor) {
  EXPECT_EQ(stepWaitText({}), "");
  EXPECT_EQ(stepWaitText({10, 0.03, 0.91, 0.06}), "Compute 91 %, data 3 %, host 6 %: the device is kept busy.");
  const std::string data = stepWaitText({10, 0.6, 0.3, 0.1}, 2);
  EXPECT_EQ(data.find("Compute 30 %, data 60 %, host 10 %: the step waits for data, which 2 threads load;"), 0u) << data;
  EXPECT_NE(stepWaitText({10, 0.1, 0.3, 0.6}).find("waits for the host"), std::string::npos);
}

}  // namespace
}  // namespace fovea::test
