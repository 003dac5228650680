// reshape: the same numbers in the same order under another shape.
// Shapes: x of any shape, y of `shape`, where 0 copies that extent of x, and one -1 takes what is left.
// Defaults: shape [-1], one long row. Gradient: reshape back.
// Source: ONNX operator Reshape (allowzero off).
#include <fmt/format.h>

#include <cstring>

#include "core/ops/op_rules.h"
#include "core/ops/reduction.h"

namespace fovea::reshape_op {
namespace {

Error cannotReshape(const Shape& x, const std::vector<std::int64_t>& wanted) {
  return invalidInput(fmt::format("{} numbers of shape {} cannot be given the shape [{}].", x.elementCount(),
                                  x.toString(), fmt::join(wanted, ", ")));
}

Result<Shape> resolve(const Shape& x, const std::vector<std::int64_t>& wanted) {
  std::vector<std::int64_t> extents = wanted;
  std::int64_t known = 1;  // product of the extents given explicitly
  std::int64_t rest = 1;   // product of x's extents that are not copied
  int open = -1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] == 0) {
      if (static_cast<int>(i) >= x.rank())
        return invalidInput(
            fmt::format("Extent {} of the new shape copies an axis that {} does not have.", i + 1, x.toString()));
      extents[i] = x[static_cast<int>(i)];
    } else if (extents[i] < 0) {
      if (open >= 0) return invalidInput("Only one extent of the new shape may be -1.");
      open = static_cast<int>(i);
    } else if (__builtin_mul_overflow(known, extents[i], &known)) {
      return cannotReshape(x, wanted);
    }
  }
  for (int axis = 0; axis < x.rank(); ++axis) {
    const bool copied = axis < static_cast<int>(wanted.size()) && wanted[static_cast<std::size_t>(axis)] == 0;
    if (!copied) rest *= x[axis];
  }
  if (open >= 0) {
    if (rest % known != 0) return cannotReshape(x, wanted);
    extents[static_cast<std::size_t>(open)] = rest / known;
  }
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  if (shape.elementCount() != x.elementCount()) return cannotReshape(x, wanted);
  return shape;
}

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(const Shape shape, resolve(request.inputs[0].shape, request.attributes.list("shape")));
  return std::vector<TensorType>{{request.inputs[0].dtype, shape}};
}

}  // namespace

OpType reshapeOp() {
  OpType op;
  op.name = "reshape";
  op.summary = "The same numbers in another shape; 0 copies an extent of x, -1 is inferred from the others.";
  Field shape = listField("shape", "Shape", "Extents of the output; 0 copies that of the input, one may be -1.", {-1},
                          -1, static_cast<double>(Shape::kMaximumElements));
  shape.minimumLength = 0;
  shape.maximumLength = Shape::kMaximumRank;
  op.attributes = Schema({shape});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = [](const GradientRequest& r) {
    return std::vector<ValueId>{reshapedTo(r.emitter, r.outputGradients[0], r.emitter.typeOf(r.inputs[0]).shape)};
  };
  op.cost = [](const CostRequest&) { return Cost{}; };
  op.reference = [](const ReferenceRequest& r) {
    if (r.inputs[0].type.bytes() > 0) std::memcpy(r.outputs[0].data, r.inputs[0].data, r.inputs[0].type.bytes());
  };
  op.view = true;
  return op;
}

}  // namespace fovea::reshape_op
