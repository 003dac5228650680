// ONNX operators of two or more values that are broadcast to one shape: arithmetic, comparisons, logic, choice.
// Source: ONNX operator specification, opsets 1 to 17.
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
using Formula = std::function<Term(Term, Term)>;

// Before opset 7, `axis` said where the axes of B lie among those of A.
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

OnnxOperator binary(std::string name, std::string op) {
  return {std::move(name), [op = std::move(op)](OnnxNodeContext& c) -> Status {
            c.give(wrapped(c.emitter(), c.emitter().emitOne(op, {}, {c.in(0), alignedSecond(c)}), c.element()));
            return {};
          }};
}

OnnxOperator comparison(std::string name, Formula formula) {
  return {std::move(name), [formula = std::move(formula)](OnnxNodeContext& c) -> Status {
            const ValueId truth = map(c.emitter(), c.in(0), alignedSecond(c), formula);
            c.give(0, castTo(c.emitter(), truth, DataType::Float32), OnnxElement::Bool);
            return {};
          }};
}

// Of any number of inputs, two by two.
OnnxOperator variadic(std::string name, std::string op, bool mean = false) {
  return {std::move(name), [op = std::move(op), mean](OnnxNodeContext& c) -> Status {
            Emitter& e = c.emitter();
            ValueId y = c.in(0);
            for (std::size_t i = 1; i < c.inputCount(); ++i) y = e.emitOne(op, {}, {y, c.in(i)});
            const auto count = static_cast<double>(c.inputCount());
            if (mean) y = map(e, y, [&](Term x) { return x / count; });
            c.give(y);
            return {};
          }};
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

Status modulo(OnnxNodeContext& c) {
  const bool ofDividend = c.integer("fmod", 0) != 0;  // the remainder has the sign of the dividend, else the divisor's
  c.give(map(c.emitter(), c.in(0), c.in(1),
             [&](Term a, Term b) { return a - b * (ofDividend ? truncated(a / b) : roundedDown(a / b)); }));
  return {};
}

Status bitShift(OnnxNodeContext& c) {
  const bool left = c.text("direction", "") == "LEFT";
  const ValueId y = map(c.emitter(), c.in(0), c.in(1), [&](Term a, Term b) {
    return left ? a * power(a.builder->constant(2.0), b) : roundedDown(a / power(a.builder->constant(2.0), b));
  });
  if (c.element() == OnnxElement::UInt64 && left) {
    c.give(map(c.emitter(), y, [](Term t) { return t - roundedDown(t / 0x1p64) * 0x1p64; }));
    return {};
  }
  c.give(wrapped(c.emitter(), y, c.element()));
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
      binary("Add", "add"),
      binary("Sub", "subtract"),
      binary("Mul", "multiply"),
      {"Div", divide},
      {"Pow", raised},
      {"Mod", modulo},
      {"BitShift", bitShift},
      variadic("Max", "maximum"),
      variadic("Min", "minimum"),
      variadic("Sum", "add"),
      variadic("Mean", "add", true),
      comparison("Equal", [](Term a, Term b) { return equal(a, b); }),
      comparison("Less", [](Term a, Term b) { return less(a, b); }),
      comparison("LessOrEqual", [](Term a, Term b) { return lessEqual(a, b); }),
      comparison("Greater", [](Term a, Term b) { return less(b, a); }),
      comparison("GreaterOrEqual", [](Term a, Term b) { return lessEqual(b, a); }),
      comparison("And", [](Term a, Term b) { return a * b; }),
      comparison("Or", [](Term a, Term b) { return maximum(a, b); }),
      comparison("Xor", [](Term a, Term b) { return absolute(a - b); }),
      {"Not", negation},
      {"Where", where},
  };
}

}  // namespace fovea
