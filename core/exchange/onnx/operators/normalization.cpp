// ONNX normalisation operators. Source: ONNX operator specification, opsets 1 to 28.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

Status batchNormTraining(OnnxNodeContext& c, double epsilon) {
  Emitter& e = c.emitter();
  const int rank = c.shape().rank();
  const double momentum = c.real("momentum", 0.9);
  Extents64 axes;
  for (int i = 0; i < rank; ++i)
    if (i != 1) axes.push_back(i);
  const ValueId mean = reduced(e, "reduce_mean", c.in(0), axes);
  const ValueId centred = difference(e, c.in(0), mean);
  const ValueId variance = reduced(e, "reduce_mean", e.emitOne("square", {}, {centred}), axes);
  const ValueId factor =
      map(e, variance, alongChannels(e, c.in(1), rank), [&](Term v, Term s) { return s / squareRoot(v + epsilon); });
  c.give(sum(e, product(e, centred, factor), alongChannels(e, c.in(2), rank)));
  const auto moved = [&](ValueId running, ValueId batch) {
    return map(e, running, reshaped(e, batch, e.typeOf(running).shape),
               [&](Term r, Term b) { return momentum * r + (1 - momentum) * b; });
  };
  if (c.wants(1)) c.give(1, moved(c.in(3), mean), c.element(3));
  if (c.wants(2)) c.give(2, moved(c.in(4), variance), c.element(4));
  return {};
}

Status batchNorm(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const double epsilon = c.real("epsilon", 1e-5);
  if (c.shape().rank() < 2) return unsupported("there are no channels");
  if (c.integer("training_mode", 0) != 0) return batchNormTraining(c, epsilon);
  if (c.opset() < 14 && (c.wants(1) || c.wants(3))) return unsupported("training");
  const auto like = [&](std::size_t i) { return castTo(e, c.in(i), c.type().dtype); };
  c.give(e.emitOne("batch_norm_inference", {{"epsilon", epsilon}}, {c.in(0), like(1), like(2), like(3), like(4)}));
  return {};
}

Status instanceNorm(OnnxNodeContext& c) {
  if (c.shape().rank() < 3) return unsupported("there are no axes after the channels");
  c.give(c.emitter().emit("group_norm", {{"groups", c.shape()[1]}, {"epsilon", c.real("epsilon", 1e-5)}},
                          {c.in(0), c.in(1), c.in(2)})[0]);
  return {};
}

Status layerNorm(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const double epsilon = c.real("epsilon", 1e-5);
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", -1), c.shape().rank()));
  Extents64 axes(static_cast<std::size_t>(c.shape().rank() - axis));
  std::iota(axes.begin(), axes.end(), axis);
  const ValueId mean = reduced(e, "reduce_mean", c.in(0), axes);
  const ValueId centred = difference(e, c.in(0), mean);
  const ValueId variance = reduced(e, "reduce_mean", e.emitOne("square", {}, {centred}), axes);
  const ValueId inverse = map(e, variance, [&](Term v) { return reciprocalSquareRoot(v + epsilon); });
  ValueId y = product(e, product(e, centred, inverse), c.in(1));
  if (c.has(2)) y = sum(e, y, c.in(2));
  c.give(y);
  c.give(1, mean, OnnxElement::Float);
  c.give(2, inverse, OnnxElement::Float);
  return {};
}

Status meanVariance(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const auto axes, axesOf(c.integers("axes").value_or(Extents64{0, 2, 3}), c.shape().rank()));
  const ValueId centred = difference(e, c.in(0), reduced(e, "reduce_mean", c.in(0), axes));
  const ValueId variance = reduced(e, "reduce_mean", e.emitOne("square", {}, {centred}), axes);
  c.give(map(e, centred, variance, [](Term x, Term v) { return x / (squareRoot(v) + 1e-9); }));
  return {};
}

Status localResponse(OnnxNodeContext& c) {
  c.give(c.emitter().emitOne("local_response_norm",
                             {{"size", c.integer("size", 1)},
                              {"alpha", c.real("alpha", 1e-4)},
                              {"beta", c.real("beta", 0.75)},
                              {"offset", c.real("bias", 1)}},
                             {c.in(0)}));
  return {};
}

// Before opset 13 all axes from `axis` on were one row.
Status overRows(OnnxNodeContext& c, const std::function<ValueId(Emitter&, ValueId)>& rule) {
  const Shape x = c.shape();
  const bool whole = c.opset() < 13;
  if (x.rank() == 0) return unsupported("a single number");
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", whole ? 1 : -1), x.rank()));
  std::int64_t before = 1;
  for (int i = 0; i < axis; ++i) before *= x[i];
  Emitter& e = c.emitter();
  const Extents64 rows =
      whole ? Extents64{before, x.elementsFrom(axis), 1} : Extents64{before, x[axis], x.elementsFrom(axis + 1)};
  c.give(reshaped(e, rule(e, reshaped(e, c.in(0), rows)), x));
  return {};
}

// Step by step as defined, each with the precision of a 16-bit type.
ValueId softmaxByStep(OnnxNodeContext& c, ValueId x, bool logarithms) {
  Emitter& e = c.emitter();
  const auto kept = [&](ValueId v) { return rounded(e, v, c.element()); };
  const ValueId shifted = kept(difference(e, x, reduced(e, "reduce_max", x, {1})));
  const ValueId powers = kept(e.emitOne("exponential", {}, {shifted}));
  const ValueId total = sumWithDigits(e, powers, 1, c.element());
  return logarithms ? difference(e, shifted, kept(e.emitOne("logarithm", {}, {total}))) : quotient(e, powers, total);
}

OnnxOperator softmax(std::string name, bool logarithms) {
  return {std::move(name),
          [logarithms](OnnxNodeContext& c) -> Status {
            const bool is16Bit = c.element() == OnnxElement::Float16 || c.element() == OnnxElement::BFloat16;
            return overRows(c, [&](Emitter& e, ValueId x) {
              if (is16Bit && !c.scope().makesLayers()) return softmaxByStep(c, x, logarithms);
              return logarithms ? e.emitOne("log_softmax", {{"axis", std::int64_t{1}}}, {x})
                                : e.emitOne("softmax", {}, {x});
            });
          },
          {13, {"axis"}}};
}

// 1 at the first of the largest, 0 elsewhere.
Status hardmax(OnnxNodeContext& c) {
  return overRows(c, [](Emitter& e, ValueId x) {
    const TensorType type = e.typeOf(x);
    const ValueId largest = reduced(e, "reduce_max", x, {1}), place = positions(e, type.dtype, 3, 1, type.shape[1]);
    const ValueId candidates =
        map(e, x, largest, place, [](Term v, Term m, Term i) { return select(equal(v, m), -i, -1e30); });
    return map(e, reduced(e, "reduce_max", candidates, {1}), place,
               [](Term first, Term i) { return equal(-first, i); });
  });
}

Status lpNormalization(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", -1), c.shape().rank()));
  const bool squares = c.integer("p", 2) == 2;
  const ValueId sizes = map(e, c.in(0), [&](Term x) { return squares ? square(x) : absolute(x); });
  const ValueId sums = reduced(e, "reduce_sum", sizes, {axis});
  c.give(map(e, c.in(0), sums, [&](Term x, Term s) {  // a row of zeros stays unchanged
    return select(equal(s, 0.0), 0.0, x / (squares ? squareRoot(s) : s));
  }));
  return {};
}

}  // namespace

OnnxOperators normalizationOperators() {
  return {
      {"BatchNormalization",
       batchNorm,
       {15,
        {"epsilon", attributeOnlyAs(std::int64_t{1}, "is_test"), "momentum",
         attributeOnlyAs(std::int64_t{1}, "spatial"), "training_mode"}}},
      {"InstanceNormalization", instanceNorm, {22, {"epsilon"}}},
      {"LayerNormalization", layerNorm, {17, {"axis", "epsilon", attributeOnlyAs(std::int64_t{1}, "stash_type")}}},
      {"MeanVarianceNormalization", meanVariance, {13, {"axes"}}},
      {"LRN", localResponse, {13, {"alpha", "beta", "bias", "size"}}},
      softmax("Softmax", false),
      softmax("LogSoftmax", true),
      {"Hardmax", hardmax, {13, {"axis"}}},
      {"LpNormalization", lpNormalization, {22, {"axis", "p"}}},
  };
}

}  // namespace fovea
