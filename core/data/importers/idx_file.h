// Why: a bounded reader for IDX, the format of MNIST and its successors, that says which file is wrong and how.
// Source: LeCun, Cortes, Burges, "The MNIST database of handwritten digits": magic 00 00 TYPE RANK, then RANK extents
// of four bytes, big-endian, then the values.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/data/files/byte_source.h"

namespace fovea {

enum class IdxContent { Images, Labels };

// An IDX file of unsigned bytes: images [N, H, W] or labels [N]. One thread at a time.
class IdxFile {
 public:
  // Reads the header and compares it with the size of the file. Fails with Corrupt if the file is not IDX, has other
  // content than `content` or impossible sizes, is cut off, or has bytes after the last value. Fails with Unsupported
  // for values that are not bytes, or another rank.
  static Result<std::unique_ptr<IdxFile>> open(const std::filesystem::path& path, IdxContent content);

  const std::filesystem::path& path() const { return source_->path(); }
  bool compressed() const { return source_->compressed(); }
  std::int64_t count() const { return count_; }
  std::int64_t height() const { return height_; }  // 1 for labels
  std::int64_t width() const { return width_; }    // 1 for labels
  std::size_t itemBytes() const { return static_cast<std::size_t>(height_ * width_); }

  // Reads the next `items` images or labels, which the header must announce (asserted). Fails with Corrupt or Io.
  Status read(std::int64_t items, std::uint8_t* target);
  // Must be called after the last item. Fails with Corrupt if more follows or the compressed data's checksum is wrong.
  Status expectEnd();

 private:
  IdxFile() = default;
  Status readHeader(IdxContent content);
  Status checkSize(std::uint64_t headerBytes);
  Error cutOff(std::uint64_t bytes) const;
  Error trailing() const;
  std::string announced() const;

  std::unique_ptr<ByteSource> source_;
  IdxContent content_ = IdxContent::Images;
  std::int64_t count_ = 0;
  std::int64_t height_ = 1;
  std::int64_t width_ = 1;
  std::int64_t position_ = 0;
};

}  // namespace fovea
