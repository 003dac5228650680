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
  std::size_t pages = 1;   // or frames
  std::size_t copies = 0;  // smaller copies of its pages that a TIFF holds, no pages themselves
  bool frames = false;     // what moves: GIF, PNG, WebP
  bool alike = true;       // one size, grey
};
// Fails with NotFound, PermissionDenied, Corrupt or InvalidArgument (too many).
Result<PageCount> countPages(const std::filesystem::path& path);
// Says by the file's name whether it is likely to hold several pictures. A PNG may, and rarely does.
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
  std::vector<Tensor> frames_;  // of a GIF, WebP or PNG
};

}  // namespace fovea
