#include "core/data/importers/mask_arrays.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea {
namespace {

constexpr std::int64_t kMostMaskClasses = 255;

std::vector<std::int64_t> withoutAxis(std::vector<std::int64_t> shape, std::size_t axis) {
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return shape;
}

bool hasColours(const std::vector<std::int64_t>& shape) {
  return shape.back() == 1 || shape.back() == 3;
}

// An array without an axis of extent 1.
class SqueezedArray : public NumberArray {
 public:
  SqueezedArray(ArrayPointer array, std::size_t axis) : array_(std::move(array)) {
    type_ = array_->type();
    setShape(withoutAxis(array_->shape(), axis));
  }
  bool isReal() const override { return array_->isReal(); }
  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override { return array_->readRaw(row, bytes); }

 private:
  ArrayPointer array_;
};

// The labels of an array with a channel for each class: the index of the single one.
class OneHotLabels : public NumberArray {
 public:
  OneHotLabels(ArrayPointer array, std::size_t axis) : array_(std::move(array)) {
    type_ = {'u', 1, false};
    setShape(withoutAxis(array_->shape(), axis));
    classes_ = array_->shape()[axis];
    for (std::size_t i = axis + 1; i < array_->shape().size(); ++i) inner_ *= array_->shape()[i];
  }

  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override {
    std::vector<double> values(static_cast<std::size_t>(array_->rowSize()));
    for (std::size_t at = 0; at < bytes.size(); ++row) {
      FOVEA_CHECK(array_->read(row, values));
      const std::size_t count = std::min(bytes.size() - at, static_cast<std::size_t>(rowSize_));
      for (std::size_t i = 0; i < count; ++i) {
        const int label = labelAt(values, static_cast<std::int64_t>(i));
        if (label < 0)
          return fail(ErrorCode::Corrupt,
                      fmt::format("its mask has a pixel that is not of exactly one of the {} classes", classes_));
        bytes[at + i] = static_cast<std::uint8_t>(label);
      }
      at += count;
    }
    return {};
  }

 private:
  // Returns -1 where there is no single one among zeros.
  int labelAt(std::span<const double> values, std::int64_t pixel) const {
    const std::int64_t first = pixel / inner_ * inner_ * classes_ + pixel % inner_;
    int label = -1;
    for (std::int64_t k = 0; k < classes_; ++k) {
      const double value = values[static_cast<std::size_t>(first + k * inner_)];
      if (value == 0) continue;
      if (value != 1 || label >= 0) return -1;
      label = static_cast<int>(k);
    }
    return label;
  }

  ArrayPointer array_;
  std::int64_t classes_ = 0;
  std::int64_t inner_ = 1;  // elements at a place along the axis of the classes
};

}  // namespace

MaskArray asMasks(ArrayPointer targets, const NumberArray& inputs) {
  const std::vector<std::int64_t> shape = targets->shape();
  const std::size_t axes = shape.size();
  // Three axes may be those of a single picture in a file of its own.
  const bool picture = axes == 3 && shape != inputs.shape() && hasColours(inputs.shape());
  if (axes < 4 && !picture) return {std::move(targets)};
  for (const std::size_t axis : {axes - 1, std::size_t{1}}) {
    const std::int64_t channels = shape[axis];
    if (channels < 1 || channels > (picture ? 1 : kMostMaskClasses)) continue;
    const bool single = channels == 1;
    const ArrayPointer masks = single ? ArrayPointer(std::make_shared<SqueezedArray>(targets, axis))
                                      : ArrayPointer(std::make_shared<OneHotLabels>(targets, axis));
    if (areMasks(inputs, *masks) && (single || holdLabels(*masks))) return {masks, single ? 0 : channels};
  }
  return {std::move(targets)};
}

}  // namespace fovea
