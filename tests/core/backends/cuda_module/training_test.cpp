// Whole training steps on the emulated device, recorded as on a GPU, in each precision. The losses follow those of the
// CPU in f32 as closely as the precision allows.
#include <cmath>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/graph/passes/loss_scaling.h"
#include "core/train/training_graph.h"
#include "tests/core/train/train_support.h"
#include "tests/numeric/rounded_steps.h"

namespace fovea::test {
namespace {

constexpr std::int64_t kBatch = 9;
constexpr std::int64_t kSteps = 12;

Tensor taskImages(std::int64_t step) {
  Tensor images = Tensor::zeros({DataType::Float32, {kBatch, 1, 8, 8}});
  for (std::int64_t i = 0; i < kBatch; ++i) {
    const auto pixels = taskPixels(static_cast<std::uint64_t>(step * kBatch + i), static_cast<std::int32_t>(i % 3));
    for (std::size_t k = 0; k < pixels.size(); ++k)
      images.values<float>()[static_cast<std::size_t>(i) * pixels.size() + k] = static_cast<float>(pixels[k]) / 128 - 1;
  }
  return images;
}

std::vector<float> losses(const std::shared_ptr<Device>& device, const std::string& precision) {
  TrainingSettings settings = taskSettings();
  settings.precision = precision;
  const StepGraph step = valueOf(buildTrainingGraph(taskNetwork(), settings, kBatch));
  auto store = std::make_shared<VariableStore>(device);
  for (const VariableInfo& variable : step.variables) expectOk(store->write(variable.name, initialValue(variable, 1)));
  // A scale at which no gradient overflows; otherwise the first steps would only search for it.
  if (precision == "f16") expectOk(store->write(kLossScaleName, Tensor::of<float>(Shape(), {256.0f})));
  const auto executor = valueOf(Executor::compile(step.graph, store));
  Tensor labels = Tensor::zeros({DataType::Int32, {kBatch}});
  for (std::int64_t i = 0; i < kBatch; ++i)
    labels.values<std::int32_t>()[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(i % 3);
  expectOk(executor->setInput(step.feeds.value(FeedRole::Target), labels));
  expectOk(executor->setInput(step.feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {0.02f})));
  std::vector<float> result;
  for (std::int64_t i = 0; i < kSteps; ++i) {
    expectOk(executor->setInput(step.feeds.value(FeedRole::Samples), taskImages(i)));
    expectOk(executor->setInput(step.feeds.value(FeedRole::Step), Tensor::of<std::int64_t>(Shape(), {i})));
    expectOk(executor->run());
    for (const auto& [name, value] : step.graph->outputs())
      if (name == "loss") result.push_back(valueOf(executor->readScalar(value)));
  }
  return result;
}

struct Precision {
  const char* name;
  float allowed;  // of a loss, relative to f32 on the CPU
};

class EmulatedTraining : public testing::TestWithParam<Precision> {};

TEST_P(EmulatedTraining, FollowsTheCpu) {
  const auto expected = losses(openTaskDevice("cpu"), "f32");
  const auto found = losses(valueOf(cuda::openCudaDevice(0)), GetParam().name);
  ASSERT_EQ(expected.size(), static_cast<std::size_t>(kSteps));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], GetParam().allowed * expected[i]) << "step " << i;
  EXPECT_LT(found.back(), 0.5f * found.front());
}

INSTANTIATE_TEST_SUITE_P(Precisions, EmulatedTraining,
                         testing::Values(Precision{"f32", 1e-3f}, Precision{"f16", 2e-2f}, Precision{"bf16", 6e-2f}),
                         [](const auto& one) { return one.param.name; });

// Compares recorded steps with the reference variable by variable. Larger networks would be too slow on emulated
// threads.
TEST(EmulatedNetworks, GoTheWayOfTheReference) {
  const auto cases = numeric::networkCases();
  ASSERT_TRUE(cases.ok()) << cases.error().text();
  const auto device = valueOf(cuda::openCudaDevice(0));
  for (const numeric::NetworkCase& subject : *cases) {
    const bool small = subject.name == "perceptron" || subject.name == "sentences" || subject.name == "signals";
    if (!small && subject.name != "branches") continue;
    if (small) expectOk(numeric::checkNetwork(subject, 3, device, true));
    for (const numeric::StepRounding& rounding : numeric::stepRoundings())
      expectOk(numeric::checkRounded(subject, rounding, small ? 4 : 2, device));
  }
}

}  // namespace
}  // namespace fovea::test
