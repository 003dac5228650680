#include "core/data/files/random_file.h"

#include <fmt/format.h>

namespace fovea {

Result<std::shared_ptr<const RandomFile>> RandomFile::open(const std::filesystem::path& path) {
  auto file = std::shared_ptr<RandomFile>(new RandomFile);
  file->path_ = path;
  FOVEA_TRY(file->file_, openPart(path));
  return std::shared_ptr<const RandomFile>(std::move(file));
}

Status RandomFile::read(std::uint64_t offset, std::span<std::uint8_t> target) const {
  const auto ended = [&] {
    return fail(ErrorCode::Corrupt, fmt::format("{} ends at byte {}, and more was expected.", path_.string(), size()));
  };
  // Checks the end of a file inside an archive, where reading would continue. A separate file may have grown.
  if (file_.begin > 0 && (offset > file_.size || target.size() > file_.size - offset)) return ended();
  const auto count = file_.descriptor.read(file_.begin + offset, target.data(), target.size());
  if (!count.ok()) return count.error().within(path_.string());
  return *count == target.size() ? Status() : ended();
}

}  // namespace fovea
