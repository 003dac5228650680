// Why: shared by tests of the emulation: a device, network steps as a device runs them, and optimisations turned off
// temporarily.
#pragma once
#include <cstdlib>
#include <cstring>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/base/random.h"
#include "core/graph/passes/passes.h"
#include "core/tensor/half.h"
#include "core/train/training_graph.h"
#include "tests/core/backends/cuda_module/emulator/dnn_faults.h"
#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {

// Turns optimisations off during its lifetime.
class Without {
 public:
  explicit Without(const char* savings) { (void)setenv("FOVEA_CUDA_WITHOUT", savings, 1); }
  ~Without() { (void)unsetenv("FOVEA_CUDA_WITHOUT"); }
  Without(const Without&) = delete;
  Without& operator=(const Without&) = delete;
};

template <class F>
auto without(const char* savings, F&& work) {
  const Without off(savings);
  return work();
}

// Resets a simulated failure of the libraries at its end.
class LibraryFaults {
 public:
  LibraryFaults() = default;
  ~LibraryFaults() { cuda::emulator::dnnFaults = {}; }
  LibraryFaults(const LibraryFaults&) = delete;
  LibraryFaults& operator=(const LibraryFaults&) = delete;
  cuda::emulator::DnnFaults* operator->() const { return &cuda::emulator::dnnFaults; }
};

inline std::shared_ptr<Device> openDevice() {
  return valueOf(cuda::openCudaDevice(0));
}

inline StepGraph stepOf(const Network& network, std::int64_t batch, const std::string& precision) {
  TrainingSettings settings = taskSettings();
  settings.precision = precision;
  return valueOf(buildTrainingGraph(network, settings, batch));
}

inline std::shared_ptr<const Graph> optimizedFor(const Graph& graph, const Device& device) {
  OptimizeOptions options;
  options.hasKernel = [&](std::string_view op) { return !device.kernels().find(op).empty(); };
  options.accelerates = [&](const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                            std::span<const TensorType> outputs) {
    return device.kernels().accelerates(op, attributes, inputs, outputs);
  };
  return valueOf(optimizeGraph(graph, options));
}

inline int countOf(const Graph& graph, std::string_view op) {
  int count = 0;
  for (const Node& node : graph.nodes()) count += node.op->name == op ? 1 : 0;
  return count;
}

inline Tensor randomOf(const TensorType& type, std::uint64_t seed) {
  Tensor tensor = Tensor::make({DataType::Float64, type.shape});
  Random random(seed);
  for (double& number : tensor.values<double>()) number = random.normal();
  return converted(tensor, type.dtype);
}

// A graph with random inputs and variables.
struct Subject {
  GraphBuilder builder = {};
  std::vector<ValueId> inputs = {};
  std::map<std::string, TensorType> variables = {};
  std::shared_ptr<const Graph> graph = nullptr;

  ValueId input(const std::string& name, const TensorType& type) {
    return inputs.emplace_back(builder.addInput(name, type));
  }
  ValueId variable(const std::string& name, const TensorType& type) {
    return builder.addVariable(name, variables[name] = type);
  }
  void finish() { graph = valueOf(builder.finish()); }
};

struct Results {
  std::map<std::string, Tensor> values = {};  // by output and step
  std::string kernels = {};
  int reorders = 0;
  std::uint64_t works = 0, chain = 0;  // of a recorded step: pieces of work, and the longest chain of dependent ones
};

// Runs three steps: the first kernel by kernel, the others recorded.
inline Results runSubject(const Subject& subject, const std::shared_ptr<Device>& device, bool exact = false) {
  auto store = std::make_shared<VariableStore>(device);
  std::uint64_t seed = 1;
  for (const auto& [name, type] : subject.variables) expectOk(store->write(name, randomOf(type, ++seed)));
  CompileOptions options;
  options.exact = exact;
  const auto executor = valueOf(Executor::compile(subject.graph, store, options));
  Results results;
  for (std::uint64_t step = 0; step < 3; ++step) {
    for (std::size_t i = 0; i < subject.inputs.size(); ++i) {
      const TensorType& type = subject.graph->value(subject.inputs[i]).type;
      expectOk(executor->setInput(subject.inputs[i], randomOf(type, 50 + 10 * i + step)));
    }
    expectOk(device->synchronize());
    const std::uint64_t before = cuda::emulator::worksRun;
    expectOk(executor->run());
    expectOk(device->synchronize());
    results.works = cuda::emulator::worksRun - before;
    for (const auto& [name, value] : subject.graph->outputs())
      results.values[name + std::to_string(step)] = valueOf(executor->read(value));
  }
  results.chain = cuda::emulator::longestChain;
  results.kernels = executor->describe();
  results.reorders = executor->report().reorders;
  return results;
}

// Compares the L2 norm of each output, within a few roundings of its type.
inline void expectClose(const Results& expected, const Results& actual, DataType type) {
  const double share = type == DataType::BFloat16 ? 2e-2 : type == DataType::Float16 ? 3e-3 : 1e-5;
  for (const auto& [name, value] : expected.values) {
    const Tensor wanted = converted(value, DataType::Float64);
    const Tensor found = converted(actual.values.at(name), DataType::Float64);
    double norm = 0, difference = 0;
    for (std::int64_t i = 0; i < wanted.elementCount(); ++i) {
      const double want = wanted.data<double>()[i], off = found.data<double>()[i] - want;
      norm += want * want;
      difference += off * off;
    }
    EXPECT_LE(difference, share * share * norm) << name << "\n" << actual.kernels;  // NaN fails
  }
}

inline std::shared_ptr<Device> referenceDevice() {
  BackendRegistry registry;
  registerReferenceBackend(registry);
  return valueOf(registry.open("reference"));
}

}  // namespace fovea::test
