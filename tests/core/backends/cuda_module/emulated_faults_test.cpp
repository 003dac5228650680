// Errors on a device are not fatal if there is an alternative: for a plan, a layout or a kernel that fails, a step that
// cannot be recorded, missing memory. Without an alternative there is a message, in bounded time.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "core/backends/cuda/module/cuda_device.h"
#include "tests/core/backends/cuda_module/emulator/dnn_faults.h"
#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

using cuda::emulator::dnnFaults;
using cuda::emulator::runtimeFaults;

class EmulatedFaults : public testing::Test {
 protected:
  EmulatedFaults() : device_(cuda::openCudaDevice(0).value()) {
    overrunsBefore_ = cuda::emulator::overruns;
    cuda::emulator::convolutionPlans.clear();
  }
  ~EmulatedFaults() override {
    dnnFaults = {};
    runtimeFaults = {};
    cuda::emulator::largestAllocation = std::numeric_limits<std::size_t>::max();
  }
  static const Case& convolution(const std::string& activation) {
    for (const Case& subject : allCases())
      if (subject.op == "conv2d_fused" && subject.attributes.contains("activation") &&
          subject.attributes.text("activation") == activation)
        return subject;
    ADD_FAILURE() << "no case of conv2d_fused with " << activation;
    return allCases().front();
  }
  // Returns the plan of a convolution [2,3,6,5] with 4 filters 3 × 3, with its kernel names.
  Result<std::string> compile(bool bias, bool exact) {
    GraphBuilder builder;
    const ValueId x = builder.addInput("x", {DataType::Float32, {2, 3, 6, 5}});
    std::vector<ValueId> inputs{x, builder.addVariable("weight", {DataType::Float32, {4, 3, 3, 3}})};
    if (bias) inputs.push_back(builder.addVariable("bias", {DataType::Float32, {4}}));
    builder.addOutput("y", builder.emit("conv2d", {}, inputs)[0]);
    FOVEA_TRY(const auto graph, builder.finish());
    CompileOptions options;
    options.exact = exact;
    FOVEA_TRY(const auto executor, Executor::compile(graph, std::make_shared<VariableStore>(device_), options));
    FOVEA_CHECK(executor->run());
    return executor->describe();
  }
  testing::AssertionResult says(const Result<std::string>& kernels, const std::string& part) {
    if (!kernels.ok()) return testing::AssertionFailure() << kernels.error().text();
    if (kernels->find(part) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << *kernels << " does not say " << part;
  }

  std::shared_ptr<Device> device_;
  int overrunsBefore_ = 0;
};

// The sum of a wide convolution is f32 for any input type, so a trial needs f32 memory for it.
TEST_F(EmulatedFaults, ATrialOfAWideConvolutionStaysWithinItsMemory) {
  for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
    const Status status = checkOnDevice(convolution("hard_swish"), type, device_);
    EXPECT_TRUE(status.ok()) << status.error().text();
  }
  device_.reset();
  EXPECT_EQ(cuda::emulator::overruns, overrunsBefore_);
}

TEST_F(EmulatedFaults, APlanThatFailsGivesWayToTheNext) {
  dnnFaults.failingConvolutionPlans = 2;
  for (const bool exact : {false, true}) {
    EXPECT_TRUE(says(compile(false, exact), "eng2")) << exact;
    EXPECT_EQ(cuda::emulator::convolutionPlans, std::set<std::string>{"eng2"});
  }
}

TEST_F(EmulatedFaults, ALayoutThatFailsGivesWayToTheOther) {
  EXPECT_TRUE(says(compile(false, false), "nhwc"));
  dnnFaults.failsChannelsLast = true;
  device_ = cuda::openCudaDevice(0).value();  // a device without remembered trials
  EXPECT_TRUE(says(compile(false, false), "nchw"));
}

TEST_F(EmulatedFaults, AFusedConvolutionThatFailsGivesWayToOneThatIsNot) {
  dnnFaults.failsBias = true;
  EXPECT_TRUE(says(compile(true, false), "eng"));
}

TEST_F(EmulatedFaults, WhereEveryPlanFailsTheLastReasonIsSaid) {
  dnnFaults.failingConvolutionPlans = 3;
  const auto kernels = compile(false, false);
  ASSERT_FALSE(kernels.ok());
  EXPECT_EQ(kernels.error().code, ErrorCode::Unsupported);
  EXPECT_NE(kernels.error().message.find("CUDNN_STATUS_EXECUTION_FAILED"), std::string::npos) << kernels.error().text();
}

TEST_F(EmulatedFaults, OnALostDeviceNothingElseIsTried) {
  dnnFaults.failingConvolutionPlans = 1;
  runtimeFaults.contextIsLost = true;
  const auto kernels = compile(false, false);
  ASSERT_FALSE(kernels.ok());
  EXPECT_EQ(kernels.error().code, ErrorCode::Internal);
  EXPECT_NE(kernels.error().advice.find("lost"), std::string::npos) << kernels.error().text();
}

// y = x + velocity; velocity moves by x in each run.
struct Accumulation {
  explicit Accumulation(const std::shared_ptr<Device>& device) : store(std::make_shared<VariableStore>(device)) {
    GraphBuilder builder;
    x = builder.addInput("x", {DataType::Float32, {3}});
    const ValueId sum = builder.addVariable("sum", {DataType::Float32, {3}});
    builder.addOutput("doubled", builder.emitOne("scale", {{"factor", 2.0}}, {x}));
    builder.emit("accumulate", {}, {sum, x});
    executor = Executor::compile(builder.finish().value(), store).value();
  }
  std::shared_ptr<VariableStore> store;
  ValueId x;
  std::unique_ptr<Executor> executor;
};

TEST_F(EmulatedFaults, AStepThatCannotBeRecordedRunsKernelByKernel) {
  runtimeFaults.cannotInstantiate = true;
  Accumulation subject(device_);
  ASSERT_TRUE(subject.executor->setInput(subject.x, Tensor::of<float>({3}, {1, 2, 3})).ok());
  const std::uint64_t before = subject.store->version();
  for (std::uint64_t run = 1; run <= 4; ++run) {
    const Status status = subject.executor->run();
    ASSERT_TRUE(status.ok()) << status.error().text();
    EXPECT_EQ(subject.store->version(), before + run);
  }
  EXPECT_NE(subject.executor->report().notRecorded.find("cudaGraphInstantiate"), std::string::npos)
      << subject.executor->report().notRecorded;
  const auto sum = subject.store->read("sum");
  ASSERT_TRUE(sum.ok());
  EXPECT_EQ(sum->values<float>()[2], 12.0f);
}

TEST_F(EmulatedFaults, AStepThatIsRecordedSaysNothing) {
  Accumulation subject(device_);
  for (int run = 0; run < 3; ++run) ASSERT_TRUE(subject.executor->run().ok());
  EXPECT_EQ(subject.executor->report().notRecorded, "");
}

TEST_F(EmulatedFaults, WaitingForADeviceThatHangsEnds) {
  ASSERT_EQ(setenv("FOVEA_CUDA_WAIT_SECONDS", "0.05", 1), 0);
  auto memory = device_->allocate(16).value();
  ASSERT_TRUE(device_->fillZero(memory->data(), 16).ok());
  const int endlessBefore = cuda::emulator::endlessCalls;
  runtimeFaults.hangs = true;
  const auto start = std::chrono::steady_clock::now();
  const Status hung = device_->synchronize();
  ASSERT_FALSE(hung.ok());
  EXPECT_NE(hung.error().message.find("has not finished its work within 0.05 seconds"), std::string::npos)
      << hung.error().text();
  // After a timeout nothing waits again: neither a download nor the release of the device and its memory.
  float number = 0;
  EXPECT_FALSE(device_->download(&number, memory->data(), sizeof number).ok());
  memory.reset();
  device_.reset();
  EXPECT_EQ(cuda::emulator::endlessCalls, endlessBefore);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  ASSERT_EQ(unsetenv("FOVEA_CUDA_WAIT_SECONDS"), 0);
}

TEST_F(EmulatedFaults, ADownloadThatIsNotReadyLeavesNoErrorForTheNextKernel) {
  Accumulation subject(device_);
  ASSERT_TRUE(subject.executor->run().ok());
  const auto memory = device_->allocate(16).value();
  const auto download = device_->beginDownload(memory->data(), 16);
  ASSERT_TRUE(download.ok());
  EXPECT_FALSE((*download)->ready());
  EXPECT_TRUE(subject.executor->profile().ok());  // runs kernel by kernel, and each launch checks the last error
}

constexpr std::size_t kMega = std::size_t{1} << 20;

// Uploads `bytes` and checks the content on the device.
void expectArrives(Device& device, std::size_t bytes) {
  std::vector<std::uint8_t> sent(bytes), received(bytes);
  for (std::size_t i = 0; i < bytes; ++i) sent[i] = static_cast<std::uint8_t>(i * 31 + i / 4096);
  const auto memory = device.allocate(bytes).value();
  ASSERT_TRUE(device.upload(memory->data(), sent.data(), bytes).ok());
  ASSERT_TRUE(device.download(received.data(), memory->data(), bytes).ok());
  EXPECT_TRUE(sent == received) << bytes;
}

TEST_F(EmulatedFaults, LargeUploadsTakeBoundedMemory) {
  const std::size_t before = cuda::emulator::bytesAllocated;
  expectArrives(*device_, 150 * kMega + 7);
  // Only two pieces of 64 MiB, both pinned and on the device.
  EXPECT_LE(cuda::emulator::bytesAllocated - before, 256 * kMega);
  EXPECT_EQ(device_->stagingBytes(150 * kMega), 128 * kMega);
  EXPECT_EQ(device_->stagingBytes(3 * kMega), 6 * kMega);
  EXPECT_EQ(device_->stagingBytes(1000), 0u);
}

TEST_F(EmulatedFaults, WhatLaterUploadsDoNotNeedIsGivenBack) {
  const std::size_t before = cuda::emulator::bytesAllocated;
  expectArrives(*device_, 40 * kMega);
  expectArrives(*device_, 40 * kMega);
  EXPECT_GE(cuda::emulator::bytesAllocated - before, 160 * kMega);
  for (int i = 0; i < 260; ++i) expectArrives(*device_, kMega / 4);
  EXPECT_LE(cuda::emulator::bytesAllocated - before, kMega);
}

TEST_F(EmulatedFaults, AWeightLeavesNoMemoryBehind) {
  const std::size_t before = cuda::emulator::bytesAllocated;
  const auto weight = device_->adopt(Tensor::zeros({DataType::Float32, {3 * static_cast<std::int64_t>(kMega)}}));
  ASSERT_TRUE(weight.ok());
  EXPECT_EQ(cuda::emulator::bytesAllocated - before, 12 * kMega);
}

TEST_F(EmulatedFaults, WhereMemoryLacksUploadsGiveTheirsBack) {
  expectArrives(*device_, 30 * kMega);
  const std::size_t before = cuda::emulator::bytesAllocated;
  cuda::emulator::largestAllocation = 20 * kMega;
  EXPECT_EQ(device_->allocate(25 * kMega).error().code, ErrorCode::OutOfMemory);
  EXPECT_LE(cuda::emulator::bytesAllocated + 60 * kMega, before);
  expectArrives(*device_, 20 * kMega);  // without new memory
}

TEST_F(EmulatedFaults, TheReportCountsWhatUploadsTake) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, {static_cast<std::int64_t>(kMega)}});
  builder.addOutput("y", builder.emitOne("scale", {{"factor", 2.0}}, {x}));
  const auto executor = Executor::compile(builder.finish().value(), std::make_shared<VariableStore>(device_)).value();
  EXPECT_EQ(executor->report().stagingBytes, 8 * kMega);
  EXPECT_GE(executor->report().peakBytes(), 8 * kMega + executor->report().arenaBytes);
}

// The block count of a grid that is too large would overflow.
TEST_F(EmulatedFaults, AttentionThatNoGridHoldsIsRefused) {
  const OpType& op = *findOp("attention");
  const FieldValues attributes = op.attributes.complete({{"heads", std::int64_t{1} << 12}}).value();
  const auto create = [&](std::int64_t batch, std::int64_t positions) {
    const TensorType type{DataType::BFloat16, {batch, positions, std::int64_t{1} << 12}};
    const std::vector<TensorType> inputs(3, type);
    const auto outputs = inferOp(op, attributes, inputs).value();
    const std::vector<Layout> layouts(3);
    const KernelRequest request{op, attributes, inputs, outputs, layouts};
    return device_->kernels().create(request, *device_);
  };
  EXPECT_TRUE(create(std::int64_t{1} << 9, 1000).ok());
  const auto refused = create(std::int64_t{1} << 15, 1000);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("as a grid has blocks"), std::string::npos) << refused.error().message;
}

// A plan for a type without device code would misread the numbers.
TEST_F(EmulatedFaults, AKernelForAnUnknownTypeIsRefused) {
  const OpType& op = *findOp("relu");
  const FieldValues attributes = op.attributes.complete({}).value();
  const std::vector<TensorType> types{{DataType::Int32, {4}}};
  const std::vector<Layout> layouts(1);
  const KernelRequest request{op, attributes, types, types, layouts};
  for (const KernelEntry& entry : device_->kernels().find("relu")) {
    const auto plan = entry.create(request, *device_);
    ASSERT_FALSE(plan.ok()) << entry.name;
    EXPECT_EQ(plan.error().code, ErrorCode::Unsupported) << entry.name << ": " << plan.error().text();
  }
}

}  // namespace
}  // namespace fovea::numeric
