#include "core/exchange/onnx/small_floats.h"

#include <cmath>
#include <limits>

namespace fovea {
namespace {

using Term = PointwiseTerm;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kEndless = std::numeric_limits<double>::infinity();

double powerOfTwo(int exponent) {
  return std::ldexp(1.0, exponent);
}

// The largest power of two that is at most `size`, for sizes from 1 to 2^(2 * widest) - 1.
Term powerBelow(Term size, int widest) {
  Term power = size.builder->constant(1.0);
  for (int step = widest; step >= 1; step /= 2) {
    const Term fits = lessEqual(powerOfTwo(step), size);
    power = select(fits, power * powerOfTwo(step), power);
    size = select(fits, size * powerOfTwo(-step), size);
  }
  return power;
}

// x must not be negative.
Term roundedToPower(Term x, const SmallFloat& type, const SmallRounding& rounding) {
  const double least = powerOfTwo(-type.bias);
  const Term size = minimum(maximum(x * (1 / least), 1.0), type.greatest / least);
  const Term below = powerBelow(size, 128);
  const Term above = rounding.mode == SmallRounding::Mode::Nearest ? lessEqual(below * 1.5, size) : less(below, size);
  Term power = rounding.mode == SmallRounding::Mode::Down ? below : select(above, below * 2.0, below);
  power = minimum(power * least, type.greatest);
  if (!rounding.saturate) {
    power = select(less(x, least), kNaN, power);
    power = select(less(type.greatest, x), kNaN, power);
  }
  return select(equal(x, x), power, kNaN);
}

}  // namespace

const SmallFloat* smallFloatOf(OnnxElement element) {
  static constexpr SmallFloat e4m3fn{4, 3, 7, 448, false, true, false, false},
      e4m3fnuz{4, 3, 8, 240, false, true, true, false}, e5m2{5, 2, 15, 57344, true, true, false, false},
      e5m2fnuz{5, 2, 16, 57344, false, true, true, false}, e2m1{2, 1, 1, 6, false, false, false, false},
      e2m3{2, 3, 1, 7.5, false, false, false, false}, e3m2{3, 2, 3, 28, false, false, false, false},
      e8m0{8, 0, 127, 0x1p127, false, true, false, true};
  switch (element) {
    case OnnxElement::Float8E4M3FN:
      return &e4m3fn;
    case OnnxElement::Float8E4M3FNUZ:
      return &e4m3fnuz;
    case OnnxElement::Float8E5M2:
      return &e5m2;
    case OnnxElement::Float8E5M2FNUZ:
      return &e5m2fnuz;
    case OnnxElement::Float4E2M1:
      return &e2m1;
    case OnnxElement::Float6E2M3:
      return &e2m3;
    case OnnxElement::Float6E3M2:
      return &e3m2;
    case OnnxElement::Float8E8M0:
      return &e8m0;
    default:
      return nullptr;
  }
}

PointwiseTerm roundedToSmall(PointwiseTerm x, const SmallFloat& type, const SmallRounding& rounding) {
  if (type.isPower) return roundedToPower(x, type, rounding);
  // The spacing of numbers: that of the smallest normal ones, or as given by their power of two.
  const double least = powerOfTwo(1 - type.bias);
  const Term size = absolute(x), inside = minimum(size, 2 * type.greatest);
  const Term quantum = powerBelow(maximum(inside * (1 / least), 1.0), 1 << (type.exponentBits - 1)) *
                       (least * powerOfTwo(-type.mantissaBits));
  const Term steps = inside / quantum, below = roundedDown(steps), rest = steps - below;
  const Term odd = below - 2.0 * roundedDown(below * 0.5);
  Term y = select(less(0.5, rest), below + 1.0, select(less(rest, 0.5), below, below + odd)) * quantum;
  if (rounding.saturate || !type.hasNaN)
    y = minimum(y, type.greatest);
  else
    y = select(less(type.greatest, y), type.hasInfinity ? kEndless : kNaN, y);
  if (type.unsignedZero && rounding.infinityIsNaN) y = select(equal(size, kEndless), kNaN, y);
  y = select(less(x, 0.0), -y, y);
  return select(equal(x, x), y, type.hasNaN ? kNaN : 0.0);
}

void roundToSmall(std::span<double> numbers, const SmallFloat& type, const SmallRounding& rounding) {
  PointwiseBuilder builder(1);
  const PointwiseProgram program = builder.finish({roundedToSmall(builder.input(0), type, rounding)});
  std::vector<double> registers(static_cast<std::size_t>(program.registers()));
  for (double& number : numbers) {
    registers[0] = number;
    evaluate(program, std::span<double>(registers));
    number = registers[static_cast<std::size_t>(program.outputs[0])];
  }
}

double numberOfSmall(std::uint8_t bits, const SmallFloat& type) {
  if (type.isPower) return bits == 0xff ? kNaN : powerOfTwo(bits - type.bias);
  const int mantissaSteps = 1 << type.mantissaBits, exponents = 1 << type.exponentBits;
  const int mantissa = bits % mantissaSteps, exponent = bits / mantissaSteps % exponents;
  const bool negative = (bits / mantissaSteps / exponents) % 2 != 0;
  if (type.unsignedZero && negative && mantissa == 0 && exponent == 0) return kNaN;
  const double fraction = static_cast<double>(mantissa) / mantissaSteps;
  const double size =
      exponent == 0 ? fraction * powerOfTwo(1 - type.bias) : (1 + fraction) * powerOfTwo(exponent - type.bias);
  if (size > type.greatest) return type.hasInfinity && mantissa == 0 ? (negative ? -kEndless : kEndless) : kNaN;
  return negative ? -size : size;
}

std::uint8_t bitsOfSmall(double number, const SmallFloat& type) {
  const int mantissaSteps = 1 << type.mantissaBits, exponents = 1 << type.exponentBits;
  if (type.isPower)
    return static_cast<std::uint8_t>(std::isnan(number) ? 0xff : std::ilogb(std::max(number, 0x1p-127)) + type.bias);
  const int sign = std::signbit(number) ? mantissaSteps * exponents : 0;
  if (std::isnan(number)) return static_cast<std::uint8_t>(type.unsignedZero ? mantissaSteps * exponents : 0x7f);
  if (std::isinf(number)) return static_cast<std::uint8_t>(sign + (exponents - 1) * mantissaSteps);
  const double size = std::abs(number);
  if (size == 0) return static_cast<std::uint8_t>(type.unsignedZero ? 0 : sign);
  const int power = std::max(std::ilogb(size), 1 - type.bias);
  // A subnormal has exponent 0 and no leading 1; its first digit above would be that of exponent 1.
  const auto digits = static_cast<int>(std::ldexp(size, type.mantissaBits - power));
  return static_cast<std::uint8_t>(sign + (power + type.bias - 1) * mantissaSteps + digits);
}

}  // namespace fovea
