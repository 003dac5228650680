// Why: a TIFF file may hold many pictures, and which they are is said by its directories; they are read without
// decoding a pixel, so that pages are counted, and none is dropped without a word.
// Source: TIFF 6.0 (Adobe 1992), and BigTIFF, its form with places of 64 bits.
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
  std::uint64_t directory = 0;    // where in the file
  std::uint64_t orientation = 0;  // where the value of its orientation lies; 0 where it says none
  std::uint64_t alpha = 0;        // where it says what its fourth channel is; 0 where it does not
};

struct TiffFile {
  bool big = false;     // places of 64 bits
  bool little = false;  // order of bytes
  std::vector<TiffPage> pages;
  std::size_t copies = 0;  // smaller copies and masks of its pages, which are none of them
};

// Fills `target` from `offset` of the file; false where it ends before.
using ReadBytes = std::function<bool(std::uint64_t offset, std::span<std::uint8_t> target)>;

// Up to `most` directories. Corrupt (cut off, a loop), InvalidArgument (more than kMostTiffPages).
Result<TiffFile> readTiffPages(const ReadBytes& read, std::size_t most = kMostTiffPages);
Result<TiffFile> readTiffPages(std::string_view content, std::size_t most = kMostTiffPages);
bool isTiff(std::string_view start);
// The same file with the page of that directory as its first.
std::string tiffFrom(std::uint64_t directory, std::string content);
// The same file as if its first page were upright, and its colours were already multiplied by its alpha: so that the
// library leaves both as they are stored.
std::string plainTiff(std::string_view content);

}  // namespace fovea
