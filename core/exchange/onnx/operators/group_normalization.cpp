// ONNX normalisations by the root mean square, and by the statistics of channel groups. Source: ONNX operator
// specification, RMSNormalization of opset 23, GroupNormalization of opsets 18 and 21.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

// Normalises in high precision, rounds to x's type, then scales.
Status rootMeanSquare(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  const double epsilon = c.real("epsilon", 1e-5);
  if (x.rank() == 0) return unsupported("a single number");
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", -1), x.rank()));
  Extents64 axes(static_cast<std::size_t>(x.rank() - axis));
  std::iota(axes.begin(), axes.end(), axis);
  const ValueId squares = reduced(e, "reduce_mean", e.emitOne("square", {}, {c.in(0)}), axes);
  const ValueId normalized = map(e, c.in(0), squares, [&](Term v, Term s) { return v / squareRoot(s + epsilon); });
  const ValueId kept = castTo(e, rounded(e, normalized, c.element()), c.type(1).dtype);
  const ValueId y = product(e, kept, c.in(1));
  if (e.typeOf(y).shape != x) return unsupported("a scale that is larger than its input");
  c.give(0, y, c.element(1));
  return {};
}

// Opset 18 has one scale and bias per group, newer ones have one per channel.
Result<ValueId> perChannel(OnnxNodeContext& c, std::size_t i, std::int64_t groups) {
  Emitter& e = c.emitter();
  const std::int64_t channels = c.shape()[1];
  if (c.opset() >= 21) return c.in(i);
  if (c.shape(i) != Shape{groups}) return unsupported("a scale or bias that is not one for each group");
  const Shape spread{groups, channels / groups};
  return reshaped(e, broadcastTo(e, reshaped(e, c.in(i), Extents64{groups, 1}), spread), Extents64{channels});
}

Status groupNormalization(OnnxNodeContext& c) {
  const std::int64_t groups = c.integer("num_groups", 0);
  if (c.shape().rank() < 3) return unsupported("there are no axes after the channels");
  if (groups < 1 || c.shape()[1] % groups != 0) return unsupported("its channels do not make whole groups");
  FOVEA_TRY(const ValueId scale, perChannel(c, 1, groups));
  FOVEA_TRY(const ValueId bias, perChannel(c, 2, groups));
  c.give(c.emitter().emit("group_norm", {{"groups", groups}, {"epsilon", c.real("epsilon", 1e-5)}},
                          {c.in(0), scale, bias})[0]);
  return {};
}

}  // namespace

OnnxOperators groupNormalizationOperators() {
  const OnnxKnownAttribute precision = attributeOnlyAs(std::int64_t{1}, "stash_type");
  return {
      {"RMSNormalization", rootMeanSquare, {23, {"axis", "epsilon", precision}}},
      {"GroupNormalization", groupNormalization, {21, {"epsilon", "num_groups", precision}}},
  };
}

}  // namespace fovea
