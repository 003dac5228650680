// softmax_cross_entropy: loss = the mean over the samples with a label of -log softmax(logits[n])[labels[n]].
// Shapes: logits and probabilities [N,K], labels i32 [N], loss one number.
// A label below 0 means "none": the sample does not count. Without any label the loss is 0. A label of K or more makes
// the loss NaN (and its sample's gradient too): the error is noticed, and nothing is read outside the row. Gradient for
// the logits: softmax_cross_entropy_backward; through the probabilities softmax_backward. Source: Bridle 1990;
// Goodfellow, Bengio and Courville, "Deep Learning", 2016, section 6.2.2.3.
#include <cmath>
#include <limits>

#include "core/ops/library/softmax_row.h"
#include "core/ops/op_rules.h"

namespace fovea::softmax_cross_entropy_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& logits = request.inputs[0];
  FOVEA_CHECK(needReal("input", logits));
  FOVEA_CHECK(needRank("input", logits, 2, "[N, K]"));
  FOVEA_CHECK(needType("list of labels", request.inputs[1], {DataType::Int32, Shape{logits.shape[0]}}));
  if (logits.shape[1] == 0) return invalidInput("There are no classes to choose from.");
  return std::vector<TensorType>{{logits.dtype, Shape{}}, logits};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  ValueId total;
  if (r.outputGradients[0].valid())
    total = r.emitter.emitOne("softmax_cross_entropy_backward", {}, {r.outputGradients[0], r.outputs[1], r.inputs[1]});
  if (r.outputGradients[1].valid()) {
    const ValueId more = r.emitter.emitOne("softmax_backward", {}, {r.outputGradients[1], r.outputs[1]});
    total = total.valid() ? r.emitter.emitOne("add", {}, {total, more}) : more;
  }
  return {total, ValueId{}};
}

// Writes the probabilities of sample n and returns -log of the label's probability.
template <class T>
double lossOf(const ChannelGeometry& g, const T* logits, T* probabilities, std::int64_t n, std::int32_t label) {
  const SoftmaxRow row = softmaxRow(g, logits, n, 0);
  for (std::int64_t k = 0; k < g.channels; ++k)
    probabilities[g.at(n, k, 0)] =
        static_cast<T>(std::exp(static_cast<double>(logits[g.at(n, k, 0)]) - row.maximum) / row.sum);
  if (label < 0) return 0;
  if (label >= g.channels) return std::numeric_limits<double>::quiet_NaN();
  return std::log(row.sum) - (static_cast<double>(logits[g.at(n, label, 0)]) - row.maximum);
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = readChannels(request.inputs[0].type.shape);
  const auto* labels = request.inputs[1].as<std::int32_t>();
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t n = 0; n < g.batch; ++n) {
      sum += lossOf(g, request.inputs[0].as<T>(), request.outputs[1].as<T>(), n, labels[n]);
      count += labels[n] >= 0 ? 1 : 0;
    }
    *request.outputs[0].as<T>() = static_cast<T>(count > 0 ? sum / static_cast<double>(count) : 0.0);
  });
}

}  // namespace

OpType softmaxCrossEntropyOp() {
  OpType op;
  op.name = "softmax_cross_entropy";
  op.summary = "loss = the mean of −log softmax(logits)[label] over the samples with a label (0 or more).";
  op.inputs = {{"logits"}, {"labels"}};
  op.outputs = {{"loss"}, {"probabilities"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, 6.0 * static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::softmax_cross_entropy_op
