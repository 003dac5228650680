#include "core/data/importers/idx_file.h"

#include <fmt/format.h>

#include <array>
#include <cassert>

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint8_t kUnsignedBytes = 0x08;
constexpr std::int64_t kMaximumCount = std::int64_t{1} << 31;
constexpr std::int64_t kMaximumSide = 16384;
// Deflate cannot compress further (zlib's technical notes), so a header that states a higher ratio is wrong.
constexpr std::uint64_t kMaximumRatio = 1032;
constexpr const char* kFetchAgain = "Fetch the file again.";

Error corrupt(const fs::path& path, const std::string& what, const char* advice = kFetchAgain) {
  return fail(ErrorCode::Corrupt, path.string() + " " + what + ".", advice);
}

const char* contentName(IdxContent content) {
  return content == IdxContent::Images ? "images" : "labels";
}

Error wrongKind(const fs::path& path, std::uint8_t type, int rank, IdxContent content) {
  const bool isLabels = rank == 1;
  const bool isImages = rank == 3;
  if (type == kUnsignedBytes &&
      ((isLabels && content == IdxContent::Images) || (isImages && content == IdxContent::Labels)))
    return corrupt(path,
                   fmt::format("holds {} where {} are expected", isLabels ? "labels" : "images", contentName(content)),
                   "Its name is wrong, or the images and the labels file were swapped: rename them.");
  return fail(ErrorCode::Unsupported,
              fmt::format("{} holds IDX values of type 0x{:02x} with {} axes, where {} are expected.", path.string(),
                          type, rank,
                          content == IdxContent::Images ? "images of unsigned bytes with 3 axes"
                                                        : "labels of unsigned bytes with 1 axis"));
}

}  // namespace

std::string IdxFile::announced() const {
  if (content_ == IdxContent::Labels) return fmt::format("{} labels", count_);
  return fmt::format("{} images of {}×{}", count_, height_, width_);
}

Error IdxFile::cutOff(std::uint64_t bytes) const {
  return corrupt(path(),
                 fmt::format("is cut off: its header announces {}, and only {} bytes follow", announced(), bytes));
}

Error IdxFile::trailing() const {
  return corrupt(path(), "goes on after the " + announced() + " that its header announces",
                 "Its header is wrong or another file was appended to it: fetch the file again.");
}

Result<std::unique_ptr<IdxFile>> IdxFile::open(const fs::path& path, IdxContent content) {
  auto file = std::unique_ptr<IdxFile>(new IdxFile);
  FOVEA_TRY(file->source_, ByteSource::open(path));
  file->content_ = content;
  FOVEA_CHECK(file->readHeader(content));
  return file;
}

Status IdxFile::readHeader(IdxContent content) {
  std::array<std::uint8_t, 16> header{};
  FOVEA_TRY(const std::size_t magic, source_->read(header.data(), 4));
  if (magic < 4 || header[0] != 0 || header[1] != 0)
    return corrupt(path(), "is not an IDX file: it does not begin with the bytes 00 00",
                   "Check that the right file has this name.");
  const int rank = header[3];
  if (header[2] != kUnsignedBytes || rank != (content == IdxContent::Images ? 3 : 1))
    return wrongKind(path(), header[2], rank, content);
  const std::size_t extentBytes = static_cast<std::size_t>(rank) * 4;
  FOVEA_TRY(const std::size_t extents, source_->read(header.data() + 4, extentBytes));
  if (extents < extentBytes) return corrupt(path(), "is cut off inside its header");
  const auto extent = [&](int axis) {
    const std::uint8_t* bytes = header.data() + 4 + 4 * axis;
    return std::int64_t{bytes[0]} << 24 | std::int64_t{bytes[1]} << 16 | std::int64_t{bytes[2]} << 8 |
           std::int64_t{bytes[3]};
  };
  count_ = extent(0);
  if (content == IdxContent::Images) {
    height_ = extent(1);
    width_ = extent(2);
  }
  if (count_ > kMaximumCount || height_ < 1 || width_ < 1 || height_ > kMaximumSide || width_ > kMaximumSide)
    return corrupt(path(), "announces " + announced() + " in its header, which cannot be right");
  return checkSize(4 + extentBytes);
}

Status IdxFile::checkSize(std::uint64_t headerBytes) {
  const std::uint64_t expected = headerBytes + static_cast<std::uint64_t>(count_) * itemBytes();
  FOVEA_TRY(const std::uint64_t announcedSize, source_->announcedBytes());
  if (!source_->compressed()) {
    if (announcedSize < expected) return cutOff(announcedSize - headerBytes);
    if (announcedSize > expected) return trailing();
    return {};
  }
  if (expected / kMaximumRatio > source_->fileBytes())
    return corrupt(path(), fmt::format("announces {}, far more than {} compressed bytes can hold", announced(),
                                       source_->fileBytes()));
  if ((expected & 0xffffffffu) == announcedSize) return {};
  // The file is cut off, wrong, or has several compressed parts (which is allowed); only reading everything tells.
  FOVEA_TRY(const auto again, ByteSource::open(path()));
  std::vector<std::uint8_t> block(1 << 20);
  std::uint64_t total = 0;
  while (total <= expected) {
    FOVEA_TRY(const std::size_t count, again->read(block.data(), block.size()));
    if (count == 0) break;
    total += count;
  }
  if (total < expected) return cutOff(total < headerBytes ? 0 : total - headerBytes);
  if (total > expected) return trailing();
  return {};
}

Status IdxFile::read(std::int64_t items, std::uint8_t* target) {
  assert(items >= 0 && position_ + items <= count_);
  const std::size_t bytes = static_cast<std::size_t>(items) * itemBytes();
  FOVEA_TRY(const std::size_t count, source_->read(target, bytes));
  if (count < bytes) return cutOff(static_cast<std::uint64_t>(position_) * itemBytes() + count);
  position_ += items;
  return {};
}

Status IdxFile::expectEnd() {
  std::uint8_t byte = 0;
  FOVEA_TRY(const std::size_t count, source_->read(&byte, 1));
  if (count > 0) return trailing();
  return {};
}

}  // namespace fovea
