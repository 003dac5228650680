// Optimisations that save kernels and memory traffic on a device: how much they save, that the numbers stay the same,
// and that FOVEA_CUDA_WITHOUT turns them off.
#include "core/backends/variable_copies.h"
#include "core/graph/passes/loss_scaling.h"
#include "core/network/standard_networks.h"
#include "tests/core/backends/cuda_module/emulated_support.h"
#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"

namespace fovea::test {
namespace {

// Counts the casts that run in every step.
int castsOf(const Graph& graph, const Device& device) {
  const auto optimized = optimizedFor(graph, device);
  const VariableCopies copies = findVariableCopies(*optimized, findUses(*optimized), device.kernels());
  int casts = 0;
  for (const Node& node : optimized->nodes()) casts += node.op->name == "cast" && !copies.isCopy(node) ? 1 : 0;
  return casts;
}

TEST(EmulatedSavings, UpdatesCastTheWeightsOfResNet50AndReadItsGradients) {
  const StepGraph step = stepOf(valueOf(standardNetwork("resnet50")), 64, "bf16");
  const auto casts = [&] { return castsOf(*step.graph, *openDevice()); };
  const int before = without("casts", casts), after = casts();
  EXPECT_GE(before, 105);
  EXPECT_LE(after, 5);
  std::printf("casts in a step of ResNet-50 in bf16: %d, now %d\n", before, after);
}

struct Trained {
  std::map<std::string, Tensor> variables;
  std::uint64_t works = 0;  // per step: kernels, library calls, copies
  std::string kernels;
};

Tensor images(std::int64_t batch, std::int64_t step) {
  Tensor result = Tensor::zeros({DataType::Float32, {batch, 1, 8, 8}});
  Random random(static_cast<std::uint64_t>(step) + 1);
  for (float& number : result.values<float>()) number = static_cast<float>(random.normal());
  return result;
}

// One of several programs of a training run.
struct Program {
  StepGraph step;
  std::unique_ptr<Executor> executor;
  std::int64_t batch;

  Program(std::int64_t size, const std::string& precision, const std::shared_ptr<VariableStore>& store)
      : step(stepOf(taskNetwork(), size, precision)), batch(size) {
    for (const VariableInfo& variable : step.variables)
      if (!store->contains(variable.name)) expectOk(store->write(variable.name, initialValue(variable, 1)));
    executor = valueOf(Executor::compile(step.graph, store));
  }
  void run(std::int64_t number) {
    Tensor labels = Tensor::zeros({DataType::Int32, {batch}});
    for (std::int64_t i = 0; i < batch; ++i)
      labels.values<std::int32_t>()[static_cast<std::size_t>(i)] = static_cast<std::int32_t>((i + number) % 3);
    expectOk(executor->setInput(step.feeds.value(FeedRole::Samples), images(batch, number)));
    expectOk(executor->setInput(step.feeds.value(FeedRole::Target), labels));
    expectOk(executor->setInput(step.feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {0.02f})));
    expectOk(executor->setInput(step.feeds.value(FeedRole::Step), Tensor::of<std::int64_t>(Shape(), {number})));
    expectOk(executor->run());
  }
};

// Two programs alternate on one store, as at the end of an
// epoch with a smaller batch; a weight is written in between.
Trained train(const std::shared_ptr<Device>& device, const std::string& precision) {
  auto store = std::make_shared<VariableStore>(device);
  if (precision == "f16") expectOk(store->write(kLossScaleName, Tensor::of<float>(Shape(), {256.0f})));
  Program whole(6, precision, store), part(2, precision, store);
  std::int64_t number = 0;
  for (int epoch = 0; epoch < 3; ++epoch) {
    for (int i = 0; i < 3; ++i) whole.run(number++);
    part.run(number++);
    const std::string name = whole.step.variables[0].name;
    Tensor weight = valueOf(store->read(name));
    for (float& value : weight.values<float>()) value *= 0.9f;
    expectOk(store->write(name, weight));
  }
  Trained result;
  whole.run(number++);
  expectOk(device->synchronize());
  const std::uint64_t before = cuda::emulator::worksRun;
  whole.run(number++);
  expectOk(device->synchronize());
  result.works = cuda::emulator::worksRun - before;
  result.kernels = whole.executor->describe();
  for (const std::string& name : store->names()) result.variables.emplace(name, valueOf(store->read(name)));
  return result;
}

void expectSameBits(const Trained& a, const Trained& b) {
  ASSERT_EQ(a.variables.size(), b.variables.size());
  for (const auto& [name, value] : a.variables)
    EXPECT_EQ(std::memcmp(value.raw(), b.variables.at(name).raw(), value.bytes()), 0) << name;
}

TEST(EmulatedSavings, CopiesOfWeightsFollowWhoeverWritesThem) {
  for (const char* precision : {"bf16", "f16"}) {
    SCOPED_TRACE(precision);
    const Trained before = without("casts", [&] { return train(openDevice(), precision); });
    const Trained after = train(openDevice(), precision);
    expectSameBits(before, after);
    EXPECT_LE(after.works + 8, before.works) << after.kernels;  // two casts for each of four weights
    EXPECT_NE(after.kernels.find("once: "), std::string::npos) << after.kernels;
  }
}

TEST(EmulatedSavings, AreWhatTheyWereInFullPrecision) {
  expectSameBits(without("all", [] { return train(openDevice(), "f32"); }), train(openDevice(), "f32"));
}

// Convolution, batch normalisation, a residual and ReLU, and all their gradients for a given output gradient.
struct ResidualGraph {
  std::shared_ptr<const Graph> graph;
  ValueId x, dy;
  std::map<std::string, TensorType> variables;
};

ResidualGraph residualGraph(DataType type, std::int64_t channels, const char* activation) {
  GraphBuilder builder;
  ResidualGraph result;
  const auto variable = [&](const std::string& name, const Shape& shape, DataType dtype) {
    return builder.addVariable(name, result.variables[name] = {dtype, shape});
  };
  const TensorType image{type, {2, channels, 6, 5}};
  result.x = builder.addInput("x", image);
  result.dy = builder.addInput("dy", image);
  const Shape perChannel{channels};
  const ValueId scale = variable("scale", perChannel, DataType::Float32);
  const ValueId bias = variable("bias", perChannel, DataType::Float32);
  const ValueId mean = variable("mean", perChannel, DataType::Float32);
  const ValueId variance = variable("variance", perChannel, DataType::Float32);
  const FieldValues same{{"padding", std::vector<std::int64_t>{1, 1, 1, 1}}};
  const ValueId c = builder.emitOne("conv2d", same, {result.x, variable("w", {channels, channels, 3, 3}, type)});
  const auto norm = builder.emit("batch_norm", {}, {c, scale, bias, mean, variance});
  const ValueId y = builder.emitOne(activation, {}, {builder.emitOne("add", {}, {norm[0], result.x})});
  const ValueId masked = builder.emitOne("relu_backward", {}, {result.dy, y});
  const auto gradients = builder.emit("batch_norm_backward", {}, {masked, c, scale, norm[1], norm[2]});
  builder.addOutput("y", y);
  builder.addOutput("dresidual", builder.emitOne("scale", {{"factor", 2.0}}, {masked}));
  builder.addOutput("dx", gradients[0]);
  builder.addOutput("dscale", gradients[1]);
  builder.addOutput("dbias", gradients[2]);
  result.graph = valueOf(builder.finish());
  return result;
}

std::map<std::string, Tensor> runResidual(const ResidualGraph& subject, const std::shared_ptr<Device>& device,
                                          bool exact, std::string* kernels) {
  auto store = std::make_shared<VariableStore>(device);
  std::uint64_t seed = 1;
  for (const auto& [name, type] : subject.variables) expectOk(store->write(name, randomOf(type, ++seed)));
  CompileOptions options;
  options.exact = exact;
  const auto executor = valueOf(Executor::compile(subject.graph, store, options));
  std::map<std::string, Tensor> results;
  for (std::uint64_t step = 0; step < 3; ++step) {  // first kernel by kernel, then recorded
    expectOk(executor->setInput(subject.x, randomOf(subject.graph->value(subject.x).type, 50 + step)));
    expectOk(executor->setInput(subject.dy, randomOf(subject.graph->value(subject.dy).type, 60 + step)));
    expectOk(executor->run());
    for (const auto& [name, value] : subject.graph->outputs())
      results[name + std::to_string(step)] = valueOf(executor->read(value));
  }
  *kernels = executor->describe();
  return results;
}

TEST(EmulatedSavings, TheBitsOfAnActivationSayWhatItsResultSaid) {
  for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16})
    for (const std::int64_t channels : {16, 5})
      for (const bool exact : {false, true}) {
        SCOPED_TRACE(std::string(dataTypeName(type)) + " " + std::to_string(channels) + (exact ? " exact" : ""));
        const ResidualGraph subject = residualGraph(type, channels, "relu");
        std::string with, before;
        const auto expected =
            without("masks,order", [&] { return runResidual(subject, openDevice(), exact, &before); });
        const auto found = runResidual(subject, openDevice(), exact, &with);
        for (const auto& [name, value] : expected)
          EXPECT_EQ(std::memcmp(value.raw(), found.at(name).raw(), value.bytes()), 0) << name << "\n" << with;
        EXPECT_NE(with.find("batch_norm_fused_backward"), std::string::npos) << with;
      }
}

// Bytes that the batch normalisation kernels move, counted from their inputs and outputs.
double bytesOf(const Graph& graph, const Device& device, const std::string& word) {
  const auto optimized = optimizedFor(graph, device);
  double bytes = 0;
  for (const Node& node : optimized->nodes()) {
    if (!node.op->name.starts_with(word)) continue;
    std::vector<TensorType> inputs, outputs;
    for (const ValueId id : node.inputs) inputs.push_back(optimized->value(id).type);
    for (const ValueId id : node.outputs) outputs.push_back(optimized->value(id).type);
    bytes += costOf(*node.op, {node.attributes, inputs, outputs}).bytes;
  }
  return bytes;
}

TEST(EmulatedSavings, MasksMakeTheBackwardPassOfResNet50Smaller) {
  const StepGraph step = stepOf(valueOf(standardNetwork("resnet50")), 64, "bf16");
  const auto bytes = [&] { return bytesOf(*step.graph, *openDevice(), "batch_norm_fused_backward"); };
  const double before = without("masks", bytes), after = bytes();
  std::printf("batch normalisation, backward: %.0f MB, now %.0f MB, each input once\n", before * 1e-6, after * 1e-6);
  EXPECT_LT(after, 0.92 * before);
}

}  // namespace
}  // namespace fovea::test
