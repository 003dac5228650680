// Exports ops that move elements, and reductions.
#include "core/exchange/onnx/node_context.h"
#include "core/exchange/onnx/op_export.h"
#include "core/ops/reduction.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

Status reshape(OpExportContext& c) {
  FOVEA_TRY(const List shape, c.outputShape());
  c.give(c.writer().reshape(c.in(0), shape));
  return {};
}

Status permute(OpExportContext& c) {
  c.give(c.writer().transpose(c.in(0), c.attributes().list("order")));
  return {};
}

Status concatenate(OpExportContext& c) {
  c.give(c.writer().one("Concat", c.inputs(), {{"axis", c.attributes().integer("axis")}}));
  return {};
}

Status slice(OpExportContext& c) {
  const std::int64_t axis = c.attributes().integer("axis"), start = c.attributes().integer("start");
  if (c.batchAxis(0, static_cast<int>(axis))) return unsupported("a part of the batch");
  c.give(c.writer().slice(c.in(0), axis, start, start + c.attributes().integer("length")));
  return {};
}

// An extent that depends on the batch is the input's own, which Expand keeps for a requested extent of 1.
Status broadcast(OpExportContext& c) {
  FOVEA_TRY(List shape, c.outputShape());
  const Shape x = c.type().shape;
  const int added = static_cast<int>(shape.size()) - x.rank();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != -1) continue;
    const int axis = static_cast<int>(i) - added;
    if (axis < 0 || !c.batchAxis(0, axis)) return unsupported("a repetition for each sample");
    shape[i] = 1;
  }
  c.give(c.writer().one("Expand", {c.in(0), c.writer().wholes(shape)}));
  return {};
}

OpExporter reduction(std::string op, std::string onnx) {
  return {std::move(op), [onnx = std::move(onnx)](OpExportContext& c) -> Status {
            List axes = c.attributes().list("axes");
            const bool keep = c.attributes().boolean("keep_dims");
            if (axes.empty())
              for (int i = 0; i < c.type().shape.rank(); ++i) axes.push_back(i);
            if (onnx == "ReduceSum") {
              c.give(c.writer().reduceSum(c.in(0), axes, keep));
            } else {
              c.give(c.writer().one(onnx, {c.in(0)}, {{"axes", axes}, {"keepdims", std::int64_t{keep ? 1 : 0}}}));
            }
            return {};
          }};
}

Status cast(OpExportContext& c) {
  const std::string to = c.attributes().text("to");
  const std::int64_t element = to == "f64" ? 11 : to == "f16" ? 10 : to == "bf16" ? 16 : 1;
  c.give(c.writer().one("Cast", {c.in(0)}, {{"to", element}}));
  return {};
}

}  // namespace

OpExporters shapesExporters() {
  return {
      {"reshape", reshape},
      {"permute", permute},
      {"concatenate", concatenate},
      {"slice", slice},
      {"broadcast_to", broadcast},
      {"cast", cast},
      reduction("reduce_sum", "ReduceSum"),
      reduction("reduce_mean", "ReduceMean"),
      reduction("reduce_max", "ReduceMax"),
  };
}

}  // namespace fovea
