// cross_entropy: the loss of classes at any number of positions, with weights and smoothed labels. loss = sum over
//   positions of ((1 - e) w[label] l[label] + e / K * sum over k of w[k] l[k]) / sum of w[label], where l[k] = -log
//   softmax(logits)[k], e is label_smoothing and w are the weights, 1 if there are none.
// Shapes: logits any with the K classes along `axis`: [N, K], [N, K, H, W], [N, T, K]; labels i32 of the shape without
//   that axis; weights [K]; loss one number; probabilities as the logits. A label below 0, or equal to ignore_index,
//   means "none": the position does not count. Without any label the loss is 0. A label of K or more makes the loss
//   and all gradients NaN, so that the error is noticed and nothing is read outside the row.
// Defaults: axis 1, label_smoothing 0, ignore_index -1.
// Gradient: cross_entropy_backward; none for the weights.
// Source: Szegedy et al., "Rethinking the Inception Architecture for Computer Vision", 2016, section 7; the division
//   as torch.nn.CrossEntropyLoss has it.
#include <cmath>

#include "core/ops/class_loss.h"
#include "core/ops/library/softmax_row.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::cross_entropy_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& r) {
  FOVEA_CHECK(needClassLoss(r.attributes, r.inputs[0], r.inputs[1], r.inputs.size() > 2 ? &r.inputs[2] : nullptr));
  return std::vector<TensorType>{{r.inputs[0].dtype, Shape{}}, r.inputs[0]};
}

// Through the probabilities p with gradient dp: p * (dp - sum of dp * p over the classes).
ValueId throughProbabilities(const GradientRequest& r) {
  const ValueId product = r.emitter.emitOne("multiply", {}, {r.outputGradients[1], r.outputs[1]});
  const ValueId sum = r.emitter.emitOne(
      "reduce_sum", {{"axes", std::vector<std::int64_t>{r.attributes.integer("axis")}}, {"keep_dims", true}},
      {product});
  PointwiseBuilder builder(3);
  const auto rule = builder.finish({builder.input(1) * (builder.input(0) - builder.input(2))});
  return emitPointwise(r.emitter, rule, {r.outputGradients[1], r.outputs[1], sum});
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  if (r.outputGradients[0].valid()) {
    std::vector<ValueId> inputs{r.outputGradients[0], r.outputs[1], r.inputs[1]};
    if (r.inputs.size() > 2) inputs.push_back(r.inputs[2]);
    gradients[0] = r.emitter.emit("cross_entropy_backward", r.attributes, inputs)[0];
  }
  if (r.outputGradients[1].valid()) {
    const ValueId more = throughProbabilities(r);
    gradients[0] = gradients[0].valid() ? r.emitter.emitOne("add", {}, {gradients[0], more}) : more;
  }
  return gradients;
}

// Writes the probabilities of one position and returns its loss times the weight of its label.
template <class T>
double lossOf(const ClassLoss& loss, const T* logits, T* probabilities, std::int64_t n, std::int64_t i,
              std::int32_t label, const ClassWeights<T>& weights) {
  const ChannelGeometry& g = loss.geometry;
  const SoftmaxRow row = softmaxRow(g, logits, n, i);
  double all = 0, right = 0;
  for (std::int64_t k = 0; k < g.channels; ++k) {
    const double shifted = static_cast<double>(logits[g.at(n, k, i)]) - row.maximum;
    probabilities[g.at(n, k, i)] = static_cast<T>(std::exp(shifted) / row.sum);
    const double part = weights[k] * (std::log(row.sum) - shifted);
    all += part;
    if (k == label) right = part;
  }
  if (!loss.counts(label)) return 0;
  if (loss.smoothing == 0) return right;  // even if the loss of another class is infinite
  return (1.0 - loss.smoothing) * right + loss.smoothing / static_cast<double>(g.channels) * all;
}

void reference(const ReferenceRequest& r) {
  const ClassLoss loss = ClassLoss::read(r.attributes, r.inputs[0].type);
  const ChannelGeometry& g = loss.geometry;
  const auto* labels = r.inputs[1].as<std::int32_t>();
  dispatchReal(r.inputs[0].type.dtype, [&]<class T>() {
    const ClassWeights<T> weights{r.inputs.size() > 2 ? r.inputs[2].as<T>() : nullptr};
    double sum = 0;
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t i = 0; i < g.inner; ++i)
        sum += lossOf(loss, r.inputs[0].as<T>(), r.outputs[1].as<T>(), n, i, labels[n * g.inner + i], weights);
    const double weight = labelWeight(loss, labels, weights);
    *r.outputs[0].as<T>() = static_cast<T>(weight == 0 ? 0.0 : sum / weight);
  });
}

}  // namespace

OpType crossEntropyOp() {
  OpType op;
  op.name = "cross_entropy";
  op.summary = "loss = the weighted mean of −log softmax(logits)[label] over the positions with a label.";
  op.attributes = classLossSchema();
  op.inputs = {{"logits"}, {"labels"}, {"weights", true}};
  op.outputs = {{"loss"}, {"probabilities"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, 6.0 * static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::cross_entropy_op
