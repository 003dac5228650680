// Why: spatial layers accept signals [N, C, L], images [N, C, H, W] and volumes [N, C, D, H, W]. They share how their
// lists of numbers apply to one, two or three axes, and how a signal becomes an image of height 1 for the ops.
// Thread-safety: pure functions.
#pragma once
#include "core/layers/layer_checks.h"

namespace fovea {

// A field with one number per spatial axis, one to three of them.
Field axesField(const char* name, const char* title, const char* help, double minimum, double maximum);

// InvalidArgument unless `shape` has one to three spatial axes. `subject` begins the sentence: "A convolution".
Status needPlaces(const std::string& subject, const Shape& shape);
// The number of spatial axes.
std::size_t placeAxes(const Shape& shape);

// Expands `list` to one number for each of `axes` axes. Equal numbers apply to any number of axes; others must match:
// "The kernel 3×5 has 2 numbers, but a volume has 3 axes."
Result<std::vector<std::int64_t>> forAxes(const char* what, const std::vector<std::int64_t>& list, std::size_t axes);

// Reshapes a signal to an image of height 1, for ops that support only images and volumes; returns other values as is.
ValueId asImage(LayerBuilder& builder, ValueId value);
// The inverse: reshapes an image of height 1 to a signal if `input`, the layer's input, is a signal.
ValueId likeInput(LayerBuilder& builder, ValueId input, ValueId image);
// Extends a list for such an op: a single entry gets `neutral` before it, for the height.
std::vector<std::int64_t> asImageList(const std::vector<std::int64_t>& list, std::int64_t neutral);
// Converts symmetric padding per axis to the ops' form: all before, then all after.
std::vector<std::int64_t> asImagePadding(const std::vector<std::int64_t>& padding);

// The lists of a pooling layer, completed for its input.
struct PoolingLists {
  std::vector<std::int64_t> kernel, stride, padding;
};
// Checks the input and the window, and completes the lists. `subject` begins the sentence: "Max pooling".
Result<PoolingLists> poolingLists(const std::string& subject, const PoolingLists& given, const Shape& input);

}  // namespace fovea
