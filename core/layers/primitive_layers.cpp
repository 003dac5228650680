#include "core/layers/primitive_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/layers/layer_checks.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise.h"

namespace fovea {
namespace {

constexpr std::string_view kPrefix = "op_";

// Ops that only training, losses and metrics use, and ops that passes create from others.
bool isTrainingsOwn(const OpType& op) {
  static const std::set<std::string_view> names = {"all_reduce",
                                                   "all_reduce_begin",
                                                   "all_reduce_end",
                                                   "batch_norm",
                                                   "batch_norm_factors",
                                                   "batch_norm_fused",
                                                   "binary_cross_entropy",
                                                   "class_counts",
                                                   "clip_factor",
                                                   "conv2d_batch_norm",
                                                   "conv2d_fused",
                                                   "conv2d_max_pool",
                                                   "confusion_counts",
                                                   "correct_count",
                                                   "cross_entropy",
                                                   "ctc_loss",
                                                   "dropout",
                                                   "label_pairs",
                                                   "linear_fused",
                                                   "linear_cross_entropy_fused",
                                                   "pad_channels",
                                                   "reduce_to_shape",
                                                   "squared_distances",
                                                   "squared_norm",
                                                   "softmax_cross_entropy",
                                                   "softmax_cross_entropy_fused"};
  const auto contains = [&](std::string_view part) { return op.name.find(part) != std::string::npos; };
  return !op.aliases.empty() || contains("_backward") || contains("_update") || names.contains(op.name);
}

// Finds the activation layer with the same name and fields as the op.
const LayerType* twinOf(const OpType& op, const std::vector<LayerType>& library) {
  if (op.inputs.size() != 1 || op.outputs.size() != 1) return nullptr;
  for (const LayerType& layer : library) {
    if (layer.name != op.name || layer.family != LayerFamily::Activation || layer.name == "softmax") continue;
    const auto known = [&](const Field& field) { return layer.parameters.find(field.name) != nullptr; };
    const auto& fields = op.attributes.fields();
    if (std::all_of(fields.begin(), fields.end(), known)) return &layer;
  }
  return nullptr;
}

LayerFamily familyOf(const std::string& op) {
  static const std::map<std::string_view, LayerFamily> starts = {
      {"conv", LayerFamily::Convolution},     {"pad", LayerFamily::Convolution},
      {"max_", LayerFamily::Pooling},         {"average_", LayerFamily::Pooling},
      {"adaptive_", LayerFamily::Pooling},    {"resize", LayerFamily::Shape},
      {"batch_", LayerFamily::Normalization}, {"group_", LayerFamily::Normalization},
      {"local_", LayerFamily::Normalization}, {"softmax", LayerFamily::Activation},
      {"linear", LayerFamily::Linear},        {"matmul", LayerFamily::Linear},
      {"lstm", LayerFamily::Sequence},        {"gru", LayerFamily::Sequence},
      {"rnn", LayerFamily::Sequence},         {"attention", LayerFamily::Sequence},
      {"embedding", LayerFamily::Sequence}};
  for (const auto& [start, family] : starts)
    if (op.starts_with(start)) return family;
  return findOp(op)->pointwise ? LayerFamily::Activation : LayerFamily::Shape;
}

std::string titleOf(const std::string& op) {
  static const std::map<std::string_view, const char*> own = {{"conv2d", "Convolution"},
                                                              {"conv3d", "Convolution 3D"},
                                                              {"matmul", "Matrix product"},
                                                              {"max_pool2d", "Max pooling"},
                                                              {"max_pool3d", "Max pooling 3D"},
                                                              {"average_pool2d", "Average pooling"},
                                                              {"average_pool3d", "Average pooling 3D"},
                                                              {"lstm", "LSTM"},
                                                              {"gru", "GRU"},
                                                              {"rnn", "RNN"},
                                                              {"broadcast_to", "Repeat to shape"},
                                                              {"fused_pointwise", "Formula"}};
  std::string title = op;
  if (const auto found = own.find(op); found != own.end()) {
    title = found->second;
  } else {
    std::replace(title.begin(), title.end(), '_', ' ');
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  }
  return title + " (op)";
}

std::string helpOf(const OpType& op) {
  std::string names;
  for (const OpPort& port : op.inputs)
    names += (names.empty() ? "" : ", ") + port.name +
             (port.optional   ? " (may be left out)"
              : port.variadic ? " …"
                              : "");
  const bool ends = op.summary.ends_with('.');
  return fmt::format(
      "The op “{}” itself, for imported models and for functions without a layer of their own.\nFormula: {}{}\nInputs: "
      "{}. Axes and "
      "shapes count the batch as axis 0; an extent −k of a shape stands for k times the number of samples.",
      op.name, op.summary, ends ? "" : ".", names);
}

bool isScaled(const Field& field) {
  return field.name == "shape" && field.kind == FieldKind::IntegerList;
}

// The op's attributes as fields for the user, and the number of inputs if it varies.
Schema parametersOf(const OpType& op) {
  std::vector<Field> fields;
  for (Field field : op.attributes.fields()) {
    if (field.name == "training") continue;
    if (isScaled(field)) {
      field.minimum = -static_cast<double>(Shape::kMaximumElements);
      field.minimumLength = 1;
      field.defaultValue = std::vector<std::int64_t>{-1, 1};
      field.help = "Extents of the output with the batch; −k stands for k times the number of samples.";
    }
    if (!field.help.ends_with('.')) field.help += ".";
    fields.push_back(std::move(field));
  }
  const auto optional = std::count_if(op.inputs.begin(), op.inputs.end(), [](const OpPort& p) { return p.optional; });
  const auto all = static_cast<std::int64_t>(op.inputs.size());
  if (optional > 0)
    fields.push_back(integerField(kConnectedInputs, "Inputs",
                                  "How many inputs are connected: the last may be left out.", all - optional,
                                  static_cast<double>(all - optional), static_cast<double>(all)));
  return Schema(std::move(fields));
}

Result<FieldValues> attributesFor(const OpType& op, const LayerBuilder& builder, const FieldValues& parameters) {
  FieldValues attributes;
  for (const Field& field : op.attributes.fields()) {
    if (field.name == "training") {
      attributes.set("training", builder.training());
      continue;
    }
    const FieldValue& value = *parameters.find(field.name);
    if (!isScaled(field)) {
      attributes.set(field.name, value);
      continue;
    }
    auto extents = std::get<std::vector<std::int64_t>>(value);
    for (std::int64_t& extent : extents)
      if (extent < 0 && __builtin_mul_overflow(-extent, builder.batch(), &extent))
        return fail(ErrorCode::InvalidArgument, "The shape is too large.");
    attributes.set(field.name, extents);
  }
  return attributes;
}

Result<std::vector<ValueId>> build(const OpType& op, LayerBuilder& builder, const FieldValues& parameters,
                                   std::span<const ValueId> inputs) {
  FOVEA_TRY(const FieldValues attributes, attributesFor(op, builder, parameters));
  std::vector<ValueId> outputs = builder.graph().emit(op.name, attributes, inputs);
  FOVEA_CHECK(builder.graph().status());
  if (!op.outputs.back().variadic) outputs.resize(primitiveOutputs(op));
  for (ValueId& output : outputs)  // a layer's value has at least one axis
    if (builder.shapeOf(output).rank() == 0)
      output = builder.graph().emitOne("reshape", {{"shape", std::vector<std::int64_t>{1}}}, {output});
  return outputs;
}

std::vector<LayerPort> inputsOf(const OpType& op, std::int64_t connected) {
  std::vector<LayerPort> ports;
  for (const OpPort& port : op.inputs)
    if (static_cast<std::int64_t>(ports.size()) < connected) ports.push_back({port.name, port.variadic});
  return ports;
}

LayerType derived(const OpType& op) {
  LayerType layer;
  layer.name = std::string(kPrefix) + op.name;
  layer.title = titleOf(op.name);
  layer.help = helpOf(op);
  layer.family = familyOf(op.name);
  layer.parameters = parametersOf(op);
  layer.inputs = inputsOf(op, static_cast<std::int64_t>(op.inputs.size()));
  if (layer.parameters.find(kConnectedInputs))
    layer.inputsOf = [&op](const FieldValues& values) { return inputsOf(op, values.integer(kConnectedInputs)); };
  layer.outputs.clear();
  for (std::size_t i = 0; i < primitiveOutputs(op); ++i) layer.outputs.push_back({op.outputs[i].name});
  if (op.outputs.back().variadic)
    layer.outputsOf = [](const FieldValues& values) {
      const auto program = parsePointwise(values.text("program"));
      std::vector<LayerPort> ports(program.ok() ? std::max<std::size_t>(program->outputs.size(), 1) : 1);
      for (std::size_t i = 0; i < ports.size(); ++i) ports[i].name = fmt::format("y{}", i);
      return ports;
    };
  layer.build = [&op](LayerBuilder& builder, const FieldValues& parameters, std::span<const ValueId> inputs) {
    return build(op, builder, parameters, inputs);
  };
  return layer;
}

}  // namespace

std::size_t primitiveOutputs(const OpType& op) {
  static const std::set<std::string_view> internal = {"reserve", "log_sums", "mean", "inverse_deviation"};
  std::size_t count = op.outputs.size();
  while (count > 1 && internal.contains(op.outputs[count - 1].name)) --count;
  return count;
}

std::vector<LayerType> primitiveLayers(const std::vector<LayerType>& library) {
  std::vector<LayerType> layers;
  for (const OpType& op : allOps())
    if (!isTrainingsOwn(op) && !twinOf(op, library)) layers.push_back(derived(op));
  return layers;
}

bool isPrimitive(const LayerType& layer) {
  return layer.name.starts_with(kPrefix);
}

const LayerType* layerOfOp(std::string_view op) {
  if (const LayerType* primitive = findLayer(std::string(kPrefix) + std::string(op))) return primitive;
  const OpType* known = findOp(op);
  return known && !isTrainingsOwn(*known) ? twinOf(*known, allLayers()) : nullptr;
}

}  // namespace fovea
