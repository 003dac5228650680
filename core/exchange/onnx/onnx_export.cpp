#include "core/exchange/onnx/onnx_export.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/exchange/onnx/node_context.h"
#include "core/exchange/onnx/op_export.h"
#include "core/ops/pointwise.h"

namespace fovea {
namespace {

struct LoweredGraph {
  LoweredNetwork network;
  std::shared_ptr<const Graph> graph;
};

Result<LoweredGraph> lowered(const Network& network, std::int64_t batch) {
  LoweredGraph result;
  FOVEA_TRY(result.network, lowerNetwork(network, {.mode = NetworkMode::Inference, .batch = batch, .seed = 0}));
  addOutputs(result.network);
  FOVEA_TRY(result.graph, result.network.builder->finish());
  return result;
}

OnnxValueInfo infoOf(const std::string& name, const TensorType& type, bool openBatch) {
  OnnxValueInfo info;
  info.name = name;
  info.element = type.dtype == DataType::Int32 ? OnnxElement::Int32 : OnnxElement::Float;
  info.hasShape = true;
  for (int axis = 0; axis < type.shape.rank(); ++axis) {
    const bool open = openBatch && axis == 0;
    info.shape.push_back({open ? -1 : type.shape[axis], open ? "N" : ""});
  }
  return info;
}

class Exporter {
 public:
  Exporter(const LoweredGraph& one, const LoweredGraph& other, std::int64_t opset)
      : one_(one), other_(other), writer_(opset), names_(one.graph->values().size()) {}

  Result<OnnxGraph> write(const std::function<Result<Tensor>(const VariableInfo&)>& weight, const std::string& name) {
    const Graph& graph = *one_.graph;
    const std::vector<Feed> samples = one_.network.feeds.samples();
    const std::vector<NetworkOutput>& outputs = one_.network.outputs;
    for (const Feed& feed : samples) nameOf(feed.value) = writer_.uniqueName(samples.size() == 1 ? "input" : feed.name);
    for (const NetworkOutput& output : outputs)
      outputs_.push_back(writer_.uniqueName(outputs.size() == 1 ? "output" : output.name));
    for (const VariableInfo& variable : one_.network.variables) {
      FOVEA_TRY(const Tensor value, weight(variable));
      if (value.type() != variable.type)
        return fail(ErrorCode::InvalidArgument, fmt::format("{} must be {}, but is {}.", variable.name,
                                                            variable.type.toString(), value.type().toString()));
      nameOf(variable.value) = writer_.tensor(variable.name, value);
    }
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) FOVEA_CHECK(writeNode(i));
    finish(name);
    return std::move(writer_.graph());
  }

 private:
  std::string& nameOf(ValueId value) { return names_[static_cast<std::size_t>(value.index)]; }

  Result<std::vector<std::string>> inputsOf(const Node& node, const Node& twin) {
    std::vector<std::string> inputs;
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      const Value& value = one_.graph->value(node.inputs[k]);
      std::string& name = nameOf(node.inputs[k]);
      if (name.empty() && value.kind == ValueKind::Constant) {
        if (other_.graph->value(twin.inputs[k]).type != value.type) return unsupported("a constant for each sample");
        name = writer_.tensor(node.scope + "/constant", value.constant);
      }
      if (name.empty()) return unsupported("the value \"" + value.name + "\", which only training knows");
      inputs.push_back(name);
    }
    return inputs;
  }

  Status writeNode(std::size_t index) {
    const Node &node = one_.graph->nodes()[index], &twin = other_.graph->nodes()[index];
    writer_.setScope(node.scope.empty() ? "network" : node.scope);
    const auto failed = [&](const Error& error) {
      return fail(ErrorCode::Unsupported,
                  fmt::format("\"{}\" cannot be written as ONNX: {} ({})", node.scope, error.message, node.op->name));
    };
    auto inputs = inputsOf(node, twin);
    if (!inputs.ok()) return failed(inputs.error());
    OpExportContext context(writer_, *one_.graph, node, *other_.graph, twin, std::move(*inputs));
    const OpExporter* exporter = findOpExporter(node.op->name);
    Status status = exporter             ? exporter->write(context)
                    : node.op->pointwise ? exportPointwise(context, node.op->pointwise(node.attributes))
                                         : Status(unsupported("there is no such operator"));
    if (!status.ok()) return failed(status.error());
    for (std::size_t i = 0; i < context.outputs().size() && i < node.outputs.size(); ++i)
      nameOf(node.outputs[i]) = context.outputs()[i];
    return {};
  }

  // Gives the outputs their own names, whichever nodes produced them.
  void finish(const std::string& name) {
    OnnxGraph& graph = writer_.graph();
    graph.name = name;
    const bool open = one_.graph != other_.graph;
    const auto typeOf = [&](ValueId id) { return one_.graph->value(id).type; };
    for (const Feed& feed : one_.network.feeds.samples())
      graph.inputs.push_back(infoOf(nameOf(feed.value), typeOf(feed.value), open));
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const ValueId value = one_.network.outputs[i].value;
      graph.nodes.push_back({outputs_[i] + "/Identity", "Identity", "", {nameOf(value)}, {outputs_[i]}, {}});
      graph.outputs.push_back(infoOf(outputs_[i], typeOf(value), open));
    }
    std::erase_if(graph.initializers, [&](const OnnxTensor& tensor) {  // used only in training, such as counters
      for (const OnnxNode& node : graph.nodes)
        if (std::find(node.inputs.begin(), node.inputs.end(), tensor.name) != node.inputs.end()) return false;
      return true;
    });
  }

  const LoweredGraph& one_;
  const LoweredGraph& other_;
  OnnxGraphWriter writer_;
  std::vector<std::string> names_;    // indexed by value of the graph
  std::vector<std::string> outputs_;  // indexed by output of the network
};

}  // namespace

void writeOnnxPreparation(const Checkpoint& checkpoint, OnnxModel& model) {
  Checkpoint plain;
  plain.transforms = deterministicPart(checkpoint.transforms);
  plain.samples = checkpoint.samples;
  plain.uniformSamples = checkpoint.uniformSamples;
  plain.images = checkpoint.images;
  plain.classes = checkpoint.classes;
  plain.inputName = checkpoint.inputName;
  plain.parts = checkpoint.parts;
  const Json prepared = preparationToJson(plain);
  for (const auto& [name, member] : prepared.items())
    model.metadata[kPreparationMetadata + name] = formatJsonLine(member);
}

Result<OnnxExport> exportOnnx(const Network& network, const std::function<Result<Tensor>(const VariableInfo&)>& weight,
                              const OnnxExportOptions& options) {
  if (options.opset < 9 || options.opset > 17)
    return fail(ErrorCode::InvalidArgument, fmt::format("Opset {} is not written; 9 to 17 are.", options.opset));
  OnnxExport result;
  FOVEA_TRY(const LoweredGraph one, lowered(network, 1));
  FOVEA_TRY(const LoweredGraph two, lowered(network, 2));
  FOVEA_TRY(const LoweredGraph three, lowered(network, 3));
  // Extents that are equal at two batch sizes do not depend on the batch; a batch of 1 would be confused with
  // broadcasting.
  auto graph = Exporter(two, three, options.opset).write(weight, network.name());
  if (!graph.ok()) {
    const Error first = graph.error();
    graph = Exporter(one, one, options.opset).write(weight, network.name());
    result.fixedBatch = true;
    if (!graph.ok()) return first;
  }
  result.model.producer = "Fovea";
  result.model.irVersion = options.opset >= 15 ? 8 : options.opset >= 12 ? 7 : options.opset >= 11 ? 6 : 5;
  result.model.opsets[""] = options.opset;
  if (options.drawing) result.model.metadata[kNetworkMetadata] = networkToJson(network).dump();
  result.model.graph = std::move(*graph);
  return result;
}

}  // namespace fovea
