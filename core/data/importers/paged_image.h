// Why: a TIFF holds pages, and GIF, WebP and DICOM hold frames; this counts them without decoding, and reads them one
// by one without reading the file again for each. Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/files/image_file.h"
#include "core/data/importing/import_source.h"

namespace fovea {

struct PageCount {
  std::size_t pages = 1;   // number of pages or frames
  std::size_t copies = 0;  // smaller copies of pages in a TIFF, which do not count as pages
  bool frames = false;     // an animation: GIF, PNG, WebP
  bool alike = true;       // all pages are grey and of one size
};
// Counts the pages of a file. Fails with NotFound, PermissionDenied, Corrupt or InvalidArgument (too many).
Result<PageCount> countPages(const std::filesystem::path& path);
// Returns whether a file of this name is likely to hold several pictures; false for PNG, which rarely does.
bool mayHoldPages(std::string_view name);
// Fails with InvalidArgument if the bytes of a file hold several pictures.
Status checkOnePage(std::string_view content);

class PagedImage {
 public:
  // Fails like loadImageItem().
  static Result<std::shared_ptr<const PagedImage>> open(const std::filesystem::path& path, bool firstAlone = false);
  std::size_t size() const { return frames_.empty() ? headers_.size() : frames_.size(); }
  // Returns a page as an item of its own. Fails with Corrupt if there is no such page.
  Result<LoadedItem> page(std::size_t index) const;
  // Returns all pages as f32 [C, D, H, W]: 8-bit and 16-bit values scaled to 0 to 1, others unchanged. Fails with
  // InvalidArgument if they differ in size or are too large.
  Result<Tensor> volume() const;

 private:
  Result<Tensor> numbers(std::size_t index) const;

  std::string content_;
  std::vector<ImageHeader> headers_;  // headers of the pages
  std::vector<std::string::size_type> places_;  // directories of a TIFF, indexes of the frames of a DICOM file
  std::vector<Tensor> frames_;  // frames of a GIF, WebP or PNG
};

}  // namespace fovea
