// Why: the table of how each op is written in ONNX, from the files of core/exchange/onnx/exporters, which the build
// finds. An elementwise op without an entry is written instruction by instruction from its program.
#pragma once
#include <functional>

#include "core/exchange/onnx/graph_writer.h"
#include "core/graph/graph.h"

namespace fovea {

class OpExportContext {
 public:
  // `twin` is the same node for another batch size: a number that differs between the two depends on the batch.
  OpExportContext(OnnxGraphWriter& writer, const Graph& graph, const Node& node, const Graph& twinGraph,
                  const Node& twin, std::vector<std::string> inputs)
      : writer_(writer), graph_(graph), node_(node), twinGraph_(twinGraph), twin_(twin), inputs_(std::move(inputs)) {}

  OnnxGraphWriter& writer() { return writer_; }
  const Node& node() const { return node_; }
  const FieldValues& attributes() const { return node_.attributes; }
  const std::string& in(std::size_t i) const { return inputs_[i]; }
  std::size_t inputCount() const { return inputs_.size(); }
  const std::vector<std::string>& inputs() const { return inputs_; }
  const TensorType& type(std::size_t i = 0) const { return graph_.value(node_.inputs[i]).type; }
  const TensorType& outputType(std::size_t i = 0) const { return graph_.value(node_.outputs[i]).type; }
  // The output's extents, -1 for one that depends on the batch. Unsupported if two do.
  Result<std::vector<std::int64_t>> outputShape(std::size_t i = 0) const;
  bool batchAxis(std::size_t input, int axis) const;  // whether that extent depends on the batch
  bool wanted(std::size_t output) const;              // whether another node or the graph reads it

  // Sets the name of the next output.
  void give(std::string name) { outputs_.push_back(std::move(name)); }
  const std::vector<std::string>& outputs() const { return outputs_; }

 private:
  OnnxGraphWriter& writer_;
  const Graph& graph_;
  const Node& node_;
  const Graph& twinGraph_;
  const Node& twin_;
  std::vector<std::string> inputs_;
  std::vector<std::string> outputs_;
};

struct OpExporter {
  std::string op;
  std::function<Status(OpExportContext&)> write;
};
using OpExporters = std::vector<OpExporter>;

// Returns null if there is none.
const OpExporter* findOpExporter(std::string_view op);
// Exports any elementwise op from its program.
Status exportPointwise(OpExportContext& context, const PointwiseProgram& program);

}  // namespace fovea
