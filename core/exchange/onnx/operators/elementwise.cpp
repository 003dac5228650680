// ONNX elementwise operators: each is a formula and becomes one elementwise op. Source: ONNX operator specification,
// opsets 1 to 28.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
using UnaryFormula = std::function<Term(Term, const OnnxNodeContext&)>;

OnnxOperator unary(std::string name, OnnxMeaning meaning, UnaryFormula formula) {
  return {std::move(name),
          [formula = std::move(formula)](OnnxNodeContext& c) -> Status {
            c.give(wrapped(c.emitter(), map(c.emitter(), c.in(0), [&](Term x) { return formula(x, c); }), c.element()));
            return {};
          },
          std::move(meaning)};
}

// An op of Fovea with the same meaning.
OnnxOperator named(std::string name, std::int64_t since, std::string op) {
  return {std::move(name),
          [op = std::move(op)](OnnxNodeContext& c) -> Status {
            c.give(c.emitter().emitOne(op, {}, {c.in(0)}));
            return {};
          },
          {since}};
}

// arctan: the argument is inverted above 1 and halved twice, so that |t| <= tan(pi/16); then the series.
Term arcTangent(Term x) {
  const Term size = absolute(x);
  const auto one = size.builder->constant(1.0);
  const Term inverted = less(1.0, size);
  Term t = select(inverted, one / maximum(size, 1.0), size);
  for (int i = 0; i < 2; ++i) t = t / (1.0 + squareRoot(1.0 + square(t)));
  const Term s = square(t);
  Term series = s.builder->constant(1.0 / 21.0);
  for (int k = 19; k >= 1; k -= 2) series = (1.0 / k) - s * series;
  const Term angle = 4.0 * t * series;
  const Term full = select(inverted, std::numbers::pi / 2 - angle, angle);
  return select(less(x, 0.0), -full, full);
}

Term arcSine(Term x) {
  return arcTangent(x / squareRoot((1.0 - x) * (1.0 + x)));
}

Term softPlus(Term x) {
  return maximum(x, 0.0) + logarithmOfOnePlus(exponential(-absolute(x)));
}

Term expm1OfNegative(Term x) {
  return exponentialMinusOne(minimum(x, 0.0));
}

Status clip(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  ValueId y = c.in(0);
  const DataType type = c.type().dtype;
  if (c.opset() < 11) {
    if (c.hasAttribute("min")) y = e.emitOne("maximum", {}, {y, number(e, type, c.real("min", 0))});
    if (c.hasAttribute("max")) y = e.emitOne("minimum", {}, {y, number(e, type, c.real("max", 0))});
  } else {
    if (c.has(1)) y = e.emitOne("maximum", {}, {y, c.in(1)});
    if (c.has(2)) y = e.emitOne("minimum", {}, {y, c.in(2)});
  }
  c.give(y);
  return {};
}

// A slope [C] in old models belongs to axis 1; newer ones broadcast.
Status prelu(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  ValueId slope = c.in(1);
  const Shape x = c.shape(), s = c.shape(1);
  if (s.rank() == 1 && x.rank() > 1 && s[0] == x[1] && s[0] != 1 && (c.opset() < 7 || s[0] != x[x.rank() - 1])) {
    Extents64 extents(static_cast<std::size_t>(x.rank() - 1), 1);
    extents[0] = s[0];
    slope = reshaped(e, slope, extents);
  }
  c.give(map(e, c.in(0), slope, [](Term v, Term k) { return select(less(v, 0.0), k * v, v); }));
  return {};
}

Status isInfinite(OnnxNodeContext& c) {
  const bool positive = c.integer("detect_positive", 1) != 0, negative = c.integer("detect_negative", 1) != 0;
  const double infinity = std::numeric_limits<double>::infinity();
  const ValueId y = map(c.emitter(), c.in(0), [&](Term x) {
    const Term none = x.builder->constant(0.0);
    return maximum(positive ? equal(x, infinity) : none, negative ? equal(x, -infinity) : none);
  });
  c.give(0, castTo(c.emitter(), y, DataType::Float32), OnnxElement::Bool);
  return {};
}

Status isNaN(OnnxNodeContext& c) {
  const ValueId y = map(c.emitter(), c.in(0), [](Term x) { return 1.0 - equal(x, x); });
  c.give(0, castTo(c.emitter(), y, DataType::Float32), OnnxElement::Bool);
  return {};
}

Status gelu(OnnxNodeContext& c) {
  c.give(c.emitter().emitOne("gelu", {{"tanh", c.text("approximate", "none") == "tanh"}}, {c.in(0)}));
  return {};
}

OnnxOperators activations() {
  return {
      named("Relu", 14, "relu"),
      named("Sigmoid", 13, "sigmoid"),
      named("Tanh", 13, "tanh"),
      named("Softsign", 22, "softsign"),
      named("Mish", 22, "mish"),
      unary("Softplus", {22}, [](Term x, const auto&) { return softPlus(x); }),
      unary("LeakyRelu", {16, {"alpha"}},
            [](Term x, const auto& c) { return select(less(x, 0.0), c.real("alpha", 0.01) * x, x); }),
      unary("Elu", {22, {"alpha"}},
            [](Term x, const auto& c) { return select(less(x, 0.0), c.real("alpha", 1) * expm1OfNegative(x), x); }),
      unary("Selu", {22, {"alpha", "gamma"}},
            [](Term x, const auto& c) {
              return c.real("gamma", 1.05070102214813232) *
                     select(less(0.0, x), x, c.real("alpha", 1.67326319217681884) * expm1OfNegative(x));
            }),
      unary("Celu", {28, {"alpha"}},
            [](Term x, const auto& c) {
              const double alpha = c.real("alpha", 1);
              return select(less(x, 0.0), alpha * expm1OfNegative(x / alpha), x);
            }),
      unary("HardSigmoid", {22, {"alpha", "beta"}},
            [](Term x, const auto& c) { return clamped(c.real("alpha", 0.2) * x + c.real("beta", 0.5), 0, 1); }),
      unary("HardSwish", {22}, [](Term x, const auto&) { return x * clamped(x / 6.0 + 0.5, 0, 1); }),
      unary("ThresholdedRelu", {22, {"alpha"}},
            [](Term x, const auto& c) { return select(less(c.real("alpha", 1), x), x, 0.0); }),
      unary("Shrink", {9, {"bias", "lambd"}},
            [](Term x, const auto& c) {
              const double edge = c.real("lambd", 0.5), bias = c.real("bias", 0);
              return select(less(x, -edge), x + bias, select(less(edge, x), x - bias, 0.0));
            }),
      {"Clip", clip, {13, {attributeUntil(10, "max"), attributeUntil(10, "min")}}},
      {"PRelu", prelu, {16}},
      {"Gelu", gelu, {20, {"approximate"}}},
  };
}

}  // namespace

OnnxOperators elementwiseOperators() {
  OnnxOperators all = activations();
  const OnnxOperators functions = {
      named("Exp", 13, "exponential"),
      named("Log", 13, "logarithm"),
      named("Sqrt", 13, "square_root"),
      named("Abs", 13, "absolute"),
      named("Neg", 13, "negate"),
      unary("Reciprocal", {13}, [](Term x, const auto&) { return 1.0 / x; }),
      unary("Sign", {13}, [](Term x, const auto&) { return sign(x); }),
      unary("Floor", {13}, [](Term x, const auto&) { return roundedDown(x); }),
      unary("Ceil", {13}, [](Term x, const auto&) { return roundedUp(x); }),
      unary("Round", {22}, [](Term x, const auto&) { return roundedToEven(x); }),
      unary("Erf", {13}, [](Term x, const auto&) { return errorFunction(x); }),
      unary("Sin", {22}, [](Term x, const auto&) { return sine(x); }),
      unary("Cos", {22}, [](Term x, const auto&) { return cosine(x); }),
      unary("Tan", {22}, [](Term x, const auto&) { return sine(x) / cosine(x); }),
      unary("Sinh", {22}, [](Term x, const auto&) { return 0.5 * (exponentialMinusOne(x) - exponentialMinusOne(-x)); }),
      unary("Cosh", {22}, [](Term x, const auto&) { return 0.5 * (exponential(x) + exponential(-x)); }),
      unary("Asin", {22}, [](Term x, const auto&) { return arcSine(x); }),
      unary("Acos", {22}, [](Term x, const auto&) { return std::numbers::pi / 2 - arcSine(x); }),
      unary("Atan", {22}, [](Term x, const auto&) { return arcTangent(x); }),
      unary("Asinh", {22},
            [](Term x, const auto&) {
              const Term size = absolute(x), s = square(size);
              return sign(x) * logarithmOfOnePlus(size + s / (1.0 + squareRoot(1.0 + s)));
            }),
      unary("Acosh", {22}, [](Term x, const auto&) { return logarithm(x + squareRoot((x - 1.0) * (x + 1.0))); }),
      unary("Atanh", {22}, [](Term x, const auto&) { return 0.5 * logarithmOfOnePlus(2.0 * x / (1.0 - x)); }),
      {"IsInf", isInfinite, {20, {"detect_negative", "detect_positive"}}},
      {"IsNaN", isNaN, {20}},
  };
  all.insert(all.end(), functions.begin(), functions.end());
  return all;
}

}  // namespace fovea
