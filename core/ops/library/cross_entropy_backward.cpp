// cross_entropy_backward: with p the probabilities, W the sum of w[label] over the positions that count, e
//   label_smoothing: dlogits[k] = dloss / W * (p[k] ((1 - e) w[label] + e / K * sum of w) - e / K * w[k] - (k ==
//   label) (1 - e) w[label]), and 0 at positions that do not count.
// Shapes: dloss one number, probabilities and dlogits of one shape with the K classes along `axis`, labels i32 of the
//   shape without that axis, weights [K].
// Defaults: axis 1, label_smoothing 0, ignore_index -1.
// Gradient: none (not needed for training).
// Source: as cross_entropy.
#include "core/ops/class_loss.h"
#include "core/ops/op_rules.h"

namespace fovea::cross_entropy_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& r) {
  FOVEA_CHECK(needClassLoss(r.attributes, r.inputs[1], r.inputs[2], r.inputs.size() > 3 ? &r.inputs[3] : nullptr));
  FOVEA_CHECK(needType("gradient", r.inputs[0], {r.inputs[1].dtype, Shape{}}));
  return std::vector<TensorType>{r.inputs[1]};
}

void reference(const ReferenceRequest& r) {
  const ClassLoss loss = ClassLoss::read(r.attributes, r.inputs[1].type);
  const ChannelGeometry& g = loss.geometry;
  const auto* labels = r.inputs[2].as<std::int32_t>();
  dispatchReal(r.inputs[1].type.dtype, [&]<class T>() {
    const ClassWeights<T> weights{r.inputs.size() > 3 ? r.inputs[3].as<T>() : nullptr};
    const double all = weights.sum(g.channels);
    const double total = labelWeight(loss, labels, weights);
    const double factor = total == 0 ? 0.0 : static_cast<double>(*r.inputs[0].as<T>()) / total;
    const double share = loss.smoothing / static_cast<double>(g.channels);
    for (std::int64_t at = 0; at < g.batch * g.channels * g.inner; ++at) {
      const std::int64_t n = at / (g.channels * g.inner), k = at / g.inner % g.channels, i = at % g.inner;
      const std::int32_t label = labels[n * g.inner + i];
      const bool counts = loss.counts(label);
      const double own = counts && loss.known(label) ? (1.0 - loss.smoothing) * weights[label] : 0.0;
      const double slope = static_cast<double>(r.inputs[1].as<T>()[at]) * (own + share * all) - share * weights[k] -
                           (k == label ? own : 0.0);
      r.outputs[0].as<T>()[at] = static_cast<T>(counts ? factor * slope : 0.0);
    }
  });
}

}  // namespace

OpType crossEntropyBackwardOp() {
  OpType op;
  op.name = "cross_entropy_backward";
  op.summary = "dlogits of cross_entropy, from its probabilities.";
  op.attributes = classLossSchema();
  op.inputs = {{"dloss"}, {"probabilities"}, {"labels"}, {"weights", true}};
  op.outputs = {{"dlogits"}};
  op.infer = infer;
  op.cost = costPerElement(3);
  op.reference = reference;
  return op;
}

}  // namespace fovea::cross_entropy_backward_op
