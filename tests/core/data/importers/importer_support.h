// Why: tests of importers make files of their own, open them, and look at items without a data set in between.
#pragma once
#include <zlib.h>

#include <cstring>
#include <map>
#include <random>

#include "../data_support.h"
#include "../layouts/layout_witness.h"
#include "core/data/files/image_file.h"
#include "core/data/importing/import_source.h"

namespace fovea::test {

inline constexpr const char* kPhotographs = "/usr/share/doc/opencv-doc/examples/data";

using SourcePointer = std::unique_ptr<ImportSource>;

inline Result<SourcePointer> tryOpen(std::string_view importer, const fs::path& path, const FieldValues& options = {}) {
  FOVEA_TRY(const auto found, findImporter(importer));
  FOVEA_TRY(const FieldValues complete, found->options().complete(options));
  return found->open(path, complete);
}

inline SourcePointer openSource(std::string_view importer, const fs::path& path, const FieldValues& options = {}) {
  auto source = tryOpen(importer, path, options);
  EXPECT_TRUE(source.ok()) << (source.ok() ? "" : source.error().text());
  return source.ok() ? std::move(source).value() : nullptr;
}

inline Recognition recognised(const fs::path& path) {
  if (layoutWitness) layoutWitness(path);
  auto found = recogniseAny(path);
  EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().text());
  return found.ok() ? std::move(found).value() : Recognition{};
}

inline LoadedItem loaded(const ImportSource& source, std::int64_t index) {
  auto item = source.load(index);
  EXPECT_TRUE(item.ok()) << (item.ok() ? "" : item.error().text());
  return item.ok() ? std::move(item).value() : LoadedItem{};
}

// The pixels of an item, whichever way it holds them.
inline Tensor pixelsOf(const LoadedItem& item) {
  if (item.file.empty()) return item.input;
  auto image = decodeImage(item.file);
  EXPECT_TRUE(image.ok());
  return image.ok() ? *image : Tensor();
}

// Index of the item whose source ends with `ending`; -1 if there is none.
inline std::int64_t indexOf(const ImportSource& source, const std::string& ending) {
  for (std::int64_t i = 0; i < source.size(); ++i)
    if (source.item(i).source.ends_with(ending)) return i;
  return -1;
}

inline std::string pngChunk(const std::string& kind, const std::string& data) {
  const std::string body = kind + data;
  return big32(static_cast<std::uint32_t>(data.size())) + body +
         big32(static_cast<std::uint32_t>(
             crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

inline std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  out.resize(size);
  return out;
}

// A PNG file of 8 bits: colour type 0 (grey), 2 (colour) or 3 (palette of three bytes a colour). `rows` are the pixels.
inline std::string png(std::uint32_t width, std::uint32_t height, const std::string& rows, int colourType = 0,
                       const std::string& palette = {}) {
  const std::size_t stride = width * (colourType == 2 ? 3 : 1);
  std::string filtered;
  for (std::uint32_t y = 0; y < height; ++y) filtered += '\0' + rows.substr(y * stride, stride);
  const std::string header = big32(width) + big32(height) + std::string({8, static_cast<char>(colourType), 0, 0, 0});
  return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", header) + (palette.empty() ? "" : pngChunk("PLTE", palette)) +
         pngChunk("IDAT", deflated(filtered)) + pngChunk("IEND", "");
}

// A grey picture of one value.
inline std::string greyPng(std::uint32_t width, std::uint32_t height, int value) {
  return png(width, height, std::string(width * height, static_cast<char>(value)));
}

// One of the ways in which a file goes wrong: bytes changed, cut, doubled, or nonsense put in.
inline std::string mutated(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n ? n - 1 : 0)(random);
  };
  static const std::vector<std::string> nonsense = {
      "-1",  "1e999", "nan",  "99999999999999999999", "\"",       "{",        "}", "[[[[", "<",
      "&#x", "\n\n",  ",,,,", std::string(1, '\0'),   "\xff\xfe", "<![CDATA["};
  const std::size_t times = 1 + below(4);
  for (std::size_t i = 0; i < times && !bytes.empty(); ++i) {
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
      case 0:
        bytes[at] = static_cast<char>(below(256));
        break;
      case 1:
        bytes.resize(at);
        break;
      case 2:
        bytes.erase(at, 1 + below(20));
        break;
      case 3:
        bytes.insert(at, nonsense[below(nonsense.size())]);
        break;
      case 4:
        bytes.insert(at, bytes.substr(below(bytes.size()), 1 + below(40)));
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
    }
  }
  return bytes;
}

// Opens 1,000 mutations of `content` at `file` and reads some items of each; errors are welcome, a crash is not.
// Returns how many opened.
inline int surviveMutations(std::string_view importer, const fs::path& source, const fs::path& file,
                            const std::string& content, const FieldValues& options = {}, int count = 1000) {
  std::mt19937 random(7);
  int opened = 0;
  for (int i = 0; i < count; ++i) {
    writeBytes(file, mutated(content, random));
    const auto result = tryOpen(importer, source, options);
    if (!result.ok()) {
      EXPECT_FALSE(result.error().message.empty());
      continue;
    }
    ++opened;
    const auto problems = (*result)->problems();
    for (std::int64_t k = 0; k < std::min<std::int64_t>((*result)->size(), 3); ++k) {
      const ImportItem item = (*result)->item(k);
      EXPECT_LT(item.label, static_cast<std::int32_t>(std::max<std::size_t>((*result)->classes().size(), 1)));
      const auto loadedItem = (*result)->load(k);
      if (!loadedItem.ok()) continue;
      for (const Box& box : loadedItem->boxes) {
        EXPECT_LT(static_cast<std::size_t>(box.label), (*result)->classes().size());
        EXPECT_TRUE(box.left < box.right && box.top < box.bottom && box.left >= 0 && box.top >= 0);
      }
    }
  }
  writeBytes(file, content);
  return opened;
}

// One line for each decision: "what: chosen, because".
inline std::string wordsOf(const ImportSource& source) {
  std::string words;
  for (const ImportDecision& decision : source.decisions())
    words += decision.what + ": " + decision.chosen + ", " + decision.because + "\n";
  return words;
}

}  // namespace fovea::test
