// Sums over the devices of a run on the emulated device, with an emulated NCCL; the test plays the other ranks.
#include <cmath>
#include <cstdlib>
#include <thread>

#include "core/backends/communicator.h"
#include "core/backends/cuda/module/cuda_device.h"
#include "core/train/training_graph.h"
#include "tests/core/backends/cuda_module/emulator/nccl.h"
#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

using cuda::emulator::endlessCalls;
using cuda::emulator::nccl;
using cuda::emulator::openCommunicators;
using cuda::emulator::runtimeFaults;

constexpr std::int64_t kRows = 9;  // by rank

class EmulatedRanks : public ::testing::Test {
 protected:
  void SetUp() override { endlessCalls = 0; }
  void TearDown() override {
    runtimeFaults = {};
    cuda::emulator::abortHangs = false;
    (void)unsetenv("FOVEA_RANK_WAIT_SECONDS");
    (void)unsetenv("FOVEA_CUDA_WAIT_SECONDS");
    team_.clear();
    if (other_.joinable()) other_.join();
    for (int i = 0; i < 5000 && openCommunicators > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(openCommunicators, 0);
    EXPECT_EQ(nccl.endlessAborts, 0);
    EXPECT_EQ(endlessCalls, 0);
    nccl = {};
  }

  // The first of two ranks; the second one only receives NCCL's identifier.
  std::shared_ptr<Device> firstOfTwo() {
    team_ = valueOf(Communicator::createTeam(2));
    const auto device = valueOf(cuda::openCudaDevice(0));
    expectOk(device->setCommunicator(team_[0]));
    other_ = std::thread([second = team_[1]] { EXPECT_EQ(valueOf(second->fromFirst("")).size(), 256u); });
    return device;
  }

  // y = all_reduce(x), as one op or in two halves, run twice so that the second run is a recording.
  static Result<std::vector<double>> reduced(const std::shared_ptr<Device>& device, std::vector<double> x,
                                             double factor, bool halves) {
    GraphBuilder builder;
    const TensorType type{DataType::Float64, {static_cast<std::int64_t>(x.size())}};
    const ValueId input = builder.addInput("x", type);
    ValueId y;
    if (halves) {
      const auto begun = builder.emit("all_reduce_begin", {{"factor", factor}, {"message", std::int64_t{3}}}, {input});
      y = builder.emit("all_reduce_end", {{"message", std::int64_t{3}}}, {begun[0]})[0];
    } else {
      y = builder.emit("all_reduce", {{"factor", factor}}, {input})[0];
    }
    builder.addOutput("y", y);
    FOVEA_TRY(const auto graph, builder.finish());
    FOVEA_TRY(const auto executor, Executor::compile(graph, std::make_shared<VariableStore>(device)));
    Tensor values = Tensor::make(type);
    std::copy(x.begin(), x.end(), values.values<double>().begin());
    std::vector<double> result;
    for (int i = 0; i < 2; ++i) {
      FOVEA_CHECK(executor->setInput(input, values));
      FOVEA_CHECK(executor->run());
      FOVEA_TRY(const Tensor read, executor->read(y));
      result.assign(read.values<double>().begin(), read.values<double>().end());
    }
    return result;
  }

  // An enqueued sum that nothing has waited for, in the third run of a program, which is a recording.
  static std::unique_ptr<Executor> begun(const std::shared_ptr<Device>& device) {
    GraphBuilder builder;
    const TensorType type{DataType::Float32, {4}};
    const ValueId x = builder.addInput("x", type);
    builder.addOutput("y", builder.emit("all_reduce", {}, {x})[0]);
    auto executor = valueOf(Executor::compile(valueOf(builder.finish()), std::make_shared<VariableStore>(device)));
    expectOk(executor->setInput(x, Tensor::zeros(type)));
    for (int run = 0; run < 3; ++run) expectOk(executor->run());
    return executor;
  }

  // The other rank does not add its part, so this one's sum only ends when it is aborted.
  static void leaveAlone() { runtimeFaults.hangs = nccl.waitsForPeer = true; }

  static std::vector<float> losses(const std::shared_ptr<Device>& device, const StepShare& share,
                                   std::int64_t steps = 8) {
    const StepGraph step =
        valueOf(buildTrainingGraph(taskNetwork(), taskSettings(), kRows, StepKind::Whole, false, share));
    auto store = std::make_shared<VariableStore>(device);
    for (const VariableInfo& variable : step.variables)
      expectOk(store->write(variable.name, initialValue(variable, 1)));
    const auto executor = valueOf(Executor::compile(step.graph, store));
    Tensor images = Tensor::zeros({DataType::Float32, {kRows, 1, 8, 8}});
    Tensor labels = Tensor::zeros({DataType::Int32, {kRows}});
    for (std::int64_t i = 0; i < kRows; ++i) {
      labels.values<std::int32_t>()[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(i % 3);
      const auto pixels = taskPixels(static_cast<std::uint64_t>(i), static_cast<std::int32_t>(i % 3));
      for (std::size_t k = 0; k < pixels.size(); ++k)
        images.values<float>()[static_cast<std::size_t>(i) * pixels.size() + k] =
            static_cast<float>(pixels[k]) / 128 - 1;
    }
    expectOk(executor->setInput(step.feeds.value(FeedRole::Samples), images));
    expectOk(executor->setInput(step.feeds.value(FeedRole::Target), labels));
    expectOk(executor->setInput(step.feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {0.02f})));
    std::vector<float> result;
    for (std::int64_t i = 0; i < steps; ++i) {
      expectOk(executor->setInput(step.feeds.value(FeedRole::Step), Tensor::of<std::int64_t>(Shape(), {0})));
      expectOk(executor->run());
      for (const auto& [name, value] : step.graph->outputs())
        if (name == "loss") result.push_back(valueOf(executor->readScalar(value)));
    }
    return result;
  }

  std::vector<std::shared_ptr<Communicator>> team_;
  std::thread other_;
};

TEST_F(EmulatedRanks, EachNumberIsTheSumOverTheRanks) {
  const auto device = firstOfTwo();
  nccl.others = [](std::size_t i, double own) { return 10.0 * static_cast<double>(i) - own / 2; };
  const std::vector<double> expected{0.75 * 1 / 2, 10 + 0.75 * -4 / 2, 20 + 0.75 * 8 / 2};
  for (const bool halves : {false, true}) {
    const auto sums = valueOf(reduced(device, {1, -4, 8}, 0.75, halves));
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(sums[i], expected[i], 1e-12);
  }
}

TEST_F(EmulatedRanks, ARankWithoutSamplesAddsNothing) {
  const auto device = firstOfTwo();
  nccl.others = [](std::size_t, double) { return 5.0; };
  EXPECT_EQ(valueOf(reduced(device, {NAN, INFINITY, 2}, 0, false)), (std::vector<double>{5, 5, 5}));
}

// Two ranks with the same samples give the results of a single rank.
TEST_F(EmulatedRanks, TrainTogetherAsOneDoes) {
  const auto alone = losses(valueOf(cuda::openCudaDevice(0)), {});
  EXPECT_TRUE(nccl.counts.empty());
  const auto two = losses(firstOfTwo(), {.whole = 2 * kRows, .weight = 0.5, .ranks = true});
  ASSERT_EQ(two.size(), alone.size());
  for (std::size_t i = 0; i < two.size(); ++i) EXPECT_NEAR(two[i], alone[i], 2e-3 * alone[i]) << "step " << i;
  EXPECT_LT(two.back(), 0.9f * two.front());
  EXPECT_GE(nccl.counts.size(), 8u);
}

TEST_F(EmulatedRanks, WhoeverWaitsHearsThatAnotherRankHasFailed) {
  const auto device = firstOfTwo();
  const auto executor = begun(device);
  other_.join();
  team_[1]->abort(fail(ErrorCode::NoSpace, "The disk is full."));
  leaveAlone();
  const Status waited = device->synchronize();
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().message, "Rank 1 ended the run: The disk is full.");
  EXPECT_FALSE(runtimeFaults.hangs) << "the sum is not aborted";
  // What the device holds is incomplete, and a recording of an aborted sum must not be launched.
  EXPECT_EQ(device->synchronize().error().message, waited.error().message);
  EXPECT_EQ(executor->run().error().message, waited.error().message);
}

TEST_F(EmulatedRanks, ARankThatDoesNotAnswerIsGivenUpAfterTheTimeOfRanks) {
  const auto device = firstOfTwo();
  const auto executor = begun(device);
  leaveAlone();
  ASSERT_EQ(setenv("FOVEA_CUDA_WAIT_SECONDS", "0.2", 1), 0);
  ASSERT_EQ(setenv("FOVEA_RANK_WAIT_SECONDS", "1", 1), 0);
  const Status waited = device->synchronize();
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().message, "The run was ended because rank 1 did not answer for 1 seconds.");
  EXPECT_NE(waited.error().advice.find("FOVEA_RANK_WAIT_SECONDS"), std::string::npos) << waited.error().advice;
}

// An abort does not return if the device itself hangs.
TEST_F(EmulatedRanks, AnAbortThatHangsDoesNotHangTheProgram) {
  auto device = firstOfTwo();
  auto executor = begun(device);
  other_.join();
  team_[1]->abort(fail(ErrorCode::NoSpace, "The disk is full."));
  runtimeFaults.hangs = true;
  cuda::emulator::abortHangs = true;
  ASSERT_EQ(setenv("FOVEA_CUDA_WAIT_SECONDS", "0.2", 1), 0);
  const Status waited = device->synchronize();
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().message, "Rank 1 ended the run: The disk is full.");
  executor.reset();
  device.reset();
  EXPECT_EQ(endlessCalls, 0);
}

TEST_F(EmulatedRanks, WhatNcclSaysOfItsPeersEndsTheWait) {
  const auto device = firstOfTwo();
  const auto executor = begun(device);
  nccl.fails = true;
  leaveAlone();
  const Status waited = device->synchronize();
  ASSERT_FALSE(waited.ok());
  EXPECT_NE(waited.error().message.find("a peer is gone"), std::string::npos) << waited.error().message;
}

TEST_F(EmulatedRanks, WithoutNcclTheErrorSaysWhatToInstall) {
  nccl.missing = true;
  team_ = valueOf(Communicator::createTeam(2));
  const auto device = valueOf(cuda::openCudaDevice(0));
  expectOk(device->setCommunicator(team_[0]));
  const auto sums = reduced(device, {1}, 1, false);
  ASSERT_FALSE(sums.ok());
  EXPECT_NE(sums.error().text().find("libnccl.so.2"), std::string::npos) << sums.error().text();
}

}  // namespace
}  // namespace fovea::test
