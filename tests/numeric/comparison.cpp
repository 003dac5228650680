// Why: the one definition of "equal" for two results.
#include <fmt/format.h>

#include <cmath>

#include "core/tensor/half.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

template <class T>
bool agree(T expected, T actual, const Tolerance& tolerance) {
  if constexpr (std::is_integral_v<T>) {
    return expected == actual;
  } else {
    if (std::isnan(expected) || std::isnan(actual)) return std::isnan(expected) && std::isnan(actual);
    if (expected == actual) return true;
    if (std::isinf(expected) || std::isinf(actual)) return false;
    const double difference = std::abs(static_cast<double>(actual) - static_cast<double>(expected));
    return difference <= tolerance.absolute + tolerance.relative * std::abs(static_cast<double>(expected));
  }
}

template <class T>
Status compareElements(const Tensor& expected, const Tensor& actual, const Tolerance& tolerance) {
  const T* want = expected.data<T>();
  const T* got = actual.data<T>();
  std::int64_t wrong = 0, worst = -1;
  double worstDifference = -1;
  for (std::int64_t i = 0; i < expected.elementCount(); ++i) {
    if (agree(want[i], got[i], tolerance)) continue;
    ++wrong;
    const double difference = std::abs(static_cast<double>(got[i]) - static_cast<double>(want[i]));
    // A NaN instead of a number is worse than any number.
    if (worst >= 0 && !(difference > worstDifference) && !(std::isnan(difference) && !std::isnan(worstDifference)))
      continue;
    worst = i;
    worstDifference = difference;
  }
  if (wrong == 0) return {};
  return fail(
      ErrorCode::Internal,
      fmt::format("{} of {} elements of {} differ; the worst is element {}: {} instead of {} (allowed: {:.3g} + {:.3g} "
                  "of it).",
                  wrong, expected.elementCount(), expected.type().toString(), worst, got[worst], want[worst],
                  tolerance.absolute, tolerance.relative));
}

}  // namespace

Tolerance toleranceFor(DataType type, double operationsPerElement) {
  if (type == DataType::Float16) return {1e-3, 1e-5 + 0x1p-24 * operationsPerElement};
  if (type == DataType::BFloat16) return {1.6e-2, 1e-5 + 0x1p-24 * operationsPerElement};
  if (type == DataType::Float64) return {1e-7, 1e-7 + 0x1p-53 * operationsPerElement};
  return {1.3e-6, 1e-5 + 0x1p-24 * operationsPerElement};
}

Status compare(const Tensor& expected, const Tensor& actual, const Tolerance& tolerance) {
  if (expected.type() != actual.type())
    return fail(ErrorCode::Internal,
                fmt::format("The result is {} instead of {}.", actual.type().toString(), expected.type().toString()));
  if (isHalf(expected.dtype()))
    return compareElements<float>(converted(expected, DataType::Float32), converted(actual, DataType::Float32),
                                  tolerance);
  switch (expected.dtype()) {
    case DataType::Float32:
      return compareElements<float>(expected, actual, tolerance);
    case DataType::Float64:
      return compareElements<double>(expected, actual, tolerance);
    case DataType::Int32:
      return compareElements<std::int32_t>(expected, actual, tolerance);
    case DataType::Int64:
      return compareElements<std::int64_t>(expected, actual, tolerance);
    case DataType::UInt8:
      return compareElements<std::uint8_t>(expected, actual, tolerance);
    default:
      return fail(ErrorCode::Unsupported, "There is no comparison for " + expected.type().toString() + ".");
  }
}

Status compareNorms(const Tensor& expected, const Tensor& actual) {
  constexpr double kBound = 1e-4;
  if (expected.type() != actual.type() || expected.dtype() != DataType::Float32)
    return compare(expected, actual, toleranceFor(DataType::Float32, 1));
  double norm = 0, difference = 0;
  for (std::int64_t i = 0; i < expected.elementCount(); ++i) {
    const auto want = static_cast<double>(expected.data<float>()[i]),
               got = static_cast<double>(actual.data<float>()[i]);
    norm += want * want;
    difference += (got - want) * (got - want);
  }
  // The comparison is false for NaN, so NaN fails.
  if (std::sqrt(difference) <= kBound * std::sqrt(norm)) return {};
  return fail(ErrorCode::Internal, fmt::format("The result differs by {:.3g} of its L2 norm (allowed: {:.3g}).",
                                               std::sqrt(difference / norm), kBound));
}

}  // namespace fovea::numeric
