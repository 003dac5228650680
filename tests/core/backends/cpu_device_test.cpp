// The CPU as a device: whole training steps run only on fast kernels, with the same bits each time, and unsupported
// requests fail with a message.
#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/one_thread_kernel.h"
#include "core/backends/executor.h"
#include "core/base/random.h"
#include "core/graph/autodiff.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

std::shared_ptr<Device> openDevice(std::string_view id) {
  BackendRegistry registry;
  registerReferenceBackend(registry);
  registerCpuBackend(registry);
  auto device = registry.open(id);
  EXPECT_TRUE(device.ok());
  return *device;
}

// A training step with stochastic gradient descent, built layer by layer.
class Step {
 public:
  explicit Step(Shape image) : batch_(image[0]) { last_ = x_ = builder_.addInput("x", {DataType::Float32, image}); }

  Step& convolution(std::int64_t filters, std::int64_t kernel, std::int64_t padding, std::int64_t groups = 1) {
    const Shape shape = builder_.typeOf(last_).shape;
    const ValueId weight = parameter({filters, shape[1] / groups, kernel, kernel}), bias = parameter({filters});
    last_ = builder_.emitOne("conv2d", {{"padding", List(4, padding)}, {"groups", groups}}, {last_, weight, bias});
    return *this;
  }
  Step& linear(std::int64_t outputs) {
    const ValueId weight = parameter({outputs, builder_.typeOf(last_).shape[1]}), bias = parameter({outputs});
    last_ = builder_.emitOne("linear", {}, {last_, weight, bias});
    return *this;
  }
  Step& normalise() {
    const Shape channels{builder_.typeOf(last_).shape[1]};
    const ValueId scale = parameter(channels), bias = parameter(channels);
    const std::string name = "running" + std::to_string(parameters_.size());
    const ValueId mean = builder_.addVariable(name + ".mean", {DataType::Float32, channels});
    const ValueId variance = builder_.addVariable(name + ".variance", {DataType::Float32, channels});
    last_ = builder_.emit("batch_norm", {}, {last_, scale, bias, mean, variance})[0];
    return *this;
  }
  Step& op(std::string_view name, const FieldValues& attributes = {}) {
    last_ = builder_.emit(name, attributes, {last_})[0];
    return *this;
  }
  Step& flatten() { return op("reshape", {{"shape", List{0, -1}}}); }

  // Compiles for `device`, with initial parameters that depend only on their order.
  std::unique_ptr<Executor> compile(const std::shared_ptr<Device>& device) {
    labels_ = builder_.addInput("labels", {DataType::Int32, Shape{batch_}});
    const ValueId rate = builder_.constant(Tensor::of<float>(Shape{}, {0.05f}));
    loss_ = builder_.emit("softmax_cross_entropy", {}, {last_, labels_})[0];
    builder_.addOutput("loss", loss_);
    auto gradients = differentiate(builder_, loss_, parameters_);
    EXPECT_TRUE(gradients.ok()) << gradients.error().text();
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const TensorType type = builder_.typeOf(parameters_[i]);
      const ValueId velocity = builder_.addVariable("velocity" + std::to_string(i), type);
      builder_.emit("sgd_update", {{"weight_decay", 1e-3}}, {parameters_[i], (*gradients)[i], velocity, rate});
    }
    auto graph = builder_.finish();
    EXPECT_TRUE(graph.ok()) << graph.error().text();
    store_ = std::make_shared<VariableStore>(device);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const Value& value = (*graph)->value(parameters_[i]);
      EXPECT_TRUE(store_->write(value.name, initial(value.type, i)).ok());
    }
    auto executor = Executor::compile(*graph, store_);
    EXPECT_TRUE(executor.ok()) << executor.error().text();
    return std::move(*executor);
  }

  // Runs some steps and returns all variables, one after the other.
  std::vector<float> train(Executor& executor, int steps) {
    Random random(11);
    Tensor images = Tensor::zeros(executor.graph().value(x_).type),
           labels = Tensor::zeros({DataType::Int32, Shape{batch_}});
    for (int step = 0; step < steps; ++step) {
      for (float& pixel : images.values<float>()) pixel = static_cast<float>(random.uniform());
      for (std::int32_t& label : labels.values<std::int32_t>()) label = static_cast<std::int32_t>(random.below(10));
      EXPECT_TRUE(executor.setInput(x_, images).ok());
      EXPECT_TRUE(executor.setInput(labels_, labels).ok());
      const Status status = executor.run();
      EXPECT_TRUE(status.ok()) << status.error().text();
    }
    std::vector<float> all;
    for (const std::string& name : store_->names()) {
      const auto tensor = store_->read(name);
      EXPECT_TRUE(tensor.ok());
      all.insert(all.end(), tensor->values<float>().begin(), tensor->values<float>().end());
    }
    all.push_back(*executor.readScalar(loss_));
    return all;
  }

 private:
  ValueId parameter(Shape shape) {
    parameters_.push_back(
        builder_.addVariable("parameter" + std::to_string(parameters_.size()), {DataType::Float32, shape}));
    return parameters_.back();
  }
  static Tensor initial(const TensorType& type, std::uint64_t seed) {
    Tensor tensor = Tensor::zeros(type);
    Random random(seed);
    const double scale = type.shape.rank() > 1 ? 1 / std::sqrt(static_cast<double>(type.shape.elementsFrom(1))) : 0.5;
    for (float& value : tensor.values<float>())
      value = static_cast<float>((random.uniform() * 2 - 1) * scale + (type.shape.rank() > 1 ? 0 : 0.6));
    return tensor;
  }

  std::int64_t batch_;
  GraphBuilder builder_;
  ValueId x_, labels_, loss_, last_;
  std::vector<ValueId> parameters_;
  std::shared_ptr<VariableStore> store_;
};

struct Network {
  const char* name;
  std::function<Step()> build;
};

Step lenet(std::int64_t batch) {
  Step step({batch, 1, 28, 28});
  step.convolution(20, 5, 0).op("max_pool2d").convolution(50, 5, 0).op("max_pool2d").flatten();
  step.linear(500).op("relu").linear(10);
  return step;
}

Step cifar(std::int64_t batch) {
  Step step({batch, 3, 12, 12});
  step.convolution(24, 5, 2).op("max_pool2d", {{"kernel", List{3, 3}}}).op("sigmoid");
  step.convolution(40, 3, 1).op("tanh").op("average_pool2d", {{"kernel", List{3, 3}}, {"padding", List{1, 1, 1, 1}}});
  step.flatten().linear(10);
  return step;
}

Step vgg(std::int64_t batch) {
  Step step({batch, 3, 8, 8});
  step.convolution(32, 3, 1).normalise().op("relu").convolution(32, 3, 1).normalise().op("relu").op("max_pool2d");
  step.convolution(64, 3, 1)
      .op("relu")
      .convolution(64, 3, 1, 64)
      .op("relu")
      .op("max_pool2d")
      .flatten()
      .linear(64)
      .op("relu")
      .linear(10);
  return step;
}

Step perceptron(std::int64_t batch) {
  Step step({batch, 1, 12, 12});
  step.flatten().linear(33).op("sigmoid").linear(17).op("tanh").linear(10);
  return step;
}

std::vector<Network> networks() {
  return {{"Lenet16", [] { return lenet(16); }},
          {"Lenet14", [] { return lenet(14); }},
          {"Lenet3", [] { return lenet(3); }},
          {"Lenet1", [] { return lenet(1); }},
          {"Cifar30", [] { return cifar(30); }},
          {"Cifar7", [] { return cifar(7); }},
          {"Vgg16", [] { return vgg(16); }},
          {"Vgg3", [] { return vgg(3); }},
          {"Perceptron64", [] { return perceptron(64); }},
          {"Perceptron5", [] { return perceptron(5); }}};
}

class CpuTraining : public ::testing::TestWithParam<Network> {};
INSTANTIATE_TEST_SUITE_P(Networks, CpuTraining, ::testing::ValuesIn(networks()),
                         [](const auto& network) { return std::string(network.param.name); });

TEST_P(CpuTraining, UsesNoSlowKernel) {
  Step step = GetParam().build();
  const auto executor = step.compile(openDevice("cpu"));
  const std::string description = executor->describe();
  EXPECT_EQ(description.find("reference."), std::string::npos) << description;
  EXPECT_EQ(description.find(" ref"), std::string::npos) << description;
  EXPECT_NE(description.find("linear"), std::string::npos) << "the description names the kernels";
}

TEST_P(CpuTraining, GivesTheSameBitsTwice) {
  Step first = GetParam().build(), second = GetParam().build();
  const auto a = first.compile(openDevice("cpu")), b = second.compile(openDevice("cpu"));
  const auto numbersA = first.train(*a, 4), numbersB = second.train(*b, 4);
  ASSERT_EQ(numbersA.size(), numbersB.size());
  EXPECT_EQ(std::memcmp(numbersA.data(), numbersB.data(), numbersA.size() * sizeof(float)), 0);
}

TEST_P(CpuTraining, AgreesWithTheReference) {
  Step fast = GetParam().build(), plain = GetParam().build();
  const auto a = fast.compile(openDevice("cpu")), b = plain.compile(openDevice("reference"));
  const auto numbersA = fast.train(*a, 2), numbersB = plain.train(*b, 2);
  ASSERT_EQ(numbersA.size(), numbersB.size());
  // Rounding may change which of two almost equal inputs is a maximum, so a few numbers may differ by more.
  double squares = 0, norm = 0, most = 0;
  for (std::size_t i = 0; i < numbersA.size(); ++i) {
    const double difference = static_cast<double>(numbersA[i]) - static_cast<double>(numbersB[i]);
    squares += difference * difference;
    norm += static_cast<double>(numbersB[i]) * static_cast<double>(numbersB[i]);
    most = std::max(most, std::abs(difference));
  }
  EXPECT_LT(std::sqrt(squares / norm), 3e-4);
  EXPECT_LT(most, 2e-3);
}

TEST(CpuKernels, SayWhyTheyRefuse) {
  const auto device = openDevice("cpu");
  const OpType& op = *findOp("conv2d");
  const std::vector<TensorType> inputs = {{DataType::Float64, {2, 3, 8, 8}}, {DataType::Float64, {4, 3, 3, 3}}};
  const std::vector<TensorType> outputs = {{DataType::Float64, {2, 4, 6, 6}}};
  const std::vector<Layout> layouts(2);
  const FieldValues attributes = op.attributes.defaults();
  const KernelRequest request{op, attributes, inputs, outputs, layouts};
  const auto entries = device->kernels().find("conv2d");
  ASSERT_GE(entries.size(), 3u);
  for (const KernelEntry& entry : entries.first(entries.size() - 1)) {
    const Status status = entry.supports(request);
    ASSERT_FALSE(status.ok()) << entry.name;
    EXPECT_EQ(status.error().message, "only f32, not f64") << entry.name;
  }
  EXPECT_TRUE(entries.back().supports(request).ok()) << "the reference kernel takes f64";
}

// Creates kernels that report how many threads they may use, when created and when run.
KernelEntry reportingEntry(std::vector<int>& threads) {
  KernelEntry entry;
  entry.create = [&threads](const KernelRequest&, Device&) -> Result<KernelPlan> {
    threads.push_back(omp_get_max_threads());
    KernelPlan plan;
    plan.kernel = std::make_unique<cpu::FunctionKernel>(
        [&threads](const KernelArguments&) { threads.push_back(omp_get_max_threads()); });
    return plan;
  };
  return entry;
}

TEST(CpuKernels, LittleWorkIsDoneByOneThread) {
  const auto device = openDevice("cpu");
  const OpType& op = *findOp("linear");
  const FieldValues attributes = op.attributes.defaults();
  const std::vector<Layout> layouts(2);
  omp_set_num_threads(3);
  for (const bool little : {true, false}) {
    const std::int64_t inner = little ? 64 : 4096;
    const std::vector<TensorType> inputs = {{DataType::Float32, {4, inner}}, {DataType::Float32, {32, inner}}};
    const std::vector<TensorType> outputs = {{DataType::Float32, {4, 32}}};
    std::vector<int> threads;
    const KernelEntry entry = cpu::withOneThreadForLittleWork(reportingEntry(threads));
    auto plan = entry.create({op, attributes, inputs, outputs, layouts}, *device);
    ASSERT_TRUE(plan.ok());
    ASSERT_TRUE(plan->kernel->run({}).ok());
    EXPECT_EQ(threads, little ? std::vector({1, 1}) : std::vector({3, 3}));
    EXPECT_EQ(omp_get_max_threads(), 3) << "others are not limited";
  }
}

TEST(CpuKernels, EachOpHasAKernelOfItsOwn) {
  const auto device = openDevice("cpu");
  for (const OpType& op : allOps()) {
    const auto entries = device->kernels().find(op.name);
    ASSERT_GE(entries.size(), 2u) << op.name << " would fall to the reference kernel";
    EXPECT_EQ(entries.back().name, "reference." + op.name);
  }
}

TEST(CpuDevice, KnowsItself) {
  const auto device = openDevice("cpu");
  EXPECT_EQ(device->info().id, "cpu");
  EXPECT_NE(device->info().name.find("thread"), std::string::npos);
  EXPECT_GT(device->info().memoryBytes, 0u);
  EXPECT_GT(device->info().memoryFreeBytes, 0u);
  ASSERT_TRUE(device->beginRun().ok());
  const auto peak = device->measurePeakFlops();
  ASSERT_TRUE(peak.ok());
  EXPECT_GT(*peak, 1e9);
  EXPECT_LT(*peak, 1e15);
}

// oneDNN waits for ever, or leaves parts undone, if the team is smaller than it was told.
TEST(CpuDevice, GetsTheThreadsThatItAsksFor) {
  const auto device = openDevice("cpu");
  omp_set_dynamic(1);
  omp_set_max_active_levels(0);
  ASSERT_TRUE(device->beginRun().ok());
  EXPECT_EQ(omp_get_dynamic(), 0);
  EXPECT_GE(omp_get_max_active_levels(), 1);
}

TEST(CpuDevice, KeepsToTheLimitOfThreads) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = "OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=1 timeout 100 '" + self +
                              "' --gtest_filter='*AgreesWithTheReference/Lenet3' > /dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(CpuDevice, MemoryIsZeroedAlignedAndLimited) {
  const auto device = openDevice("cpu");
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{10}, std::size_t{5} << 20}) {
    const auto buffer = device->allocate(bytes);
    ASSERT_TRUE(buffer.ok());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>((*buffer)->data()) % 64, 0u);
    const auto* data = static_cast<const std::uint8_t*>((*buffer)->data());
    EXPECT_TRUE(std::all_of(data, data + bytes, [](std::uint8_t byte) { return byte == 0; }));
  }
  const auto tooMuch = device->allocate(std::size_t{1} << 50);
  ASSERT_FALSE(tooMuch.ok());
  EXPECT_EQ(tooMuch.error().code, ErrorCode::OutOfMemory);
  EXPECT_NE(tooMuch.error().message.find(" are free."), std::string::npos) << tooMuch.error().message;
}

}  // namespace
}  // namespace fovea
