// Why: layers that look at places take signals [N, C, L], images [N, C, H, W] and volumes [N, C, D, H, W]; how their
// lists of numbers apply to one, two or three axes has one home, and so has the way a signal becomes an image one row
// high for the ops.
// Thread-safety: pure functions.
#pragma once
#include "core/layers/layer_checks.h"

namespace fovea {

// A field with a number for each axis behind the channels: one to three of them.
Field axesField(const char* name, const char* title, const char* help, double minimum, double maximum);

// InvalidArgument unless `shape` has one to three axes behind the channels. `subject` begins the sentence: "A
// convolution".
Status needPlaces(const std::string& subject, const Shape& shape);
// Axes behind the channels.
std::size_t placeAxes(const Shape& shape);

// `list` with one number for each of `axes` axes. Numbers that are all the same hold for any number of axes; others
// must be as many as there are axes: "The kernel 3×5 has 2 numbers, but a volume has 3 axes."
Result<std::vector<std::int64_t>> forAxes(const char* what, const std::vector<std::int64_t>& list, std::size_t axes);

// A value for ops that know images and volumes: a signal as an image one row high, all else as it is.
ValueId asImage(LayerBuilder& builder, ValueId value);
// Back again: an image one row high as a signal where `input`, the layer's input, was one.
ValueId likeInput(LayerBuilder& builder, ValueId input, ValueId image);
// A list of such an op: for one axis, `neutral` for the row before it.
std::vector<std::int64_t> asImageList(const std::vector<std::int64_t>& list, std::int64_t neutral);
// Padding by axis, the same on both sides, as the ops want it: all before, then all after.
std::vector<std::int64_t> asImagePadding(const std::vector<std::int64_t>& padding);

// The lists of a pooling layer for its input.
struct PoolingLists {
  std::vector<std::int64_t> kernel, stride, padding;
};
// Checks the input and the window, and completes the lists. `subject` begins the sentence: "Max pooling".
Result<PoolingLists> poolingLists(const std::string& subject, const PoolingLists& given, const Shape& input);

}  // namespace fovea
