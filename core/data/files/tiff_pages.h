// Why: a TIFF file may hold many pages. This reads its directories without decoding a pixel, so that pages are counted
// and none is dropped silently. Source: TIFF 6.0 (Adobe 1992), and BigTIFF, its variant with 64-bit offsets.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/files/image_file.h"

namespace fovea {

inline constexpr std::size_t kMostTiffPages = 65'536;

struct TiffPage {
  ImageHeader header;
  std::uint64_t directory = 0;    // offset in the file
  std::uint64_t orientation = 0;  // offset of the value of its orientation; 0 if absent
  std::uint64_t alpha = 0;        // offset of the meaning of its fourth channel; 0 if absent
};

struct TiffFile {
  bool big = false;     // 64-bit offsets
  bool little = false;  // little-endian byte order
  std::vector<TiffPage> pages;
  std::size_t copies = 0;  // thumbnails and masks of pages, which do not count as pages
};

// Fills `target` from `offset` of the file; returns false where the file ends before.
using ReadBytes = std::function<bool(std::uint64_t offset, std::span<std::uint8_t> target)>;

// Reads up to `most` directories. Fails with Corrupt (cut off, a loop) or InvalidArgument (more than kMostTiffPages).
Result<TiffFile> readTiffPages(const ReadBytes& read, std::size_t most = kMostTiffPages);
Result<TiffFile> readTiffPages(std::string_view content, std::size_t most = kMostTiffPages);
bool isTiff(std::string_view start);
// The same file with the page of that directory as its first page.
std::string tiffFrom(std::uint64_t directory, std::string content);
// The same file marked as upright and with premultiplied alpha, so that the library returns the stored pixels
// unchanged.
std::string plainTiff(std::string_view content);

}  // namespace fovea
