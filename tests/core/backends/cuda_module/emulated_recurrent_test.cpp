// RNNs through a library that replaces cuDNN: forward and backward op either both use it or neither does, and the
// results equal the reference whatever the library does.
#include <gtest/gtest.h>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/base/random.h"
#include "core/graph/passes/precision.h"
#include "core/tensor/half.h"
#include "tests/core/backends/cuda_module/emulator/dnn_faults.h"
#include "tests/core/backends/cuda_module/recurrent_pair.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

using cuda::emulator::DnnFaults;
using cuda::emulator::dnnFaults;
using cuda::emulator::dnnOutOfTurn;
using cuda::emulator::dnnRecurrences;

Tensor valueFor(const TensorType& type, std::uint64_t seed) {
  Random random(seed);
  if (type.dtype == DataType::Int32) {
    Tensor labels = Tensor::zeros(type);
    for (std::int32_t& label : labels.values<std::int32_t>()) label = static_cast<std::int32_t>(random.below(6));
    return labels;
  }
  Tensor tensor = Tensor::make({DataType::Float64, type.shape});
  for (double& number : tensor.values<double>()) number = 0.6 * random.normal();
  return converted(tensor, type.dtype);
}

struct Results {
  std::vector<std::vector<Tensor>> outputs;  // by step
  std::string kernels;
};

Results run(const Pair& pair, const std::shared_ptr<Device>& device, const CompileOptions& options = {}) {
  const auto store = std::make_shared<VariableStore>(device);
  std::uint64_t seed = 1;
  for (const Value& value : pair.graph->values()) {
    if (value.kind != ValueKind::Variable) continue;
    EXPECT_TRUE(store->write(value.name, valueFor(value.type, ++seed)).ok());
  }
  const auto executor = Executor::compile(pair.graph, store, options);
  EXPECT_TRUE(executor.ok()) << executor.error().text();
  Results result;
  if (!executor.ok()) return result;
  result.kernels = (*executor)->describe();
  for (std::uint64_t step = 0; step < 4; ++step) {  // later ones are recorded
    for (const ValueId input : pair.inputs)
      EXPECT_TRUE((*executor)->setInput(input, valueFor(pair.graph->value(input).type, 50 + step)).ok());
    const Status ran = (*executor)->run();
    EXPECT_TRUE(ran.ok()) << ran.error().text();
    result.outputs.emplace_back();
    for (const std::string& name : pair.outputs)
      result.outputs.back().push_back((*executor)->read(pair.graph->findOutput(name)).value());
  }
  const auto broken = (*executor)->runUntilNotFinite();
  EXPECT_TRUE(broken.ok() && !*broken) << "what the library keeps was taken for numbers";
  return result;
}

std::shared_ptr<Device> referenceDevice() {
  BackendRegistry registry;
  registerReferenceBackend(registry);
  return registry.open("reference").value();
}

void expectReference(const Pair& pair, const Results& actual, const Tolerance& tolerance = {1e-4, 1e-5}) {
  const Results expected = run(pair, referenceDevice());
  ASSERT_EQ(actual.outputs.size(), expected.outputs.size());
  for (std::size_t step = 0; step < expected.outputs.size(); ++step)
    for (std::size_t i = 0; i < expected.outputs[step].size(); ++i) {
      const Status equal = compare(expected.outputs[step][i], actual.outputs[step][i], tolerance);
      EXPECT_TRUE(equal.ok()) << pair.outputs[i] << " of step " << step << ": " << equal.error().text() << "\n"
                              << actual.kernels;
    }
}

int countOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// A new device, without remembered trials.
class EmulatedRecurrences : public testing::Test {
 protected:
  ~EmulatedRecurrences() override { dnnFaults = DnnFaults(); }
  std::shared_ptr<Device> device_ = cuda::openCudaDevice(0).value();
};

const Recurrence kLstm{"lstm", 4};

const std::vector<Recurrence>& kinds() {
  static const std::vector<Recurrence> kKinds = {kLstm,
                                                 {"gru", 3},
                                                 {"rnn", 1},
                                                 {"rnn", 1, "relu"},
                                                 {"lstm", 4, nullptr, false, true},
                                                 {"lstm", 4, nullptr, true, true},
                                                 {"gru", 3, nullptr, true, true},
                                                 {"rnn", 1, "relu", true},
                                                 {"lstm", 4, nullptr, true, false, 7}};
  return kKinds;
}

TEST_F(EmulatedRecurrences, GoBothWaysThroughTheLibrary) {
  for (const Recurrence& kind : kinds()) {
    SCOPED_TRACE(std::string(kind.op) + (kind.reverse ? " reverse" : "") + (kind.states ? " states" : ""));
    const Pair pair = PairWriter(kind).training();
    const Results actual = run(pair, device_);
    EXPECT_EQ(countOf(actual.kernels, "_dnn cudnn emulated"), 2) << actual.kernels;
    EXPECT_EQ(countOf(actual.kernels, "steps_first"), kind.reverse ? 2 : 0) << actual.kernels;
    expectReference(pair, actual);
  }
}

// Two directions over one sequence are independent, but the library's kernels must not run concurrently.
TEST_F(EmulatedRecurrences, TakeTurnsInARecordedStep) {
  PairWriter writer(kLstm);
  const auto there = writer.recurrence();
  const Graph& graph = writer.builder().graph();
  const auto inputs = graph.node(graph.value(there[0]).producer).inputs;
  const auto back = writer.builder().emit("lstm", {{"reverse", true}}, inputs);
  writer.add("there", there[0]);
  writer.add("back", back[0]);
  const Pair pair = writer.finish();
  dnnOutOfTurn = 0;
  const Results actual = run(pair, device_);
  EXPECT_EQ(countOf(actual.kernels, "_dnn cudnn emulated"), 2) << actual.kernels;
  EXPECT_EQ(dnnOutOfTurn, 0);
  expectReference(pair, actual);
}

// In 16 bits, through the library or by conversion to f32.
TEST_F(EmulatedRecurrences, RunInMixedPrecision) {
  for (const bool refuses : {false, true})
    for (const DataType half : {DataType::Float16, DataType::BFloat16})
      for (const Recurrence& kind : kinds()) {
        SCOPED_TRACE(std::string(kind.op) + " in " + dataTypeName(half) + (kind.reverse ? " reverse" : ""));
        dnnFaults.refusesRecurrences = refuses;
        Pair pair = PairWriter(kind).training();
        auto rewritten = applyPrecision(*pair.graph, half);
        ASSERT_TRUE(rewritten.ok()) << rewritten.error().text();
        pair.graph = rewritten->graph;
        for (ValueId& input : pair.inputs) input = rewritten->values[static_cast<std::size_t>(input.index)];
        const Results actual = run(pair, device_);
        EXPECT_EQ(countOf(actual.kernels, "_dnn cudnn emulated"), refuses ? 0 : 2) << actual.kernels;
        EXPECT_EQ(countOf(actual.kernels, "by way of f32"), refuses ? 2 : 0) << actual.kernels;
        expectReference(pair, actual, half == DataType::Float16 ? Tolerance{4e-3, 1e-3} : Tolerance{3e-2, 1e-2});
      }
}

TEST_F(EmulatedRecurrences, KeepNothingWhereNothingIsReadLater) {
  for (const bool training : {false, true})
    for (Recurrence kind : kinds()) {
      kind.training = training;
      const Pair pair = PairWriter(kind).forward();
      const Results actual = run(pair, device_);
      EXPECT_EQ(countOf(actual.kernels, "_dnn cudnn emulated"), 1) << actual.kernels;
      expectReference(pair, actual);
    }
}

TEST_F(EmulatedRecurrences, AreOwnWhereTheReserveIsReadElsewhere) {
  const Pair pair = PairWriter(kLstm).training();
  std::vector<CompileOptions> variants(3);
  variants[0].keep = {pair.reserve};
  variants[1].keepAll = true;
  variants[2].exact = true;
  for (const CompileOptions& options : variants) {
    const Results actual = run(pair, device_, options);
    EXPECT_EQ(countOf(actual.kernels, "_dnn"), 0) << actual.kernels;
    expectReference(pair, actual);
  }
  PairWriter output(kLstm);
  const auto outputs = output.recurrence();
  output.add("reserve", outputs.back());
  const Pair shown = output.finish();
  expectReference(shown, run(shown, device_));
  PairWriter negated(kLstm);
  negated.add("negated", negated.builder().emitOne("negate", {}, {negated.recurrence().back()}));
  const Pair other = negated.finish();
  expectReference(other, run(other, device_));
}

// The library's backward pass overwrites the reserve, so two backward ops cannot share it.
TEST_F(EmulatedRecurrences, AreOwnWhereTheReserveIsReadTwice) {
  PairWriter writer(kLstm);
  const auto outputs = writer.recurrence();
  const Graph& graph = writer.builder().graph();
  const auto inputs = graph.node(graph.value(outputs[0]).producer).inputs;
  for (const double factor : {1.0, 2.0}) {
    const ValueId dy = writer.builder().emitOne("scale", {{"factor", factor}}, {outputs[0]});
    const auto gradients =
        writer.builder().emit("lstm_backward", {}, {dy, inputs[0], inputs[1], inputs[2], outputs[0], outputs.back()});
    writer.add("dx " + std::to_string(factor), gradients[0]);
  }
  const Pair pair = writer.finish();
  const Results actual = run(pair, device_);
  EXPECT_EQ(countOf(actual.kernels, "_dnn"), 0) << actual.kernels;
  expectReference(pair, actual);
}

// If nothing changes between runs, the forward pass runs once and its reserve is read in every run.
TEST_F(EmulatedRecurrences, AreOwnWhereTheForwardPassRunsOnce) {
  const Pair pair = PairWriter(kLstm).training(true);
  const Results actual = run(pair, device_);
  EXPECT_EQ(countOf(actual.kernels, "_dnn"), 0) << actual.kernels;
  expectReference(pair, actual);
}

TEST_F(EmulatedRecurrences, AreOwnWhereTheLibraryFailsItsTrial) {
  const Pair pair = PairWriter(kLstm).training();
  for (bool DnnFaults::*fault :
       {&DnnFaults::refusesRecurrences, &DnnFaults::givesWrongRecurrences, &DnnFaults::givesWrongGradients,
        &DnnFaults::cannotBeRecorded, &DnnFaults::neverGivesTheSame}) {
    dnnFaults = DnnFaults();
    dnnFaults.*fault = true;
    const Results actual = run(pair, cuda::openCudaDevice(0).value());
    EXPECT_EQ(countOf(actual.kernels, "_dnn"), 0) << actual.kernels;
    expectReference(pair, actual);
  }
}

TEST_F(EmulatedRecurrences, AreOwnWhereTheKnownWayIsGone) {
  const Pair pair = PairWriter(kLstm).training();
  EXPECT_EQ(countOf(run(pair, device_).kernels, "_dnn"), 2);
  dnnFaults.refusesRecurrences = true;
  const Results actual = run(pair, device_);
  EXPECT_EQ(countOf(actual.kernels, "_dnn"), 0) << actual.kernels;
  expectReference(pair, actual);
}

TEST_F(EmulatedRecurrences, AreTriedOnce) {
  const Pair pair = PairWriter(kLstm).training();
  (void)run(pair, device_);
  dnnRecurrences = 0;
  (void)run(pair, device_);
  // Three calls each time the step is enqueued: the first
  // run, the recording, and the search for non-finite values.
  EXPECT_EQ(dnnRecurrences, 9);
}

TEST_F(EmulatedRecurrences, MayBeComputedAgainToSaveMemory) {
  const Pair pair = PairWriter(kLstm).training();
  CompileOptions options;
  options.memoryBudget = 1;
  expectReference(pair, run(pair, device_, options));
}

}  // namespace
}  // namespace fovea::numeric
