#include "core/tensor/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json_numbers.h"

namespace fovea {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors files are little-endian");

constexpr std::uint64_t kMaximumHeader = std::uint64_t{32} << 20;

constexpr std::pair<DataType, const char*> kFormatNames[] = {
    {DataType::Float32, "F32"}, {DataType::Float64, "F64"}, {DataType::Float16, "F16"}, {DataType::BFloat16, "BF16"},
    {DataType::Int32, "I32"},   {DataType::Int64, "I64"},   {DataType::UInt8, "U8"},    {DataType::Bool, "BOOL"},
};

Error corrupt(const std::string& words) {
  return fail(ErrorCode::Corrupt, "The weights file is damaged: " + words + ".");
}

Result<TensorType> readType(const std::string& name, const Json& entry) {
  if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string() || !entry.contains("shape") ||
      !entry["shape"].is_array())
    return corrupt("\"" + name + "\" has no element type or shape");
  TensorType type;
  const auto& formatName = entry["dtype"].get_ref<const std::string&>();
  const auto* row = std::find_if(std::begin(kFormatNames), std::end(kFormatNames),
                                 [&](const auto& r) { return r.second == formatName; });
  if (row == std::end(kFormatNames)) return corrupt("\"" + name + "\" has the unknown element type " + formatName);
  type.dtype = row->first;
  std::vector<std::int64_t> extents;
  for (const Json& extent : entry["shape"]) {
    const auto number = wholeNumber(extent);
    if (!number) return corrupt("\"" + name + "\" has a shape that is not whole numbers");
    extents.push_back(*number);
  }
  auto shape = Shape::make(extents);
  if (!shape.ok()) return shape.error().within("The weights file is damaged: \"" + name + "\"");
  type.shape = *shape;
  return type;
}

}  // namespace

const Tensor* SafetensorsFile::find(const std::string& name) const {
  for (const auto& [key, tensor] : tensors)
    if (key == name) return &tensor;
  return nullptr;
}

Result<SafetensorsFile> parseSafetensors(std::string_view bytes) {
  std::uint64_t headerBytes = 0;
  if (bytes.size() < sizeof headerBytes) return corrupt("it is shorter than its header");
  std::memcpy(&headerBytes, bytes.data(), sizeof headerBytes);
  if (bytes.size() > sizeof headerBytes && bytes[sizeof headerBytes] != '{')
    return fail(ErrorCode::Corrupt, "This is no file of weights in the safetensors format.");
  if (headerBytes > kMaximumHeader || headerBytes > bytes.size() - sizeof headerBytes)
    return corrupt("its header does not fit in the file");
  FOVEA_TRY(const Json header, parseJson(bytes.substr(sizeof headerBytes, headerBytes)));
  if (!header.is_object()) return corrupt("its header is not an object");
  const std::string_view body = bytes.substr(sizeof headerBytes + headerBytes);

  SafetensorsFile file;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") {
      if (!entry.is_object()) return corrupt("its metadata is not an object");
      for (const auto& [key, value] : entry.items()) {
        if (!value.is_string()) return corrupt("its metadata is not text");
        file.metadata[key] = value.get<std::string>();
      }
      continue;
    }
    FOVEA_TRY(const TensorType type, readType(name, entry));
    const Json offsets = entry.value("data_offsets", Json());
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned())
      return corrupt("\"" + name + "\" has no place in the file");
    const auto begin = offsets[0].get<std::uint64_t>();
    const auto end = offsets[1].get<std::uint64_t>();
    if (begin > end || end > body.size() || end - begin != type.bytes())
      return corrupt(fmt::format("\"{}\" needs {} bytes, the file holds bytes {} to {} of {}", name, type.bytes(),
                                 begin, end, body.size()));
    FOVEA_TRY(Tensor tensor, Tensor::tryMake(type));
    if (end > begin) std::memcpy(tensor.raw(), body.data() + begin, end - begin);
    file.tensors.emplace_back(name, std::move(tensor));
    ranges.emplace_back(begin, end);
  }
  std::sort(ranges.begin(), ranges.end());
  std::uint64_t position = 0;
  for (const auto& [begin, end] : ranges) {
    if (begin != position) return corrupt("its tensors overlap or leave holes");
    position = end;
  }
  if (position != body.size()) return corrupt("it holds bytes that belong to no tensor");
  return file;
}

Result<SafetensorsFile> readSafetensors(const std::filesystem::path& path, std::uint64_t limit) {
  FOVEA_TRY(const std::string bytes, readFile(path, limit));
  auto file = parseSafetensors(bytes);
  if (!file.ok()) return file.error().within(path.string());
  return file;
}

Status writeSafetensors(const std::filesystem::path& path, const SafetensorsFile& content) {
  Json header = Json::object();
  if (!content.metadata.empty()) header["__metadata__"] = content.metadata;
  std::uint64_t offset = 0;
  for (const auto& [name, tensor] : content.tensors) {
    const auto* row = std::find_if(std::begin(kFormatNames), std::end(kFormatNames),
                                   [type = tensor.dtype()](const auto& r) { return r.first == type; });
    // Appends without a search: ordered objects search linearly, and tensor names are unique.
    header.get_ref<Json::object_t&>().emplace_back(name, Json{{"dtype", row->second},
                                                              {"shape", tensor.shape().extents()},
                                                              {"data_offsets", {offset, offset + tensor.bytes()}}});
    offset += tensor.bytes();
  }
  std::string text = formatJsonLine(header);
  text.append((8 - text.size() % 8) % 8, ' ');
  const std::uint64_t headerBytes = text.size();
  FOVEA_TRY(auto file, AtomicFile::create(path));
  FOVEA_CHECK(file->write(&headerBytes, sizeof headerBytes));
  FOVEA_CHECK(file->write(text));
  for (const auto& [name, tensor] : content.tensors) FOVEA_CHECK(file->write(tensor.raw(), tensor.bytes()));
  return file->commit();
}

}  // namespace fovea
