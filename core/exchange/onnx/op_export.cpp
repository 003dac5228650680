#include "core/exchange/onnx/op_export.h"

#include <algorithm>

#include "core/exchange/onnx/node_context.h"

namespace fovea {

std::vector<OpExporters> generatedOpExporters();

const OpExporter* findOpExporter(std::string_view op) {
  static const std::vector<OpExporters> families = generatedOpExporters();
  for (const OpExporters& family : families)
    for (const OpExporter& exporter : family)
      if (exporter.op == op) return &exporter;
  return nullptr;
}

Result<std::vector<std::int64_t>> OpExportContext::outputShape(std::size_t i) const {
  const Shape here = outputType(i).shape, there = twinGraph_.value(twin_.outputs[i]).type.shape;
  std::vector<std::int64_t> extents;
  int open = 0;
  for (int axis = 0; axis < here.rank(); ++axis) {
    const bool fixed = here[axis] == there[axis];
    open += fixed ? 0 : 1;
    extents.push_back(fixed ? here[axis] : -1);
  }
  if (open > 1) return unsupported("two extents depend on the batch");
  return extents;
}

bool OpExportContext::batchAxis(std::size_t input, int axis) const {
  return type(input).shape[axis] != twinGraph_.value(twin_.inputs[input]).type.shape[axis];
}

bool OpExportContext::wanted(std::size_t output) const {
  const ValueId value = node_.outputs[output];
  const auto reads = [&](const Node& node) {
    return std::find(node.inputs.begin(), node.inputs.end(), value) != node.inputs.end();
  };
  return std::any_of(graph_.nodes().begin(), graph_.nodes().end(), reads) ||
         std::any_of(graph_.outputs().begin(), graph_.outputs().end(),
                     [&](const auto& entry) { return entry.second == value; });
}

}  // namespace fovea
