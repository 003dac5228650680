// Why: layers that look at an image through a window share their fields, their checks and their words.
// Thread-safety: pure functions.
#pragma once
#include <string>
#include <vector>

#include "core/layers/layer_type.h"

namespace fovea {

// "20×24×24" for an image [N, C, H, W], "500 numbers" for a vector [N, K].
std::string inputWords(const Shape& shape);
// "5×5"; "5" for one number.
std::string timesWords(const std::vector<std::int64_t>& list);
// "2×2", and the stride where it is not the kernel: "3×3 / 2". For a pooling node.
std::string windowCaption(const std::vector<std::int64_t>& kernel, const std::vector<std::int64_t>& stride);

// InvalidArgument unless `shape` is [N, C, H, W]. `subject` begins the sentence: "A convolution".
Status needImage(const std::string& subject, const Shape& shape);
// InvalidArgument unless `shape` is [N, K].
Status needVector(const std::string& subject, const Shape& shape);
// InvalidArgument unless `shape` is [N, T, K].
Status needSequence(const std::string& subject, const Shape& shape);
// InvalidArgument if there are fewer than two inputs.
Status needSeveral(const std::string& subject, std::span<const ValueId> inputs);

// A window that slides over an image; all lists are [vertical, horizontal].
struct Window {
  std::vector<std::int64_t> kernel;
  std::vector<std::int64_t> padding;
  std::vector<std::int64_t> dilation{1, 1};

  // The extent of the kernel along `axis` (0 vertical), holes included.
  std::int64_t reach(int axis) const;
  // Padding to add on both sides so that the kernel fits once; 0 if it fits.
  std::int64_t missing(const Shape& image, int axis) const;
};

// InvalidArgument if the window is larger than the padded image [N, C, H, W].
Status checkWindow(const Shape& image, const Window& window);
// InvalidArgument if padding is more than half of the kernel, where a pooling window could see nothing but padding.
Status checkPoolingPadding(const Window& window);

// [vertical, horizontal] as the ops want it: [top, left, bottom, right].
std::vector<std::int64_t> allSides(const std::vector<std::int64_t>& padding);

// A field of two numbers [vertical, horizontal].
Field pairField(const char* name, const char* title, const char* help, double minimum, double maximum);
// A field for one number or a flag.
Field plainField(const char* name, const char* title, const char* help,
                 double minimum = std::numeric_limits<double>::lowest(),
                 double maximum = std::numeric_limits<double>::max());
// The `initializer` field of layers with weights; LayerType::learns adds what belongs to some of its choices.
Field initializerField();

// The initializer of the bias that goes with such weights: zeros, or uniform by the fan of the weights for
// "he_uniform".
Initializer biasInitializer(const Initializer& weights, std::int64_t fanIn);

}  // namespace fovea
