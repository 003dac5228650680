#include "core/ops/resize_geometry.h"

#include <cmath>

namespace fovea {
namespace {

Field choiceField(std::string name, std::string title, std::string help, std::vector<FieldChoice> choices) {
  Field field;
  field.name = std::move(name);
  field.title = std::move(title);
  field.help = std::move(help);
  field.kind = FieldKind::Choice;
  field.defaultValue = choices.front().value;
  field.choices = std::move(choices);
  return field;
}

// Returns the position of output `at` among the inputs, as a real number.
double placeOf(const std::string& alignment, bool nearest, std::int64_t at, std::int64_t input, std::int64_t output) {
  const double ratio = static_cast<double>(input) / static_cast<double>(output);
  const auto i = static_cast<double>(at);
  if (alignment == "align_corners")
    return output == 1 ? 0.0 : i * static_cast<double>(input - 1) / static_cast<double>(output - 1);
  if (alignment == "asymmetric") return i * ratio;
  return (i + 0.5) * ratio - (nearest ? 0.0 : 0.5);
}

ResizeTap tapAt(const std::string& alignment, bool nearest, std::int64_t at, std::int64_t input, std::int64_t output) {
  const double place = std::max(placeOf(alignment, nearest, at, input, output), 0.0);
  const std::int64_t last = input - 1;
  if (nearest) {
    const double rounded = alignment == "align_corners" ? std::floor(place + 0.5) : std::floor(place);
    const std::int64_t first = std::min(static_cast<std::int64_t>(rounded), last);
    return {first, first, 0};
  }
  const std::int64_t first = std::min(static_cast<std::int64_t>(place), last);
  const double weight = place - static_cast<double>(first);
  if (first == last || weight == 0) return {first, first, 0};
  return {first, first + 1, weight};
}

}  // namespace

std::vector<Field> resizeFields() {
  return {
      choiceField("mode", "Mode", "How values between positions are computed.",
                  {{"nearest", "Nearest"}, {"linear", "Linear"}}),
      choiceField("alignment", "Alignment", "Which positions of input and output are aligned.",
                  {{"half_pixel", "Pixel areas"}, {"align_corners", "Corner pixels"}, {"asymmetric", "First pixels"}})};
}

ResizeGeometry readResize(const FieldValues& attributes, const Shape& x, const Shape& y) {
  const bool nearest = attributes.text("mode") == "nearest";
  ResizeGeometry g;
  g.planes = x[0] * x[1];
  g.input = extentsOfPlaces(x);
  g.output = extentsOfPlaces(y);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::int64_t at = 0; at < g.output[axis]; ++at)
      g.taps[axis].push_back(tapAt(attributes.text("alignment"), nearest, at, g.input[axis], g.output[axis]));
  return g;
}

}  // namespace fovea
