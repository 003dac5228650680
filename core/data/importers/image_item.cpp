#include "core/data/importers/image_item.h"

#include <cstdint>

#include "core/base/file.h"
#include "core/data/image_file.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

unsigned byteAt(std::string_view content, std::size_t at) {
  return at < content.size() ? static_cast<unsigned char>(content[at]) : 0;
}

// The orientation in an Exif block that starts with its TIFF header; 1 when it says nothing (Exif 2.32, 4.6).
unsigned exifOrientation(std::string_view tiff) {
  const bool little = tiff.substr(0, 2) == "II";
  const auto short16 = [&](std::size_t at) {
    return little ? byteAt(tiff, at) | byteAt(tiff, at + 1) << 8 : byteAt(tiff, at) << 8 | byteAt(tiff, at + 1);
  };
  const auto long32 = [&](std::size_t at) -> std::size_t {
    return little ? short16(at) | short16(at + 2) << 16 : short16(at) << 16 | short16(at + 2);
  };
  const std::size_t directory = long32(4);
  if (directory > tiff.size()) return 1;
  const unsigned entries = short16(directory);
  for (unsigned i = 0; i < entries && directory + 2 + 12 * i + 12 <= tiff.size(); ++i)
    if (short16(directory + 2 + 12 * i) == 0x0112) return short16(directory + 2 + 12 * i + 8);
  return 1;
}

// Whether a camera noted that the image of a JPEG lies on its side.
bool liesOnItsSide(std::string_view content) {
  if (!content.starts_with("\xff\xd8")) return false;
  for (std::size_t at = 2; at + 9 < content.size() && byteAt(content, at) == 0xff;) {
    const unsigned marker = byteAt(content, at + 1);
    if (marker == 0xff) {
      ++at;
      continue;
    }
    const std::size_t length = byteAt(content, at + 2) << 8 | byteAt(content, at + 3);
    if (length < 2 || marker == 0xda) return false;
    if (marker == 0xe1 && content.substr(at + 4, 6) == std::string_view("Exif\0\0", 6) && length > 16) {
      const unsigned orientation = exifOrientation(content.substr(at + 10, length - 8));
      return orientation >= 5 && orientation <= 8;
    }
    at += 2 + length;
  }
  return false;
}

}  // namespace

Result<LoadedItem> imageItemOf(std::string content, const std::string& name) {
  const auto header = readImageHeader(content);
  if (!header.ok()) return header.error().within(name);
  LoadedItem item;
  item.file = std::move(content);
  return item;
}

Result<LoadedItem> loadImageItem(const fs::path& path) {
  FOVEA_TRY(std::string content, readFile(path, kMaximumImageFile));
  return imageItemOf(std::move(content), path.filename().string());
}

Result<ImageSize> sizeOf(const LoadedItem& item) {
  if (item.file.empty()) return ImageSize{item.input.shape()[1], item.input.shape()[2]};
  FOVEA_TRY(const ImageHeader header, readImageHeader(item.file));
  if (liesOnItsSide(item.file)) return ImageSize{header.width, header.height};
  return ImageSize{header.height, header.width};
}

Result<Tensor> loadPixels(const fs::path& path) {
  FOVEA_TRY(const std::string content, readFile(path, kMaximumImageFile));
  auto image = decodeImage(content);
  if (!image.ok()) return image.error().within(path.filename().string());
  return image;
}

}  // namespace fovea
