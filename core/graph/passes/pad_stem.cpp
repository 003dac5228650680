// Why: an image has 3 channels, which do not fill a vector load. A 16-bit convolution with channels last reads it with
// a fourth channel of zeros. The cast from f32 adds it, instead of a cast and a transpose. Four are enough: cuDNN's
// plans for the first layer take up to 4 channels on tensor cores (9.14 on sm_90; others need 8).
#include <algorithm>

#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

constexpr std::int64_t kChannels = 4;

bool isConvolution(const Node& node) {
  return node.op->name == "conv2d" || node.op->name == "conv2d_fused";
}

// True if the node reads `x` only as the image of a convolution without groups.
bool readsAsImage(const Node& node, ValueId x) {
  if (!isConvolution(node) && node.op->name != "conv2d_backward_weights") return false;
  const auto reads = std::count(node.inputs.begin(), node.inputs.end(), x);
  return node.inputs[0] == x && reads == 1 && node.attributes.integer("groups") == 1;
}

class PadStem {
 public:
  PadStem(GraphRewriter& graph, const OptimizeOptions& options) : graph_(graph), options_(options) {}

  void run(NodeId castId) {
    const Node cast = graph_.node(castId);
    const ValueId narrow = cast.outputs[0];
    const TensorType type = graph_.value(narrow).type;
    if (!isHalf(type.dtype) || type.shape.rank() != 4 || type.shape[1] >= kChannels || graph_.pinned(narrow)) return;
    if (type.shape[1] == 1) return;  // both layouts are the same for 1 channel, and 3 of 4 products would be zeros
    const std::vector<NodeId> readers = graph_.users(narrow);
    const auto fits = [&](NodeId reader) { return readsAsImage(graph_.node(reader), narrow); };
    if (readers.empty() || !std::all_of(readers.begin(), readers.end(), fits)) return;
    attributes_ = {{"channels", kChannels}, {"to", dataTypeName(type.dtype)}};
    if (!gains(graph_, options_, "pad_channels", attributes_, cast.inputs)) return;
    const ValueId padded = graph_.insert(castId, "pad_channels", attributes_, cast.inputs)[0];
    for (const NodeId reader : readers) {
      graph_.replaceInput(reader, narrow, padded);
      if (isConvolution(graph_.node(reader)))
        padWeight(reader);
      else
        cutGradient(reader);
    }
  }

 private:
  // Pads the source of the weight's cast, if there is one, rather than its result.
  void padWeight(NodeId reader) {
    const ValueId weight = graph_.node(reader).inputs[1];
    const NodeId maker = graph_.producer(weight);
    const bool isCast = maker.valid() && graph_.node(maker).op->name == "cast";
    const ValueId source = isCast ? graph_.node(maker).inputs[0] : weight;
    graph_.replaceInput(reader, weight, graph_.insert(reader, "pad_channels", attributes_, {source})[0]);
  }

  // Removes the padding channels from the weight's gradient.
  void cutGradient(NodeId id) {
    const Node node = graph_.node(id);
    const std::int64_t channels = graph_.value(node.outputs[0]).type.shape[1];
    graph_.remove(id);
    const auto outputs = graph_.insert(id, node.op->name, node.attributes, node.inputs, {ValueId(), node.outputs[1]});
    graph_.insert(id, "slice", {{"axis", std::int64_t{1}}, {"start", std::int64_t{0}}, {"length", channels}},
                  {outputs[0]}, {node.outputs[0]});
  }

  GraphRewriter& graph_;
  const OptimizeOptions& options_;
  FieldValues attributes_;
};

}  // namespace

void padStem(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id) && graph.node(id).op->name == "cast") PadStem(graph, options).run(id);
  }
}

}  // namespace fovea
