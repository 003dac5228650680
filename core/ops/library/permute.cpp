// permute: y's axis i is x's axis order[i].
// Shapes: x of any shape of rank R, y [x[order[0]], ..., x[order[R-1]]]; order is a permutation of 0 .. R-1.
// Defaults: order [0, 2, 1]. Gradient: permute with the inverse order.
// Source: NumPy, "transpose".
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/ops/op_rules.h"

namespace fovea::permute_op {
namespace {

Status checkOrder(const std::vector<std::int64_t>& order, const Shape& x) {
  std::vector<std::int64_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  bool valid = static_cast<int>(order.size()) == x.rank();
  for (std::size_t i = 0; i < sorted.size(); ++i) valid = valid && sorted[i] == static_cast<std::int64_t>(i);
  if (valid) return {};
  return invalidInput(fmt::format("The order {} does not name each of the {} axes of {} once.", fmt::join(order, ", "),
                                  x.rank(), x.toString()));
}

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const auto& order = request.attributes.list("order");
  FOVEA_CHECK(checkOrder(order, x.shape));
  TensorType y = x;
  for (std::size_t i = 0; i < order.size(); ++i) y.shape[static_cast<int>(i)] = x.shape[static_cast<int>(order[i])];
  return std::vector<TensorType>{y};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const auto& order = r.attributes.list("order");
  std::vector<std::int64_t> inverse(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    inverse[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return {r.emitter.emitOne("permute", {{"order", inverse}}, {r.outputGradients[0]})};
}

void reference(const ReferenceRequest& request) {
  const Shape &x = request.inputs[0].type.shape, &y = request.outputs[0].type.shape;
  const auto& order = request.attributes.list("order");
  const std::size_t bytes = byteSize(request.inputs[0].type.dtype);
  for (std::int64_t i = 0; i < y.elementCount(); ++i) {
    std::int64_t from = 0, rest = i;
    for (int axis = y.rank() - 1; axis >= 0; --axis) {
      const int source = static_cast<int>(order[static_cast<std::size_t>(axis)]);
      from += rest % y[axis] * x.elementsFrom(source + 1);
      rest /= y[axis];
    }
    std::memcpy(request.outputs[0].as<std::byte>() + static_cast<std::size_t>(i) * bytes,
                request.inputs[0].as<std::byte>() + static_cast<std::size_t>(from) * bytes, bytes);
  }
}

}  // namespace

OpType permuteOp() {
  OpType op;
  op.name = "permute";
  op.summary = "The same numbers with the axes in another order.";
  Field order = listField("order", "Order", "Which axis of the input each axis of the output is, from 0.", {0, 2, 1}, 0,
                          Shape::kMaximumRank - 1);
  order.minimumLength = 0;
  order.maximumLength = Shape::kMaximumRank;
  op.attributes = Schema({order});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) { return costWithFlops(r, 0); };
  op.reference = reference;
  return op;
}

}  // namespace fovea::permute_op
