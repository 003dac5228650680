#include "core/data/importers/array_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr std::int64_t kMostJudged = 1 << 24;
constexpr std::int64_t kMostRowsJudged = 4;

class WholeArray : public NumberArray {
 public:
  explicit WholeArray(ArrayPointer array) : array_(std::move(array)) {
    std::vector<std::int64_t> shape = array_->shape();
    shape.insert(shape.begin(), 1);
    type_ = array_->type();
    setShape(shape);
  }
  bool isReal() const override { return array_->isReal(); }
  Status readRaw(std::int64_t, std::span<std::uint8_t> bytes) const override { return array_->readRaw(0, bytes); }

 private:
  ArrayPointer array_;
};

class SecondAxisFirst : public NumberArray {
 public:
  explicit SecondAxisFirst(ArrayPointer array) : array_(std::move(array)) {
    std::vector<std::int64_t> shape = array_->shape();
    std::swap(shape[0], shape[1]);
    type_ = array_->type();
    setShape(shape);
    block_ = array_->rowSize() / std::max<std::int64_t>(1, array_->shape()[1]);
  }
  bool isReal() const override { return array_->isReal(); }
  Status readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const override {
    const std::size_t most = static_cast<std::size_t>(block_) * type_.size;
    for (std::int64_t place = 0; !bytes.empty(); ++place) {
      const auto part = bytes.first(std::min(most, bytes.size()));
      const std::int64_t second = row + place / shape_[1];
      FOVEA_CHECK(array_->readRawFrom(place % shape_[1], second * block_, part));
      bytes = bytes.subspan(part.size());
    }
    return {};
  }

 private:
  ArrayPointer array_;
  std::int64_t block_ = 0;  // elements at a place along the first two axes
};

}  // namespace

ArrayPointer alongSecondAxis(ArrayPointer array) {
  return std::make_shared<SecondAxisFirst>(std::move(array));
}

ArrayPointer wholeArray(ArrayPointer array) {
  return std::make_shared<WholeArray>(std::move(array));
}

bool areMasks(const NumberArray& inputs, const NumberArray& targets) {
  const auto& a = inputs.shape();
  const auto& b = targets.shape();
  if (b.size() < 2 || a.size() < b.size() || targets.rowSize() < 2) return false;
  // Beside bytes or fractions with an axis of three colours lie pictures; other numbers are those of a volume.
  const bool coloured = a.size() == 4 && (a[1] == 3 || a[3] == 3) && (inputs.isBytes() || inputs.isReal());
  if (a == b) return !coloured;
  if (a.size() != b.size() + 1) return false;
  return std::equal(b.begin(), b.end(), a.begin()) ||
         (b[0] == a[0] && std::equal(b.begin() + 1, b.end(), a.begin() + 2));
}

bool holdLabels(const NumberArray& targets) {
  const std::int64_t most = std::max<std::int64_t>(1, kMostJudged / std::max<std::int64_t>(1, targets.rowSize()));
  std::vector<double> values(static_cast<std::size_t>(targets.rowSize()));
  for (std::int64_t row = 0; row < std::min({targets.rows(), most, kMostRowsJudged}); ++row) {
    if (!targets.read(row, values).ok()) return false;
    for (const double value : values)
      if (!(value >= 0 && value <= 255) || value != std::floor(value)) return false;
  }
  return true;
}

Result<Tensor> targetsOfRow(const ArrayPart& part, std::int64_t row) {
  const auto width = static_cast<std::size_t>(part.target->rowSize());
  FOVEA_TRY(Tensor target, Tensor::tryMake({DataType::Float32, Shape{part.target->rowSize()}}));
  for (std::size_t i = 0; i < width; ++i) {
    const double value = part.targets[static_cast<std::size_t>(row) * width + i];
    if (!std::isfinite(value)) return fail(ErrorCode::Corrupt, "its target is no number");
    target.data<float>()[i] = static_cast<float>(value);
  }
  return target;
}

ContentHash annotationOfRow(const ArrayPart& part, std::int64_t row) {
  if (part.targets.empty()) return annotationOfFile(part.targetFile);
  const auto width = static_cast<std::size_t>(part.target->rowSize());
  const double* const first = part.targets.data() + static_cast<std::size_t>(row) * width;
  return annotationOfText({reinterpret_cast<const char*>(first), width * sizeof(double)});
}

Result<Tensor> maskValuesOf(const NumberArray& targets, std::int64_t row) {
  const std::int64_t size = targets.rowSize();
  std::vector<double> values(static_cast<std::size_t>(size));
  FOVEA_CHECK(targets.read(row, values));
  FOVEA_TRY(Tensor mask, Tensor::tryMake({DataType::UInt8, Shape{1, 1, size}}));
  std::uint8_t* to = mask.data<std::uint8_t>();
  for (const double value : values) {
    if (!(value >= 0 && value <= 255) || value != std::floor(value))
      return fail(ErrorCode::Corrupt, fmt::format("its mask holds {}, which is no label", value));
    *to++ = static_cast<std::uint8_t>(value);
  }
  return mask;
}

Result<Tensor> maskOf(const ArrayPart& part, std::int64_t row, const Shape& input, const MaskMeaning& meaning) {
  if (part.target->rowSize() * input[0] != input.elementCount())
    return fail(ErrorCode::InvalidArgument, "its mask has another size");
  FOVEA_TRY(const Tensor values, maskValuesOf(*part.target, row));
  FOVEA_TRY(const Tensor labels, labelsOf(values, {}, meaning));
  return labels.reshaped(input.rank() == 4 ? Shape{1, input[1], input[2], input[3]} : Shape{1, input[1], input[2]});
}

}  // namespace fovea
