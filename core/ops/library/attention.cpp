// attention: each query averages the values, weighted by how well their keys match, head by head: with
//   d = E / heads,  y[t] = sum over s of softmax over s of (query[t] · key[s] / sqrt(d)) * value[s].
// Shapes: query and y [N,T,E], key and value [N,S,E], log_sums [N,heads,T] (the logarithm of each softmax's sum, kept
// for the gradient; f32 where the rest has 16 bits). Heads lie side by side in E. Causal: query t sees keys 0 .. t
// only, and T = S. Defaults: heads 1, causal false. Gradient: attention_backward, for y; log_sums carries none.
// Sources: Vaswani et al., "Attention is all you need", 2017; Dao et al., "FlashAttention", 2022 (what is kept).
#include "core/ops/attention_geometry.h"
#include "core/ops/op_rules.h"
#include "core/ops/precision_rules.h"

namespace fovea::attention_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &query = request.inputs[0], &key = request.inputs[1];
  FOVEA_CHECK(checkAttention(request.attributes, query, key, request.inputs[2]));
  const AttentionGeometry g = readAttention(request.attributes, query.shape, key.shape);
  return std::vector<TensorType>{query, {statisticsType(query.dtype), Shape{g.batch, g.heads, g.queries}}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  if (!r.outputGradients[0].valid()) return std::vector<ValueId>(3);
  const FieldValues attributes{{"heads", r.attributes.integer("heads")}, {"causal", r.attributes.boolean("causal")}};
  return r.emitter.emit("attention_backward", attributes,
                        {r.outputGradients[0], r.inputs[0], r.inputs[1], r.inputs[2], r.outputs[0], r.outputs[1]});
}

void reference(const ReferenceRequest& request) {
  const AttentionGeometry g =
      readAttention(request.attributes, request.inputs[0].type.shape, request.inputs[1].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T *query = request.inputs[0].as<T>(), *key = request.inputs[1].as<T>(), *value = request.inputs[2].as<T>();
    T *y = request.outputs[0].as<T>(), *logSums = request.outputs[1].as<T>();
    std::vector<double> scores(static_cast<std::size_t>(g.keys));
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t head = 0; head < g.heads; ++head)
        for (std::int64_t t = 0; t < g.queries; ++t) {
          const auto seen = static_cast<std::size_t>(g.visible(t));
          double largest = -std::numeric_limits<double>::infinity(), sum = 0;
          for (std::size_t s = 0; s < seen; ++s) {
            scores[s] = 0;
            for (std::int64_t e = 0; e < g.size(); ++e)
              scores[s] += static_cast<double>(query[g.atQuery(n, t, head) + e]) *
                           static_cast<double>(key[g.atKey(n, static_cast<std::int64_t>(s), head) + e]);
            scores[s] *= g.scale();
            largest = scores[s] > largest ? scores[s] : largest;
          }
          for (std::size_t s = 0; s < seen; ++s) sum += std::exp(scores[s] - largest);
          logSums[(n * g.heads + head) * g.queries + t] = static_cast<T>(largest + std::log(sum));
          for (std::int64_t e = 0; e < g.size(); ++e) {
            double mean = 0;
            for (std::size_t s = 0; s < seen; ++s)
              mean += std::exp(scores[s] - largest) / sum *
                      static_cast<double>(value[g.atKey(n, static_cast<std::int64_t>(s), head) + e]);
            y[g.atQuery(n, t, head) + e] = static_cast<T>(mean);
          }
        }
  });
}

}  // namespace

OpType attentionOp() {
  OpType op;
  op.name = "attention";
  op.summary = "y = softmax(query · keyᵀ / √d) · value, head by head.";
  op.attributes = Schema(attentionFields());
  op.inputs = {{"query"}, {"key"}, {"value"}};
  op.outputs = {{"y"}, {"log_sums"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const double pairs =
        static_cast<double>(r.inputs[0].shape.elementCount()) * static_cast<double>(r.inputs[1].shape[1]);
    return costWithFlops(r, 4.0 * pairs);
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::attention_op
