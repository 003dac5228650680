#include "core/data/importers/mat_stream.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "core/data/files/random_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMatHeader = 128;
constexpr std::size_t kLongestMatName = 4096;
constexpr std::size_t kMostMatFields = 1000;
constexpr std::size_t kMatPiece = 1 << 20;  // memory is allocated in steps while data arrives
constexpr std::uint32_t kMatCompressed = 15;

class MatFileStream : public MatStream {
 public:
  MatFileStream(const RandomFile& file, std::uint64_t begin, std::uint64_t end) : file_(file), at_(begin), end_(end) {}
  // Reads up to the size of `target`; fewer bytes at the end.
  Result<std::size_t> readSome(std::span<std::uint8_t> target) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(target.size(), end_ - at_));
    FOVEA_CHECK(read(target.first(count)));
    return count;
  }

 protected:
  Status readBytes(std::span<std::uint8_t> target) override {
    if (target.size() > end_ - at_) return damagedMat();
    FOVEA_CHECK(file_.read(at_, target));
    at_ += target.size();
    return {};
  }

 private:
  const RandomFile& file_;
  std::uint64_t at_, end_;
};

class PackedMatStream : public MatStream {
 public:
  PackedMatStream(const RandomFile& file, std::uint64_t begin, std::uint64_t end)
      : packed_(file, begin, end), buffer_(64 << 10) {
    ready_ = inflateInit(&zlib_) == Z_OK;
  }
  ~PackedMatStream() override {
    if (ready_) inflateEnd(&zlib_);
  }
  PackedMatStream(const PackedMatStream&) = delete;
  PackedMatStream& operator=(const PackedMatStream&) = delete;

 protected:
  Status readBytes(std::span<std::uint8_t> target) override {
    if (!ready_) return fail(ErrorCode::OutOfMemory, "There is not enough memory to unpack it.");
    while (!target.empty()) {
      if (zlib_.avail_in == 0) {
        FOVEA_TRY(const std::size_t count, packed_.readSome(buffer_));
        zlib_.next_in = buffer_.data();
        zlib_.avail_in = static_cast<uInt>(count);
        if (count == 0) return damagedMat();
      }
      const std::size_t wanted = std::min<std::size_t>(target.size(), kMatPiece);
      zlib_.next_out = target.data();
      zlib_.avail_out = static_cast<uInt>(wanted);
      const int code = inflate(&zlib_, Z_NO_FLUSH);
      const std::size_t got = wanted - zlib_.avail_out;
      target = target.subspan(got);
      if (code != Z_OK && !(code == Z_STREAM_END && target.empty())) return damagedMat();
      if (got == 0 && zlib_.avail_in > 0) return damagedMat();
    }
    return {};
  }

 private:
  MatFileStream packed_;
  std::vector<std::uint8_t> buffer_;
  z_stream zlib_{};
  bool ready_ = false;
};

}  // namespace

Error damagedMat() {
  return fail(ErrorCode::Corrupt, "It is damaged or cut off.", "Fetch the file again.");
}

std::uint64_t matWholeAt(const std::uint8_t* bytes, std::size_t size, bool big) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | bytes[big ? i : size - 1 - i];
  return value;
}

bool isMatFile(std::string_view start) {
  const auto order = start.size() >= kMatHeader ? start.substr(126, 2) : std::string_view();
  return order == "IM" || order == "MI";
}

Status MatStream::skip(std::uint64_t count) {
  std::vector<std::uint8_t> unused(static_cast<std::size_t>(std::min<std::uint64_t>(count, kMatPiece)));
  for (; count > 0; count -= std::min<std::uint64_t>(count, unused.size()))
    FOVEA_CHECK(read({unused.data(), static_cast<std::size_t>(std::min<std::uint64_t>(count, unused.size()))}));
  return {};
}

Result<MatPart> MatElements::part() {
  std::uint8_t raw[8] = {};
  FOVEA_CHECK(stream_.read(raw));
  MatPart part;
  part.type = static_cast<std::uint32_t>(matWholeAt(raw, 4, big_));
  part.bytes = matWholeAt(raw + 4, 4, big_);
  if (part.type >> 16 == 0) return part;
  part.small = true;
  part.bytes = part.type >> 16;
  part.type &= 0xffff;
  if (part.bytes > 4) return damagedMat();
  std::memcpy(part.within, raw + 4, 4);
  return part;
}

Result<std::vector<std::uint8_t>> MatElements::bytesOf(const MatPart& part, bool last) {
  if (part.small) return std::vector<std::uint8_t>(part.within, part.within + part.bytes);
  std::vector<std::uint8_t> bytes;
  while (bytes.size() < part.bytes) {
    const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(kMatPiece, part.bytes - bytes.size()));
    // Capacity doubles, so that adding pieces does not copy all bytes each time.
    if (bytes.capacity() < bytes.size() + piece)
      bytes.reserve(static_cast<std::size_t>(
          std::min<std::uint64_t>(part.bytes, std::max(2 * bytes.capacity(), bytes.size() + piece))));
    bytes.resize(bytes.size() + piece);
    FOVEA_CHECK(stream_.read({bytes.data() + bytes.size() - piece, piece}));
  }
  if (!last) FOVEA_CHECK(stream_.skip((8 - part.bytes % 8) % 8));
  return bytes;
}

Result<MatHead> MatElements::head() {
  MatHead head;
  FOVEA_TRY(const MatPart flags, part());
  if (flags.bytes != 8 || flags.small) return damagedMat();
  std::uint8_t raw[8] = {};
  FOVEA_CHECK(stream_.read(raw));
  head.flags = static_cast<std::uint32_t>(matWholeAt(raw, 4, big_));
  FOVEA_TRY(const MatPart dims, part());
  if (dims.bytes % 4 != 0 || dims.bytes > 4 * 32) return damagedMat();
  FOVEA_TRY(const auto extents, bytesOf(dims));
  for (std::size_t i = 0; i < extents.size(); i += 4)
    head.axes.push_back(static_cast<std::int32_t>(matWholeAt(extents.data() + i, 4, big_)));
  FOVEA_TRY(const MatPart title, part());
  if (title.bytes > kLongestMatName) return damagedMat();
  FOVEA_TRY(const auto letters, bytesOf(title));
  head.name.assign(letters.begin(), letters.end());
  return head;
}

// Reads names that all have the same length, padded with zeros.
Result<std::vector<std::string>> MatElements::fieldNames() {
  FOVEA_TRY(const MatPart lengthPart, part());
  if (lengthPart.bytes != 4) return damagedMat();
  FOVEA_TRY(const auto lengthBytes, bytesOf(lengthPart));
  const auto length = static_cast<std::size_t>(matWholeAt(lengthBytes.data(), 4, big_));
  FOVEA_TRY(const MatPart namesPart, part());
  if (length == 0 || length > kLongestMatName || namesPart.bytes % length != 0 ||
      namesPart.bytes / length > kMostMatFields)
    return damagedMat();
  FOVEA_TRY(const auto letters, bytesOf(namesPart));
  std::vector<std::string> names;
  for (std::size_t at = 0; at < letters.size(); at += length) {
    const auto begin = letters.begin() + static_cast<std::ptrdiff_t>(at);
    names.emplace_back(begin, std::find(begin, begin + static_cast<std::ptrdiff_t>(length), 0));
  }
  return names;
}

Status MatElements::skipTo(std::uint64_t end) {
  if (stream_.position() > end) return damagedMat();
  return stream_.skip(end - stream_.position());
}

Status eachMatVariable(const fs::path& path, const std::function<Status(MatElements&)>& visit) {
  FOVEA_TRY(const auto file, RandomFile::open(path));
  const std::string shown = displayName(path.filename().string());
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>(kMatHeader, file->size())), '\0');
  FOVEA_CHECK(file->read(0, {reinterpret_cast<std::uint8_t*>(start.data()), start.size()}));
  if (!isMatFile(start))
    return fail(ErrorCode::Unsupported, fmt::format("{} is no MATLAB file of level 5 or later.", shown),
                "In MATLAB save it with save(name, ..., \"-v7\").");
  const bool big = start[126] == 'M';
  for (std::uint64_t at = kMatHeader; at + 8 <= file->size();) {
    std::uint8_t tag[8] = {};
    FOVEA_CHECK(file->read(at, tag));
    const std::uint64_t type = matWholeAt(tag, 4, big), bytes = matWholeAt(tag + 4, 4, big);
    if ((type != kMatMatrix && type != kMatCompressed) || bytes > file->size() - at - 8)
      return damagedMat().within(shown);
    MatFileStream plain(*file, at, at + 8 + bytes);
    PackedMatStream packed(*file, at + 8, at + 8 + bytes);
    MatElements elements(type == kMatCompressed ? static_cast<MatStream&>(packed) : plain, big);
    if (const Status read = visit(elements); !read.ok()) return read.error().within(shown);
    at += 8 + bytes;
  }
  return {};
}

}  // namespace fovea
