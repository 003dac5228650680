// Why: an image has 3 channels, which no vector of memory fits. A convolution in 16 bits reads it with a fourth one of
// zeros, with channels last; the cast from f32 writes both, instead of a cast and a transpose. Four are enough: cuDNN's
// plans for the first layer take up to 4 channels on tensor cores (9.14 on sm_90; those that want 8 are others).
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

// Whether it reads `x` as the image of a convolution without groups, and in no other way.
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
    if (type.shape[1] == 1) return;  // dense and with channels last are one memory, and 3 of 4 products would be zeros
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
  // Straight from what the weight is cast from, if it is.
  void padWeight(NodeId reader) {
    const ValueId weight = graph_.node(reader).inputs[1];
    const NodeId maker = graph_.producer(weight);
    const bool isCast = maker.valid() && graph_.node(maker).op->name == "cast";
    const ValueId source = isCast ? graph_.node(maker).inputs[0] : weight;
    graph_.replaceInput(reader, weight, graph_.insert(reader, "pad_channels", attributes_, {source})[0]);
  }

  // The gradient of the weight has one for each channel of zeros, too.
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
