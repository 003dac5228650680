#include "core/data/importing/source_scan.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "core/base/file.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/archives_of_folder.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRemembered = 2'000'000;  // number of cached entries, some hundred megabytes at most
constexpr std::size_t kCheckEntries = 4096;

}  // namespace

std::string_view FolderContent::name(std::size_t entry) const {
  const std::size_t begin = entry > 0 ? ends_[entry - 1] : 0;
  return std::string_view(names_).substr(begin, ends_[entry] - begin);
}

Status SourceScan::check() const {
  if (cancel_.cancelled()) return fail(ErrorCode::Cancelled, "Looking into the source was cancelled.");
  return {};
}

Result<std::shared_ptr<const FolderContent>> SourceScan::folder(const fs::path& path, std::size_t limit) const {
  FOVEA_CHECK(check());
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(path.native());
        found != known_.end() && (found->second->complete() || found->second->size() >= limit))
      return found->second;
  }
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return systemError(errno, "Cannot open " + path.string());
  auto content = std::make_shared<FolderContent>();
  content->identity_ = {info.st_dev, info.st_ino};
  std::error_code code;
  fs::directory_iterator place(path, code);
  if (code) return systemError(code.value(), "Cannot open " + path.string());
  std::vector<std::pair<std::string, bool>> entries;
  for (const fs::directory_iterator end; place != end;) {
    if (entries.size() % kCheckEntries == 0) FOVEA_CHECK(check());
    std::string name = place->path().filename().string();
    std::error_code unknown;
    if (!isClutter(name)) {
      if (entries.size() == limit) {
        content->complete_ = false;
        break;
      }
      const bool isFolder = place->is_directory(unknown);
      entries.emplace_back(std::move(name), isFolder);
    }
    place.increment(code);
    if (code) return systemError(code.value(), "Cannot read " + path.string());
  }
  std::sort(entries.begin(), entries.end());
  for (const auto& [name, isFolder] : entries) {
    content->names_ += name;
    content->ends_.push_back(content->names_.size());
    content->folders_.push_back(isFolder);
  }
  const std::lock_guard lock(mutex_);
  if (entries_ + content->size() <= kRemembered) {
    entries_ += content->size();
    known_[path.native()] = content;
  }
  return std::shared_ptr<const FolderContent>(std::move(content));
}

Result<std::shared_ptr<const UnpackedArchive>> SourceScan::unpacked(const fs::path& path) const {
  std::error_code code;
  std::vector<fs::path> archives;
  if (fs::is_directory(path, code)) {
    FOVEA_TRY(archives, archivesOfFolder(fs::absolute(path, code), *this));
    if (archives.empty()) return std::shared_ptr<const UnpackedArchive>();
  } else if (!isArchiveName(path.filename().string()) || !fs::is_regular_file(path, code)) {
    return std::shared_ptr<const UnpackedArchive>();
  }
  const std::lock_guard lock(archivesMutex_);
  if (const auto known = archives_.find(path.native()); known != archives_.end()) return known->second;
  const fs::path scratch = scratch_.empty() ? fs::temp_directory_path(code) : scratch_;
  auto made = archives.empty() ? UnpackedArchive::make(path, scratch, cancel_, {}, progress_)
                               : UnpackedArchive::makeFolder(path, archives, scratch, cancel_, {}, progress_);
  if (!made.ok() && made.error().code == ErrorCode::Cancelled) return made;
  return archives_.emplace(path.native(), std::move(made)).first->second;
}

}  // namespace fovea
