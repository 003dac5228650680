// Compile once, replay: storage is shared only after its last use, and variables outlive executors.
#include "core/backends/executor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/graph/autodiff.h"
#include "tests/core/backends/forwarding_device.h"

namespace fovea {
namespace {

std::shared_ptr<Device> openDevice(std::string_view id) {
  BackendRegistry registry;
  registerReferenceBackend(registry);
  registerNullBackend(registry);
  registerCpuBackend(registry);
  auto device = registry.open(id);
  EXPECT_TRUE(device.ok());
  return *device;
}

class ExecutorTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::shared_ptr<VariableStore> store_ = std::make_shared<VariableStore>(openDevice(GetParam()));
};
INSTANTIATE_TEST_SUITE_P(Devices, ExecutorTest, ::testing::Values("reference", "cpu"));

std::vector<float> values(const Result<Tensor>& tensor) {
  EXPECT_TRUE(tensor.ok()) << (tensor.ok() ? "" : tensor.error().text());
  const auto span = tensor->values<float>();
  return {span.begin(), span.end()};
}

TEST_P(ExecutorTest, RunsAgainWithNewInputs) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, Shape({2, 2})});
  const ValueId y = builder.emitOne("relu", {}, {builder.emitOne("scale", {{"factor", 2.0}}, {x})});
  builder.addOutput("y", y);
  auto executor = Executor::compile(*builder.finish(), store_);
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  for (const float sign : {1.0f, -1.0f}) {
    ASSERT_TRUE((*executor)->setInput(x, Tensor::of<float>({2, 2}, {1 * sign, -2 * sign, 3 * sign, 0})).ok());
    ASSERT_TRUE((*executor)->run().ok());
    const std::vector<float> expected = sign > 0 ? std::vector<float>{2, 0, 6, 0} : std::vector<float>{0, 4, 0, 0};
    EXPECT_EQ(values((*executor)->read(y)), expected);
  }
  EXPECT_FALSE((*executor)->setInput(x, Tensor::of<float>({4}, {1, 2, 3, 4})).ok());
}

// Single precision holds every integer only up to 2^24.
TEST_P(ExecutorTest, AConfusionMatrixCountsBeyondTheIntegersOfSinglePrecision) {
  const Shape places{1, 4096, 4097};
  GraphBuilder builder;
  const ValueId scores = builder.addInput("scores", {DataType::Float32, Shape{1, 1, 4096, 4097}});
  const ValueId labels = builder.addInput("labels", {DataType::Int32, places});
  const ValueId counts = builder.emitOne("confusion_counts", {}, {scores, labels});
  builder.addOutput("counts", counts);
  auto executor = Executor::compile(*builder.finish(), store_);
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  ASSERT_TRUE((*executor)->setInput(scores, Tensor::zeros({DataType::Float32, Shape{1, 1, 4096, 4097}})).ok());
  ASSERT_TRUE((*executor)->setInput(labels, Tensor::zeros({DataType::Int32, places})).ok());
  ASSERT_TRUE((*executor)->run().ok());
  EXPECT_EQ(values((*executor)->read(counts)), std::vector<float>{4096.0f * 4097.0f});
}

TEST_P(ExecutorTest, InPlaceNeverDestroysWhatIsStillNeeded) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, Shape({1, 3})});
  const ValueId a = builder.emitOne("scale", {{"factor", 1.0}}, {x});
  const ValueId b = builder.emitOne("relu", {}, {a});
  const ValueId c = builder.emitOne("add", {}, {a, b});
  const ValueId view = builder.emitOne("reshape", {{"shape", std::vector<std::int64_t>{3, 1}}}, {b});
  const ValueId d = builder.emitOne("sigmoid", {}, {b});
  builder.addOutput("c", c);
  builder.addOutput("d", d);
  builder.addOutput("view", view);
  auto executor = Executor::compile(*builder.finish(), store_);
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  ASSERT_TRUE((*executor)->setInput(x, Tensor::of<float>({1, 3}, {-1, 0, 2})).ok());
  ASSERT_TRUE((*executor)->run().ok());
  EXPECT_EQ(values((*executor)->read(c)), (std::vector<float>{-1, 0, 4}));
  EXPECT_EQ(values((*executor)->read(view)), (std::vector<float>{0, 0, 2}));
  EXPECT_NEAR(values((*executor)->read(d))[2], 0.880797f, 1e-6f);
}

TEST_P(ExecutorTest, VariablesOutliveExecutorsAndAreUpdatedInPlace) {
  const TensorType scalar{DataType::Float32, Shape()};
  ASSERT_TRUE(store_->write("sum", Tensor::of<float>(Shape(), {10})).ok());
  for (int round = 1; round <= 2; ++round) {
    GraphBuilder builder;
    const ValueId sum = builder.addVariable("sum", scalar);
    const ValueId x = builder.addInput("x", scalar);
    builder.emitOne("accumulate", {{"factor", 2.0}}, {sum, x});
    auto executor = Executor::compile(*builder.finish(), store_);
    ASSERT_TRUE(executor.ok()) << executor.error().text();
    ASSERT_TRUE((*executor)->setInput(x, Tensor::of<float>(Shape(), {3})).ok());
    ASSERT_TRUE((*executor)->run().ok());
    EXPECT_EQ(values(store_->read("sum"))[0], 10.0f + 6.0f * static_cast<float>(round));
  }
  EXPECT_FALSE(store_->write("sum", Tensor::of<float>({2}, {1, 2})).ok());
}

TEST_P(ExecutorTest, OneStepOfLinearRegressionGoesDownhill) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, Shape({4, 3})});
  const ValueId labels = builder.addInput("labels", {DataType::Int32, Shape({4})});
  const ValueId rate = builder.addInput("rate", {DataType::Float32, Shape()});
  const ValueId weight = builder.addVariable("weight", {DataType::Float32, Shape({2, 3})});
  const ValueId velocity = builder.addVariable("velocity", {DataType::Float32, Shape({2, 3})});
  const ValueId logits = builder.emitOne("linear", {}, {x, weight});
  const ValueId loss = builder.emit("softmax_cross_entropy", {}, {logits, labels})[0];
  const auto gradients = differentiate(builder, loss, std::vector{weight});
  ASSERT_TRUE(gradients.ok()) << gradients.error().text();
  builder.emit("sgd_update", {}, {weight, (*gradients)[0], velocity, rate});
  builder.addOutput("loss", loss);
  auto executor = Executor::compile(*builder.finish(), store_);
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  ASSERT_TRUE((*executor)->setInput(x, Tensor::of<float>({4, 3}, {1, 0, 0, 0, 1, 0, 2, 0, 1, 0, 3, 1})).ok());
  ASSERT_TRUE((*executor)->setInput(labels, Tensor::of<std::int32_t>({4}, {0, 1, 0, 1})).ok());
  ASSERT_TRUE((*executor)->setInput(rate, Tensor::of<float>(Shape(), {0.1f})).ok());
  ASSERT_TRUE((*executor)->run().ok());
  EXPECT_NEAR(*(*executor)->readScalar(loss), std::log(2.0f), 1e-6f);
  float before = *(*executor)->readScalar(loss);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE((*executor)->run().ok());
    const float now = *(*executor)->readScalar(loss);
    EXPECT_LT(now, before);
    before = now;
  }
}

TEST_P(ExecutorTest, PromisedWeightsAreMadeOnceAndConsumed) {
  const TensorType type{DataType::Float32, Shape({2, 3})};
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", type);
  // One is read in each run, one only by the prologue, and one by both.
  const ValueId plain = builder.addVariable("plain", type), scaled = builder.addVariable("scaled", type),
                both = builder.addVariable("both", type);
  ValueId y = builder.emitOne("add", {}, {x, plain});
  y = builder.emitOne("add", {}, {y, builder.emitOne("scale", {{"factor", 2.0}}, {scaled})});
  y = builder.emitOne("add", {}, {y, builder.emitOne("scale", {{"factor", 4.0}}, {both})});
  builder.addOutput("y", builder.emitOne("multiply", {}, {y, both}));
  int made = 0;
  for (const char* name : {"plain", "scaled", "both"})
    ASSERT_TRUE(store_
                    ->promise(name, type,
                              [&made, type] {
                                ++made;
                                Tensor value = Tensor::make(type);
                                for (float& number : value.values<float>()) number = 3;
                                return value;
                              })
                    .ok());
  EXPECT_EQ(made, 0);
  EXPECT_EQ(values(store_->read("both")), std::vector<float>(6, 3.0f));
  made = 0;
  CompileOptions options;
  options.consumeVariables = true;
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  auto executor = Executor::compile(*graph, store_, options);
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  EXPECT_EQ(made, 3);
  EXPECT_TRUE(store_->names().empty());
  for (const float number : {1.0f, 2.0f}) {
    ASSERT_TRUE(
        (*executor)->setInput(x, Tensor::of<float>({2, 3}, {number, number, number, number, number, number})).ok());
    ASSERT_TRUE((*executor)->run().ok());
    EXPECT_EQ(values((*executor)->read((*graph)->findOutput("y"))), std::vector<float>(6, (number + 3 + 6 + 12) * 3));
  }
}

TEST_P(ExecutorTest, ALaterValueTakesThePlaceOfAPromise) {
  const TensorType type{DataType::Float32, Shape({2})};
  const auto nothing = [type] { return Tensor::zeros(type); };
  ASSERT_TRUE(store_->promise("a", type, nothing).ok());
  ASSERT_TRUE(store_->write("a", Tensor::of<float>({2}, {1, 2})).ok());
  EXPECT_EQ(values(store_->read("a")), (std::vector<float>{1, 2}));
  ASSERT_TRUE(store_->promise("a", type, nothing).ok());
  EXPECT_EQ(values(store_->read("a")), (std::vector<float>{0, 0}));
  ASSERT_TRUE(store_->take("b", Tensor::of<float>({2}, {3, 4})).ok());
  EXPECT_EQ(values(store_->read("b")), (std::vector<float>{3, 4}));
}

// A device without free memory until the test frees some.
class FullDevice : public test::ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override {
    if (full) return fail(ErrorCode::OutOfMemory, "There is no room.");
    return device_->allocate(bytes);
  }
  bool full = true;
};

TEST_P(ExecutorTest, AValueThatFoundNoMemoryIsThereTheNextTime) {
  const TensorType type{DataType::Float32, Shape({2})};
  GraphBuilder builder;
  const ValueId given = builder.addVariable("given", type), promised = builder.addVariable("promised", type);
  builder.addOutput("y", builder.emitOne("add", {}, {given, promised}));
  const auto graph = *builder.finish();
  const auto device = std::make_shared<FullDevice>(openDevice(GetParam()));
  const auto store = std::make_shared<VariableStore>(device);
  ASSERT_TRUE(store->take("given", Tensor::of<float>({2}, {1, 2})).ok());
  ASSERT_TRUE(store->promise("promised", type, [] { return Tensor::of<float>({2}, {10, 20}); }).ok());
  for (const bool consume : {false, true}) {
    CompileOptions options;
    options.consumeVariables = consume;
    const auto failed = Executor::compile(graph, store, options);
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().code, ErrorCode::OutOfMemory);
  }
  device->full = false;
  auto executor = Executor::compile(graph, store);
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  ASSERT_TRUE((*executor)->run().ok());
  EXPECT_EQ(values((*executor)->read(graph->findOutput("y"))), (std::vector<float>{11, 22}));
}

TEST_P(ExecutorTest, ValuesNotKeptCannotBeRead) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, Shape({2})});
  const ValueId hidden = builder.emitOne("tanh", {}, {x});
  builder.addOutput("y", builder.emitOne("relu", {}, {hidden}));
  const auto graph = *builder.finish();
  auto plain = Executor::compile(graph, store_);
  ASSERT_TRUE(plain.ok());
  EXPECT_FALSE((*plain)->read(hidden).ok());
  auto probed = Executor::compile(graph, store_, {.keep = {hidden}});
  ASSERT_TRUE(probed.ok());
  ASSERT_TRUE((*probed)->setInput(x, Tensor::of<float>({2}, {-1, 1})).ok());
  ASSERT_TRUE((*probed)->run().ok());
  EXPECT_NEAR(values((*probed)->read(hidden))[0], -0.761594f, 1e-6f);
}

// The reference device, which records for which "scale" ops the output was reported as needed.
class SpyDevice : public test::ForwardingDevice {
 public:
  SpyDevice() : ForwardingDevice(openDevice("reference")) {
    KernelEntry entry;
    entry.name = "spy";
    entry.supports = [](const KernelRequest&) -> Status { return {}; };
    entry.create = [this](const KernelRequest& request, Device&) {
      readers_.push_back(request.readerOf(0));
      return device_->kernels().create(request, *device_);
    };
    kernels_.add("scale", entry);
    for (const char* op : {"add", "relu", "negate"})
      for (const KernelEntry& known : device_->kernels().find(op)) kernels_.add(op, known);
  }
  const std::vector<ValueReader>& readers() const { return readers_; }
  const KernelRegistry& kernels() const override { return kernels_; }

 private:
  KernelRegistry kernels_;
  std::vector<ValueReader> readers_;
};

TEST(ExecutorReadersTest, AreNamedWhereNobodyElseReads) {
  const TensorType type{DataType::Float32, Shape({2})};
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", type), steady = builder.addVariable("steady", type);
  const auto scaled = [&](ValueId value, double factor) {
    return builder.emitOne("scale", {{"factor", factor}}, {value});
  };
  const ValueId once = scaled(x, 2), twice = scaled(x, 3), doubled = scaled(x, 4), shown = scaled(x, 5),
                kept = scaled(x, 6), fixed = scaled(steady, 7);
  ValueId sum = builder.emitOne("add", {}, {builder.emitOne("relu", {}, {x}), once});
  sum = builder.emitOne("add", {}, {builder.emitOne("add", {}, {sum, twice}), builder.emitOne("relu", {}, {twice})});
  sum = builder.emitOne("add", {}, {sum, builder.emitOne("add", {}, {doubled, doubled})});
  sum = builder.emitOne("add", {}, {sum, builder.emitOne("negate", {}, {shown})});
  sum = builder.emitOne("add", {}, {sum, builder.emitOne("negate", {}, {kept})});
  sum = builder.emitOne("add", {}, {sum, builder.emitOne("negate", {}, {fixed})});
  builder.addOutput("sum", sum);
  builder.addOutput("shown", shown);
  const auto device = std::make_shared<SpyDevice>();
  const auto store = std::make_shared<VariableStore>(device);
  ASSERT_TRUE(store->write("steady", Tensor::zeros(type)).ok());
  const auto executor = Executor::compile(*builder.finish(), store, {.keep = {kept}, .optimize = false});
  ASSERT_TRUE(executor.ok()) << executor.error().text();
  ASSERT_EQ(device->readers().size(), 6u);
  ASSERT_NE(device->readers()[0].node, nullptr);
  EXPECT_EQ(device->readers()[0].node->op->name, "add");
  EXPECT_EQ(device->readers()[0].input, 1);
  for (std::size_t i = 1; i < 6; ++i) EXPECT_EQ(device->readers()[i].node, nullptr) << i;
  EXPECT_TRUE((*executor)->run().ok());
}

TEST(NullDeviceTest, PlansWithoutMemory) {
  GraphBuilder builder;
  const TensorType huge{DataType::Float32, Shape({1 << 20, 1 << 10})};
  const ValueId x = builder.addInput("x", huge);
  ValueId y = x;
  for (int i = 0; i < 5; ++i) y = builder.emitOne("add", {}, {y, y});
  builder.addOutput("y", y);
  auto executor = Executor::compile(*builder.finish(), std::make_shared<VariableStore>(openDevice("null")));
  ASSERT_TRUE(executor.ok());
  EXPECT_EQ((*executor)->report().arenaBytes, 2 * huge.bytes());
  EXPECT_FALSE((*executor)->run().ok());
}

TEST(BackendRegistryTest, UnknownDevicesAreExplained) {
  BackendRegistry registry;
  registerReferenceBackend(registry);
  EXPECT_EQ(registry.open("tpu:0").error().code, ErrorCode::NotFound);
  EXPECT_EQ(registry.open("reference:x").error().code, ErrorCode::InvalidArgument);
  EXPECT_TRUE(registry.open("reference").ok());
}

}  // namespace
}  // namespace fovea
