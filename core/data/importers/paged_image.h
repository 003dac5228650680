// Why: a TIFF holds pages, and GIF and WebP hold frames; this counts them without decoding, and reads them one by one
// without reading the file again for each. Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/files/image_file.h"
#include "core/data/importing/import_source.h"

namespace fovea {

struct PageCount {
  std::size_t pages = 1;   // pages or frames
  std::size_t copies = 0;  // thumbnails that a TIFF holds, which do not count as pages
  bool frames = false;     // the format is an animation: GIF, PNG, WebP
  bool readable = true;    // false: only the first picture can be read (PNG)
  bool alike = true;       // all pages are grey and have the same size
};
// Fails with NotFound, PermissionDenied, Corrupt or InvalidArgument (too many).
Result<PageCount> countPages(const std::filesystem::path& path);
// True if a file of that name may hold several pictures that Fovea reads.
bool mayHoldPages(std::string_view name);
// Fails with InvalidArgument where the bytes of a file hold several pictures.
Status checkOnePage(std::string_view content);

class PagedImage {
 public:
  // Fails as loadImageItem().
  static Result<std::shared_ptr<const PagedImage>> open(const std::filesystem::path& path, bool firstAlone = false);
  std::size_t size() const { return frames_.empty() ? headers_.size() : frames_.size(); }
  // A page as an item of its own. Fails with Corrupt when there is no such page.
  Result<LoadedItem> page(std::size_t index) const;
  // All pages as f32 [C, D, H, W]: 8-bit and 16-bit values scaled to 0 to 1, others unchanged. Fails with
  // InvalidArgument where they differ in size or are too large.
  Result<Tensor> volume() const;

 private:
  Result<Tensor> numbers(std::size_t index) const;

  std::string content_;
  std::vector<ImageHeader> headers_;  // headers of the pages
  std::vector<std::string::size_type> places_;
  std::vector<Tensor> frames_;  // GIF and WebP only
};

}  // namespace fovea
