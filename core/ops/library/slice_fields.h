// Why: slice and its backward op share their attributes, checks and byte ranges.
#pragma once
#include <fmt/format.h>

#include "core/ops/op_rules.h"
#include "core/ops/window.h"

namespace fovea {

struct SliceRange {
  int axis = 1;
  std::int64_t start = 0;
  std::int64_t length = 1;
};

// The bytes to copy from a dense tensor seen as rows × (extent of the axis and of all axes after it).
struct SliceBytes {
  std::size_t rows = 0;
  std::size_t whole = 0;   // bytes per row of x
  std::size_t part = 0;    // bytes per row of the slice
  std::size_t offset = 0;  // start of the slice within a row of x
};

inline Field sliceAxisField() {
  return integerField("axis", "Axis", "The axis to cut along; 1 is the channels.", 1, 0, Shape::kMaximumRank - 1);
}

inline Field sliceStartField() {
  return integerField("start", "Start", "The first position that is kept, from 0.", 0, 0, kMaximumExtent);
}

// Reads the attributes of slice.
inline SliceRange readSlice(const FieldValues& attributes) {
  return {static_cast<int>(attributes.integer("axis")), attributes.integer("start"), attributes.integer("length")};
}

inline Status checkSlice(const SliceRange& range, const Shape& x) {
  if (range.axis >= x.rank())
    return invalidInput(fmt::format("There is no axis {} in {} to cut along.", range.axis, x.toString()));
  if (range.start + range.length > x[range.axis])
    return invalidInput(fmt::format("Positions {} to {} reach beyond the {} along axis {} of {}.", range.start,
                                    range.start + range.length - 1, x[range.axis], range.axis, x.toString()));
  return {};
}

inline SliceBytes sliceBytes(const SliceRange& range, const TensorType& x) {
  std::int64_t rows = 1;
  for (int i = 0; i < range.axis; ++i) rows *= x.shape[i];
  const std::size_t unit = static_cast<std::size_t>(x.shape.elementsFrom(range.axis + 1)) * byteSize(x.dtype);
  return {static_cast<std::size_t>(rows), static_cast<std::size_t>(x.shape[range.axis]) * unit,
          static_cast<std::size_t>(range.length) * unit, static_cast<std::size_t>(range.start) * unit};
}

}  // namespace fovea
