// Why: ops whose convolution reads a normalised value that nobody has written take it in the same three inputs.
#pragma once
#include "core/ops/channel_geometry.h"
#include "core/ops/op_rules.h"

namespace fovea {

// x, factor and shift: what the convolution reads is relu(x * factor + shift), by channel.
constexpr std::size_t kNormInputs = 3;

inline Status needNormInput(std::span<const TensorType> inputs) {
  const TensorType& x = inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needRank("input", x, 4, "[N, C, H, W]"));
  FOVEA_CHECK(needType("factor", inputs[1], {x.dtype, Shape{x.shape[1]}}));
  return needType("shift", inputs[2], {x.dtype, Shape{x.shape[1]}});
}

// For references: what the convolution reads, in x's type. NaN stays NaN.
inline Tensor normalisedInput(std::span<const TensorView> inputs) {
  const TensorType& type = inputs[0].type;
  const ChannelGeometry g = readChannels(type.shape);
  Tensor result = Tensor::make(type);
  dispatchReal(type.dtype, [&]<class T>() {
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t c = 0; c < g.channels; ++c)
        for (std::int64_t i = 0; i < g.inner; ++i) {
          const std::int64_t at = g.at(n, c, i);
          const T value = inputs[0].as<T>()[at] * inputs[1].as<T>()[c] + inputs[2].as<T>()[c];
          result.data<T>()[at] = value <= T(0) ? T(0) : value;
        }
  });
  return result;
}

}  // namespace fovea
