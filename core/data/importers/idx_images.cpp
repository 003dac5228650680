#include "core/data/importers/idx_images.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "core/data/files/stand_in.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kIdxHeaderBytes = 16;
constexpr std::size_t kBlockBytes = 1 << 20;

Status writeAll(int descriptor, const std::uint8_t* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return systemError(errno, "Cannot unpack into " + fs::temp_directory_path().string());
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<IdxImages>> IdxImages::open(IdxFile& file) {
  auto images = std::unique_ptr<IdxImages>(new IdxImages);
  images->path_ = file.path();
  images->itemBytes_ = file.itemBytes();
  if (file.compressed()) {
    FOVEA_CHECK(images->unpack(file));
    return images;
  }
  FOVEA_TRY(OpenedFile opened, openPart(file.path()));
  images->begin_ = opened.begin + kIdxHeaderBytes;
  images->descriptor_ = opened.descriptor.release();
  return images;
}

IdxImages::~IdxImages() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status IdxImages::unpack(IdxFile& file) {
  std::error_code code;
  std::string name = (fs::temp_directory_path(code) / "fovea-unpacked-XXXXXX").string();
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) return systemError(errno, "Cannot unpack " + path_.string() + " into " + name);
  ::unlink(name.c_str());
  const auto blockItems = std::max<std::int64_t>(1, static_cast<std::int64_t>(kBlockBytes / itemBytes_));
  std::vector<std::uint8_t> block(static_cast<std::size_t>(blockItems) * itemBytes_);
  for (std::int64_t first = 0; first < file.count(); first += blockItems) {
    const std::int64_t items = std::min(blockItems, file.count() - first);
    FOVEA_CHECK(file.read(items, block.data()));
    FOVEA_CHECK(writeAll(descriptor_, block.data(), static_cast<std::size_t>(items) * itemBytes_));
  }
  return file.expectEnd();
}

Status IdxImages::read(std::int64_t index, std::uint8_t* target) const {
  std::size_t done = 0;
  const off_t begin = begin_ + index * static_cast<off_t>(itemBytes_);
  while (done < itemBytes_) {
    const ssize_t count = ::pread(descriptor_, target + done, itemBytes_ - done, begin + static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError(errno, "Cannot read " + path_.string());
    if (count == 0) return fail(ErrorCode::Corrupt, path_.string() + " became shorter while it was read.");
    done += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace fovea
