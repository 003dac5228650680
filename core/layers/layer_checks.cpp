#include "core/layers/layer_checks.h"

#include <fmt/format.h>

namespace fovea {

std::string inputWords(const Shape& shape) {
  if (shape.rank() == 2) return fmt::format("{} number{}", shape[1], shape[1] == 1 ? "" : "s");
  return shapeWords(shape);
}

std::string timesWords(const std::vector<std::int64_t>& list) {
  return fmt::format("{}", fmt::join(list, "×"));
}

std::string windowCaption(const std::vector<std::int64_t>& kernel, const std::vector<std::int64_t>& stride) {
  if (kernel == stride) return timesWords(kernel);
  return timesWords(kernel) + " / " + (stride[0] == stride[1] ? std::to_string(stride[0]) : timesWords(stride));
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

std::int64_t Window::reach(int axis) const {
  const auto i = static_cast<std::size_t>(axis);
  return (kernel[i] - 1) * dilation[i] + 1;
}

std::int64_t Window::missing(const Shape& image, int axis) const {
  const std::int64_t padded = image[2 + axis] + 2 * padding[static_cast<std::size_t>(axis)];
  return reach(axis) > padded ? (reach(axis) - padded + 1) / 2 : 0;
}

Status checkWindow(const Shape& image, const Window& window) {
  if (window.missing(image, 0) == 0 && window.missing(image, 1) == 0) return {};
  std::string kernel = timesWords(window.kernel);
  if (window.dilation != std::vector<std::int64_t>{1, 1})
    kernel += fmt::format(" ({}×{} with dilation)", window.reach(0), window.reach(1));
  std::string input = fmt::format("{}×{}", image[2], image[3]);
  if (window.padding != std::vector<std::int64_t>{0, 0})
    input += fmt::format(" ({}×{} with padding)", image[2] + 2 * window.padding[0], image[3] + 2 * window.padding[1]);
  return fail(ErrorCode::InvalidArgument, fmt::format("The kernel {} is larger than the input {}.", kernel, input),
              "Add padding, or make the kernel smaller.");
}

Status checkPoolingPadding(const Window& window) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (2 * window.padding[axis] <= window.kernel[axis]) continue;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Padding {} is more than half of the kernel {}.", timesWords(window.padding),
                            timesWords(window.kernel)),
                "Windows at the edge would hold nothing but padding: use less of it.");
  }
  return {};
}

std::vector<std::int64_t> allSides(const std::vector<std::int64_t>& padding) {
  return {padding[0], padding[1], padding[0], padding[1]};
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

Field pairField(const char* name, const char* title, const char* help, double minimum, double maximum) {
  Field field = plainField(name, title, help, minimum, maximum);
  field.minimumLength = 2;
  field.maximumLength = 2;
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
