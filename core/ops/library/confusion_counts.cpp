// confusion_counts: counts[a, b] = how many positions with the label a have their largest score at class b: the
//   confusion matrix, from which precision, recall, F1 and intersection over union follow.
// Shapes: scores any with the K classes along `axis`, labels i32 of the shape without that axis, counts f32 [K, K]
//   whatever the type of the scores. Of equal scores the first is the larger; a NaN is larger than any number. A label
//   below 0, equal to ignore_index or of K or more does not count.
// Defaults: axis 1, ignore_index -1.
// Gradient: none (a count does not change smoothly).
// Source: Everingham et al., "The PASCAL Visual Object Classes Challenge: A Retrospective", 2015, section 2.
#include "core/ops/class_counting.h"
#include "core/ops/op_rules.h"

namespace fovea::confusion_counts_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& r) {
  FOVEA_CHECK(needReal("input", r.inputs[0]));
  FOVEA_CHECK(needLabels(r.attributes, r.inputs[0], r.inputs[1]));
  FOVEA_TRY(const int axis, classAxis(r.attributes, r.inputs[0]));
  const std::int64_t classes = r.inputs[0].shape[axis];
  FOVEA_TRY(const Shape shape, Shape::make(std::vector<std::int64_t>{classes, classes}));
  return std::vector<TensorType>{{DataType::Float32, shape}};
}

void reference(const ReferenceRequest& r) {
  const ClassCounting counting = ClassCounting::read(r.attributes, r.inputs[0].type);
  const ChannelGeometry& g = counting.geometry;
  const auto* labels = r.inputs[1].as<std::int32_t>();
  std::vector<std::int64_t> counts(static_cast<std::size_t>(g.channels * g.channels));
  dispatchReal(r.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t i = 0; i < g.inner; ++i) {
        const std::int32_t label = labels[n * g.inner + i];
        if (counting.counts(label) && label < g.channels)
          ++counts[static_cast<std::size_t>(label * g.channels + counting.best(r.inputs[0].as<T>(), n, i))];
      }
  });
  std::copy(counts.begin(), counts.end(), r.outputs[0].as<float>());
}

}  // namespace

OpType confusionCountsOp() {
  OpType op;
  op.name = "confusion_counts";
  op.summary = "counts[a,b] = how many positions of class a are taken for class b.";
  op.attributes = ClassCounting::schema({});
  op.inputs = {{"scores"}, {"labels"}};
  op.outputs = {{"counts"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::confusion_counts_op
