#include "core/data/importers/nrrd_file.h"

#include <fmt/format.h>

#include <map>

#include "core/data/files/stand_in.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostNrrdHeader = 64 << 10;  // bytes

std::optional<VoxelType> typeOfNrrd(std::string name) {
  // "signed short int", "short int" and "signed short" are "short".
  if (name.starts_with("signed ") && name != "signed char") name.erase(0, 7);
  if (name.ends_with(" int")) name.erase(name.size() - 4);
  static const std::map<std::string_view, VoxelType> known = {
      {"signed char", VoxelType::Int8}, {"int8", VoxelType::Int8},           {"int8_t", VoxelType::Int8},
      {"uchar", VoxelType::UInt8},      {"unsigned char", VoxelType::UInt8}, {"uint8", VoxelType::UInt8},
      {"uint8_t", VoxelType::UInt8},    {"short", VoxelType::Int16},         {"int16", VoxelType::Int16},
      {"int16_t", VoxelType::Int16},    {"ushort", VoxelType::UInt16},       {"unsigned short", VoxelType::UInt16},
      {"uint16", VoxelType::UInt16},    {"uint16_t", VoxelType::UInt16},     {"int", VoxelType::Int32},
      {"int32", VoxelType::Int32},      {"int32_t", VoxelType::Int32},       {"uint", VoxelType::UInt32},
      {"unsigned", VoxelType::UInt32},  {"uint32", VoxelType::UInt32},       {"uint32_t", VoxelType::UInt32},
      {"longlong", VoxelType::Int64},   {"long long", VoxelType::Int64},     {"int64", VoxelType::Int64},
      {"int64_t", VoxelType::Int64},    {"ulonglong", VoxelType::UInt64},    {"unsigned long long", VoxelType::UInt64},
      {"uint64", VoxelType::UInt64},    {"uint64_t", VoxelType::UInt64},     {"float", VoxelType::Float32},
      {"double", VoxelType::Float64}};
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

// The fields of a header, and where the numbers begin.
struct NrrdText {
  std::map<std::string, std::string, std::less<>> fields;
  std::size_t bytes = 0;
  bool whole = false;  // an empty line ends the header

  std::string value(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names)
      if (const auto found = fields.find(name); found != fields.end()) return found->second;
    return {};
  }
};

NrrdText readNrrdText(std::string_view content) {
  NrrdText text;
  while (text.bytes < content.size()) {
    const std::size_t end = content.find('\n', text.bytes);
    if (end == std::string_view::npos && content.size() == kMostNrrdHeader) break;
    const std::string_view line = trimmed(content.substr(text.bytes, std::min(end, content.size()) - text.bytes));
    text.bytes = std::min(end, content.size() - 1) + 1;
    if (line.empty()) {
      text.whole = true;
      break;
    }
    const std::size_t colon = line.find(": ");
    if (line.front() == '#' || colon == std::string_view::npos) continue;
    text.fields[lowerCase(line.substr(0, colon))] = trimmed(line.substr(colon + 2));
  }
  return text;
}

using Axis = std::optional<std::array<double, 3>>;  // nothing: "none"

// Reads "(1,0,0) none (0,1,0)".
std::vector<Axis> vectorsOf(std::string_view text) {
  std::vector<Axis> vectors;
  while (!(text = trimmed(text)).empty() && vectors.size() < 8) {
    if (text.front() != '(') {
      vectors.emplace_back();
      text.remove_prefix(std::min(text.find_first_of(" \t"), text.size()));
      continue;
    }
    const std::size_t end = std::min(text.find(')'), text.size());
    std::array<double, 3> numbers{};
    const auto parts = splitList(std::string(text.substr(1, end - 1)), ',');
    bool real = parts.size() == 3;
    for (std::size_t i = 0; i < 3 && real; ++i) {
      const auto number = realNumber(trimmed(parts[i]));
      real = number.has_value();
      numbers[i] = number.value_or(0);
    }
    vectors.push_back(real ? Axis(numbers) : Axis());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return vectors;
}

// Returns the map to millimetres (right, anterior, superior); nothing if the file does not give it, or in another
// space.
std::optional<std::array<double, 12>> placeOfNrrd(const NrrdText& text, const std::vector<Axis>& directions) {
  const std::string space = lowerCase(text.value({"space"}));
  std::array<double, 3> side{1, 1, 1};
  if (isAnyOf(space, {"left-posterior-superior", "lps"}))
    side = {-1, -1, 1};
  else if (isAnyOf(space, {"left-anterior-superior", "las"}))
    side = {-1, 1, 1};
  else if (!isAnyOf(space, {"right-anterior-superior", "ras"}))
    return std::nullopt;
  const auto origin = vectorsOf(text.value({"space origin"}));
  std::vector<std::array<double, 3>> axes;
  for (const Axis& axis : directions)
    if (axis) axes.push_back(*axis);
  if (origin.size() != 1 || !origin[0] || axes.size() != 3) return std::nullopt;
  std::array<double, 12> place{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t axis = 0; axis < 3; ++axis) place[4 * row + axis] = side[row] * axes[axis][row];
    place[4 * row + 3] = side[row] * (*origin[0])[row];
  }
  return place;
}

// Returns true for each axis that is no axis of space, such as colours, vectors or time.
std::vector<bool> channelAxes(const NrrdText& text, const std::vector<Axis>& directions, std::size_t axes) {
  std::vector<bool> channels(axes, false);
  const std::string kindsText = text.value({"kinds"});
  const auto kinds = wordsOf(kindsText, axes + 1);
  for (std::size_t i = 0; i < axes; ++i) {
    if (kinds.size() == axes) channels[i] = !isAnyOf(lowerCase(kinds[i]), {"domain", "space", "???", "none"});
    if (directions.size() == axes && !directions[i]) channels[i] = true;
  }
  if (axes == 4 && std::ranges::count(channels, true) == 0) channels.back() = true;
  return channels;
}

Status setShapeOfNrrd(const fs::path& path, const NrrdText& text, VolumeHeader& header) {
  const std::string sizesText = text.value({"sizes"});
  std::vector<std::int64_t> sizes;
  for (const std::string_view word : wordsOf(sizesText, 8)) sizes.push_back(wholeNumber(word).value_or(0));
  if (sizes.size() < 2 || sizes.size() > 4) return damagedVolume(path, fmt::format("it has {} axes", sizes.size()));
  const std::vector<Axis> directions = vectorsOf(text.value({"space directions"}));
  const std::vector<bool> channels = channelAxes(text, directions, sizes.size());
  std::array<std::int64_t, 4> extents{1, 1, 1, 1};
  std::size_t axis = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!channels[i]) {
      if (axis > 2) return unreadVolume(path, "has more than three axes of space");
      extents[axis++] = sizes[i];
      continue;
    }
    if (extents[3] != 1 || (i > 0 && i + 1 < sizes.size())) return unreadVolume(path, "has channels between its axes");
    extents[3] = sizes[i];
    header.channelsFirst = i == 0;
  }
  header.place = placeOfNrrd(text, directions);
  return setExtents(path, extents, header);
}

}  // namespace

Result<VolumeHeader> readNrrdHeader(const fs::path& path) {
  const std::string content = beginningOfFile(path, kMostNrrdHeader);
  if (!content.starts_with("NRRD"))
    return fail(ErrorCode::Unsupported, displayName(path.filename().string()) + " is no NRRD file");
  const NrrdText text = readNrrdText(content);
  VolumeHeader header;
  FOVEA_CHECK(setShapeOfNrrd(path, text, header));
  const std::string type = text.value({"type"});
  const auto known = typeOfNrrd(lowerCase(type));
  if (!known) return unreadVolume(path, fmt::format("holds numbers of the kind {}", displayName(type)));
  header.type = *known;
  header.swapped = lowerCase(text.value({"endian"})) == "big";
  const std::string encoding = lowerCase(text.value({"encoding"}));
  header.deflated = isAnyOf(encoding, {"gzip", "gz"});
  if (!header.deflated && encoding != "raw")
    return unreadVolume(path, fmt::format("holds its numbers in the encoding {}", displayName(encoding)));
  const std::string lines = text.value({"line skip", "lineskip"});
  if (!lines.empty() && lines != "0") return unreadVolume(path, "has lines of text before its numbers");
  const std::string skipped = text.value({"byte skip", "byteskip"});
  header.fromEnd = skipped == "-1";
  if (!skipped.empty() && !header.fromEnd)
    header.offset = static_cast<std::uint64_t>(std::clamp<std::int64_t>(wholeNumber(skipped).value_or(0), 0, 1 << 30));
  const std::string file = text.value({"data file", "datafile"});
  if (file.empty()) {
    if (!text.whole) return damagedVolume(path, "its header has no end");
    header.data = path;
    header.offset += text.bytes;
    return header;
  }
  if (file.find('%') != std::string::npos || file.starts_with("LIST") || file.find(' ') != std::string::npos)
    return unreadVolume(path, "has a file for each slice");
  FOVEA_TRY(header.data, fileBeside(path, file));
  return header;
}

}  // namespace fovea
