#include "core/data/importers/meta_image.h"

#include <fmt/format.h>

#include <map>

#include "core/data/files/stand_in.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostMetaHeader = 64 << 10;  // bytes

std::optional<VoxelType> typeOfMetaImage(std::string_view name) {
  static const std::map<std::string_view, VoxelType> known = {
      {"MET_UCHAR", VoxelType::UInt8},     {"MET_CHAR", VoxelType::Int8},     {"MET_USHORT", VoxelType::UInt16},
      {"MET_SHORT", VoxelType::Int16},     {"MET_UINT", VoxelType::UInt32},   {"MET_INT", VoxelType::Int32},
      {"MET_ULONG", VoxelType::UInt32},    {"MET_LONG", VoxelType::Int32},    {"MET_ULONG_LONG", VoxelType::UInt64},
      {"MET_LONG_LONG", VoxelType::Int64}, {"MET_FLOAT", VoxelType::Float32}, {"MET_DOUBLE", VoxelType::Float64}};
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

// The pairs of a header. The last one, ElementDataFile, is followed by the numbers if it is "LOCAL".
struct MetaText {
  std::map<std::string, std::string, std::less<>> values;
  std::size_t bytes = 0;

  std::string value(std::initializer_list<std::string_view> keys) const {
    for (const std::string_view key : keys)
      if (const auto found = values.find(key); found != values.end()) return found->second;
    return {};
  }
  // Returns as many real numbers; nothing if there are others.
  std::optional<std::vector<double>> reals(std::initializer_list<std::string_view> keys, std::size_t count) const {
    const std::string text = value(keys);
    std::vector<double> numbers;
    for (const std::string_view word : wordsOf(text, count + 1))
      if (const auto number = realNumber(word)) numbers.push_back(*number);
    return numbers.size() == count ? std::optional(std::move(numbers)) : std::nullopt;
  }
  bool isTrue(std::initializer_list<std::string_view> keys) const {
    const std::string lower = lowerCase(value(keys));
    return lower == "true" || lower == "1" || lower == "t";
  }
};

MetaText readMetaText(std::string_view content) {
  MetaText text;
  while (text.bytes < content.size()) {
    const std::size_t end = content.find('\n', text.bytes);
    if (end == std::string_view::npos && content.size() == kMostMetaHeader) break;
    const std::string_view line = content.substr(text.bytes, std::min(end, content.size()) - text.bytes);
    text.bytes = std::min(end, content.size() - 1) + 1;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string key(trimmed(line.substr(0, equals)));
    text.values[key] = trimmed(line.substr(equals + 1));
    if (key == "ElementDataFile") break;
  }
  return text;
}

// Returns the map to millimetres. MetaImage counts to the left, back and above (ITK); rows of its matrix are axes.
std::optional<std::array<double, 12>> placeOf(const MetaText& text, std::size_t axes) {
  if (axes != 3) return std::nullopt;
  const auto spacing = text.reals({"ElementSpacing", "ElementSize"}, 3);
  const auto origin = text.reals({"Offset", "Position", "Origin"}, 3);
  if (!spacing || !origin) return std::nullopt;
  const auto turn = text.reals({"TransformMatrix", "Orientation", "Rotation"}, 9);
  std::array<double, 12> place{};
  for (std::size_t row = 0; row < 3; ++row) {
    const double side = row < 2 ? -1 : 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      place[4 * row + axis] = side * (turn ? (*turn)[3 * axis + row] : axis == row ? 1 : 0) * (*spacing)[axis];
    place[4 * row + 3] = side * (*origin)[row];
  }
  return place;
}

Status setShape(const fs::path& path, const MetaText& text, VolumeHeader& header) {
  const std::string dimensions = text.value({"NDims"});
  const auto axes = wholeNumber(dimensions);
  if (!axes || *axes < 2 || *axes > 4)
    return damagedVolume(path, fmt::format("it has \"{}\" axes", displayName(dimensions)));
  const auto sizes = text.reals({"DimSize"}, static_cast<std::size_t>(*axes));
  if (!sizes) return damagedVolume(path, "it does not say its size");
  std::array<std::int64_t, 4> extents{1, 1, 1, 1};
  for (std::size_t i = 0; i < sizes->size(); ++i)
    extents[i] = static_cast<std::int64_t>(std::clamp((*sizes)[i], 0.0, 1e9));
  const std::string channels = text.value({"ElementNumberOfChannels"});
  if (!channels.empty() && channels != "1") {
    if (*axes == 4) return unreadVolume(path, "has channels in each voxel beside a fourth axis");
    extents[3] = wholeNumber(channels).value_or(0);
    header.channelsFirst = true;
  }
  header.place = placeOf(text, static_cast<std::size_t>(*axes));
  return setExtents(path, extents, header);
}

}  // namespace

Result<VolumeHeader> readMetaImageHeader(const fs::path& path) {
  const std::string content = beginningOfFile(path, kMostMetaHeader);
  if (content.empty()) return fail(ErrorCode::NotFound, displayName(path.filename().string()) + " cannot be read");
  const MetaText text = readMetaText(content);
  const std::string file = text.value({"ElementDataFile"});
  if (file.empty() || text.value({"DimSize"}).empty())
    return fail(ErrorCode::Unsupported, displayName(path.filename().string()) + " is no MetaImage file");
  VolumeHeader header;
  FOVEA_CHECK(setShape(path, text, header));
  const std::string type = text.value({"ElementType"});
  const auto known = typeOfMetaImage(type);
  if (!known) return unreadVolume(path, fmt::format("holds numbers of the kind {}", displayName(type)));
  header.type = *known;
  if (text.values.contains("BinaryData") && !text.isTrue({"BinaryData"}))
    return unreadVolume(path, "holds its numbers as text");
  header.swapped = text.isTrue({"BinaryDataByteOrderMSB", "ElementByteOrderMSB"});
  header.deflated = text.isTrue({"CompressedData"});
  if (file == "LOCAL") {
    header.data = path;
    header.offset = text.bytes;
    return header;
  }
  if (file == "LIST" || file.find('%') != std::string::npos) return unreadVolume(path, "has a file for each slice");
  FOVEA_TRY(header.data, fileBeside(path, file));
  const std::string skipped = text.value({"HeaderSize"});
  header.fromEnd = skipped == "-1";
  if (!skipped.empty() && !header.fromEnd)
    header.offset = static_cast<std::uint64_t>(std::clamp<std::int64_t>(wholeNumber(skipped).value_or(0), 0, 1 << 30));
  return header;
}

}  // namespace fovea
