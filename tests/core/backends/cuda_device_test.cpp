// A CUDA device as the executor uses it. What each kernel computes is checked by the numeric tests; here it is memory,
// copies, recording, and that the same work gives the same bits. Skipped, with the reason, where there is no device.
#include <gtest/gtest.h>

#include "core/backends/communicator.h"
#include "core/backends/executor.h"
#include "core/base/random.h"

namespace fovea {
namespace {

class CudaDeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    registerCudaBackend(registry_);
    auto opened = registry_.open("cuda:0");
    if (!opened.ok()) GTEST_SKIP() << opened.error().text();
    device_ = *opened;
  }

  BackendRegistry registry_;
  std::shared_ptr<Device> device_;
};

Tensor randomTensor(const Shape& shape, std::uint64_t seed) {
  Tensor tensor = Tensor::make({DataType::Float32, shape});
  Random random(seed);
  for (float& number : tensor.values<float>()) number = static_cast<float>(random.normal());
  return tensor;
}

TEST_F(CudaDeviceTest, SaysWhatItIs) {
  EXPECT_EQ(device_->info().id, "cuda:0");
  EXPECT_FALSE(device_->info().name.empty());
  EXPECT_GT(device_->info().memoryBytes, device_->info().memoryFreeBytes);
  EXPECT_GT(device_->info().memoryFreeBytes, 0u);
}

TEST_F(CudaDeviceTest, BytesComeBackAsTheyWent) {
  std::vector<std::uint8_t> sent((std::size_t{9} << 20) + 3), received(sent.size());
  Random random(1);
  for (std::uint8_t& byte : sent) byte = static_cast<std::uint8_t>(random.next32());
  const auto buffer = device_->allocate(sent.size());
  ASSERT_TRUE(buffer.ok()) << buffer.error().text();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>((*buffer)->data()) % 64, 0u);
  ASSERT_TRUE(device_->upload((*buffer)->data(), sent.data(), sent.size()).ok());
  ASSERT_TRUE(device_->download(received.data(), (*buffer)->data(), received.size()).ok());
  EXPECT_EQ(sent, received);
  ASSERT_TRUE(device_->fillZero((*buffer)->data(), sent.size()).ok());
  ASSERT_TRUE(device_->download(received.data(), (*buffer)->data(), received.size()).ok());
  EXPECT_EQ(std::count(received.begin(), received.end(), 0), static_cast<std::ptrdiff_t>(received.size()));
}

TEST_F(CudaDeviceTest, TheSourceOfAnUploadMayBeReusedAtOnce) {
  const auto buffer = device_->allocate(sizeof(int) * 100);
  ASSERT_TRUE(buffer.ok());
  int* target = static_cast<int*>((*buffer)->data());
  int number = 0;
  for (; number < 100; ++number) ASSERT_TRUE(device_->upload(target + number, &number, sizeof number).ok());
  std::vector<int> received(100);
  ASSERT_TRUE(device_->download(received.data(), target, sizeof(int) * 100).ok());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(received[static_cast<std::size_t>(i)], i);
}

TEST_F(CudaDeviceTest, TooLargeAnAllocationSaysWhatIsNeededAndFree) {
  const auto buffer = device_->allocate(std::size_t{1} << 50);
  ASSERT_FALSE(buffer.ok());
  EXPECT_EQ(buffer.error().code, ErrorCode::OutOfMemory);
  EXPECT_NE(buffer.error().message.find("1125899906842624 bytes are needed"), std::string::npos)
      << buffer.error().message;
  EXPECT_TRUE(device_->allocate(16).ok());
  EXPECT_TRUE(device_->synchronize().ok());
}

// A single rank also sums through NCCL, and a recorded step repeats the sum.
TEST_F(CudaDeviceTest, ARankAloneSumsThroughNccl) {
  auto team = Communicator::createTeam(1);
  ASSERT_TRUE(team.ok());
  ASSERT_TRUE(device_->setCommunicator(team->front()).ok());
  GraphBuilder builder;
  const TensorType type{DataType::Float32, {3}};
  const ValueId x = builder.addInput("x", type);
  const auto begun = builder.emit("all_reduce_begin", {{"factor", 0.25}, {"message", std::int64_t{1}}}, {x});
  const ValueId y = builder.emit("all_reduce_end", {{"message", std::int64_t{1}}}, {begun[0]})[0];
  builder.addOutput("y", y);
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  const auto executor = Executor::compile(*graph, std::make_shared<VariableStore>(device_));
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  for (int i = 1; i < 5; ++i) {
    const auto number = static_cast<float>(i);
    ASSERT_TRUE((*executor)->setInput(x, Tensor::of<float>(type.shape, {4 * number, -number, 0})).ok());
    ASSERT_TRUE((*executor)->run().ok());
    const auto read = (*executor)->read(y);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(read->values<float>()[0], number);
    EXPECT_EQ(read->values<float>()[1], -number / 4);
    EXPECT_EQ(read->values<float>()[2], 0);
  }
}

TEST_F(CudaDeviceTest, AFailedRecordingReportsItsReasonAndLeavesTheDeviceUsable) {
  const CapturedPart failing{[]() -> Status { return fail(ErrorCode::InvalidArgument, "said by the step"); }, {}};
  const auto step = device_->capture({&failing, 1});
  ASSERT_FALSE(step.ok());
  EXPECT_NE(step.error().message.find("said by the step"), std::string::npos);
  EXPECT_TRUE(device_->synchronize().ok());
}

// Four updates of a convolution's weight by its gradient, and the weight after them.
Result<Tensor> trainAWeight(const std::shared_ptr<Device>& device, bool capture) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, {16, 20, 12, 12}});
  const ValueId dy = builder.addInput("dy", {DataType::Float32, {16, 50, 8, 8}});
  const ValueId rate = builder.addInput("rate", {DataType::Float32, {}});
  const ValueId weight = builder.addVariable("weight", {DataType::Float32, {50, 20, 5, 5}});
  const ValueId velocity = builder.addVariable("velocity", {DataType::Float32, {50, 20, 5, 5}});
  const auto gradients =
      builder.emit("conv2d_backward_weights", {{"kernel", std::vector<std::int64_t>{5, 5}}}, {x, dy});
  builder.emit("sgd_update", {}, {weight, gradients[0], velocity, rate});
  builder.addOutput("dbias", gradients[1]);
  FOVEA_TRY(auto graph, builder.finish());
  auto variables = std::make_shared<VariableStore>(device);
  FOVEA_CHECK(variables->write("weight", randomTensor({50, 20, 5, 5}, 3)));
  FOVEA_CHECK(variables->write("velocity", Tensor::zeros({DataType::Float32, {50, 20, 5, 5}})));
  CompileOptions options;
  options.capture = capture;
  FOVEA_TRY(auto executor, Executor::compile(graph, variables, options));
  FOVEA_CHECK(executor->setInput(dy, randomTensor({16, 50, 8, 8}, 2)));
  FOVEA_CHECK(executor->setInput(rate, Tensor::of<float>({}, {0.01f})));
  for (std::uint64_t step = 0; step < 4; ++step) {
    FOVEA_CHECK(executor->setInput(x, randomTensor({16, 20, 12, 12}, 10 + step)));
    FOVEA_CHECK(executor->run());
  }
  return variables->read("weight");
}

TEST_F(CudaDeviceTest, ARecordedStepGivesTheSameBitsAsOneThatIsNotRecordedAndEveryTime) {
  const auto plain = trainAWeight(device_, false), recorded = trainAWeight(device_, true),
             again = trainAWeight(device_, true);
  ASSERT_TRUE(plain.ok()) << plain.error().text();
  ASSERT_TRUE(recorded.ok()) << recorded.error().text();
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(std::memcmp(plain->raw(), recorded->raw(), plain->bytes()), 0);
  EXPECT_EQ(std::memcmp(recorded->raw(), again->raw(), again->bytes()), 0);
}

TEST_F(CudaDeviceTest, ThePeakRateIsMeasured) {
  const auto rate = device_->measurePeakFlops();
  ASSERT_TRUE(rate.ok()) << rate.error().text();
  EXPECT_GT(*rate, 1e11);
  EXPECT_LT(*rate, 1e15);
}

}  // namespace
}  // namespace fovea
