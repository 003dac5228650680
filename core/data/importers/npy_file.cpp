#include "core/data/importers/npy_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstring>
#include <map>

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::uint64_t kLongestHeader = 64 << 10;

// Returns the value of 'name' in a Python dictionary, up to the comma that ends it.
std::string_view valueOf(std::string_view header, std::string_view name) {
  for (const char quote : {'\'', '"'}) {
    const std::string key = quote + std::string(name) + quote;
    const std::size_t at = header.find(key);
    if (at == std::string_view::npos) continue;
    std::string_view rest = header.substr(at + key.size());
    const std::size_t colon = rest.find_first_not_of(" \t");
    if (colon == std::string_view::npos || rest[colon] != ':') continue;
    rest = trimmed(rest.substr(colon + 1));
    const bool tuple = rest.starts_with('(');
    const std::size_t end = tuple ? rest.find(')') : rest.find_first_of(",}");
    return end == std::string_view::npos ? std::string_view() : trimmed(rest.substr(0, end + (tuple ? 1 : 0)));
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const NumberArray>> NpyFile::open(const std::filesystem::path& path) {
  auto array = std::make_shared<NpyFile>();
  FOVEA_TRY(array->file_, RandomFile::open(path));
  const Status read = array->readHeader();
  if (!read.ok()) return read.error().within(displayName(path.filename().string()));
  return std::shared_ptr<const NumberArray>(std::move(array));
}

Status NpyFile::readHeader() {
  std::array<std::uint8_t, 12> start{};
  const Error none = fail(ErrorCode::Corrupt, "It is no array of NumPy.");
  if (file_->size() < start.size()) return none;
  FOVEA_CHECK(file_->read(0, start));
  const bool wide = start[6] >= 2;
  if (std::memcmp(start.data(), "\x93NUMPY", 6) != 0 || start[6] < 1 || start[6] > 3) return none;
  std::uint64_t length = start[8] | std::uint64_t{start[9]} << 8;
  if (wide) length |= std::uint64_t{start[10]} << 16 | std::uint64_t{start[11]} << 24;
  begin_ = (wide ? 12 : 10) + length;
  if (length > kLongestHeader || begin_ > file_->size()) return fail(ErrorCode::Corrupt, "Its header is cut off.");
  std::string header(static_cast<std::size_t>(length), '\0');
  FOVEA_CHECK(file_->read(begin_ - length, {reinterpret_cast<std::uint8_t*>(header.data()), header.size()}));
  FOVEA_CHECK(parse(header));
  const std::uint64_t bytes = static_cast<std::uint64_t>(rowSize_ * shape_[0]) * type_.size;
  if (begin_ + bytes <= file_->size()) return {};
  return fail(ErrorCode::Corrupt,
              fmt::format("It is cut off: its header asks for {} bytes, and {} are there.",
                          grouped(static_cast<std::int64_t>(bytes)),
                          grouped(static_cast<std::int64_t>(file_->size() - begin_))),
              "Fetch the file again.");
}

Status NpyFile::parse(std::string_view header) {
  std::string_view type = valueOf(header, "descr");
  if (type.size() < 5 || (type.front() != '\'' && type.front() != '"'))
    return fail(ErrorCode::Unsupported, "It holds records rather than numbers.",
                "Save its columns as arrays of their own.");
  type = type.substr(1, type.size() - 2);
  type_.bigEndian = type[0] == '>';
  type_.kind = type[1];
  type_.size = static_cast<std::size_t>(wholeNumber(type.substr(2)).value_or(0));
  const bool sized = type_.size == 1 || type_.size == 2 || type_.size == 4 || type_.size == 8;
  if (!sized || std::string_view("buif").find(type_.kind) == std::string_view::npos ||
      (type_.kind == 'b' && type_.size != 1) || (type_.kind == 'f' && type_.size == 1))
    return fail(
        ErrorCode::Unsupported,
        fmt::format("It holds elements of the type \"{}\", which are no numbers that Fovea reads.", displayName(type)),
        "Save it as integers or as float32.");
  const std::string_view shape = valueOf(header, "shape");
  if (!shape.starts_with('(') || !shape.ends_with(')')) return fail(ErrorCode::Corrupt, "It does not say its shape.");
  std::vector<std::int64_t> extents;
  for (const std::string& extent : splitList(shape.substr(1, shape.size() - 2)))
    extents.push_back(wholeNumber(extent).value_or(-1));
  if (extents.empty()) return fail(ErrorCode::Unsupported, "It is a single number.");
  if (!setShape(extents)) return fail(ErrorCode::Corrupt, fmt::format("Its shape {} is invalid.", displayName(shape)));
  if (valueOf(header, "fortran_order") != "False" && shape_.size() > 1)
    return fail(ErrorCode::Unsupported, "It is kept in Fortran order.", "Save it with numpy.ascontiguousarray(...).");
  return {};
}

Status NpyFile::readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const {
  return readRawFrom(row, 0, bytes);
}

Status NpyFile::readRawFrom(std::int64_t row, std::int64_t first, std::span<std::uint8_t> bytes) const {
  return file_->read(begin_ + static_cast<std::uint64_t>(row * rowSize_ + first) * type_.size, bytes);
}

Result<Tensor> readNpy(const std::filesystem::path& path, std::int64_t mostElements) {
  FOVEA_TRY(const auto file, NpyFile::open(path));
  FOVEA_TRY(const Shape shape, Shape::make(file->shape()));
  if (shape.elementCount() > mostElements)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} holds {} numbers, which is more than {}.", displayName(path.filename().string()),
                            grouped(shape.elementCount()), grouped(mostElements)));
  const DataType type = file->isBytes() ? DataType::UInt8 : file->isReal() ? DataType::Float32 : DataType::Int32;
  FOVEA_TRY(Tensor tensor, Tensor::tryMake({type, shape}));
  std::vector<double> values(static_cast<std::size_t>(shape.elementCount()));
  if (shape.elementCount() > 0) FOVEA_CHECK(file->read(0, values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    if (type == DataType::UInt8)
      tensor.data<std::uint8_t>()[at] = static_cast<std::uint8_t>(values[i]);
    else if (type == DataType::Float32)
      tensor.data<float>()[at] = static_cast<float>(values[i]);
    else if (std::abs(values[i]) <= 0x7fffffff)
      tensor.data<std::int32_t>()[at] = static_cast<std::int32_t>(values[i]);
    else
      return fail(ErrorCode::InvalidArgument, fmt::format("{} holds {:.0f}, which is too large.",
                                                          displayName(path.filename().string()), values[i]));
  }
  return tensor;
}

Result<std::string> encodeNpy(const Tensor& tensor) {
  static const std::map<DataType, const char*> types{{DataType::Float32, "<f4"}, {DataType::Float64, "<f8"},
                                                     {DataType::Float16, "<f2"}, {DataType::Int32, "<i4"},
                                                     {DataType::Int64, "<i8"},   {DataType::UInt8, "|u1"}};
  const auto type = types.find(tensor.dtype());
  if (type == types.end())
    return fail(ErrorCode::Unsupported,
                fmt::format("NumPy has no type for elements of {}.", dataTypeName(tensor.dtype())));
  const Shape& shape = tensor.shape();
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type->second,
                                   fmt::join(shape.extents(), ", "), shape.rank() == 1 ? "," : "");
  // the header ends with a new line, and its size aligns the numbers
  constexpr std::size_t kStart = 10, kAlignment = 64;
  header.append(kAlignment - (kStart + header.size() + 1) % kAlignment, ' ');
  header += '\n';
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  bytes.append(static_cast<const char*>(tensor.raw()), tensor.bytes());
  return bytes;
}

}  // namespace fovea
