// Why: a gradient rule is right if it agrees with the change of the forward op under small changes. Source: central
// differences; tolerances of torch.autograd.gradcheck.
#include <fmt/format.h>

#include <cmath>

#include "core/base/random.h"
#include "core/graph/autodiff.h"
#include "core/ops/reference_half.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

constexpr double kStep = 1e-6;
constexpr Tolerance kTolerance{1e-3, 1e-5};
constexpr std::uint64_t kElementsTried = 32;
constexpr double kLongCase = 1e6;  // forward operations above which fewer elements are tried
constexpr std::uint64_t kElementsTriedOfLongCase = 6;

Tensor projectionFor(const TensorType& type) {
  Tensor weights = Tensor::make(type);
  Random random(17);
  for (double& weight : weights.values<double>()) weight = random.normal();
  return weights;
}

// loss = sum of projection * output 0, and its gradient for every real input.
struct GradientGraph {
  std::shared_ptr<const Graph> graph;
  std::vector<ValueId> inputs;
  std::vector<std::size_t> real;  // positions in `inputs`
  ValueId loss;
  std::vector<ValueId> gradients;  // parallel to `real`
};

Result<GradientGraph> buildGradientGraph(const Case& subject, bool withGradients) {
  const OpType& op = *findOp(subject.op);
  GradientGraph result;
  GraphBuilder builder;
  const auto types = inputTypes(subject, DataType::Float64);
  std::vector<ValueId> wanted;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool updated = std::any_of(op.aliases.begin(), op.aliases.end(),
                                     [&](const OpAlias& alias) { return static_cast<std::size_t>(alias.input) == i; });
    const std::string name = "input_" + std::to_string(i);
    result.inputs.push_back(updated ? builder.addVariable(name, types[i]) : builder.addInput(name, types[i]));
    if (!isFloatingPoint(types[i].dtype)) continue;
    result.real.push_back(i);
    wanted.push_back(result.inputs.back());
  }
  const ValueId output = builder.emit(subject.op, subject.attributes, result.inputs)[0];
  FOVEA_CHECK(builder.status());
  const ValueId projection = builder.constant(projectionFor(builder.typeOf(output)));
  const ValueId product = builder.emitOne("multiply", {}, {output, projection});
  result.loss = builder.emitOne("reduce_to_shape", {{"shape", std::vector<std::int64_t>{}}}, {product});
  builder.addOutput("loss", result.loss);
  if (withGradients) {
    FOVEA_TRY(result.gradients, differentiate(builder, result.loss, wanted));
    for (std::size_t i = 0; i < wanted.size(); ++i)
      builder.addOutput("gradient_" + std::to_string(i), result.gradients[i]);
  }
  FOVEA_TRY(result.graph, builder.finish());
  return result;
}

double lossAt(const GradientGraph& forward, const std::vector<Tensor>& inputs) {
  std::vector<std::pair<ValueId, Tensor>> given;
  for (std::size_t i = 0; i < inputs.size(); ++i) given.emplace_back(forward.inputs[i], inputs[i]);
  return *evaluate(*forward.graph, given)[static_cast<std::size_t>(forward.loss.index)].data<double>();
}

double slopeAt(const GradientGraph& forward, std::vector<Tensor>& inputs, std::size_t input, std::int64_t element) {
  double& value = inputs[input].data<double>()[element];
  const double original = value;
  value = original + kStep;
  const double above = lossAt(forward, inputs);
  value = original - kStep;
  const double below = lossAt(forward, inputs);
  value = original;
  return (above - below) / (2 * kStep);
}

std::vector<std::int64_t> elementsToTry(std::int64_t count, std::uint64_t tries) {
  std::vector<std::int64_t> elements;
  Random random(23);
  for (std::int64_t i = 0; i < count; ++i)
    if (random.below(static_cast<std::uint64_t>(count)) < tries) elements.push_back(i);
  return elements;
}

}  // namespace

std::vector<Tensor> evaluate(const Graph& graph, const std::vector<std::pair<ValueId, Tensor>>& given) {
  std::vector<Tensor> values(graph.values().size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = graph.values()[i].constant;
  for (const auto& [id, tensor] : given) values[static_cast<std::size_t>(id.index)] = tensor;
  for (const Node& node : graph.nodes()) {
    std::vector<TensorView> inputs, outputs;
    for (const ValueId id : node.inputs) {
      Tensor& value = values[static_cast<std::size_t>(id.index)];
      inputs.push_back({value.raw(), value.type()});
    }
    for (const ValueId id : node.outputs) {
      Tensor& value = values[static_cast<std::size_t>(id.index)];
      value = Tensor::make(graph.value(id).type);
      outputs.push_back({value.raw(), value.type()});
    }
    ::fovea::runReference(*node.op, {node.attributes, inputs, outputs});
  }
  return values;
}

bool isDifferentiable(const Case& subject) {
  const OpType* op = findOp(subject.op);
  const auto types = inputTypes(subject, DataType::Float64);
  const bool anyReal =
      std::any_of(types.begin(), types.end(), [](const TensorType& type) { return isFloatingPoint(type.dtype); });
  return op && op->gradient && subject.smooth && anyReal;
}

Status checkGradient(const Case& subject) {
  FOVEA_TRY(const GradientGraph forward, buildGradientGraph(subject, false));
  FOVEA_TRY(const GradientGraph backward, buildGradientGraph(subject, true));
  std::vector<Tensor> inputs = makeInputs(subject, DataType::Float64);
  std::vector<std::pair<ValueId, Tensor>> given;
  for (std::size_t i = 0; i < inputs.size(); ++i) given.emplace_back(backward.inputs[i], inputs[i].clone());
  const auto values = evaluate(*backward.graph, given);
  const std::uint64_t tries = forward.graph->cost().flops > kLongCase ? kElementsTriedOfLongCase : kElementsTried;
  for (std::size_t r = 0; r < backward.real.size(); ++r) {
    const std::size_t input = backward.real[r];
    const Tensor& analytic = values[static_cast<std::size_t>(backward.gradients[r].index)];
    if (analytic.type() != inputs[input].type())
      return fail(ErrorCode::Internal, fmt::format("The gradient of input {} is {} instead of {}.", input,
                                                   analytic.type().toString(), inputs[input].type().toString()));
    for (const std::int64_t element : elementsToTry(inputs[input].elementCount(), tries)) {
      const double expected = slopeAt(forward, inputs, input, element);
      const double actual = analytic.data<double>()[element];
      if (std::abs(actual - expected) <= kTolerance.absolute + kTolerance.relative * std::abs(expected)) continue;
      return fail(ErrorCode::Internal, fmt::format("d loss / d input {} [{}] is {} by the rule, but {} by differences.",
                                                   input, element, actual, expected));
    }
  }
  return {};
}

}  // namespace fovea::numeric
