// Why: losses and metrics see values as positions × classes, whichever axis holds the classes: [N, K], [N, K, H, W] or
// [N, T, K]. All functions are pure and thread-safe.
#pragma once
#include "core/ops/channel_geometry.h"

namespace fovea {

// The attribute `axis`: default 1; negative ones count from the end.
Field classAxisField();
// Returns the class axis of a value of that type, counted from 0. InvalidArgument if the axis is missing or empty.
Result<int> classAxis(const FieldValues& attributes, const TensorType& scores);
// Returns outer positions × classes × inner positions, for types that classAxis() accepts.
ChannelGeometry knownClasses(const FieldValues& attributes, const TensorType& scores);
// The shape of a value with one number per position: `scores` without the class axis.
Shape positionsOf(const Shape& scores, int axis);
// InvalidArgument unless `labels` is i32 with one label for each position of `scores`.
Status needLabels(const FieldValues& attributes, const TensorType& scores, const TensorType& labels);

}  // namespace fovea
