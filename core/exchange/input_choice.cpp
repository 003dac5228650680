#include "core/exchange/input_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

#include "core/tensor/shape.h"

namespace fovea {
namespace {

Error shapeError(const std::string& text) {
  return fail(ErrorCode::InvalidArgument, fmt::format("“{}” is no shape of a sample.", text),
              "Write it as 3x224x224; for one input of several with its name, as state=128; with N where the samples "
              "are counted along another axis than the first, as state=2xNx128.");
}

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// Splits "name=rest"; the name may contain "=", the rest may not.
std::pair<std::string, std::string> atEqualsSign(const std::string& text) {
  const auto at = text.rfind('=');
  if (at == std::string::npos) return {"", text};
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace

Result<InputChoice> inputShapeFromText(const std::string& text) {
  const auto [name, shape] = atEqualsSign(text);
  if (name.empty() && text.find('=') != std::string::npos) return shapeError(text);
  InputChoice choice{.name = name, .shape = {}};
  for (std::size_t begin = 0; begin <= shape.size();) {
    const auto end = std::min(shape.find_first_of("x,", begin), shape.size());
    const std::string part = shape.substr(begin, end - begin);
    const bool samples = part == "N" && choice.sampleAxis < 0;
    const auto extent = number<std::int64_t>(part);
    if (!samples && (!extent || *extent < 1)) return shapeError(text);
    if (samples)
      choice.sampleAxis = static_cast<int>(choice.shape.size());
    else
      choice.shape.push_back(*extent);
    begin = end + 1;
  }
  if (choice.shape.empty() || !Shape::make(choice.shape).ok()) return shapeError(text);
  return choice;
}

Result<InputChoice> inputValueFromText(const std::string& text) {
  const auto [name, value] = atEqualsSign(text);
  const auto read = number<double>(value);
  if (name.empty() || !read || !std::isfinite(*read))
    return fail(ErrorCode::InvalidArgument, fmt::format("“{}” is no value of an input.", text),
                "Write it as rate=16000.");
  return InputChoice{.name = name, .shape = {}, .value = *read};
}

std::string inputShapeText(const InputChoice& choice) {
  std::vector<std::string> parts;
  for (const std::int64_t extent : choice.shape) parts.push_back(extent > 0 ? std::to_string(extent) : "?");
  if (choice.sampleAxis > 0) parts.insert(parts.begin() + choice.sampleAxis, "N");
  return fmt::format("{}", fmt::join(parts, "x"));
}

}  // namespace fovea
