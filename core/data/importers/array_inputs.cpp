#include "core/data/importers/array_inputs.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/data/importers/emnist.h"

namespace fovea {
namespace {

constexpr std::int64_t kFewChannels = 4;  // volumes have at least so many times as many places along each other axis

bool isImageChannels(std::int64_t extent) {
  return extent == 1 || extent == 3;
}

bool allEqual(std::span<const std::int64_t> extents) {
  return std::ranges::all_of(extents, [&](std::int64_t extent) { return extent == extents[0]; });
}

// The extents of a volume without channels, as in MedMNIST (Yang et al. 2023).
bool isCube(std::span<const std::int64_t> extents) {
  return extents.size() == 3 && allEqual(extents) && !isImageChannels(extents[0]);
}

}  // namespace

std::optional<ImportDecision> ArrayInputs::chooseChannels(const std::string& axes, const NumberArray* masks) {
  const std::span<const std::int64_t> own(shape);
  const std::span<const std::int64_t> front = own.first(own.size() - 1), back = own.subspan(1);
  const bool isFirst = isImageChannels(own.front()), isLast = isImageChannels(own.back());
  const std::vector<std::int64_t> ofMask =
      masks ? std::vector<std::int64_t>(masks->shape().begin() + 1, masks->shape().end()) : std::vector<std::int64_t>();
  const bool maskFirst = std::ranges::equal(ofMask, back), maskLast = std::ranges::equal(ofMask, front);
  std::string because;
  bool sure = true;
  if (axes == "none" || (axes == "automatic" && !masks && isCube(own))) {
    plain = true;
    bytes = false;
    if (axes == "none") return std::nullopt;
    return ImportDecision{"the axes of the inputs",
                          "depth, height, width",
                          "they are equally long, as those of a volume without channels",
                          {"axes=channels_last", "axes=channels_first"}};
  }
  if (axes != "automatic") {
    last = axes == "channels_last";
  } else if (maskFirst != maskLast) {
    last = maskLast;
  } else if (isFirst != isLast) {
    last = isLast;
  } else if (isFirst) {
    last = true;
    sure = false;
    because = "both the first and the last axis are short";
  } else {
    last = allEqual(front) || (!allEqual(back) && own.back() < own.front());
    const auto others = last ? front : back;
    const std::int64_t channels = last ? own.back() : own.front();
    const bool equal = allEqual(others) && channels != others[0];
    sure = equal || (own.size() == 4 && channels * kFewChannels <= *std::ranges::min_element(others));
    because = equal  ? "the other axes are equally long"
              : sure ? "the other axes are much longer"
                     : "no axis has the length 1 or 3";
  }
  if (last) std::rotate(shape.begin(), shape.end() - 1, shape.end());
  if (!isImageChannels(shape[0])) bytes = false;  // not an image
  if (because.empty()) return std::nullopt;
  const bool volume = shape.size() == 4;
  ImportDecision decision{"the axes of the inputs",
                          last ? (volume ? "depth, height, width, channels" : "height, width, channels")
                               : (volume ? "channels, depth, height, width" : "channels, height, width"),
                          std::move(because),
                          {"axes=channels_last", "axes=channels_first"},
                          sure};
  if (!volume) decision.alternatives.emplace_back("axes=none");
  return decision;
}

Shape ArrayInputs::shapeOf(const NumberArray& array) const {
  std::vector<std::int64_t> extents = shape;
  if (plain) {
    extents = array.shape();
    extents[0] = 1;
  }
  if (extents.size() == 2) extents.insert(extents.begin(), 1);
  if (extents.size() < 2 || extents.size() > 4) return Shape{array.rowSize()};
  return Shape(std::span<const std::int64_t>(extents));
}

Result<Tensor> ArrayInputs::read(const NumberArray& array, std::int64_t row) const {
  const Shape own = shapeOf(array);
  const std::int64_t size = array.rowSize();
  FOVEA_TRY(Tensor input, Tensor::tryMake({bytes && own.rank() == 3 ? DataType::UInt8 : DataType::Float32, own}));
  const std::int64_t channels = last ? own[0] : 1, plane = size / channels;
  const auto fill = [&](const auto& from, auto* to) {
    for (std::int64_t i = 0; i < plane; ++i)
      for (std::int64_t c = 0; c < channels; ++c)
        to[c * plane + i] =
            static_cast<std::remove_reference_t<decltype(*to)>>(from[static_cast<std::size_t>(i * channels + c)]);
  };
  if (input.dtype() == DataType::UInt8) {
    std::vector<std::uint8_t> values(static_cast<std::size_t>(size));
    FOVEA_CHECK(array.readBytes(row, values));
    fill(values, input.data<std::uint8_t>());
    if (swapped) swapRowsAndColumns(input.data<std::uint8_t>(), own[1]);
    return input;
  }
  std::vector<double> values(static_cast<std::size_t>(size));
  FOVEA_CHECK(array.read(row, values));
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    return fail(ErrorCode::Corrupt, "it holds values that are no numbers");
  fill(values, input.data<float>());
  return input;
}

}  // namespace fovea
