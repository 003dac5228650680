#include "core/layers/layer_checks.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

}  // namespace

bool allEqual(const std::vector<std::int64_t>& list) {
  return std::all_of(list.begin(), list.end(), [&](std::int64_t value) { return value == list.front(); });
}

std::string inputWords(const Shape& shape) {
  if (shape.rank() == 2) return fmt::format("{} number{}", shape[1], shape[1] == 1 ? "" : "s");
  return shapeWords(shape);
}

std::string timesWords(const std::vector<std::int64_t>& list) {
  return fmt::format("{}", fmt::join(list, "×"));
}

std::string windowCaption(const std::vector<std::int64_t>& kernel, const std::vector<std::int64_t>& stride) {
  if (kernel == stride) return timesWords(kernel);
  return timesWords(kernel) + " / " + (allEqual(stride) ? std::to_string(stride[0]) : timesWords(stride));
}

Status needImage(const std::string& subject, const Shape& shape) {
  if (shape.rank() == 4) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} needs an image [C, H, W], but got {}.", subject, inputWords(shape)),
              "Connect it before the layer that flattens the image.");
}

Status needVector(const std::string& subject, const Shape& shape) {
  if (shape.rank() == 2) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} needs one row of numbers [K], but got an image {}.", subject, inputWords(shape)),
              "Insert Flatten or Linear before it.");
}

Status needSequence(const std::string& subject, const Shape& shape) {
  if (shape.rank() == 3) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} needs a sequence [T, K], but got {}.", subject, inputWords(shape)),
              "Symbols become a sequence by an Embedding; an image by Reshape.");
}

Status needSeveral(const std::string& subject, std::span<const ValueId> inputs) {
  if (inputs.size() >= 2) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} needs two inputs or more, but got {}.", subject, inputs.size()),
              "Connect another layer to it.");
}

Status needAxis(const Shape& shape, std::int64_t axis) {
  if (axis < shape.rank()) return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("There is no axis {} in {}.", axis, inputWords(shape)),
              fmt::format("The axes after the batch are 1 to {}.", shape.rank() - 1));
}

std::int64_t Window::reach(std::size_t axis) const {
  return (kernel[axis] - 1) * (dilation.empty() ? 1 : dilation[axis]) + 1;
}

std::int64_t Window::missing(const Shape& image, std::size_t axis) const {
  const std::int64_t padded = image[static_cast<int>(2 + axis)] + 2 * padding[axis];
  return reach(axis) > padded ? (reach(axis) - padded + 1) / 2 : 0;
}

Status checkGroups(std::int64_t groups, std::int64_t channels, std::int64_t filters) {
  const auto refuse = [&](const char* what, std::int64_t count) {
    return fail(ErrorCode::InvalidArgument, fmt::format("{} {} cannot be split into {} groups.", count, what, groups),
                "Groups must divide both the input channels and the filters.");
  };
  if (channels % groups != 0) return refuse("input channels", channels);
  if (filters % groups != 0) return refuse("filters", filters);
  return {};
}

Status checkWindow(const Shape& image, const Window& window) {
  bool fits = true, dilated = false, padded = false;
  List reach, input, inputWithPadding;
  for (std::size_t axis = 0; axis < window.kernel.size(); ++axis) {
    fits = fits && window.missing(image, axis) == 0;
    dilated = dilated || window.reach(axis) != window.kernel[axis];
    padded = padded || window.padding[axis] != 0;
    reach.push_back(window.reach(axis));
    input.push_back(image[static_cast<int>(2 + axis)]);
    inputWithPadding.push_back(input.back() + 2 * window.padding[axis]);
  }
  if (fits) return {};
  std::string kernelWords = timesWords(window.kernel), inputSize = timesWords(input);
  if (dilated) kernelWords += fmt::format(" ({} with dilation)", timesWords(reach));
  if (padded) inputSize += fmt::format(" ({} with padding)", timesWords(inputWithPadding));
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The kernel {} is larger than the input {}.", kernelWords, inputSize),
              "Add padding, or make the kernel smaller.");
}

Status checkPoolingPadding(const Window& window) {
  for (std::size_t axis = 0; axis < window.kernel.size(); ++axis) {
    if (2 * window.padding[axis] <= window.kernel[axis]) continue;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Padding {} is more than half of the kernel {}.", timesWords(window.padding),
                            timesWords(window.kernel)),
                "Windows at the edge would hold nothing but padding: use less of it.");
  }
  return {};
}

Field plainField(const char* name, const char* title, const char* help, double minimum, double maximum) {
  Field field;
  field.name = name;
  field.title = title;
  field.help = help;
  field.minimum = minimum;
  field.maximum = maximum;
  return field;
}

Field initializerField() {
  Field field = plainField("initializer", "Initialiser",
                           "How the first weights are drawn. He suits ReLU, Xavier suits sigmoid and tanh.");
  field.choices = weightInitializerChoices();
  return field;
}

Initializer biasInitializer(const Initializer& weights, std::int64_t fanIn) {
  if (weights.kind != InitializerKind::HeUniform) return {};
  return {.kind = InitializerKind::HeUniform, .fanIn = fanIn};
}

}  // namespace fovea
