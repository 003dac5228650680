// Why: group, layer and instance normalisation see [N, C, ...] as rows of numbers that share a mean. Shape rules and
// kernels share this view.
#pragma once
#include <fmt/format.h>

#include "core/ops/normalization_rules.h"

namespace fovea {

// x is [batch, groups, channels, inner]; a row is one group of one sample, channels * inner numbers.
struct GroupGeometry {
  std::int64_t batch = 0;
  std::int64_t groups = 1;
  std::int64_t channels = 1;  // per group
  std::int64_t inner = 1;     // numbers per channel

  std::int64_t rows() const { return batch * groups; }
  std::int64_t rowLength() const { return channels * inner; }
  // The channel of x (over all groups) that element i of row `row` belongs to.
  std::int64_t channel(std::int64_t row, std::int64_t i) const { return row % groups * channels + i / inner; }
};

inline Field groupsField() {
  return integerField("groups", "Groups", "Parts that the channels are split into; each has a mean of its own.", 1, 1,
                      static_cast<double>(Shape::kMaximumElements));
}

// InvalidArgument with a message for the user. After inferOp() accepted an op's types, this cannot fail.
inline Result<GroupGeometry> readGroups(const FieldValues& attributes, const TensorType& x) {
  FOVEA_CHECK(needChannels("input", x));
  const std::int64_t groups = attributes.integer("groups"), channels = x.shape[1];
  if (channels % groups != 0)
    return invalidInput(fmt::format("{} groups do not divide {} channels.", groups, channels));
  return GroupGeometry{x.shape[0], groups, channels / groups, x.shape.elementsFrom(2)};
}

}  // namespace fovea
