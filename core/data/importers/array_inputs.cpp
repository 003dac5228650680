#include "core/data/importers/array_inputs.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/data/importers/emnist.h"

namespace fovea {

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
