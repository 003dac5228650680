// Why: layers that look at an image through a window share their fields, their checks and their words.
// Thread-safety: pure functions.
#pragma once
#include <string>
#include <vector>

#include "core/layers/layer_type.h"

namespace fovea {

// True if all numbers are the same.
bool allEqual(const std::vector<std::int64_t>& list);
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

// InvalidArgument if a value of that shape (batch axis included) has no such axis.
Status needAxis(const Shape& shape, std::int64_t axis);

// A window that slides over a signal, an image or a volume; each list has a number for each axis behind the channels.
struct Window {
  std::vector<std::int64_t> kernel;
  std::vector<std::int64_t> padding;
  std::vector<std::int64_t> dilation{};  // empty: 1 everywhere

  // The extent of the kernel along `axis` (0 is the first behind the channels), holes included.
  std::int64_t reach(std::size_t axis) const;
  // Padding to add on both sides so that the kernel fits once; 0 if it fits.
  std::int64_t missing(const Shape& image, std::size_t axis) const;
};

// InvalidArgument if the window is larger than the padded image.
Status checkWindow(const Shape& image, const Window& window);
// InvalidArgument unless `groups` divides the input channels and the filters.
Status checkGroups(std::int64_t groups, std::int64_t channels, std::int64_t filters);
// InvalidArgument if padding is more than half of the kernel, where a pooling window could see nothing but padding.
Status checkPoolingPadding(const Window& window);

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
