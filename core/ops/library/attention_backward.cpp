// attention_backward: with p[t,s] = exp(query[t] · key[s] / sqrt(d) - log_sums[t]) and, for each head,
//   ds[t,s] = p[t,s] * (dy[t] · value[s] - dy[t] · y[t]) / sqrt(d):
//   dquery[t] = sum over s of ds[t,s] key[s],  dkey[s] = sum over t of ds[t,s] query[t],
//   dvalue[s] = sum over t of p[t,s] dy[t].
// Shapes: dy, query, y and dquery [N,T,E]; key, value, dkey and dvalue [N,S,E]; log_sums [N,heads,T].
// Defaults: heads 1, causal false. Gradient: none (not needed for training).
// Source: Dao et al., "FlashAttention", 2022, appendix B.
#include "core/ops/attention_geometry.h"
#include "core/ops/op_rules.h"
#include "core/ops/precision_rules.h"

namespace fovea::attention_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &query = request.inputs[1], &key = request.inputs[2], &value = request.inputs[3];
  FOVEA_CHECK(checkAttention(request.attributes, query, key, value));
  const AttentionGeometry g = readAttention(request.attributes, query.shape, key.shape);
  FOVEA_CHECK(needType("gradient", request.inputs[0], query));
  FOVEA_CHECK(needType("output", request.inputs[4], query));
  FOVEA_CHECK(needType("logarithm of the sums", request.inputs[5],
                       {statisticsType(query.dtype), Shape{g.batch, g.heads, g.queries}}));
  return std::vector<TensorType>{query, key, value};
}

template <class T>
double dot(const T* a, const T* b, std::int64_t count) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

void reference(const ReferenceRequest& request) {
  const AttentionGeometry g =
      readAttention(request.attributes, request.inputs[1].type.shape, request.inputs[2].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T *dy = request.inputs[0].as<T>(), *query = request.inputs[1].as<T>(), *key = request.inputs[2].as<T>();
    const T *value = request.inputs[3].as<T>(), *y = request.inputs[4].as<T>(), *logSums = request.inputs[5].as<T>();
    const std::size_t size = static_cast<std::size_t>(g.batch * g.width);
    std::vector<double> dquery(size * static_cast<std::size_t>(g.queries)),
        dkey(size * static_cast<std::size_t>(g.keys)), dvalue(dkey.size());
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t head = 0; head < g.heads; ++head)
        for (std::int64_t t = 0; t < g.queries; ++t) {
          const std::int64_t q = g.atQuery(n, t, head);
          const double own = dot(dy + q, y + q, g.size());
          for (std::int64_t s = 0; s < g.visible(t); ++s) {
            const std::int64_t k = g.atKey(n, s, head);
            const double score = dot(query + q, key + k, g.size()) * g.scale();
            const double p = std::exp(score - static_cast<double>(logSums[(n * g.heads + head) * g.queries + t]));
            const double ds = p * (dot(dy + q, value + k, g.size()) - own) * g.scale();
            for (std::int64_t e = 0; e < g.size(); ++e) {
              dquery[static_cast<std::size_t>(q + e)] += ds * static_cast<double>(key[k + e]);
              dkey[static_cast<std::size_t>(k + e)] += ds * static_cast<double>(query[q + e]);
              dvalue[static_cast<std::size_t>(k + e)] += p * static_cast<double>(dy[q + e]);
            }
          }
        }
    const std::vector<double>* results[] = {&dquery, &dkey, &dvalue};
    for (std::size_t i = 0; i < 3; ++i)
      std::transform(results[i]->begin(), results[i]->end(), request.outputs[i].as<T>(),
                     [](double number) { return static_cast<T>(number); });
  });
}

}  // namespace

OpType attentionBackwardOp() {
  OpType op;
  op.name = "attention_backward";
  op.summary = "The gradients of query, key and value, with the weights of attention computed again.";
  op.attributes = Schema(attentionFields());
  op.inputs = {{"dy"}, {"query"}, {"key"}, {"value"}, {"y"}, {"log_sums"}};
  op.outputs = {{"dquery"}, {"dkey"}, {"dvalue"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const double pairs =
        static_cast<double>(r.inputs[1].shape.elementCount()) * static_cast<double>(r.inputs[2].shape[1]);
    return costWithFlops(r, 10.0 * pairs);
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::attention_backward_op
