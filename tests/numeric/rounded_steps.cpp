#include "tests/numeric/rounded_steps.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <map>

#include "core/graph/passes/passes.h"
#include "core/graph/passes/precision.h"
#include "core/ops/fused_activation.h"
#include "core/ops/reference_half.h"
#include "core/tensor/half.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

// Two executors may choose different kernels. Within one step their roundings
// then decide differently at about 0.1 % of the positions with a decision, which
// is 4.5 % of a gradient; a kernel that reads foreign memory differs by far more.
constexpr double kWayShare = 0.1;
constexpr double kTrifle = 1e-5;  // per element: rounding of a result that is zero
// A bit shows whether a sum is positive, an index which sum is the largest: rounding decides if they are nearly zero,
// or nearly equal.
constexpr double kDecidedShare = 0.01;

bool isProduct(const OpType& op) {
  for (const char* const word : {"conv2d", "conv3d", "linear", "matmul", "attention", "lstm", "gru", "rnn"})
    if (op.name.starts_with(word)) return true;
  return false;
}

// Compares the bits of bytes, or the elements of other integers.
double shareOfOthers(const Tensor& expected, const Tensor& actual) {
  const bool bits = expected.dtype() == DataType::UInt8;
  const std::size_t unit = byteSize(expected.dtype());
  const auto *a = static_cast<const std::uint8_t*>(expected.raw()), *b = static_cast<const std::uint8_t*>(actual.raw());
  std::int64_t others = 0;
  for (std::size_t at = 0; at < expected.bytes(); at += unit)
    others += bits ? std::popcount(static_cast<std::uint8_t>(a[at] ^ b[at])) : std::memcmp(a + at, b + at, unit) != 0;
  const auto count = static_cast<double>(expected.elementCount() * (bits ? 8 : 1));
  return static_cast<double>(others) / std::max(1.0, count);
}

// The L2 norm of the difference, relative to `share` of that of `expected`; NaN stays NaN.
double partOf(const Tensor& expected, const Tensor& actual, double share) {
  const Tensor want = converted(expected, DataType::Float64), got = converted(actual, DataType::Float64);
  double norm = 0, difference = 0;
  for (std::int64_t i = 0; i < want.elementCount(); ++i) {
    const double off = got.data<double>()[i] - want.data<double>()[i];
    norm += want.data<double>()[i] * want.data<double>()[i];
    difference += off * off;
  }
  const double count = std::max(1.0, static_cast<double>(want.elementCount()));
  return std::sqrt(difference) / (share * std::sqrt(norm) + kTrifle * std::sqrt(count));
}

// One graph on one device, with access to all its values.
class WatchedStep {
 public:
  static Result<std::unique_ptr<WatchedStep>> compile(const std::shared_ptr<const Graph>& graph,
                                                      const NetworkCase& subject,
                                                      const std::shared_ptr<Device>& device) {
    std::unique_ptr<WatchedStep> step(new WatchedStep(graph, device));
    for (const auto& [id, value] : subject.variables)
      FOVEA_CHECK(step->store_->write(subject.graph->value(id).name, value));
    CompileOptions options;
    options.keepAll = true;
    FOVEA_TRY(step->executor_, Executor::compile(graph, step->store_, options));
    for (const auto& [id, value] : subject.inputs) FOVEA_CHECK(step->executor_->setInput(id, value));
    return step;
  }

  Result<std::map<std::string, Tensor>> variables() const {
    std::map<std::string, Tensor> all;
    for (const std::string& name : store_->names()) {
      FOVEA_TRY(Tensor value, store_->read(name));
      all.emplace(name, std::move(value));
    }
    return all;
  }

  Status run(const StepRounding& rounding, RoundedWorst& worst) {
    FOVEA_TRY(before_, variables());
    FOVEA_CHECK(executor_->run());
    if (const std::string& reason = executor_->report().notRecorded; !reason.empty())
      return fail(ErrorCode::Internal, "The step could not be recorded: " + reason);
    for (const Node& node : graph_->nodes()) FOVEA_CHECK(check(node, rounding, worst));
    return {};
  }

 private:
  WatchedStep(std::shared_ptr<const Graph> graph, const std::shared_ptr<Device>& device)
      : graph_(std::move(graph)), store_(std::make_shared<VariableStore>(device)) {}

  // The value as the node read it: of a variable, the one before the step.
  Result<Tensor> inputOf(ValueId id) const {
    const Value& value = graph_->value(id);
    if (value.kind == ValueKind::Constant) return value.constant.clone();
    if (value.kind == ValueKind::Variable) return before_.at(value.name).clone();
    return resultOf(id);
  }
  Result<Tensor> resultOf(ValueId id) const {
    if (const auto bits = bits_.find(id); bits != bits_.end()) return bits->second.clone();
    const ValueId variable = graph_->aliasOf(id);
    return variable.valid() ? store_->read(graph_->value(variable).name) : executor_->read(id);
  }
  // Only two kernels can read an activation's bits. They show where gradients pass.
  Status remakeBits(const Node& node) {
    const bool behindConvolution = node.op->name == "conv2d_batch_norm";
    if (node.op->name != "batch_norm_fused" && !behindConvolution) return {};
    const ValueId id = node.outputs.back();
    const TensorType& type = graph_->value(id).type;
    if (type.dtype != DataType::UInt8) return {};
    FOVEA_TRY(const Tensor result, executor_->read(node.outputs[behindConvolution ? 1 : 0]));
    const Tensor y = converted(result, DataType::Float64);
    const FusedActivation activation = readActivation(node.attributes);
    Tensor bits = Tensor::zeros(type);
    for (std::int64_t i = 0; i < y.elementCount(); ++i)
      if (passesGradient(activation, y.data<double>()[i]))
        bits.values<std::uint8_t>()[static_cast<std::size_t>(i / 8)] |= static_cast<std::uint8_t>(1u << i % 8);
    bits_.insert_or_assign(id, std::move(bits));
    return {};
  }

  Status check(const Node& node, const StepRounding& rounding, RoundedWorst& worst) {
    FOVEA_CHECK(remakeBits(node));
    std::vector<Tensor> inputs, expected;
    std::vector<TensorView> inputViews, outputViews;
    for (const ValueId id : node.inputs) {
      FOVEA_TRY(Tensor input, inputOf(id));
      inputs.push_back(std::move(input));
    }
    for (Tensor& input : inputs) inputViews.push_back({input.raw(), input.type()});
    for (const ValueId id : node.outputs) expected.push_back(Tensor::make(graph_->value(id).type));
    for (Tensor& output : expected) outputViews.push_back({output.raw(), output.type()});
    ::fovea::runReference(*node.op, {node.attributes, inputViews, outputViews});
    for (std::size_t i = 0; i < expected.size(); ++i) {
      FOVEA_TRY(const Tensor actual, resultOf(node.outputs[i]));
      const Status near = checkOutput(node, expected[i], actual, rounding, worst);
      if (!near.ok()) return near.error().within(fmt::format("output {} of {} {}", i, node.op->name, node.scope));
    }
    return {};
  }

  static Status checkOutput(const Node& node, const Tensor& expected, const Tensor& actual,
                            const StepRounding& rounding, RoundedWorst& worst) {
    const bool product = isProduct(*node.op), bits = expected.dtype() == DataType::UInt8;
    if (!isFloatingPoint(expected.dtype()) && (product || (bits && node.op->name == "batch_norm_fused"))) {
      const double share = shareOfOthers(expected, actual);
      if (share <= kDecidedShare) return {};
      return fail(ErrorCode::Internal, fmt::format("{:.3g} of its decisions are others", share));
    }
    if (!isFloatingPoint(expected.dtype()) || (!product && !rounding.half))
      return compare(expected, actual, kStepTolerance);
    const double part = partOf(expected, actual, rounding.share);
    if (part > worst.part || std::isnan(part))
      worst = {part, node.op->name + " " + node.scope + " " + expected.type().toString()};
    if (part <= 1) return {};  // NaN fails
    return fail(ErrorCode::Internal,
                fmt::format("it differs by {:.3g} of what {} rounding allows", part, rounding.name));
  }

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<VariableStore> store_;
  std::unique_ptr<Executor> executor_;
  std::map<std::string, Tensor> before_;
  std::map<ValueId, Tensor> bits_;  // computed from results
};

Result<NetworkCase> inPrecision(const NetworkCase& subject, const StepRounding& rounding) {
  NetworkCase rounded = subject;
  if (!rounding.half) return rounded;
  FOVEA_TRY(const RewrittenGraph rewritten, applyPrecision(*subject.graph, *rounding.half));
  rounded.graph = rewritten.graph;
  for (auto* given : {&rounded.inputs, &rounded.variables})
    for (auto& [id, value] : *given) id = rewritten.values[static_cast<std::size_t>(id.index)];
  return rounded;
}

Result<std::shared_ptr<const Graph>> optimizedFor(const Graph& graph, const Device& device) {
  OptimizeOptions options;
  options.hasKernel = [&](std::string_view op) { return !device.kernels().find(op).empty(); };
  options.accelerates = [&](const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                            std::span<const TensorType> outputs) {
    return device.kernels().accelerates(op, attributes, inputs, outputs);
  };
  return optimizeGraph(graph, options);
}

// One training step of the executor, from the variables in `before`.
Status checkWay(Executor& executor, VariableStore& store, const std::map<std::string, Tensor>& before,
                const std::map<std::string, Tensor>& after) {
  for (const auto& [name, value] : before) FOVEA_CHECK(store.write(name, value));
  FOVEA_CHECK(executor.run());
  if (const std::string& reason = executor.report().notRecorded; !reason.empty())
    return fail(ErrorCode::Internal, "The step could not be recorded: " + reason);
  for (const auto& [name, expected] : after) {
    FOVEA_TRY(const Tensor actual, store.read(name));
    const Status near = compareWays(before.at(name), expected, actual, kWayShare);
    if (!near.ok()) return near.error().within(name + " " + expected.type().toString() + " with shared memory");
  }
  return {};
}

}  // namespace

std::span<const StepRounding> stepRoundings() {
  // Truncation to TF32's 10 bits makes an operand smaller by 2^-11 of itself on average, and a product by 2^-10;
  // rounding to the nearest has a third of this error. Results in bf16 differ by another rounding of 2^-9.
  static constexpr StepRounding kRoundings[] = {{"tf32", std::nullopt, 4e-3}, {"bf16", DataType::BFloat16, 1e-2}};
  return kRoundings;
}

Status compareWays(const Tensor& start, const Tensor& expected, const Tensor& actual, double share) {
  constexpr double kStillness = 1e-4;  // per element: rounding of a gradient that is zero
  double length = 0, difference = 0;
  for (std::int64_t i = 0; i < start.elementCount(); ++i) {
    const auto at = static_cast<double>(start.data<float>()[i]);
    const double want = static_cast<double>(expected.data<float>()[i]) - at;
    const double got = static_cast<double>(actual.data<float>()[i]) - at;
    length += want * want;
    difference += (got - want) * (got - want);
  }
  const double allowed = share * std::sqrt(length) +
                         kStillness * std::sqrt(static_cast<double>(std::max<std::int64_t>(start.elementCount(), 1)));
  if (std::sqrt(difference) <= allowed) return {};  // NaN fails
  return fail(ErrorCode::Internal, fmt::format("its way of {:.3g} differs by {:.3g} (allowed: {:.3g})",
                                               std::sqrt(length), std::sqrt(difference), allowed));
}

Status checkRounded(const NetworkCase& subject, const StepRounding& rounding, int steps,
                    const std::shared_ptr<Device>& device, RoundedWorst* worst) {
  FOVEA_TRY(const NetworkCase rounded, inPrecision(subject, rounding));
  FOVEA_TRY(const auto graph, optimizedFor(*rounded.graph, *device));
  FOVEA_TRY(const auto watched, WatchedStep::compile(graph, rounded, device));
  const auto store = std::make_shared<VariableStore>(device);
  FOVEA_TRY(const auto executor, compileNetwork(rounded, store, false, false));
  RoundedWorst found;
  for (int step = 0; step < steps; ++step) {
    FOVEA_TRY(const auto before, watched->variables());
    const auto where = [&](const Error& error) {
      return error.within(fmt::format("step {} of {} in {}", step + 1, subject.name, rounding.name));
    };
    if (const Status good = watched->run(rounding, found); !good.ok()) return where(good.error());
    FOVEA_TRY(const auto after, watched->variables());
    if (const Status good = checkWay(*executor, *store, before, after); !good.ok()) return where(good.error());
  }
  if (worst) *worst = found;
  return {};
}

}  // namespace fovea::numeric
