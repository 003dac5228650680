// Why: normalisation and softmax see [N, C, ...] as outer × channels × inner. Shape rules and kernels share this view.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// Element (n, c, i) of a value [N, C, ...] lies at (n*channels + c)*inner + i.
struct ChannelGeometry {
  std::int64_t batch = 0;
  std::int64_t channels = 1;
  std::int64_t inner = 1;  // elements per channel and sample

  std::int64_t at(std::int64_t n, std::int64_t c, std::int64_t i) const { return (n * channels + c) * inner + i; }
  std::int64_t perChannel() const { return batch * inner; }
};

// `shape` must have rank 2 or more.
inline ChannelGeometry readChannels(const Shape& shape) {
  return {shape[0], shape[1], shape.elementsFrom(2)};
}

}  // namespace fovea
