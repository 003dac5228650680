// ONNX operators on the bits of integers, which are computed as reals: bit by bit. Of 64 bits 53 are exact, as
// everywhere here; cases that need more are refused. Source: ONNX operator specification, Bitwise* of opset 18, BitCast
// of opset 26.
#include <bit>
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
constexpr int kExactBits = 53;

int bitsOf(OnnxElement element) {
  const auto [least, greatest] = rangeOfWhole(element);
  return static_cast<int>(std::log2(greatest - least + 1) + 0.5);
}

// The common bits of two integers from 0 to 2^bits - 1.
Term sharedBits(Term a, Term b, int bits) {
  Term result = a.builder->constant(0.0);
  for (int i = 0; i < bits; ++i) {
    const Term halfOfA = roundedDown(a * 0.5), halfOfB = roundedDown(b * 0.5);
    result = result + (a - 2.0 * halfOfA) * (b - 2.0 * halfOfB) * std::ldexp(1.0, i);
    a = halfOfA;
    b = halfOfB;
  }
  return result;
}

// Sixteen bits at a time, which f32 holds exactly. A negative number has all higher bits set, as in two's complement:
// dividing and rounding down shifts them. The highest bit of a signed result counts as negative.
ValueId sharedBits(Emitter& e, ValueId a, ValueId b, OnnxElement element) {
  constexpr int kAtOnce = 16;
  const bool isSigned = rangeOfWhole(element).first < 0;
  const int bits = bitsOf(element);
  ValueId result;
  for (int first = 0; first < bits; first += kAtOnce) {
    const int count = std::min(kAtOnce, bits - first);
    const double place = std::ldexp(1.0, first), size = std::ldexp(1.0, count);
    const auto part = [&](ValueId x) {
      const ValueId moved =
          map(e, x, [&](Term t) { return roundedDown(t / place) - roundedDown(t / (place * size)) * size; });
      return castTo(e, moved, DataType::Float32);
    };
    const ValueId shared =
        castTo(e, map(e, part(a), part(b), [&](Term x, Term y) { return sharedBits(x, y, count); }), DataType::Float64);
    const bool top = isSigned && first + count == bits;
    const ValueId placed =
        map(e, shared, [&](Term t) { return (top ? select(lessEqual(size / 2, t), t - size, t) : t) * place; });
    result = result.valid() ? sum(e, result, placed) : placed;
  }
  return result;
}

OnnxOperator ofBits(std::string name, std::function<Term(Term a, Term b, Term shared)> formula) {
  return {std::move(name),
          [formula = std::move(formula)](OnnxNodeContext& c) -> Status {
            const OnnxElement element = c.element();
            if (!isWhole(element) || c.element(1) != element) return unsupported("numbers that are not whole");
            const ValueId shared = sharedBits(c.emitter(), c.in(0), c.in(1), element);
            c.give(map(c.emitter(), c.in(0), c.in(1), shared, formula));
            return {};
          },
          {18}};
}

Status bitwiseNot(OnnxNodeContext& c) {
  const OnnxElement element = c.element();
  if (!isWhole(element)) return unsupported("numbers that are not whole");
  if (element == OnnxElement::UInt64) return unsupported("the result has 64 bits");
  const double all = rangeOfWhole(element).first < 0 ? -1 : rangeOfWhole(element).second;
  c.give(map(c.emitter(), c.in(0), [&](Term x) { return all - x; }));
  return {};
}

// The number of bits of the type. bitsOfNumber() and numberOfBits() convert between a number of the type and its bits.
int widthOf(OnnxElement element) {
  switch (element) {
    case OnnxElement::Float:
      return 32;
    case OnnxElement::Double:
      return 64;
    case OnnxElement::Float16:
    case OnnxElement::BFloat16:
      return 16;
    case OnnxElement::Bool:
      return 8;
    case OnnxElement::Float4E2M1:
      return 4;
    default:
      return smallFloatOf(element) ? 8 : isWhole(element) ? bitsOf(element) : 0;
  }
}

std::uint64_t bitsOfNumber(OnnxElement element, const Tensor& numbers, std::int64_t i) {
  const double number = numberAt(numbers, i);
  if (const SmallFloat* small = smallFloatOf(element)) return bitsOfSmall(number, *small);
  switch (element) {
    case OnnxElement::Float:
      return std::bit_cast<std::uint32_t>(numbers.data<float>()[i]);
    case OnnxElement::Double:
      return std::bit_cast<std::uint64_t>(number);
    case OnnxElement::Float16:
      return toFloat16(static_cast<float>(number));
    case OnnxElement::BFloat16:
      return toBFloat16(static_cast<float>(number));
    default:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
  }
}

double numberOfBits(OnnxElement element, std::uint64_t bits) {
  if (const SmallFloat* small = smallFloatOf(element)) return numberOfSmall(static_cast<std::uint8_t>(bits), *small);
  switch (element) {
    case OnnxElement::Float:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case OnnxElement::Double:
      return std::bit_cast<double>(bits);
    case OnnxElement::Float16:
      return static_cast<double>(fromFloat16(static_cast<std::uint16_t>(bits)));
    case OnnxElement::BFloat16:
      return static_cast<double>(fromBFloat16(static_cast<std::uint16_t>(bits)));
    case OnnxElement::Bool:
      return bits != 0 ? 1 : 0;
    default: {
      const int width = widthOf(element);
      const std::uint64_t kept = width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
      const bool negative = rangeOfWhole(element).first < 0 && (kept >> (width - 1) & 1) != 0;
      if (!negative) return static_cast<double>(kept);
      return static_cast<double>(static_cast<std::int64_t>(width == 64 ? kept : kept | ~std::uint64_t{0} << width));
    }
  }
}

// 64-bit integers with exact results.
bool isExact(OnnxElement element, std::uint64_t bits) {
  if (!isWhole(element) || widthOf(element) < 64) return true;
  const bool isSigned = rangeOfWhole(element).first < 0;
  const auto size = isSigned && bits >> 63 != 0 ? ~bits + 1 : bits;
  return size <= std::uint64_t{1} << kExactBits;
}

// The graph converts between integers; the bits of reals must be known.
Status bitCast(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const OnnxElement from = c.element(), to = static_cast<OnnxElement>(c.integer("to", 0));
  if (!isNumber(to) || widthOf(from) != widthOf(to)) return unsupported("the types differ in size");
  if (from == to) {
    c.give(c.in(0));
    return {};
  }
  if (isWhole(from) && isWhole(to) && widthOf(to) < 64) {
    c.give(0, wrapped(e, c.in(0), to), to);
    return {};
  }
  FOVEA_TRY(const Tensor numbers, c.known(0));
  std::vector<double> values;
  for (std::int64_t i = 0; i < numbers.elementCount(); ++i) {
    const std::uint64_t bits = bitsOfNumber(from, numbers, i);
    if (!isExact(from, bits) || !isExact(to, bits)) return unsupported("whole numbers of more than 53 bits");
    values.push_back(numberOfBits(to, bits));
  }
  c.give(0, e.constant(tensorOf(computedType(to), numbers.shape(), values)), to);
  return {};
}

}  // namespace

OnnxOperators bitsOperators() {
  return {
      ofBits("BitwiseAnd", [](Term, Term, Term shared) { return shared; }),
      ofBits("BitwiseOr", [](Term a, Term b, Term shared) { return a + b - shared; }),
      ofBits("BitwiseXor", [](Term a, Term b, Term shared) { return a + b - 2.0 * shared; }),
      {"BitwiseNot", bitwiseNot, {18}},
      {"BitCast", bitCast, {26, {"to"}}},
  };
}

}  // namespace fovea
