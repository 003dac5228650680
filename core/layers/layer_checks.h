// Why: layers with sliding windows share fields, checks and error messages.
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
// Formats a kernel size: "5×5", or "5" for one number.
std::string timesWords(const std::vector<std::int64_t>& list);
// The caption of a pooling node: "2×2", or "3×3 / 2" if the stride differs from the kernel.
std::string windowCaption(const std::vector<std::int64_t>& kernel, const std::vector<std::int64_t>& stride);

// InvalidArgument unless `shape` is [N, C, H, W]. `subject` begins the sentence: "A convolution".
Status needImage(const std::string& subject, const Shape& shape);
// InvalidArgument unless `shape` is [N, K].
Status needVector(const std::string& subject, const Shape& shape);
// InvalidArgument unless `shape` is [N, T, K].
Status needSequence(const std::string& subject, const Shape& shape);
// InvalidArgument if there are fewer than two inputs.
Status needSeveral(const std::string& subject, std::span<const ValueId> inputs);

// InvalidArgument if `axis` does not exist in a value of that shape (batch axis included).
Status needAxis(const Shape& shape, std::int64_t axis);

// A sliding window over a signal, an image or a volume. Each list has one number per spatial axis.
struct Window {
  std::vector<std::int64_t> kernel;
  std::vector<std::int64_t> padding;
  std::vector<std::int64_t> dilation{};  // empty: 1 everywhere

  // The dilated extent of the kernel along the spatial axis `axis`.
  std::int64_t reach(std::size_t axis) const;
  // The padding needed on both sides for the kernel to fit once; 0 if it fits.
  std::int64_t missing(const Shape& image, std::size_t axis) const;
};

// InvalidArgument if the window is larger than the padded image.
Status checkWindow(const Shape& image, const Window& window);
// InvalidArgument unless `groups` divides the input channels and the filters.
Status checkGroups(std::int64_t groups, std::int64_t channels, std::int64_t filters);
// InvalidArgument if padding exceeds half of the kernel, since a pooling window could then contain only padding.
Status checkPoolingPadding(const Window& window);

// The largest extent of an axis: six minutes of sound at 44.1 kHz. Memory for a whole tensor is checked apart from it.
inline constexpr double kLargestExtent = 1 << 24;

// A field for one number or a flag.
Field plainField(const char* name, const char* title, const char* help,
                 double minimum = std::numeric_limits<double>::lowest(),
                 double maximum = std::numeric_limits<double>::max());
// The `initializer` field of layers with weights; LayerType::learns adds the fields that some choices need.
Field initializerField();

// Returns the bias initializer that matches the weights': zeros, or uniform by the weights' fan for "he_uniform".
Initializer biasInitializer(const Initializer& weights, std::int64_t fanIn);

}  // namespace fovea
