#include "tests/numeric/joint_updates.h"

#include <fmt/format.h>

#include <cstring>
#include <sstream>

#include "core/base/random.h"
#include "core/tensor/half.h"

namespace fovea::numeric {
namespace {

Tensor drawn(const TensorType& type, double low, double high, std::uint64_t seed) {
  Tensor tensor = Tensor::make({DataType::Float64, type.shape});
  Random random(seed);
  for (double& number : tensor.values<double>()) number = low + (high - low) * random.uniform();
  return converted(tensor, type.dtype);
}

Shape shapeOf(int update) {
  static const std::vector<Shape> shapes = {{20, 3, 5, 5}, {20}, {13, 33}, {}, {0, 3}, {4}, {2, 2500}, {7, 9}};
  return shapes[static_cast<std::size_t>(update) % shapes.size()];
}

// Sets the attributes that the op has, different for each update.
FieldValues attributesOf(const OpType& op, int update) {
  FieldValues chosen;
  const FieldValues all{{"weight_decay", update % 2 ? 0.05 : 0.0},
                        {"rate_multiplier", 1.0 + 0.5 * (update % 3)},
                        {"clip", update % 4 == 3 ? 0.3 : 0.0},
                        {"adapt", update % 5 != 2},
                        {"factor", 1.0 + update}};
  for (const Field& field : op.attributes.fields())
    if (const FieldValue* value = all.find(field.name)) chosen.set(field.name, *value);
  return chosen;
}

struct UpdateGraph {
  GraphBuilder builder;
  std::vector<std::pair<ValueId, Tensor>> inputs;
  std::vector<std::pair<std::string, Tensor>> variables;

  ValueId input(const std::string& name, Tensor value) {
    inputs.emplace_back(builder.addInput(name, value.type()), value);
    return inputs.back().first;
  }
  ValueId variable(const std::string& name, Tensor value) {
    variables.emplace_back(name, value);
    return builder.addVariable(name, value.type());
  }
};

// Computes the gradient, so that the executor owns its memory.
void addToGraph(UpdateGraph& graph, const OpType& op, int update, DataType real, const std::vector<ValueId>& numbers) {
  const TensorType type{real, shapeOf(update)};
  const auto seed = static_cast<std::uint64_t>(update) * 10;
  const std::string name = "variable_" + std::to_string(update);
  std::vector<ValueId> operands{graph.variable(name, drawn(type, -1, 1, seed + 1))};
  const ValueId x = graph.input("input_" + std::to_string(update), drawn(type, -1, 1, seed + 2));
  const ValueId gradient = graph.builder.emitOne("scale", {{"factor", 0.7}}, {x});
  const ValueId sum = graph.variable(name + "_sum", drawn(type, -1, 1, seed + 9));
  operands.push_back(graph.builder.emitOne("accumulate", {{"factor", 3.0}}, {sum, gradient}));
  for (std::size_t state = 1; state < op.outputs.size(); ++state)
    operands.push_back(graph.variable(name + "_" + op.outputs[state].name,
                                      drawn(type, 0.1, 1, seed + 2 + static_cast<std::uint64_t>(state))));
  operands.insert(operands.end(), numbers.begin(), numbers.end());
  graph.builder.emit(op.name, attributesOf(op, update), operands);
}

int countLines(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) count += line.find(" " + word + " ") != std::string::npos ? 1 : 0;
  return count;
}

}  // namespace

const std::vector<std::string>& updateOps() {
  static const std::vector<std::string> ops = {
      "sgd_update",   "adagrad_update", "rmsprop_update", "rmsprop_centred_update", "adadelta_update", "adam_update",
      "adamw_update", "lamb_update",    "accumulate",     "average_update"};
  return ops;
}

Result<JointUpdates> runUpdates(const std::string& op, DataType real, int updates, bool joint,
                                const std::shared_ptr<Device>& device) {
  constexpr int kSteps = 3;
  const OpType& type = *findOp(op);
  UpdateGraph graph;
  const TensorType number{real, Shape{}};
  std::vector<ValueId> numbers;
  for (std::size_t port = 1 + type.outputs.size(); port < type.inputs.size(); ++port) {
    const bool step = type.inputs[port].name == "step";
    numbers.push_back(graph.input(type.inputs[port].name, drawn(number, step ? 3 : 0.1, step ? 3 : 0.3, port)));
  }
  for (int update = 0; update < updates; ++update) addToGraph(graph, type, update, real, numbers);
  FOVEA_TRY(auto built, graph.builder.finish());
  const auto store = std::make_shared<VariableStore>(device);
  for (const auto& [name, value] : graph.variables) FOVEA_CHECK(store->write(name, value));
  CompileOptions options;
  options.optimize = joint;
  FOVEA_TRY(const auto executor, Executor::compile(std::move(built), store, options));
  for (const auto& [id, value] : graph.inputs) FOVEA_CHECK(executor->setInput(id, value));
  for (int step = 0; step < kSteps; ++step) FOVEA_CHECK(executor->run());
  JointUpdates result;
  result.gatherings = countLines(executor->describe(), "accumulate");
  result.steps = op == "accumulate" ? result.gatherings - updates : countLines(executor->describe(), op);
  for (const std::string& name : store->names()) {
    FOVEA_TRY(Tensor value, store->read(name));
    result.variables.emplace(name, std::move(value));
  }
  return result;
}

Status checkJointUpdates(const std::string& op, DataType real, int updates, bool joins,
                         const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const JointUpdates alone, runUpdates(op, real, updates, false, device));
  FOVEA_TRY(const JointUpdates together, runUpdates(op, real, updates, true, device));
  if (alone.steps != updates || (joins ? together.steps >= updates : together.steps != updates))
    return fail(ErrorCode::Internal, fmt::format("{} updates are {} steps alone and {} steps together.", updates,
                                                 alone.steps, together.steps));
  if (joins && device->queues() && op != "accumulate" && together.gatherings != 1)
    return fail(ErrorCode::Internal, fmt::format("The gradients are gathered in {} steps.", together.gatherings));
  for (const auto& [name, value] : alone.variables) {
    const Tensor& other = together.variables.at(name);
    if (value.bytes() > 0 && std::memcmp(value.raw(), other.raw(), value.bytes()) != 0)
      return fail(ErrorCode::Internal, name + " differs.");
  }
  return {};
}

}  // namespace fovea::numeric
