#include "core/data/importers/stored_bitmap.h"

#include <zlib.h>

#include <algorithm>

#include "core/data/files/image_library.h"
#include "core/data/importers/outline_shapes.h"

namespace fovea {
namespace {

constexpr std::size_t kMaximumBitmapFile = std::size_t{16} << 20;
constexpr std::size_t kColourTypeAt = 25;  // byte of a PNG with the kind of its pixels (ISO/IEC 15948)
constexpr int kHasAlpha = 4;

int base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

Error damagedBitmap() {
  return fail(ErrorCode::Corrupt, "its bitmap is damaged");
}

// RFC 4648, with either alphabet; ends at the padding.
Result<std::string> decodedBase64(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    if (c == '\n' || c == '\r') continue;
    const int digit = base64Digit(c);
    if (digit < 0) return damagedBitmap();
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

Result<std::string> unpackedBitmap(const std::string& bytes) {
  // A PNG hardly shrinks when it is compressed once more.
  std::string plain(std::min(bytes.size() * 8 + 4096, kMaximumBitmapFile), '\0');
  uLongf size = plain.size();
  if (::uncompress(reinterpret_cast<Bytef*>(plain.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                   bytes.size()) != Z_OK)
    return damagedBitmap();
  plain.resize(size);
  return plain;
}

}  // namespace

Result<ObjectArea> areaOfStoredBitmap(std::string_view base64, bool packed, std::int64_t left, std::int64_t top) {
  if (base64.size() > kMaximumBitmapFile) return fail(ErrorCode::InvalidArgument, "its bitmap is too large");
  FOVEA_TRY(std::string png, decodedBase64(base64));
  if (packed) {
    FOVEA_TRY(png, unpackedBitmap(png));
  }
  FOVEA_TRY(const ImageHeader header, readImageHeader(png));
  if (std::string_view(header.format) != "PNG") return damagedBitmap();
  if (header.width * header.height > kMaximumImagePixels)
    return fail(ErrorCode::InvalidArgument, "its bitmap is too large");
  if (png.size() <= kColourTypeAt) return damagedBitmap();
  std::vector<std::uint8_t> inside(static_cast<std::size_t>(header.width * header.height));
  if ((png[kColourTypeAt] & kHasAlpha) != 0) {
    FOVEA_TRY(const std::vector<std::uint8_t> colours, decodeWithAlpha(png));
    if (colours.size() != inside.size() * 4) return damagedBitmap();
    for (std::size_t i = 0; i < inside.size(); ++i) inside[i] = colours[i * 4 + 3];
  } else {
    FOVEA_TRY(const Tensor colours, decodeImage(png));
    const auto values = colours.values<std::uint8_t>();
    if (values.empty() || values.size() % inside.size() != 0) return damagedBitmap();
    for (std::size_t i = 0; i < values.size(); ++i) inside[i % inside.size()] |= values[i];
  }
  return areaOfBitmap(inside, header.width, left, top);
}

}  // namespace fovea
