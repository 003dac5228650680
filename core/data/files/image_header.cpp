#include <fmt/format.h>

#include <cstring>

#include "core/data/files/dicom_image.h"
#include "core/data/files/gif_image.h"
#include "core/data/files/image_file.h"
#include "core/data/files/tiff_pages.h"

namespace fovea {
namespace {

// Reads numbers and texts at offsets that may be outside of the content. A number outside is 0 and sets `cut`; a text
// is shortened to the available bytes.
struct Reader {
  std::string_view content;
  bool cut = false;

  std::uint32_t byte(std::size_t at) {
    if (at < content.size()) return static_cast<std::uint8_t>(content[at]);
    cut = true;
    return 0;
  }
  std::string_view text(std::size_t at, std::size_t size) const {
    return at < content.size() ? content.substr(at, size) : std::string_view();
  }
  std::uint32_t big16(std::size_t at) { return byte(at) << 8 | byte(at + 1); }
  std::uint32_t big32(std::size_t at) { return big16(at) << 16 | big16(at + 2); }
  std::uint32_t little16(std::size_t at) { return byte(at) | byte(at + 1) << 8; }
  std::uint32_t little24(std::size_t at) { return little16(at) | byte(at + 2) << 16; }
  std::int32_t little32(std::size_t at) { return static_cast<std::int32_t>(little16(at) | little16(at + 2) << 16); }
};

ImageHeader sized(const char* format, std::int64_t width, std::int64_t height) {
  return {.format = format, .width = width, .height = height};
}

// The orientation in an Exif block whose TIFF header is at `tiff`; 1 if absent.
int exifOrientation(Reader reader, std::size_t tiff) {
  const bool little = reader.text(tiff, 2) == "II";
  const auto short16 = [&](std::size_t at) { return little ? reader.little16(at) : reader.big16(at); };
  const auto long32 = [&](std::size_t at) { return little ? short16(at) | short16(at + 2) << 16 : reader.big32(at); };
  const std::size_t directory = tiff + long32(tiff + 4);
  const std::uint32_t entries = short16(directory);
  for (std::size_t i = 0, at = directory + 2; i < entries && !reader.cut; ++i, at += 12) {
    const std::uint32_t value = short16(at + 8);
    if (short16(at) == 0x0112 && !reader.cut) return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

// Walks the markers up to the frame header, which holds the size (ITU-T T.81, B.2.2).
ImageHeader jpegHeader(Reader& reader) {
  ImageHeader header{.format = "JPEG"};
  for (std::size_t at = 2; !reader.cut;) {
    if (reader.byte(at) != 0xff) break;
    const std::uint32_t marker = reader.byte(at + 1);
    if (marker == 0xff) {
      ++at;
      continue;
    }
    const bool frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    if (frame) {
      header.bits = static_cast<int>(reader.byte(at + 4));
      header.height = reader.big16(at + 5);
      header.width = reader.big16(at + 7);
      header.components = static_cast<int>(reader.byte(at + 9));
      header.common = marker <= 0xc2;
      return header;
    }
    const std::uint32_t length = reader.big16(at + 2);
    if (length < 2) break;
    if (marker == 0xe1 && reader.text(at + 4, 6) == std::string_view("Exif\0\0", 6))
      header.orientation = exifOrientation({reader.content.substr(0, at + 2 + length)}, at + 10);
    at += 2 + length;
  }
  return header;
}

constexpr std::size_t kMostChunks = 1'000'000;

// Reads the size, and the orientation in the chunk "eXIf" at any position (PNG Specification, third edition, 11.3.3.5).
ImageHeader pngHeader(Reader& reader) {
  ImageHeader header = sized("PNG", reader.big32(16), reader.big32(20));
  Reader chunks{reader.content};
  std::size_t at = 8;
  for (std::size_t i = 0; i < kMostChunks; ++i) {
    const std::size_t length = chunks.big32(at);
    const std::string_view kind = chunks.cut ? std::string_view("IEND") : reader.text(at + 4, 4);
    if (kind == "IEND" || length > reader.content.size() - at) break;
    if (kind == "eXIf") {
      header.orientation = exifOrientation({reader.content.substr(0, at + 8 + length)}, at + 8);
      break;
    }
    at += 12 + length;
  }
  return header;
}

// The orientation in the chunk "EXIF" of an extended WebP (RFC 9649, 2.7.1.5).
int webpOrientation(std::string_view content) {
  Reader chunks{content};
  std::size_t at = 12;
  for (std::size_t i = 0; i < kMostChunks && at + 8 <= content.size(); ++i) {
    const auto length = static_cast<std::uint32_t>(chunks.little32(at + 4));
    if (length > content.size() - at - 8) break;
    const std::size_t data = at + 8;
    if (chunks.text(at, 4) == "EXIF") {
      const bool prefixed = chunks.text(data, 6) == std::string_view("Exif\0\0", 6);
      return exifOrientation({content.substr(0, data + length)}, data + (prefixed ? 6 : 0));
    }
    at = data + length + length % 2;
  }
  return 1;
}

ImageHeader webpHeader(Reader& reader) {
  const std::string_view kind = reader.text(12, 4);
  if (kind == "VP8X") {
    ImageHeader header = sized("WebP", reader.little24(24) + 1, reader.little24(27) + 1);
    header.orientation = webpOrientation(reader.content);
    return header;
  }
  if (kind == "VP8 ") return sized("WebP", reader.little16(26) & 0x3fff, reader.little16(28) & 0x3fff);
  if (kind == "VP8L") {
    const auto bits = static_cast<std::uint32_t>(reader.little32(21));
    return sized("WebP", (bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1);
  }
  return sized("WebP", 0, 0);
}

ImageHeader netpbmHeader(std::string_view content) {
  std::int64_t numbers[2] = {0, 0};
  std::size_t at = 2;
  for (std::int64_t& number : numbers) {
    while (at < content.size() && (std::strchr(" \t\r\n", content[at]) != nullptr || content[at] == '#')) {
      if (content[at] == '#')
        at = std::min(content.find('\n', at), content.size());
      else
        ++at;
    }
    for (; at < content.size() && content[at] >= '0' && content[at] <= '9' && number <= kMaximumImageSide; ++at)
      number = number * 10 + (content[at] - '0');
  }
  return sized(content[1] == '5' ? "PGM" : "PPM", numbers[0], numbers[1]);
}

}  // namespace

Result<ImageHeader> readImageHeader(std::string_view content) {
  Reader reader{content};
  ImageHeader header;
  // The first bytes of DICOM may be those of another format, so that it comes first.
  if (isDicom(content)) {
    FOVEA_TRY(const DicomPixels pixels, readDicom(content));
    header = {.format = "DICOM", .width = pixels.width, .height = pixels.height};
    header.components = pixels.samples;
    header.bits = pixels.bitsAllocated > 8 ? pixels.bitsStored : 8;
    header.real = pixels.bitsAllocated > 8;
  } else if (content.starts_with("\x89PNG\r\n\x1a\n"))
    header = pngHeader(reader);
  else if (content.starts_with("\xff\xd8\xff"))
    header = jpegHeader(reader);
  else if (content.starts_with("BM"))
    header = sized("BMP", reader.little32(18), std::abs(std::int64_t{reader.little32(22)}));
  else if (content.starts_with("RIFF") && content.size() > 16 && content.substr(8, 4) == "WEBP")
    header = webpHeader(reader);
  else if (content.starts_with("P5") || content.starts_with("P6"))
    header = netpbmHeader(content);
  else if (isGif(content))
    header = sized("GIF", reader.little16(6), reader.little16(8));
  else if (isTiff(content)) {
    FOVEA_TRY(const TiffFile file, readTiffPages(content, 1));
    header = file.pages[0].header;
  } else
    return fail(ErrorCode::Unsupported, "This is not an image that can be read.",
                "Images can be PNG, JPEG, BMP, WebP, TIFF, GIF, PGM, PPM or DICOM.");
  if (reader.cut || header.width < 1 || header.height < 1)
    return fail(ErrorCode::Corrupt,
                fmt::format("This {} image is damaged or cut off: it does not say its size.", header.format));
  if (header.width > kMaximumImageSide || header.height > kMaximumImageSide ||
      header.width * header.height > kMaximumImagePixels)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("This {} image of {}×{} pixels is too large: at most {} pixels a side and {} in all are read.",
                    header.format, header.width, header.height, kMaximumImageSide, kMaximumImagePixels),
        "Make it smaller first.");
  return header;
}

}  // namespace fovea
