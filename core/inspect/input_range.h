// Why: a synthesised image must stay within the range of valid pixels and be displayed as an image.
#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/train/checkpoint.h"

namespace fovea {

// The network inputs that correspond to black and white, per channel, after the checkpoint's transforms.
struct InputRange {
  bool picture = false;  // the samples are images; else low is 0, high is 1, and values are unlimited
  std::vector<float> low, high;

  float clampedShare(float share) const;  // clamps to [0, 1] for images
  // Convert from shares, black (0) to white (1), to the network's input f32 [C, …], and back.
  Tensor fromShares(const Tensor& shares) const;
  Tensor toShares(const Tensor& input) const;
  // Converts the gradient with respect to the input to the gradient with respect to the shares.
  Tensor gradientOfShares(const Tensor& gradient) const;
};

// Returns the range of a network's input; `input` is the shape of one sample.
InputRange inputRange(const Checkpoint& checkpoint, const Shape& input);

// Converts shares f32 [1 or 3, H, W] to u8 of the same shape.
Tensor pictureOfShares(const Tensor& shares);

}  // namespace fovea
