// Why: an import reads images in any order and on many threads, but compressed files can only be read from the
// beginning.
#pragma once
#include <memory>

#include "core/data/importers/idx_file.h"

namespace fovea {

// Random access to the images of an IDX file; compressed content is first unpacked into an unnamed temporary file.
// Thread-safe.
class IdxImages {
 public:
  // Unpacks `file` if it is compressed; it must be positioned at its first image. Fails with Corrupt, NoSpace or Io.
  static Result<std::unique_ptr<IdxImages>> open(IdxFile& file);
  ~IdxImages();
  IdxImages(const IdxImages&) = delete;
  IdxImages& operator=(const IdxImages&) = delete;

  // `index` must be an image of the file. Fails with Io.
  Status read(std::int64_t index, std::uint8_t* target) const;

 private:
  IdxImages() = default;
  Status unpack(IdxFile& file);
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::int64_t begin_ = 0;  // offset of the first image
  std::size_t itemBytes_ = 0;
};

}  // namespace fovea
