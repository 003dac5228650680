#include "tests/numeric/runner.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include "core/ops/reference_half.h"

namespace fovea::numeric {
namespace {

// Bytes that a kernel must overwrite: a result that was never written becomes a wrong number.
void fillWithGarbage(Tensor& tensor) {
  std::memset(tensor.raw(), 0xA5, tensor.bytes());
}

std::vector<TensorType> typesOf(const std::vector<Tensor>& tensors) {
  std::vector<TensorType> types;
  for (const Tensor& tensor : tensors) types.push_back(tensor.type());
  return types;
}

bool isVariable(const OpType& op, std::size_t input) {
  for (const OpAlias& alias : op.aliases)
    if (static_cast<std::size_t>(alias.input) == input) return true;
  const std::string& port = op.inputs[std::min(input, op.inputs.size() - 1)].name;
  return port == "weight" || port == "bias" || port == "scale";
}

int aliasedInput(const OpType& op, std::size_t output) {
  for (const OpAlias& alias : op.aliases)
    if (static_cast<std::size_t>(alias.output) == output) return alias.input;
  return -1;
}

// A graph with one op, and the names of its values.
struct OneOpGraph {
  std::shared_ptr<const Graph> graph;
  std::vector<ValueId> inputs, outputs;
};

Result<OneOpGraph> buildGraph(const OpType& op, const FieldValues& attributes, const std::vector<TensorType>& types) {
  OneOpGraph result;
  GraphBuilder builder;
  builder.setScope(op.name);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string name = "input_" + std::to_string(i);
    result.inputs.push_back(isVariable(op, i) ? builder.addVariable(name, types[i]) : builder.addInput(name, types[i]));
  }
  result.outputs = builder.emit(op.name, attributes, result.inputs);
  for (std::size_t i = 0; i < result.outputs.size(); ++i)
    if (aliasedInput(op, i) < 0) builder.addOutput("output_" + std::to_string(i), result.outputs[i]);
  FOVEA_TRY(result.graph, builder.finish());
  return result;
}

Result<const OpType*> opOf(const Case& subject) {
  if (const OpType* op = findOp(subject.op)) return op;
  return fail(ErrorCode::NotFound, "There is no op named \"" + subject.op + "\".");
}

Result<std::unique_ptr<Executor>> compileCase(const OneOpGraph& one, const OpType& op,
                                              const std::vector<Tensor>& inputs,
                                              const std::shared_ptr<VariableStore>& store, bool exact = false) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (isVariable(op, i)) FOVEA_CHECK(store->write("input_" + std::to_string(i), inputs[i]));
  CompileOptions options;
  // Tensor cores round f32 to TF32 unless exact results are requested.
  options.exact = exact || store->device()->info().id.starts_with("cuda");
  FOVEA_TRY(auto executor, Executor::compile(one.graph, store, options));
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!isVariable(op, i)) FOVEA_CHECK(executor->setInput(one.inputs[i], inputs[i]));
  return executor;
}

// Executor::describe() in one line, with single spaces.
std::string kernelLine(const Executor& executor) {
  std::string line;
  for (const char c : executor.describe())
    if (c == '\n')
      line += "; ";
    else if (c != ' ' || !line.ends_with(' '))
      line += c;
  while (line.ends_with("; ")) line.resize(line.size() - 2);
  return line;
}

double millisecondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// The time of one run, over blocks of runs that are long enough for the clock and for an asynchronous device.
Result<double> medianMilliseconds(Executor& executor, Device& device, double seconds) {
  constexpr double kBlockMilliseconds = 0.5;
  Status status;
  const auto block = [&](int runs) {
    return millisecondsOf([&] {
      for (int i = 0; i < runs && status.ok(); ++i) status = executor.run();
      if (status.ok()) status = device.synchronize();
    });
  };
  block(1);
  int runs = 1;
  while (status.ok() && runs < (1 << 20) && block(runs) < kBlockMilliseconds) runs *= 2;
  std::vector<double> times;
  double spent = 0;
  while (status.ok() && (times.size() < 3 || spent < seconds * 1e3)) {
    times.push_back(block(runs) / runs);
    spent += times.back() * runs;
  }
  FOVEA_CHECK(status);
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

Status compareOutputs(const Case& subject, const std::vector<Tensor>& inputs, const std::vector<Tensor>& expected,
                      const DeviceRun& actual) {
  const OpType& op = *findOp(subject.op);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Status equal = actual.approximate
                             ? compareNorms(expected[i], actual.outputs[i])
                             : compare(expected[i], actual.outputs[i], toleranceOf(subject, inputs, expected, i));
    if (equal.ok()) continue;
    const std::string& port = op.outputs[std::min(i, op.outputs.size() - 1)].name;
    return equal.error().within("output " + port + " of " + actual.kernels);
  }
  return {};
}

}  // namespace

Result<std::vector<Tensor>> runReference(const Case& subject, const std::vector<Tensor>& inputs) {
  FOVEA_TRY(const OpType* op, opOf(subject));
  FOVEA_TRY(const FieldValues attributes, op->attributes.complete(subject.attributes));
  FOVEA_TRY(const auto types, inferOp(*op, attributes, typesOf(inputs)));
  std::vector<Tensor> outputs;
  std::vector<TensorView> inputViews, outputViews;
  for (const Tensor& input : inputs) inputViews.push_back({const_cast<void*>(input.raw()), input.type()});
  for (const TensorType& type : types) {
    outputs.push_back(Tensor::make(type));
    fillWithGarbage(outputs.back());
    outputViews.push_back({outputs.back().raw(), type});
  }
  ::fovea::runReference(*op, {attributes, inputViews, outputViews});
  return outputs;
}

Result<DeviceRun> runOnDevice(const Case& subject, const std::vector<Tensor>& inputs,
                              const std::shared_ptr<Device>& device, bool exact) {
  FOVEA_TRY(const OpType* op, opOf(subject));
  FOVEA_TRY(const OneOpGraph one, buildGraph(*op, subject.attributes, typesOf(inputs)));
  const auto store = std::make_shared<VariableStore>(device);
  FOVEA_TRY(const auto executor, compileCase(one, *op, inputs, store, exact));
  FOVEA_CHECK(executor->run());
  DeviceRun result;
  result.kernels = executor->describe();
  result.approximate = executor->report().approximateKernels > 0;
  for (std::size_t i = 0; i < one.outputs.size(); ++i) {
    const int alias = aliasedInput(*op, i);
    FOVEA_TRY(Tensor output,
              alias < 0 ? executor->read(one.outputs[i]) : store->read("input_" + std::to_string(alias)));
    result.outputs.push_back(std::move(output));
  }
  return result;
}

Status checkOnDevice(const Case& subject, DataType real, const std::shared_ptr<Device>& device) {
  const std::vector<Tensor> inputs = makeInputs(subject, real);
  FOVEA_TRY(const auto expected, runReference(subject, inputs));
  FOVEA_TRY(const DeviceRun actual, runOnDevice(subject, inputs, device));
  FOVEA_CHECK(compareOutputs(subject, inputs, expected, actual));
  if (!actual.approximate) return {};
  FOVEA_TRY(const DeviceRun exact, runOnDevice(subject, inputs, device, true));
  if (exact.approximate) return fail(ErrorCode::Internal, "An approximate kernel was used in spite of exact.");
  return compareOutputs(subject, inputs, expected, exact);
}

Status checkRecorded(const Case& subject, DataType real, const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const OpType* op, opOf(subject));
  if (!op->aliases.empty()) return {};
  const std::vector<Tensor> inputs = makeInputs(subject, real);
  FOVEA_TRY(const OneOpGraph one, buildGraph(*op, subject.attributes, typesOf(inputs)));
  FOVEA_TRY(const auto executor, compileCase(one, *op, inputs, std::make_shared<VariableStore>(device)));
  std::vector<Tensor> first;
  for (int run = 0; run < 3; ++run) {
    FOVEA_CHECK(executor->run());
    for (std::size_t i = 0; i < one.outputs.size(); ++i) {
      FOVEA_TRY(Tensor output, executor->read(one.outputs[i]));
      if (run == 0)
        first.push_back(std::move(output));
      else if (std::memcmp(first[i].raw(), output.raw(), output.bytes()) != 0)
        return fail(ErrorCode::Internal,
                    "Output " + std::to_string(i) + " has other bits in run " + std::to_string(run + 1) + ".");
    }
  }
  const std::string& reason = executor->report().notRecorded;
  return reason.empty() ? Status() : Status(fail(ErrorCode::Internal, "It could not be recorded: " + reason));
}

Tolerance toleranceOf(const Case& subject, const std::vector<Tensor>& inputs, const std::vector<Tensor>& expected,
                      std::size_t output) {
  const OpType& op = *findOp(subject.op);
  const FieldValues attributes = op.attributes.complete(subject.attributes).value();
  const auto inputTypesGiven = typesOf(inputs), outputTypes = typesOf(expected);
  const double operations = costOf(op, {attributes, inputTypesGiven, outputTypes}).flops;
  const auto elements = static_cast<double>(std::max<std::int64_t>(expected[output].elementCount(), 1));
  return toleranceFor(expected[output].dtype(), operations / elements);
}

Result<std::string> kernelFor(const Case& subject, DataType real, const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const OpType* op, opOf(subject));
  const std::vector<Tensor> inputs = makeInputs(subject, real);
  FOVEA_TRY(const OneOpGraph one, buildGraph(*op, subject.attributes, typesOf(inputs)));
  FOVEA_TRY(const auto executor, compileCase(one, *op, inputs, std::make_shared<VariableStore>(device)));
  return kernelLine(*executor);
}

Result<Timing> timeOnDevice(const Case& subject, DataType real, const std::shared_ptr<Device>& device, double seconds) {
  FOVEA_TRY(const OpType* op, opOf(subject));
  const std::vector<Tensor> inputs = makeInputs(subject, real);
  FOVEA_TRY(const OneOpGraph one, buildGraph(*op, subject.attributes, typesOf(inputs)));
  FOVEA_TRY(const auto executor, compileCase(one, *op, inputs, std::make_shared<VariableStore>(device)));
  Timing timing;
  FOVEA_TRY(timing.milliseconds, medianMilliseconds(*executor, *device, seconds));
  bool ran = false;
  timing.referenceMilliseconds = millisecondsOf([&] { ran = runReference(subject, inputs).ok(); });
  if (!ran) timing.referenceMilliseconds = 0;
  timing.cost = one.graph->cost();
  timing.kernel = kernelLine(*executor);
  return timing;
}

}  // namespace fovea::numeric
