// Why: losses and metrics see values as positions × classes, whichever axis holds the classes: [N, K], [N, K, H, W] or
// [N, T, K]. All functions are pure and thread-safe.
#pragma once
#include "core/ops/channel_geometry.h"

namespace fovea {

// The attribute `axis`: default 1; negative ones count from the end.
Field classAxisField();
// The axis of `attributes` in a value of that type, from 0 on. InvalidArgument if there is none, or no class along it.
Result<int> classAxis(const FieldValues& attributes, const TensorType& scores);
// Positions before × classes × positions behind; for types that classAxis() accepts.
ChannelGeometry knownClasses(const FieldValues& attributes, const TensorType& scores);
// The shape of one number for each position: that of `scores` without its axis.
Shape positionsOf(const Shape& scores, int axis);
// InvalidArgument unless `labels` is i32 with one label for each position of `scores`.
Status needLabels(const FieldValues& attributes, const TensorType& scores, const TensorType& labels);

}  // namespace fovea
