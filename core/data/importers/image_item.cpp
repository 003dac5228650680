#include "core/data/importers/image_item.h"

#include "core/data/files/image_file.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/paged_image.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kHeaderBytes = 64 << 10;  // of an image file, which hold nearly every header

}  // namespace

Result<LoadedItem> loadFirstPicture(const fs::path& path) {
  LoadedItem item;
  FOVEA_TRY(item.file, readSource(path, kMaximumImageFile));
  const auto header = readImageHeader(item.file);
  if (!header.ok()) return header.error().within(path.filename().string());
  return item;
}

Result<LoadedItem> imageItemOf(std::string content, const std::string& name) {
  const auto header = readImageHeader(content);
  if (!header.ok()) return header.error().within(name);
  const Status one = checkOnePage(content);
  if (!one.ok()) return one.error().within(name);
  LoadedItem item;
  item.file = std::move(content);
  return item;
}

Result<LoadedItem> loadImageItem(const fs::path& path) {
  FOVEA_TRY(std::string content, readSource(path, kMaximumImageFile));
  return imageItemOf(std::move(content), path.filename().string());
}

Result<ImageSize> sizeOf(const LoadedItem& item) {
  if (item.file.empty()) return ImageSize{item.input.shape()[1], item.input.shape()[2]};
  FOVEA_TRY(const ImageHeader header, readImageHeader(item.file));
  if (header.orientation >= 5) return ImageSize{header.width, header.height};
  return ImageSize{header.height, header.width};
}

Result<ImageSize> sizeOfImageFile(const fs::path& path) {
  LoadedItem start;
  start.file = beginningOfFile(path, kHeaderBytes);
  if (start.file.empty()) return fail(ErrorCode::NotFound, "It cannot be read.").within(path.filename().string());
  return sizeOf(start);
}

}  // namespace fovea
