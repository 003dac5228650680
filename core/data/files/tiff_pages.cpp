#include "core/data/files/tiff_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "core/data/files/dicom_image.h"

namespace fovea {
namespace {

constexpr std::uint64_t kMostEntries = 4096;
constexpr std::uint64_t kMostSamples = 16;

enum Tag : unsigned {
  kKind = 254,
  kOldKind = 255,
  kWidth = 256,
  kHeight = 257,
  kBits = 258,
  kMeaning = 262,
  kOrientation = 274,
  kSamples = 277,
  kExtra = 338,
  kFormat = 339
};

class Directories {
 public:
  explicit Directories(const ReadBytes& read) : read_(read) {}

  Result<TiffFile> all(std::size_t most) {
    FOVEA_TRY(std::uint64_t place, start());
    std::set<std::uint64_t> seen;
    while (place != 0 && file_.pages.size() < most) {
      if (!seen.insert(place).second)
        return fail(ErrorCode::Corrupt, "This TIFF image is damaged: its pages go in a circle.");
      if (seen.size() > kMostTiffPages)
        return fail(ErrorCode::InvalidArgument, fmt::format("This TIFF image has more than {} pages.", kMostTiffPages),
                    "Save them in several files.");
      FOVEA_TRY(place, page(place));
    }
    if (file_.pages.empty()) return cutOff();
    return std::move(file_);
  }

 private:
  static Error cutOff() { return fail(ErrorCode::Corrupt, "This TIFF image is damaged or cut off."); }

  std::uint64_t number(const std::uint8_t* bytes, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | bytes[file_.little ? size - 1 - i : i];
    return value;
  }
  Result<std::uint64_t> at(std::uint64_t offset, std::size_t size) const {
    std::uint8_t bytes[8] = {};
    if (!read_(offset, {bytes, size})) return cutOff();
    return number(bytes, size);
  }

  // The offset of the first directory.
  Result<std::uint64_t> start() {
    std::uint8_t bytes[8] = {};
    if (!read_(0, bytes)) return cutOff();
    file_.little = bytes[0] == 'I';
    file_.big = number(bytes + 2, 2) == 43;
    return file_.big ? at(8, 8) : Result<std::uint64_t>(number(bytes + 4, 4));
  }

  // Adds the page of a directory; returns the offset of the next one, 0 after the last.
  Result<std::uint64_t> page(std::uint64_t place) {
    const std::size_t counter = file_.big ? 8 : 2, entry = file_.big ? 20 : 12, next = file_.big ? 8 : 4;
    FOVEA_TRY(const std::uint64_t count, at(place, counter));
    if (count == 0 || count > kMostEntries) return cutOff();
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count) * entry + next);
    if (!read_(place + counter, bytes)) return cutOff();
    TiffPage found;
    found.directory = place;
    found.header = {.format = "TIFF", .bits = 1};
    found.header.components = 1;
    bool copy = false;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t* field = bytes.data() + i * entry;
      const auto tag = static_cast<unsigned>(number(field, 2));
      if (tag == kOrientation) found.orientation = place + counter + i * entry + (file_.big ? 12 : 8);
      if (tag == kExtra && number(field + 4, file_.big ? 8 : 4) <= 2)
        found.alpha = place + counter + i * entry + (file_.big ? 12 : 8);
      const bool known = tag == kMeaning || tag == kKind || tag == kOldKind || tag == kWidth || tag == kHeight ||
                         tag == kBits || tag == kOrientation || tag == kSamples || tag == kFormat;
      if (!known) continue;
      FOVEA_TRY(const std::uint64_t value, valueOf(field));
      const auto small = static_cast<int>(std::min<std::uint64_t>(value, 1 << 20));
      if (tag == kKind) copy = (value & 5) != 0;  // a thumbnail, or the mask of a page
      if (tag == kOldKind) copy = copy || value == 2;
      if (tag == kWidth) found.header.width = static_cast<std::int64_t>(std::min<std::uint64_t>(value, UINT32_MAX));
      if (tag == kHeight) found.header.height = static_cast<std::int64_t>(std::min<std::uint64_t>(value, UINT32_MAX));
      if (tag == kBits) found.header.bits = small;
      if (tag == kSamples) found.header.components = small;
      if (tag == kFormat) found.header.real = value == 3;
      if (tag == kMeaning) found.header.grey = value <= 1;
      if (tag == kOrientation && value >= 1 && value <= 8) found.header.orientation = small;
    }
    // The first directory is always a page, whatever its flags say.
    if (copy && !file_.pages.empty())
      ++file_.copies;
    else
      file_.pages.push_back(found);
    return number(bytes.data() + bytes.size() - next, next);
  }

  // The first value of an entry, which may be stored elsewhere in the file.
  Result<std::uint64_t> valueOf(const std::uint8_t* field) const {
    const std::uint64_t type = number(field + 2, 2);
    const std::size_t size = type == 1 ? 1 : type == 3 ? 2 : type == 4 ? 4 : type == 16 ? 8 : 0;
    const std::uint64_t count = number(field + 4, file_.big ? 8 : 4);
    if (size == 0 || count == 0 || count > kMostSamples) return std::uint64_t{0};
    const std::uint8_t* value = field + (file_.big ? 12 : 8);
    const std::size_t room = file_.big ? 8 : 4;
    if (size * count <= room) return number(value, size);
    return at(number(value, room), size);
  }

  const ReadBytes& read_;
  TiffFile file_;
};

void putNumber(std::string& content, std::uint64_t place, std::uint64_t value, std::size_t size, bool little) {
  for (std::size_t i = 0; i < size; ++i, value >>= 8)
    content[static_cast<std::size_t>(place) + (little ? i : size - 1 - i)] = static_cast<char>(value);
}

}  // namespace

bool isTiff(std::string_view start) {
  using namespace std::string_view_literals;
  if (isDicom(start)) return false;  // its first bytes may be those of TIFF
  return start.starts_with("II*\0"sv) || start.starts_with("MM\0*"sv) || start.starts_with("II+\0"sv) ||
         start.starts_with("MM\0+"sv);
}

Result<TiffFile> readTiffPages(const ReadBytes& read, std::size_t most) {
  return Directories(read).all(most);
}

Result<TiffFile> readTiffPages(std::string_view content, std::size_t most) {
  const ReadBytes read = [content](std::uint64_t offset, std::span<std::uint8_t> target) {
    if (offset > content.size() || target.size() > content.size() - offset) return false;
    std::memcpy(target.data(), content.data() + offset, target.size());
    return true;
  };
  return readTiffPages(read, most);
}

std::string tiffFrom(std::uint64_t directory, std::string content) {
  const bool little = content[0] == 'I', big = content[little ? 2 : 3] == '+';
  putNumber(content, big ? 8 : 4, directory, big ? 8 : 4, little);
  return content;
}

std::string plainTiff(std::string_view content) {
  std::string plain(content);
  const auto file = readTiffPages(content, 1);
  if (!file.ok()) return plain;
  for (const std::uint64_t place : {file->pages[0].orientation, file->pages[0].alpha})
    if (place > 0) putNumber(plain, place, 1, 2, file->little);
  return plain;
}

}  // namespace fovea
