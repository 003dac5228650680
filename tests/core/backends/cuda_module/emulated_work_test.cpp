// A step does no unnecessary work, counted on the emulated device in threads and in pieces of stream work.
#include <gtest/gtest.h>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/backends/executor.h"
#include "core/base/random.h"
#include "tests/core/backends/cuda_module/emulator/dnn_faults.h"
#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"
#include "tests/core/backends/cuda_module/emulator/threads.h"

namespace fovea::cuda {
namespace {

Tensor randomTensor(const TensorType& type) {
  Tensor tensor = Tensor::make(type);
  Random random(3);
  for (float& number : tensor.values<float>()) number = static_cast<float>(random.normal());
  return tensor;
}

struct Gradients {
  Tensor weight;
  std::uint64_t threads = 0;
};

// Threads of own kernels for the weight gradient, with or without the bias gradient.
Gradients gradientsOf(const std::string& op, const FieldValues& attributes, const Shape& x, const Shape& dy,
                      bool bias) {
  GraphBuilder builder;
  const TensorType xType{DataType::Float32, x}, dyType{DataType::Float32, dy};
  const ValueId xId = builder.addInput("x", xType), dyId = builder.addInput("dy", dyType);
  const auto outputs = builder.emit(op, attributes, {xId, dyId});
  builder.addOutput("weight", outputs[0]);
  if (bias) builder.addOutput("bias", outputs[1]);
  const auto device = openCudaDevice(0).value();
  CompileOptions options;
  options.exact = true;
  const auto executor =
      Executor::compile(builder.finish().value(), std::make_shared<VariableStore>(device), options).value();
  EXPECT_TRUE(executor->setInput(xId, randomTensor(xType)).ok());
  EXPECT_TRUE(executor->setInput(dyId, randomTensor(dyType)).ok());
  EXPECT_TRUE(device->synchronize().ok());
  const std::uint64_t before = emulator::threadsRun;
  EXPECT_TRUE(executor->run().ok());
  Gradients result;
  result.weight = executor->read(executor->graph().findOutput("weight")).value();
  result.threads = emulator::threadsRun - before;
  return result;
}

TEST(EmulatedWork, TheGradientOfABiasThatIsNotThereIsNotComputed) {
  const auto check = [](const std::string& op, const FieldValues& attributes, const Shape& x, const Shape& dy) {
    const Gradients with = gradientsOf(op, attributes, x, dy, true),
                    without = gradientsOf(op, attributes, x, dy, false);
    EXPECT_GT(with.threads, 0u) << op;
    EXPECT_EQ(without.threads, 0u) << op;
    EXPECT_EQ(std::memcmp(with.weight.raw(), without.weight.raw(), with.weight.bytes()), 0) << op;
  };
  check("conv2d_backward_weights", {{"kernel", std::vector<std::int64_t>{3, 3}}}, {2, 3, 6, 5}, {2, 4, 4, 3});
  check("linear_backward_weights", {}, {5, 7}, {5, 4});
}

struct Profiled {
  double large = 0, small = 0, threads = 0;
};

// Milliseconds of a large and a small kernel, and their numbers of threads.
Profiled profileOfTwo() {
  GraphBuilder builder;
  const ValueId large = builder.addInput("large", {DataType::Float32, {50'000}});
  const ValueId small = builder.addInput("small", {DataType::Float32, {500}});
  builder.addOutput("a", builder.emitOne("tanh", {}, {large}));
  builder.addOutput("b", builder.emitOne("sigmoid", {}, {small}));
  const auto device = openCudaDevice(0).value();
  const auto executor = Executor::compile(builder.finish().value(), std::make_shared<VariableStore>(device)).value();
  const std::uint64_t before = emulator::threadsRun;
  const auto profile = executor->profile();
  EXPECT_TRUE(profile.ok()) << profile.error().text();
  EXPECT_EQ(profile->size(), 2u);
  return {(*profile)[0].milliseconds, (*profile)[1].milliseconds, static_cast<double>(emulator::threadsRun - before)};
}

// The profile uses events on the device, since the host's clock would measure its own waiting. In the emulation one
// thread or one piece of work counts as a millisecond.
TEST(EmulatedWork, AProfileMeasuresOnTheDevice) {
  const Profiled profile = profileOfTwo();
  EXPECT_GT(profile.large, 5 * profile.small);
  EXPECT_NEAR(profile.large + profile.small, profile.threads, 10);
}

// On the emulated device CUPTI's times are a thousandth of those of events, so that tests can distinguish them.
TEST(EmulatedWork, AProfileIsByTheTimesOfKernelsWhereCuptiTellsThem) {
  const auto profiled = [](emulator::Profiler profiler) {
    emulator::profiler = profiler;
    const Profiled result = profileOfTwo();
    EXPECT_FALSE(emulator::profiler.watches);
    emulator::profiler = {};
    return result;
  };
  const Profiled byKernels = profiled({.isThere = true});
  EXPECT_NEAR(byKernels.large + byKernels.small, 1e-3 * byKernels.threads, 0.01);
  EXPECT_GT(byKernels.large, 5 * byKernels.small);
  EXPECT_GT(byKernels.small, 0);
  for (const emulator::Profiler& fault :
       {emulator::Profiler{}, emulator::Profiler{.isThere = true, .dropsRecords = true},
        emulator::Profiler{.isThere = true, .refuses = true}}) {
    const Profiled byEvents = profiled(fault);
    EXPECT_NEAR(byEvents.large + byEvents.small, byEvents.threads, 10);
  }
  (void)setenv("FOVEA_CUDA_WITHOUT", "cupti", 1);
  const Profiled off = profiled({.isThere = true});
  (void)unsetenv("FOVEA_CUDA_WITHOUT");
  EXPECT_NEAR(off.large + off.small, off.threads, 10);
}

// Returns the selected plan if the plan at one position of cuDNN's list is far faster than the others.
std::string planWhereFastest(std::size_t fastest) {
  emulator::dnnFaults = {};
  emulator::dnnFaults.convolutionPlans = 40;
  emulator::dnnFaults.fastConvolutionPlan = fastest;
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, {1, 2, 4, 4}});
  const ValueId weight = builder.addVariable("weight", {DataType::Float32, {2, 2, 3, 3}});
  builder.addOutput("y", builder.emit("conv2d", {}, {x, weight})[0]);
  emulator::convolutionInputs.clear();
  const auto executor =
      Executor::compile(builder.finish().value(), std::make_shared<VariableStore>(openCudaDevice(0).value())).value();
  emulator::dnnFaults = {};
  return executor->describe();
}

TEST(EmulatedWork, TwentyPlansOfAConvolutionAreTried) {
  EXPECT_NE(planWhereFastest(17).find("eng17"), std::string::npos);
  EXPECT_EQ(planWhereFastest(30).find("eng30"), std::string::npos);
}

// Trials alternate memory, so that a kernel does not find its own data in the device's cache.
TEST(EmulatedWork, PlansAreTriedOnMemoryThatIsNotInTheCache) {
  (void)planWhereFastest(3);
  EXPECT_EQ(emulator::convolutionInputs.size(), 8u);
}

// `bench --no-capture` and `--serial`: an error may be caused by recording, or by concurrency in it.
TEST(EmulatedWork, AStepRunsUnrecordedAndInOneRowWithTheSameBits) {
  GraphBuilder builder;
  const TensorType type{DataType::Float32, {4, 12}};
  const ValueId x = builder.addInput("x", type);
  for (const char* op : {"softmax", "log_softmax"}) builder.addOutput(op, builder.emitOne(op, {}, {x}));
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  std::vector<std::byte> first;
  const auto chainOf = [&](bool capture, bool serial) {
    const auto device = openCudaDevice(0);
    EXPECT_TRUE(device.ok());
    CompileOptions options;
    options.capture = capture;
    options.serial = serial;
    const auto executor = Executor::compile(*graph, std::make_shared<VariableStore>(*device), options);
    EXPECT_TRUE(executor.ok() && (*executor)->setInput(x, randomTensor(type)).ok());
    emulator::longestChain = 0;  // remains 0 without recording
    for (int step = 0; step < 3; ++step) EXPECT_TRUE((*executor)->run().ok());
    std::vector<std::byte> bytes;
    for (const auto& [name, value] : (*graph)->outputs()) {
      const auto result = (*executor)->read(value);
      EXPECT_TRUE(result.ok());
      const auto* const numbers = static_cast<const std::byte*>(result->raw());
      bytes.insert(bytes.end(), numbers, numbers + result->bytes());
    }
    if (first.empty()) first = bytes;
    EXPECT_EQ(bytes, first);
    return emulator::longestChain;
  };
  EXPECT_EQ(chainOf(true, false), 1u);
  EXPECT_EQ(chainOf(true, true), 2u);
  EXPECT_EQ(chainOf(false, false), 0u);
}

}  // namespace
}  // namespace fovea::cuda
