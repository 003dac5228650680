// ONNX classification losses. Source: ONNX operator specification, opsets 12 to 28.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

// -weight[t] x[n, t, ...] of log-probabilities x [N, C, ...] and targets t [N, ...], reduced as the node says.
Result<ValueId> negativeLogLikelihood(OnnxNodeContext& c, ValueId x) {
  Emitter& e = c.emitter();
  const TensorType type = e.typeOf(x);
  const int rank = type.shape.rank();
  if (rank < 2 || c.shape(1).rank() != rank - 1) return unsupported("the targets do not fit");
  Extents64 extents = extentsOf(c.shape(1));
  extents.insert(extents.begin() + 1, 1);
  const ValueId targets = reshaped(e, castTo(e, c.in(1), type.dtype), extents);
  const ValueId classes = positions(e, type.dtype, rank, 1, type.shape[1]);
  const bool ignores = c.hasAttribute("ignore_index");
  const auto ignored = static_cast<double>(c.integer("ignore_index", 0));
  ValueId chosen = map(e, targets, classes, [&](Term t, Term k) {
    return ignores ? select(equal(t, ignored), 0.0, equal(t, k)) : equal(t, k);
  });
  if (c.has(2)) {
    Extents64 along(static_cast<std::size_t>(rank), 1);
    along[1] = type.shape[1];
    chosen = product(e, chosen, reshaped(e, c.in(2), along));
  }
  const ValueId terms = map(e, chosen, x, [](Term w, Term v) { return select(w, -w * v, 0.0); });
  const std::string reduction = c.text("reduction", "mean");
  const ValueId losses = reduced(e, "reduce_sum", terms, {1}, false);
  if (reduction == "none") return losses;
  Extents64 all(static_cast<std::size_t>(rank - 1));
  std::iota(all.begin(), all.end(), 0);
  const ValueId total = reduced(e, "reduce_sum", losses, all, false);
  if (reduction == "sum") return total;
  const ValueId weights = reduced(e, "reduce_sum", reduced(e, "reduce_sum", chosen, {1}, false), all, false);
  return quotient(e, total, weights);
}

Status nllLoss(OnnxNodeContext& c) {
  FOVEA_TRY(const ValueId loss, negativeLogLikelihood(c, c.in(0)));
  c.give(loss);
  return {};
}

Status crossEntropy(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape shape = c.shape();
  if (shape.rank() < 2) return unsupported("there are no classes");
  const ValueId scores = reshaped(e, c.in(0), Extents64{shape[0], shape[1], shape.elementsFrom(2)});
  const ValueId logs = reshaped(e, e.emitOne("log_softmax", {{"axis", std::int64_t{1}}}, {scores}), shape);
  FOVEA_TRY(const ValueId loss, negativeLogLikelihood(c, logs));
  c.give(loss);
  c.give(1, logs, c.element());
  return {};
}

}  // namespace

OnnxOperators lossOperators() {
  return {{"NegativeLogLikelihoodLoss", nllLoss, {22, {"ignore_index", "reduction"}}},
          {"SoftmaxCrossEntropyLoss", crossEntropy, {13, {"ignore_index", "reduction"}}}};
}

}  // namespace fovea
