// class_counts: counts = {positions whose label is among the `top` largest scores, positions with a label}: accuracy.
// Shapes: scores any with the K classes along `axis`, labels i32 of the shape without that axis, counts f32 [2]
//   whatever the type of the scores. Of equal scores the first is the larger; a NaN is larger than any number. A label
//   below 0 or equal to ignore_index does not count; one of K or more is never right.
// Defaults: axis 1, top 1, ignore_index -1.
// Gradient: none (a count does not change smoothly).
// Source: Russakovsky et al., "ImageNet Large Scale Visual Recognition Challenge", 2015 (top-1 and top-5).
#include "core/ops/class_counting.h"
#include "core/ops/op_rules.h"

namespace fovea::class_counts_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& r) {
  FOVEA_CHECK(needReal("input", r.inputs[0]));
  FOVEA_CHECK(needLabels(r.attributes, r.inputs[0], r.inputs[1]));
  return std::vector<TensorType>{{DataType::Float32, Shape{2}}};
}

void reference(const ReferenceRequest& r) {
  const ClassCounting counting = ClassCounting::read(r.attributes, r.inputs[0].type);
  const ChannelGeometry& g = counting.geometry;
  const std::int64_t top = r.attributes.integer("top");
  const auto* labels = r.inputs[1].as<std::int32_t>();
  std::int64_t right = 0, counted = 0;
  dispatchReal(r.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t i = 0; i < g.inner; ++i) {
        const std::int32_t label = labels[n * g.inner + i];
        if (!counting.counts(label)) continue;
        ++counted;
        right += label < g.channels && counting.rankOf(r.inputs[0].as<T>(), n, i, label) < top ? 1 : 0;
      }
  });
  r.outputs[0].as<float>()[0] = static_cast<float>(right);
  r.outputs[0].as<float>()[1] = static_cast<float>(counted);
}

}  // namespace

OpType classCountsOp() {
  OpType op;
  op.name = "class_counts";
  op.summary = "counts = how many positions have their label among the largest scores, and how many have a label.";
  op.attributes = ClassCounting::schema({integerField("top", "Top", "How many of the largest scores count as right.", 1,
                                                      1, std::numeric_limits<std::int32_t>::max())});
  op.inputs = {{"scores"}, {"labels"}};
  op.outputs = {{"counts"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::class_counts_op
