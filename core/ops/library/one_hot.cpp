// one_hot: y[..., k, ...] = 1 where k is the label of the position, else 0.
// Shapes: labels i32 of any shape; y f32 with `classes` entries along the new axis `axis`: [N] becomes [N, K], [N, H,
//   W] becomes [N, K, H, W]. A label below 0, equal to ignore_index or of `classes` or more gives zeros only.
// Defaults: classes 2, axis 1 (negative ones count from the end), ignore_index -1.
// Gradient: none (labels do not change smoothly).
// Source: Goodfellow, Bengio and Courville, "Deep Learning", 2016, section 6.2.2.
#include <fmt/format.h>

#include "core/ops/class_axis.h"
#include "core/ops/op_rules.h"

namespace fovea::one_hot_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& labels = request.inputs[0];
  FOVEA_CHECK(needDataType("labels", labels, DataType::Int32));
  const int rank = labels.shape.rank() + 1;
  const std::int64_t given = request.attributes.integer("axis"), axis = given < 0 ? given + rank : given;
  if (axis < 0 || axis >= rank)
    return invalidInput(fmt::format("There is no place for an axis {} in {}.", given, labels.toString()));
  std::vector<std::int64_t> extents = extentsOf(labels.shape);
  extents.insert(extents.begin() + axis, request.attributes.integer("classes"));
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  return std::vector<TensorType>{{DataType::Float32, shape}};
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = knownClasses(request.attributes, request.outputs[0].type);
  const std::int64_t ignored = request.attributes.integer("ignore_index");
  const auto* labels = request.inputs[0].as<std::int32_t>();
  for (std::int64_t at = 0; at < g.batch * g.channels * g.inner; ++at) {
    const std::int64_t n = at / (g.channels * g.inner), k = at / g.inner % g.channels;
    const std::int32_t label = labels[n * g.inner + at % g.inner];
    request.outputs[0].as<float>()[at] = label == k && label != ignored ? 1.0f : 0.0f;
  }
}

}  // namespace

OpType oneHotOp() {
  OpType op;
  op.name = "one_hot";
  op.summary = "y = 1 at the class of each label, else 0.";
  constexpr double kMost = std::numeric_limits<std::int32_t>::max();
  op.attributes = Schema(
      {integerField("classes", "Classes", "How many classes there are.", 2, 1, kMost), classAxisField(),
       integerField("ignore_index", "Ignored label", "Positions with this label get zeros.", -1, -kMost, kMost)});
  op.inputs = {{"labels"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.reference = reference;
  return op;
}

}  // namespace fovea::one_hot_op
