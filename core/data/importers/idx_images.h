// Why: an import reads images in any order and on many threads; compressed files can only be read from their beginning.
#pragma once
#include <memory>

#include "core/data/importers/idx_file.h"

namespace fovea {

// The images of an IDX file in any order; what is compressed is unpacked into a file without a name first. Thread-safe.
class IdxImages {
 public:
  // Reads all of `file`, which is at its first image, if it is compressed. Corrupt, NoSpace, Io.
  static Result<std::unique_ptr<IdxImages>> open(IdxFile& file);
  ~IdxImages();
  IdxImages(const IdxImages&) = delete;
  IdxImages& operator=(const IdxImages&) = delete;

  // `index` is one of the file's images. Io.
  Status read(std::int64_t index, std::uint8_t* target) const;

 private:
  IdxImages() = default;
  Status unpack(IdxFile& file);
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::int64_t begin_ = 0;  // of the first image
  std::size_t itemBytes_ = 0;
};

}  // namespace fovea
