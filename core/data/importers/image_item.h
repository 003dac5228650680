// Why: every importer of pictures reads one in the same way: as the bytes of its file, which whoever imports decodes.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/data/importing/import_source.h"

namespace fovea {

// The bytes of an image file as an item. NotFound, PermissionDenied, InvalidArgument (too large, several pages),
// Unsupported (no image of a format that Fovea reads), Corrupt.
Result<LoadedItem> loadImageItem(const std::filesystem::path& path);
// The same, of an animated PNG its first picture.
Result<LoadedItem> loadFirstPicture(const std::filesystem::path& path);
// The same from the bytes of a file; `name` stands in errors.
Result<LoadedItem> imageItemOf(std::string content, const std::string& name);

// Height and width of an item's picture as it will be decoded, so upright.
struct ImageSize {
  std::int64_t height = 0;
  std::int64_t width = 0;
  bool operator==(const ImageSize&) const = default;
};
Result<ImageSize> sizeOf(const LoadedItem& item);

// The picture of a file, decoded: u8 [C, H, W].
Result<Tensor> loadPixels(const std::filesystem::path& path);

}  // namespace fovea
