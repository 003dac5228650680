// Why: padding and its backward op share the mapping from output positions to input positions, axis by axis.
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

  // The input position that output position `at` copies along an axis; -1 for the constant.
  std::int64_t source(std::size_t axis, std::int64_t at) const;
};

// padding [all before, then all after: top, left, bottom, right], mode, value.
std::vector<Field> paddingFields();
// Reads the attributes of pad for the input `x`. InvalidArgument with a message for the user.
Result<PaddingGeometry> readPadding(const FieldValues& attributes, const Shape& x);
// The output's shape for that geometry.
Shape paddedShape(const PaddingGeometry& geometry, const Shape& x);

}  // namespace fovea
