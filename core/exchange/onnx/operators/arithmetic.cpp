// ONNX operators of two or more values that are broadcast to one shape: arithmetic, comparisons, logic, selection.
// Source: ONNX operator specification, opsets 1 to 28.
#include <cmath>
#include <limits>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
using BinaryFormula = std::function<Term(Term, Term)>;

// The alignment of the second value with the first, before NumPy's broadcasting rules applied.
OnnxMeaning aligned(std::int64_t since) {
  return {since, {attributeUntil(6, "axis"), attributeUntil(6, "broadcast")}};
}

// Before opset 7, `axis` gave the position of B's axes among those of A.
ValueId alignedSecond(OnnxNodeContext& c) {
  ValueId b = c.in(1);
  if (c.opset() >= 7 || c.integer("broadcast", 0) == 0 || !c.hasAttribute("axis")) return b;
  const std::int64_t axis = c.integer("axis", 0);
  const std::int64_t behind = c.shape().rank() - axis - c.shape(1).rank();
  if (axis < 0 || behind <= 0) return b;
  Extents64 extents = extentsOf(c.shape(1));
  extents.insert(extents.end(), static_cast<std::size_t>(behind), 1);
  return reshaped(c.emitter(), b, extents);
}

OnnxOperator binary(std::string name, std::int64_t since, std::string op) {
  return {std::move(name),
          [op = std::move(op)](OnnxNodeContext& c) -> Status {
            c.give(wrapped(c.emitter(), c.emitter().emitOne(op, {}, {c.in(0), alignedSecond(c)}), c.element()));
            return {};
          },
          aligned(since)};
}

OnnxOperator comparison(std::string name, OnnxMeaning meaning, BinaryFormula formula) {
  return {std::move(name),
          [formula = std::move(formula)](OnnxNodeContext& c) -> Status {
            const ValueId truth = map(c.emitter(), c.in(0), alignedSecond(c), formula);
            c.give(0, castTo(c.emitter(), truth, DataType::Float32), OnnxElement::Bool);
            return {};
          },
          std::move(meaning)};
}

// Combines any number of inputs in pairs.
OnnxOperator variadic(std::string name, std::int64_t since, std::string op, bool mean = false) {
  return {std::move(name),
          [op = std::move(op), mean](OnnxNodeContext& c) -> Status {
            Emitter& e = c.emitter();
            ValueId y = c.in(0);
            for (std::size_t i = 1; i < c.inputCount(); ++i) y = e.emitOne(op, {}, {y, c.in(i)});
            const auto count = static_cast<double>(c.inputCount());
            if (mean) y = map(e, y, [&](Term x) { return x / count; });
            c.give(y);
            return {};
          },
          {since}};
}

Status divide(OnnxNodeContext& c) {
  const bool whole = isWhole(c.element());
  c.give(map(c.emitter(), c.in(0), alignedSecond(c), [&](Term a, Term b) { return whole ? truncated(a / b) : a / b; }));
  return {};
}

Status raised(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const bool whole = isWhole(c.element());
  const DataType type = whole ? DataType::Float64 : c.type().dtype;
  const ValueId exponent = castTo(e, alignedSecond(c), type);
  const ValueId y =
      map(e, c.in(0), exponent, [&](Term a, Term b) { return whole ? truncated(power(a, b)) : power(a, b); });
  c.give(wrapped(e, y, c.element()));
  return {};
}

// a - b q, where q is a / b truncated, or rounded down. The rounding of a / b may be off by one step.
Term remainder(Term a, Term b, bool ofDividend) {
  const Term divisor = ofDividend ? absolute(b) : b, number = ofDividend ? absolute(a) : a;
  const Term rest = number - divisor * roundedDown(number / divisor);
  const auto outside = [&](Term r) { return less(r * divisor, 0.0); };
  const Term inside = select(outside(rest), rest + divisor, select(outside(divisor - rest), rest - divisor, rest));
  // An infinite divisor returns the number itself, or, for the other sign, the divisor.
  const Term beyond = ofDividend ? number : select(less(number * divisor, 0.0), divisor, number);
  const Term whole =
      select(equal(absolute(divisor), kInfinity), select(equal(number - number, 0.0), beyond, number - number), inside);
  const Term giver = ofDividend ? a : b;  // determines the sign
  const Term zero = minimum(maximum(giver, -1.0), 1.0) * 0.0;
  const Term signedRest = ofDividend ? select(less(a, 0.0), -whole, whole) : whole;
  return select(equal(whole, 0.0), zero, signedRest);
}

Status modulo(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  // the remainder has the sign of the dividend, otherwise that of the divisor
  const bool ofDividend = c.integer("fmod", 0) != 0;
  const ValueId a = castTo(e, c.in(0), DataType::Float64), b = castTo(e, c.in(1), DataType::Float64);
  const ValueId y = map(e, a, b, [&](Term x, Term m) { return remainder(x, m, ofDividend); });
  c.give(castTo(e, y, c.type().dtype));
  return {};
}

// For a negative shift, or one of at least the width: all bits are shifted out and replaced by the sign.
Status bitShift(OnnxNodeContext& c) {
  const std::string direction = c.text("direction", "");
  if (direction != "LEFT" && direction != "RIGHT") return unsupported("the direction " + direction);
  const bool left = direction == "LEFT";
  const auto [least, greatest] = rangeOfWhole(c.element());
  const double start = least, span = std::exp2(std::round(std::log2(greatest - least))), places = std::log2(span);
  c.give(map(c.emitter(), c.in(0), c.in(1), [&](Term a, Term b) {
    const Term none = b.builder->constant(0.0), count = clamped(b, 0, places);
    const Term factor = power(b.builder->constant(2.0), count);
    const Term low = a * factor - roundedDown(a * factor / span) * span;  // the remaining bits
    const Term moved = left ? select(lessEqual(start + span, low), low - span, low) : roundedDown(a / factor);
    const Term filled = left ? none : select(less(a, 0.0), -1.0, none);
    return select(less(b, 0.0), filled, select(less(b, places), moved, filled));
  }));
  return {};
}

Status negation(OnnxNodeContext& c) {
  c.give(map(c.emitter(), c.in(0), [](Term x) { return 1.0 - x; }));
  return {};
}

Status where(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const ValueId condition = castTo(e, c.in(0), c.type(1).dtype);
  c.give(0, map(e, condition, c.in(1), c.in(2), [](Term t, Term a, Term b) { return select(t, a, b); }), c.element(1));
  return {};
}

}  // namespace

OnnxOperators arithmeticOperators() {
  return {
      binary("Add", 14, "add"),
      binary("Sub", 14, "subtract"),
      binary("Mul", 14, "multiply"),
      {"Div", divide, aligned(14)},
      {"Pow", raised, aligned(15)},
      {"Mod", modulo, {28, {"fmod"}}},
      {"BitShift", bitShift, {28, {"direction"}}},
      variadic("Max", 13, "maximum"),
      variadic("Min", 13, "minimum"),
      variadic("Sum", 13, "add"),
      variadic("Mean", 13, "add", true),
      comparison("Equal", aligned(19), [](Term a, Term b) { return equal(a, b); }),
      comparison("Less", aligned(13), [](Term a, Term b) { return less(a, b); }),
      comparison("LessOrEqual", {16}, [](Term a, Term b) { return lessEqual(a, b); }),
      comparison("Greater", aligned(13), [](Term a, Term b) { return less(b, a); }),
      comparison("GreaterOrEqual", {16}, [](Term a, Term b) { return lessEqual(b, a); }),
      comparison("And", aligned(7), [](Term a, Term b) { return a * b; }),
      comparison("Or", aligned(7), [](Term a, Term b) { return maximum(a, b); }),
      comparison("Xor", aligned(7), [](Term a, Term b) { return absolute(a - b); }),
      {"Not", negation, {1}},
      {"Where", where, {16}},
  };
}

}  // namespace fovea
