#include "core/data/files/png_image.h"

#include <zlib.h>

#if defined(FOVEA_HAVE_DEFLATE)
#include <libdeflate.h>
#endif

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace fovea {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kHeaderBytes = 13;
constexpr std::size_t kAfterHeader = 8 + 12 + kHeaderBytes;
constexpr std::uint64_t kMaximumBytes = 32 << 20;

enum ColourType : std::uint8_t { kGrey = 0, kColour = 2, kPalette = 3, kGreyAlpha = 4, kColourAlpha = 6 };

std::uint32_t big32(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

struct Header {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::uint8_t type = 0;

  std::size_t bytesPerPixel() const {
    constexpr std::array<std::size_t, 7> values{1, 0, 3, 1, 2, 0, 4};
    return values[type];
  }
  std::size_t rowBytes() const { return static_cast<std::size_t>(width) * bytesPerPixel(); }
  std::int64_t channels() const { return type == kGrey || type == kGreyAlpha ? 1 : 3; }
};

// `content` must begin like a plain PNG file.
Header headerOf(std::string_view content) {
  return {big32(content.substr(16)), big32(content.substr(20)), static_cast<std::uint8_t>(content[25])};
}

Error damaged(const char* what) {
  return fail(ErrorCode::Corrupt, std::string("This PNG image is damaged or cut off: ") + what + ".");
}

// Decompresses the parts of a stream one by one. There is one per thread, reused for every image.
class Inflater {
 public:
  Inflater() { ready_ = ::inflateInit(&stream_) == Z_OK; }
  ~Inflater() {
    if (ready_) ::inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool begin(std::uint8_t* target, std::size_t bytes) {
    stream_.next_out = target;
    stream_.avail_out = static_cast<uInt>(bytes);
    ended_ = false;
    return ready_ && ::inflateReset(&stream_) == Z_OK;
  }
  // Ignores bytes beyond the target.
  bool add(std::string_view part) {
    if (ended_ || stream_.avail_out == 0) return true;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream_.avail_in = static_cast<uInt>(part.size());
    const int code = ::inflate(&stream_, Z_NO_FLUSH);
    ended_ = code == Z_STREAM_END;
    return code == Z_OK || ended_ || code == Z_BUF_ERROR;
  }
  bool full() const { return stream_.avail_out == 0; }

 private:
  z_stream stream_{};
  bool ready_ = false;
  bool ended_ = false;
};

struct Workspace {
  Inflater inflater;
  std::vector<std::string_view> parts;  // compressed image data
  std::vector<std::uint8_t> rows;       // each row follows the number of its filter
};

// Reverses the filters of the rows (9.2 of the specification); `above` is zeros for the first row.
template <std::size_t kPixel>
bool unfilterRow(std::uint8_t filter, const std::uint8_t* above, std::uint8_t* row, std::size_t bytes) {
  switch (filter) {
    case 0:
      return true;
    case 1:
      for (std::size_t i = kPixel; i < bytes; ++i) row[i] = static_cast<std::uint8_t>(row[i] + row[i - kPixel]);
      return true;
    case 2:
      for (std::size_t i = 0; i < bytes; ++i) row[i] = static_cast<std::uint8_t>(row[i] + above[i]);
      return true;
    case 3:
      for (std::size_t i = 0; i < bytes; ++i) {
        const int left = i < kPixel ? 0 : row[i - kPixel];
        row[i] = static_cast<std::uint8_t>(row[i] + (left + above[i]) / 2);
      }
      return true;
    case 4: {
      std::array<int, kPixel> left{};
      std::array<int, kPixel> corner{};
      for (std::size_t i = 0; i < bytes; i += kPixel)
        for (std::size_t c = 0; c < kPixel; ++c) {
          const int up = above[i + c];
          const int toLeft = std::abs(up - corner[c]);
          const int toUp = std::abs(left[c] - corner[c]);
          const int toCorner = std::abs(left[c] + up - 2 * corner[c]);
          const int nearer = toUp < toLeft ? up : left[c];
          const int guess = toCorner < (toUp < toLeft ? toUp : toLeft) ? corner[c] : nearer;
          left[c] = row[i + c] = static_cast<std::uint8_t>(row[i + c] + guess);
          corner[c] = up;
        }
      return true;
    }
    default:
      return false;
  }
}

template <std::size_t kPixel>
bool unfilterAs(const Header& header, std::vector<std::uint8_t>& rows) {
  const std::size_t bytes = header.rowBytes();
  const std::vector<std::uint8_t> zeros(bytes);
  const std::uint8_t* above = zeros.data();
  std::uint8_t* row = rows.data();
  for (std::int64_t y = 0; y < header.height; ++y) {
    if (!unfilterRow<kPixel>(row[0], above, row + 1, bytes)) return false;
    above = row + 1;
    row += 1 + bytes;
  }
  return true;
}

bool unfilter(const Header& header, std::vector<std::uint8_t>& rows) {
  switch (header.bytesPerPixel()) {
    case 1:
      return unfilterAs<1>(header, rows);
    case 2:
      return unfilterAs<2>(header, rows);
    case 3:
      return unfilterAs<3>(header, rows);
    default:
      return unfilterAs<4>(header, rows);
  }
}

// Converts rows to planes, without alpha.
template <std::size_t kPixel>
void separateRows(const Header& header, const std::vector<std::uint8_t>& rows, std::uint8_t* target) {
  constexpr std::size_t kChannels = kPixel < 3 ? 1 : 3;
  const auto width = static_cast<std::size_t>(header.width);
  const std::size_t plane = width * static_cast<std::size_t>(header.height);
  const std::uint8_t* row = rows.data() + 1;
  for (std::int64_t y = 0; y < header.height; ++y, row += 1 + width * kPixel, target += width)
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t c = 0; c < kChannels; ++c) target[c * plane + x] = row[x * kPixel + c];
}

Status colourise(const Header& header, const std::vector<std::uint8_t>& rows, std::string_view palette,
                 std::uint8_t* target) {
  if (palette.empty() || palette.size() % 3 != 0) return damaged("it has no palette");
  const auto width = static_cast<std::size_t>(header.width);
  const std::size_t plane = width * static_cast<std::size_t>(header.height);
  const std::uint8_t* row = rows.data() + 1;
  for (std::int64_t y = 0; y < header.height; ++y, row += 1 + width, target += width)
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t entry = 3 * std::size_t{row[x]};
      if (entry >= palette.size()) return damaged("a pixel has no colour in the palette");
      for (std::size_t c = 0; c < 3; ++c) target[c * plane + x] = static_cast<std::uint8_t>(palette[entry + c]);
    }
  return {};
}

bool checksumFits(std::string_view kindAndData, std::string_view check) {
  const uLong sum =
      ::crc32(0, reinterpret_cast<const Bytef*>(kindAndData.data()), static_cast<uInt>(kindAndData.size()));
  return sum == big32(check);
}

// Finds the compressed image data and the palette, if any.
Status readChunks(std::string_view content, Workspace& workspace, std::string_view& palette) {
  workspace.parts.clear();
  for (std::string_view rest = content.substr(kSignature.size());;) {
    if (rest.size() < 12) return damaged("it ends too early");
    const std::uint64_t length = big32(rest);
    if (length > rest.size() - 12) return damaged("it ends too early");
    const std::string_view kind = rest.substr(4, 4);
    const std::string_view data = rest.substr(8, length);
    const bool needed = (kind[0] & 0x20) == 0;
    if (needed && !checksumFits(rest.substr(4, 4 + length), rest.substr(8 + length)))
      return damaged("a checksum is wrong");
    if (kind == "IEND") return {};
    if (kind == "PLTE") palette = data;
    if (kind == "IDAT") workspace.parts.push_back(data);
    rest.remove_prefix(12 + length);
  }
}

#if defined(FOVEA_HAVE_DEFLATE)
// Decompresses with libdeflate, twice as fast as zlib. Returns false unless the data is in one part and exactly as long
// as the image; the file may still be valid.
bool unpackAtOnce(Workspace& workspace) {
  struct Free {
    void operator()(libdeflate_decompressor* each) const { ::libdeflate_free_decompressor(each); }
  };
  static thread_local const std::unique_ptr<libdeflate_decompressor, Free> decompressor(
      ::libdeflate_alloc_decompressor());
  if (!decompressor || workspace.parts.size() != 1) return false;
  const std::string_view part = workspace.parts.front();
  return ::libdeflate_zlib_decompress(decompressor.get(), part.data(), part.size(), workspace.rows.data(),
                                      workspace.rows.size(), nullptr) == LIBDEFLATE_SUCCESS;
}
#else
bool unpackAtOnce(Workspace&) {
  return false;
}
#endif

Status unpack(Workspace& workspace) {
  if (unpackAtOnce(workspace)) return {};
  if (!workspace.inflater.begin(workspace.rows.data(), workspace.rows.size()))
    return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
  for (const std::string_view part : workspace.parts)
    if (!workspace.inflater.add(part)) return damaged("its data cannot be unpacked");
  if (!workspace.inflater.full()) return damaged("its data ends too early");
  return {};
}

}  // namespace

bool isPlainPng(std::string_view content) {
  if (content.size() < kAfterHeader || !content.starts_with(kSignature) || big32(content.substr(8)) != kHeaderBytes ||
      content.substr(12, 4) != "IHDR" || content[24] != 8 || content.substr(26, 3) != std::string_view("\0\0\0", 3))
    return false;
  const Header header = headerOf(content);
  if (header.type > kColourAlpha || header.bytesPerPixel() == 0 || header.width < 1 || header.height < 1) return false;
  return static_cast<std::uint64_t>(header.width) <= kMaximumBytes / 4 / static_cast<std::uint64_t>(header.height);
}

Shape plainPngShape(std::string_view content) {
  const Header header = headerOf(content);
  return Shape{header.channels(), header.height, header.width};
}

Status decodePlainPng(std::string_view content, std::uint8_t* target) try {
  static thread_local Workspace workspace;
  const Header header = headerOf(content);
  workspace.rows.resize((1 + header.rowBytes()) * static_cast<std::size_t>(header.height));
  std::string_view palette;
  FOVEA_CHECK(readChunks(content, workspace, palette));
  FOVEA_CHECK(unpack(workspace));
  if (!unfilter(header, workspace.rows)) return damaged("a row has a filter that there is not");
  if (header.type == kPalette) return colourise(header, workspace.rows, palette, target);
  switch (header.bytesPerPixel()) {
    case 1:
      separateRows<1>(header, workspace.rows, target);
      break;
    case 2:
      separateRows<2>(header, workspace.rows, target);
      break;
    case 3:
      separateRows<3>(header, workspace.rows, target);
      break;
    default:
      separateRows<4>(header, workspace.rows, target);
  }
  return {};
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to decode an image.");
}

}  // namespace fovea
