// Trains RNNs on a CUDA device with its usual rounding: whichever
// kernels the trial chooses, the results equal those of the CPU, and
// are the same each time. Skipped, with the reason, without a device.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <iostream>

#include "core/backends/executor.h"
#include "core/base/random.h"
#include "core/graph/autodiff.h"

namespace fovea {
namespace {

struct Recurrence {
  const char* op;
  std::int64_t gates, batch, steps, inputs, units;
  bool reverse = false;
};

void PrintTo(const Recurrence& r, std::ostream* stream) {
  *stream << r.op << (r.reverse ? " reverse" : "") << " " << r.batch << "x" << r.steps << "x" << r.inputs << " to "
          << r.units;
}

Tensor randomTensor(const TensorType& type, double deviation, std::uint64_t seed) {
  Tensor tensor = Tensor::make(type);
  Random random(seed);
  for (float& number : tensor.values<float>()) number = static_cast<float>(deviation * random.normal());
  return tensor;
}

struct Step {
  std::shared_ptr<const Graph> graph;
  std::vector<std::pair<ValueId, Tensor>> given;
  std::vector<ValueId> results;
};

// y, and all gradients of a loss that weights y by random numbers.
Step stepOf(const Recurrence& r) {
  const std::int64_t rows = r.gates * r.units;
  const double small = 0.6 / std::sqrt(static_cast<double>(r.units));
  GraphBuilder builder;
  Step step;
  std::vector<ValueId> inputs;
  const auto input = [&](const Shape& shape, double deviation) {
    const TensorType type{DataType::Float32, shape};
    inputs.push_back(builder.addInput("input " + std::to_string(inputs.size()), type));
    step.given.emplace_back(inputs.back(), randomTensor(type, deviation, 7 + inputs.size()));
    return inputs.back();
  };
  input({r.batch, r.steps, r.inputs}, 1);
  for (const Shape& shape : {Shape{rows, r.inputs}, Shape{rows, r.units}, Shape{rows}, Shape{rows}})
    input(shape, small);
  input({r.batch, r.units}, 0.5);
  if (r.gates == 4) input({r.batch, r.units}, 0.5);
  const std::vector<ValueId> arguments = inputs;
  const auto outputs = builder.emit(r.op, {{"reverse", r.reverse}}, arguments);
  const ValueId weighed = builder.emitOne("multiply", {}, {outputs[0], input({r.batch, r.steps, r.units}, 1)});
  const ValueId all = builder.emitOne("reshape", {{"shape", std::vector<std::int64_t>{-1}}}, {weighed});
  const ValueId loss = builder.emitOne("reduce_sum", {}, {all});
  step.results.push_back(outputs[0]);
  const auto gradients = differentiate(builder, loss, arguments);
  EXPECT_TRUE(gradients.ok()) << gradients.error().text();
  step.results.insert(step.results.end(), gradients->begin(), gradients->end());
  for (std::size_t i = 0; i < step.results.size(); ++i)
    builder.addOutput("result " + std::to_string(i), step.results[i]);
  auto graph = builder.finish();
  EXPECT_TRUE(graph.ok()) << graph.error().text();
  step.graph = *graph;
  return step;
}

std::vector<Tensor> run(Executor& executor, const Step& step) {
  for (const auto& [input, value] : step.given) EXPECT_TRUE(executor.setInput(input, value).ok());
  const Status ran = executor.run();
  EXPECT_TRUE(ran.ok()) << ran.error().text();
  std::vector<Tensor> results;
  for (std::size_t i = 0; i < step.results.size(); ++i)
    results.push_back(executor.read(step.graph->findOutput("result " + std::to_string(i))).value());
  return results;
}

double relativeDifference(const Tensor& expected, const Tensor& actual) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < expected.values<float>().size(); ++i) {
    const double e = expected.values<float>()[i], a = actual.values<float>()[i];
    difference += (e - a) * (e - a);
    norm += e * e;
  }
  return std::sqrt(difference / norm);
}

class CudaRecurrentTest : public ::testing::TestWithParam<Recurrence> {};

TEST_P(CudaRecurrentTest, GivesTheNumbersOfTheCpuEachTime) {
  BackendRegistry registry;
  registerCudaBackend(registry);
  registerCpuBackend(registry);
  const auto device = registry.open("cuda:0");
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  constexpr double kRounded = 5e-3;  // several times the error of sums in TF32
  const Step step = stepOf(GetParam());
  const auto cpu = Executor::compile(step.graph, std::make_shared<VariableStore>(registry.open("cpu").value()));
  const auto cuda = Executor::compile(step.graph, std::make_shared<VariableStore>(*device));
  ASSERT_TRUE(cpu.ok() && cuda.ok()) << (cpu.ok() ? cuda : cpu).error().text();
  std::cout << (*cuda)->describe();
  const auto expected = run(**cpu, step), first = run(**cuda, step);
  for (int again = 0; again < 3; ++again) {  // the last ones are recorded
    const auto actual = run(**cuda, step);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_LE(relativeDifference(expected[i], actual[i]), kRounded) << "result " << i;
      EXPECT_EQ(std::memcmp(first[i].raw(), actual[i].raw(), actual[i].bytes()), 0) << "result " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CudaRecurrentTest,
                         ::testing::Values(Recurrence{"lstm", 4, 8, 20, 64, 96}, Recurrence{"gru", 3, 8, 20, 64, 96},
                                           Recurrence{"rnn", 1, 8, 20, 64, 96}, Recurrence{"lstm", 4, 16, 30, 128, 256},
                                           Recurrence{"lstm", 4, 16, 30, 128, 256, true},
                                           Recurrence{"gru", 3, 16, 30, 128, 512},
                                           Recurrence{"gru", 3, 5, 7, 33, 35, true},
                                           Recurrence{"lstm", 4, 5, 7, 33, 35}));

}  // namespace
}  // namespace fovea
