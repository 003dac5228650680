// Executors that never run concurrently share one arena, in any order of compilation; persistent values have other
// memory.
#include <gtest/gtest.h>

#include "core/backends/executor.h"
#include "tests/core/backends/forwarding_device.h"

namespace fovea::test {
namespace {

std::shared_ptr<Device> openDevice(std::string_view id) {
  BackendRegistry registry;
  registerReferenceBackend(registry);
  registerCpuBackend(registry);
  return registry.open(id).value();
}

// Counts its memory in use.
class CountingDevice : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override {
    FOVEA_TRY(auto buffer, device_->allocate(bytes));
    *used += bytes;
    *most = std::max(*most, *used);
    return std::shared_ptr<DeviceBuffer>(buffer.get(), [buffer, bytes, left = used](DeviceBuffer*) mutable {
      buffer.reset();
      *left -= bytes;
    });
  }
  std::shared_ptr<std::size_t> used = std::make_shared<std::size_t>(0);
  std::shared_ptr<std::size_t> most = std::make_shared<std::size_t>(0);
};

// y = relu(relu(x · w) · w) with `rows` rows; increments the variable "count" in each run.
struct Program {
  ValueId x, y;
  std::unique_ptr<Executor> executor;

  static Program of(std::int64_t rows, std::shared_ptr<VariableStore> store, CompileOptions options) {
    Program program;
    GraphBuilder builder;
    program.x = builder.addInput("x", {DataType::Float32, Shape({rows, 64})});
    const ValueId w = builder.addVariable("w", {DataType::Float32, Shape({64, 64})});
    ValueId value = program.x;
    for (int i = 0; i < 2; ++i) value = builder.emitOne("relu", {}, {builder.emitOne("matmul", {}, {value, w})});
    program.y = value;
    builder.addOutput("y", program.y);
    const ValueId one = builder.constant(Tensor::of<float>(Shape(), {1}));
    builder.emitOne("accumulate", {{"factor", 1.0}}, {builder.addVariable("count", {DataType::Float32, Shape()}), one});
    if (options.arena) options.setBeforeEachRun = {program.x};
    auto executor = Executor::compile(builder.finish().value(), std::move(store), options);
    EXPECT_TRUE(executor.ok()) << (executor.ok() ? "" : executor.error().text());
    if (executor.ok()) program.executor = std::move(executor).value();
    return program;
  }

  std::vector<float> run(float first) {
    Tensor input = Tensor::zeros(executor->graph().value(x).type);
    float next = first;
    for (float& value : input.values<float>()) value = next = next < 2 ? next + 0.125f : -2;
    EXPECT_TRUE(executor->setInput(x, input).ok());
    EXPECT_TRUE(executor->run().ok());
    const Tensor result = executor->read(y).value();
    return {result.values<float>().begin(), result.values<float>().end()};
  }
};

std::shared_ptr<VariableStore> storeOn(std::shared_ptr<Device> device) {
  auto store = std::make_shared<VariableStore>(std::move(device));
  Tensor weight = Tensor::zeros({DataType::Float32, Shape({64, 64})});
  for (std::int64_t i = 0; i < 64; ++i) weight.data<float>()[i * 64 + (i * 7 + 3) % 64] = 0.5f;
  EXPECT_TRUE(store->write("w", weight).ok());
  EXPECT_TRUE(store->write("count", Tensor::of<float>(Shape(), {0})).ok());
  return store;
}

class SharedArenaTest : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Devices, SharedArenaTest, ::testing::Values("reference", "cpu"));

TEST_P(SharedArenaTest, IsAsLargeAsTheLargestInAnyOrder) {
  for (const std::vector<std::int64_t>& sizes : {std::vector<std::int64_t>{64, 16, 48}, {16, 48, 64}, {48, 64, 16}}) {
    const auto device = std::make_shared<CountingDevice>(openDevice(GetParam()));
    const auto store = storeOn(device);
    CompileOptions options;
    options.arena = std::make_shared<SharedArena>();
    std::vector<Program> programs;
    std::uint64_t largest = 0;
    for (const std::int64_t rows : sizes) {
      programs.push_back(Program::of(rows, store, options));
      largest = std::max(largest, programs.back().executor->report().arenaBytes);
    }
    EXPECT_EQ(options.arena->buffer->bytes(), largest);
    const std::size_t before = *device->used;
    for (int round = 0; round < 3; ++round)
      for (Program& program : programs) program.run(0);
    EXPECT_EQ(*device->used, before) << "a run takes no memory";
    EXPECT_EQ(*device->most, before) << "two arenas are never there at once";
  }
}

TEST_P(SharedArenaTest, GivesTheSameBitsAsMemoryOfTheirOwn) {
  const auto together = storeOn(openDevice(GetParam())), apart = storeOn(openDevice(GetParam()));
  CompileOptions options;
  options.arena = std::make_shared<SharedArena>();
  std::vector<Program> shared, own;
  for (const std::int64_t rows : {16, 64, 48}) {
    shared.push_back(Program::of(rows, together, options));
    own.push_back(Program::of(rows, apart, {}));
    shared.front().run(0.5f);  // also between two compilations, the second of which moves the arena
    own.front().run(0.5f);
  }
  for (int round = 0; round < 4; ++round)
    for (std::size_t i = 0; i < shared.size(); ++i)
      EXPECT_EQ(shared[i].run(static_cast<float>(round)), own[i].run(static_cast<float>(round))) << i;
  EXPECT_EQ(together->read("count")->values<float>()[0], 15) << "variables last, whoever runs";
  EXPECT_EQ(apart->read("count")->values<float>()[0], 15);
}

TEST_P(SharedArenaTest, WhatALargerOneHasTakenIsNotRead) {
  const auto store = storeOn(openDevice(GetParam()));
  CompileOptions options;
  options.arena = std::make_shared<SharedArena>();
  Program small = Program::of(16, store, options);
  const std::vector<float> right = small.run(1);
  const Program large = Program::of(64, store, options);
  EXPECT_EQ(small.executor->read(small.y).error().code, ErrorCode::Internal);
  EXPECT_EQ(small.run(1), right);
}

// An input set once needs its own memory; inputs set before each run share the arena.
TEST_P(SharedArenaTest, InputsThatAreSetEachTimeTakeNoMemoryOfTheirOwn) {
  const auto store = storeOn(openDevice(GetParam()));
  CompileOptions options;
  const Program lasting = Program::of(64, store, options);
  options.arena = std::make_shared<SharedArena>();
  const Program passing = Program::of(64, store, options);
  const std::uint64_t input = 64 * 64 * sizeof(float);
  EXPECT_EQ(lasting.executor->report().sourceBytes, input + sizeof(float));
  EXPECT_EQ(passing.executor->report().sourceBytes, sizeof(float));
  EXPECT_LE(passing.executor->report().peakBytes(), lasting.executor->report().peakBytes());
}

}  // namespace
}  // namespace fovea::test
