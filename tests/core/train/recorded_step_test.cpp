// A recorded step may run its parts in any order that their dependencies allow, and concurrently: the results are those
// of sequential execution.
#include <algorithm>
#include <cstring>
#include <sstream>

#include "core/network/standard_networks.h"
#include "core/train/training_graph.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// A device with recording that runs the parts in a new random order in each launch, or in a given order.
class ShufflingDevice : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  bool queues() const override { return true; }
  Result<std::unique_ptr<CapturedStep>> capture(std::span<const CapturedPart> parts) override {
    parts_ = parts.size();
    return std::unique_ptr<CapturedStep>(std::make_unique<Shuffled>(*this, parts));
  }

  std::size_t parts() const { return parts_; }
  std::size_t swaps() const { return swaps_; }  // parts that ran before an earlier recorded one

 private:
  class Shuffled : public CapturedStep {
   public:
    Shuffled(ShufflingDevice& device, std::span<const CapturedPart> parts)
        : device_(device), parts_(parts.begin(), parts.end()) {}
    Status launch() override {
      std::vector<bool> done(parts_.size(), false);
      for (std::size_t count = 0; count < parts_.size(); ++count) {
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < parts_.size(); ++i)
          if (!done[i] && std::all_of(parts_[i].after.begin(), parts_[i].after.end(),
                                      [&](int before) { return done[static_cast<std::size_t>(before)]; }))
            ready.push_back(i);
        const std::size_t next = ready[device_.random_.below(ready.size())];
        if (next != ready.front()) ++device_.swaps_;
        FOVEA_CHECK(parts_[next].enqueue());
        done[next] = true;
      }
      return {};
    }

   private:
    ShufflingDevice& device_;
    std::vector<CapturedPart> parts_;
  };

  Random random_{7};
  std::size_t parts_ = 0, swaps_ = 0;
};

// The variables after some steps.
std::map<std::string, Tensor> trainedWeights(const std::shared_ptr<Device>& device, bool optimize) {
  const StepGraph step = valueOf(buildTrainingGraph(taskNetwork(), taskSettings(), 6));
  auto store = std::make_shared<VariableStore>(device);
  for (const VariableInfo& variable : step.variables) expectOk(store->write(variable.name, initialValue(variable, 1)));
  CompileOptions options;
  options.optimize = optimize;
  const auto executor = valueOf(Executor::compile(step.graph, store, options));
  Random random(3);
  Tensor images = Tensor::zeros(step.graph->value(step.feeds.value(FeedRole::Samples)).type);
  for (float& pixel : images.values<float>()) pixel = static_cast<float>(random.uniform());
  expectOk(executor->setInput(step.feeds.value(FeedRole::Samples), images));
  expectOk(executor->setInput(step.feeds.value(FeedRole::Target), Tensor::of<std::int32_t>({6}, {0, 1, 2, 0, 1, 2})));
  expectOk(executor->setInput(step.feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {0.01f})));
  for (std::int64_t i = 0; i < 8; ++i) {
    expectOk(executor->setInput(step.feeds.value(FeedRole::Step), Tensor::of<std::int64_t>(Shape(), {i})));
    expectOk(executor->run());
  }
  std::map<std::string, Tensor> values;
  for (const std::string& name : store->names()) values.emplace(name, valueOf(store->read(name)));
  return values;
}

// With each parameter's update as a separate part, and with joined updates.
TEST(RecordedStepTest, AnyOrderThatTheDependenciesAllowGivesTheSameNumbers) {
  for (const bool optimize : {false, true}) {
    const auto plain = trainedWeights(openTaskDevice("cpu"), optimize);
    const auto shuffling = std::make_shared<ShufflingDevice>(openTaskDevice("cpu"));
    const auto shuffled = trainedWeights(shuffling, optimize);
    EXPECT_GT(shuffling->parts(), optimize ? 15u : 20u);
    EXPECT_GT(shuffling->swaps(), optimize ? 15u : 50u);
    ASSERT_EQ(plain.size(), shuffled.size());
    for (const auto& [name, value] : plain) {
      const Tensor& other = shuffled.at(name);
      ASSERT_EQ(value.bytes(), other.bytes());
      EXPECT_EQ(std::memcmp(value.raw(), other.raw(), value.bytes()), 0) << name;
    }
  }
}

// Lines of the executor's description that name `op`.
std::int64_t stepsOf(const std::string& description, const std::string& op) {
  std::istringstream lines(description);
  std::string line;
  std::int64_t count = 0;
  while (std::getline(lines, line)) count += contains(line, " " + op + " ") ? 1 : 0;
  return count;
}

TEST(RecordedStepTest, AllParametersOfASmallNetworkAreChangedByOneKernel) {
  const auto device = std::make_shared<ShufflingDevice>(openTaskDevice("cpu"));
  for (const char* clipping : {"none", "norm"}) {
    TrainingSettings settings;
    settings.clipping = clipping;
    const StepGraph step = valueOf(buildTrainingGraph(valueOf(standardNetwork("lenet")), settings, 2));
    EXPECT_EQ(step.variables.size(), 8u);
    const auto executor = valueOf(Executor::compile(step.graph, std::make_shared<VariableStore>(device)));
    EXPECT_EQ(stepsOf(executor->describe(), "sgd_update"), 1) << executor->describe();
    CompileOptions asWritten;
    asWritten.optimize = false;
    const auto plain = valueOf(Executor::compile(step.graph, std::make_shared<VariableStore>(device), asWritten));
    EXPECT_EQ(stepsOf(plain->describe(), "sgd_update"), 8);
  }
}

}  // namespace
}  // namespace fovea::test
