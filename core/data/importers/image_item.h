// Why: every importer of images loads an image in the same way: as the bytes of its file, which the import decodes.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/data/importing/import_source.h"

namespace fovea {

// Loads the bytes of an image file as an item. Fails with NotFound, PermissionDenied, InvalidArgument (too large,
// several pages), Unsupported (not an image format that Fovea reads) or Corrupt.
Result<LoadedItem> loadImageItem(const std::filesystem::path& path);
// Does the same, but accepts an animated PNG and takes its first picture.
Result<LoadedItem> loadFirstPicture(const std::filesystem::path& path);
// Does the same with the bytes of a file; `name` appears in errors.
Result<LoadedItem> imageItemOf(std::string content, const std::string& name);

// Height and width of an item's image after decoding, with its orientation applied.
struct ImageSize {
  std::int64_t height = 0;
  std::int64_t width = 0;
  bool operator==(const ImageSize&) const = default;
};
Result<ImageSize> sizeOf(const LoadedItem& item);
// Reads the size from the beginning of an image file. Fails with NotFound, Corrupt or Unsupported, and where the header
// is longer than 64 KiB, as that of few files is.
Result<ImageSize> sizeOfImageFile(const std::filesystem::path& path);

}  // namespace fovea
