// Why: padding and its backward map each place of the output to a place of the input, axis by axis, in one way.
#pragma once
#include "core/ops/places.h"

namespace fovea {

enum class PaddingMode { Constant, Reflect, Replicate };

struct PaddingGeometry {
  std::int64_t planes = 0;
  PaddingMode mode = PaddingMode::Constant;
  double value = 0;
  Extents before{0, 0, 0};
  Extents input{1, 1, 1};
  Extents output{1, 1, 1};

  // The input that output `at` takes its number from along an axis; -1 where it is the constant.
  std::int64_t source(std::size_t axis, std::int64_t at) const;
};

// padding [all before, then all after: top, left, bottom, right], mode, value.
std::vector<Field> paddingFields();
// From the input of pad. InvalidArgument in words for the user.
Result<PaddingGeometry> readPadding(const FieldValues& attributes, const Shape& x);
// The output's shape for that geometry.
Shape paddedShape(const PaddingGeometry& geometry, const Shape& x);

}  // namespace fovea
