// Why: supports real numbers of 8, 6 and 4 bits. They are read into f32 (f64 for E8M0), computed as those, and rounded
// where ONNX's Cast and QuantizeLinear round. All functions are pure and thread-safe.
// Source: ONNX, "Float stored in 8 bits" and "Float stored in 4 bits"; OCP, "8-bit Floating Point" and "Microscaling
// Formats (MX)", 2023.
#pragma once
#include <cstdint>

#include "core/exchange/onnx/onnx_model.h"
#include "core/ops/pointwise_builder.h"

namespace fovea {

struct SmallFloat {
  int exponentBits = 0, mantissaBits = 0, bias = 0;
  double greatest = 0;
  bool hasInfinity = false;
  bool hasNaN = true;
  bool unsignedZero = false;  // -0's bits mean NaN: the types whose names end in "uz"
  bool isPower = false;       // E8M0: 2^(bits - bias), no sign, no 0
};
// Returns null if the element type has another size or is an integer.
const SmallFloat* smallFloatOf(OnnxElement element);

struct SmallRounding {
  bool saturate = true;  // overflow becomes the largest value; else infinity, or NaN if there is none
  enum class Mode { Up, Down, Nearest } mode = Mode::Up;  // E8M0 only: away from 0, towards 0, ties up
  bool infinityIsNaN = false;                             // for types whose names end in "uz", in opsets up to 23
};
// Rounds to the nearest number of that type, ties to even; E8M0 follows `mode`.
PointwiseTerm roundedToSmall(PointwiseTerm x, const SmallFloat& type, const SmallRounding& rounding);
void roundToSmall(std::span<double> numbers, const SmallFloat& type, const SmallRounding& rounding);

// Decodes the lowest bits to a number, and encodes a representable number.
double numberOfSmall(std::uint8_t bits, const SmallFloat& type);
std::uint8_t bitsOfSmall(double number, const SmallFloat& type);

}  // namespace fovea
