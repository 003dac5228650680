// Why: a picture that is computed rather than taken must stay within what pictures can be, and be shown as one.
#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/train/checkpoint.h"

namespace fovea {

// The values that black and white have as inputs of a network, by channel, after the checkpoint's transforms.
struct InputRange {
  bool picture = false;  // the samples are pictures; else numbers without limits, and low is 0, high is 1
  std::vector<float> low, high;

  float clampedShare(float share) const;  // to [0, 1] for pictures
  // From black (0) and white (1) to the network's numbers, f32 [C, …], and back.
  Tensor fromShares(const Tensor& shares) const;
  Tensor toShares(const Tensor& input) const;
  // The gradient with respect to the shares, of the one with respect to the input.
  Tensor gradientOfShares(const Tensor& gradient) const;
};

// `input` is the shape of one sample of the network's input.
InputRange inputRange(const Checkpoint& checkpoint, const Shape& input);

// Shares f32 [1 or 3, H, W] as u8 of that shape.
Tensor pictureOfShares(const Tensor& shares);

}  // namespace fovea
