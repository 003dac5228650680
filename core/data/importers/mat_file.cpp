#include "core/data/importers/mat_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/data/importers/mat_stream.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostVariables = 1000;
constexpr int kDeepestStructure = 8;

// Reads variables into `found`.
class VariableReader {
 public:
  VariableReader(MatElements& elements, std::vector<NamedArray>& found) : elements_(elements), found_(found) {}

  // Reads the variable that begins with the next element, and a structure as its fields; ignores other elements.
  // `wanted` decides by name whether to read a variable.
  Status read(const std::function<bool(const std::string&)>& wanted) {
    FOVEA_TRY(const MatPart matrix, elements_.part());
    if (matrix.type != kMatMatrix || matrix.small) return {};
    FOVEA_TRY(MatHead head, elements_.head());
    if (head.name.empty() || !wanted(head.name)) return {};
    return readValue(std::move(head), 0);
  }

 private:
  // Reads the value after the head: a structure of one element as its fields, named "name/field", an array as it is.
  Status readValue(MatHead head, int depth) {
    const bool one = std::all_of(head.axes.begin(), head.axes.end(), [](std::int64_t extent) { return extent == 1; });
    if (head.kind() == kMatStructure && one && depth < kDeepestStructure) return readFields(head.name, depth + 1);
    if (found_.size() >= kMostVariables)
      return fail(ErrorCode::InvalidArgument, fmt::format("There are more than {} variables.", kMostVariables));
    NamedArray array;
    array.name = std::move(head.name);
    array.refused = reasonAgainst(head);
    if (array.refused.empty()) FOVEA_CHECK(readNumbers(std::move(head.axes), array));
    found_.push_back(std::move(array));
    return {};
  }

  // Reads the fields of a structure. A field without a value is an element of zero bytes.
  Status readFields(const std::string& structure, int depth) {
    FOVEA_TRY(const auto names, elements_.fieldNames());
    for (const std::string& field : names) {
      FOVEA_TRY(const MatPart matrix, elements_.part());
      if (matrix.type != kMatMatrix) return damagedMat();
      if (matrix.bytes == 0) continue;
      const std::uint64_t end = elements_.position() + matrix.bytes;
      FOVEA_TRY(MatHead head, elements_.head());
      head.name = structure + "/" + field;
      FOVEA_CHECK(readValue(std::move(head), depth));
      FOVEA_CHECK(elements_.skipTo(end));
    }
    return {};
  }

  static std::string reasonAgainst(const MatHead& head) {
    if (head.isComplex()) return "it holds complex numbers";
    if (head.kind() == kMatCell) return "it is a cell array";
    if (head.kind() == kMatStructure) return "it is a structure of several elements";
    if (head.kind() == kMatObject) return "it is an object";
    if (head.kind() == kMatText) return "it holds text";
    if (head.kind() == kMatSparse) return "it is a sparse array";
    return head.kind() >= 6 && head.kind() <= 15 ? "" : "it is no array of numbers";
  }

  Status readNumbers(std::vector<std::int64_t> axes, NamedArray& into) {
    FOVEA_TRY(const MatPart numbers, elements_.part());
    const NumberType type = matNumberType(numbers.type, elements_.big());
    if (type.size == 0) return damagedMat();
    if (static_cast<std::int64_t>(numbers.bytes) > kMostMatBytes) {
      into.refused = fmt::format("it takes more than {} GB", kMostMatBytes >> 30);
      return {};
    }
    FOVEA_TRY(auto bytes, elements_.bytesOf(numbers, true));
    auto array = ColumnArray::make(std::move(axes), type, std::move(bytes));
    if (!array.ok()) return array.error();
    into.array = std::move(array).value();
    return {};
  }

  MatElements& elements_;
  std::vector<NamedArray>& found_;
};

}  // namespace

NumberType matNumberType(std::uint32_t tag, bool big) {
  static constexpr NumberType kTypes[] = {{'i', 1, false}, {'u', 1, false}, {'i', 2, false}, {'u', 2, false},
                                          {'i', 4, false}, {'u', 4, false}, {'f', 4, false}, {'f', 0, false},
                                          {'f', 8, false}, {'f', 0, false}, {'f', 0, false}, {'i', 8, false},
                                          {'u', 8, false}};
  if (tag < 1 || tag > 13) return {'f', 0, false};
  NumberType type = kTypes[tag - 1];
  type.bigEndian = big;
  return type;
}

Result<std::shared_ptr<const ColumnArray>> ColumnArray::make(std::vector<std::int64_t> axes, NumberType type,
                                                             std::vector<std::uint8_t> bytes) {
  auto array = std::make_shared<ColumnArray>();
  array->type_ = type;
  if (!array->setShape(axes)) return damagedMat();
  if (static_cast<std::uint64_t>(array->rowSize_ * array->rows()) * type.size != bytes.size()) return damagedMat();
  array->axes_ = std::move(axes);
  for (std::size_t i = 0; type.kind == 'f' && !array->fractions_ && i < bytes.size(); i += type.size) {
    const double value = numberAt(bytes.data() + i, type);
    array->fractions_ = value != std::floor(value);
  }
  array->bytes_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  return array->withRows(0);
}

std::shared_ptr<const ColumnArray> ColumnArray::withRows(std::size_t axis) const {
  auto turned = std::make_shared<ColumnArray>(*this);
  std::vector<std::size_t> strides(axes_.size());
  std::size_t stride = type_.size;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    strides[i] = stride;
    stride *= static_cast<std::size_t>(axes_[i]);
  }
  std::vector<std::int64_t> shape = {axes_[axis]};
  turned->strides_ = {strides[axis]};
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (i != axis && axes_[i] != 1) {
      shape.push_back(axes_[i]);
      turned->strides_.push_back(strides[i]);
    }
  turned->setShape(shape);
  return turned;
}

Status ColumnArray::readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const {
  const std::size_t axes = shape_.size(), size = type_.size;
  std::vector<std::int64_t> place(axes);
  place[0] = row;
  std::size_t from = static_cast<std::size_t>(row) * strides_[0];
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    if (from + size > bytes_->size()) return damagedMat();
    std::memcpy(bytes.data() + at, bytes_->data() + from, size);
    for (std::size_t axis = axes; axis-- > 0;) {
      from += strides_[axis];
      if (++place[axis] < shape_[axis] || axis == 0) break;
      from -= strides_[axis] * static_cast<std::size_t>(shape_[axis]);
      place[axis] = 0;
    }
  }
  return {};
}

Result<std::vector<NamedArray>> readMatFile(const fs::path& path, const std::vector<std::string>& names) {
  const auto wanted = [&](const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<NamedArray> found;
  FOVEA_CHECK(
      eachMatVariable(path, [&](MatElements& elements) { return VariableReader(elements, found).read(wanted); }));
  return found;
}

}  // namespace fovea
