#include "core/data/importing/archives_of_folder.h"

#include "core/base/file.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostEntries = 4096;  // of a folder of archives
constexpr std::size_t kMostFolders = 64;    // folders in it that are looked into

bool isArchiveOfFiles(std::string_view name) {
  return isArchiveName(name) && endingOf(name) != ".npz";
}

// Counts the content of a folder of archives.
struct ArchiveCensus {
  std::vector<fs::path> archives;
  std::vector<fs::path> folders;
  std::vector<fs::path> arrays;                             // .npz files
  std::uintmax_t inArchives = 0, inArrays = 0, beside = 0;  // bytes
  bool apart = true;                                        // all media are in archives, and there are few other files
};

Status countEntries(const fs::path& folder, const SourceScan& scan, ArchiveCensus& census) {
  FOVEA_TRY(const auto content, scan.folder(folder, kMostEntries));
  census.apart = census.apart && content->complete();
  for (std::size_t i = 0; i < content->size() && census.apart; ++i) {
    const std::string_view name = content->name(i);
    const fs::path path = folder / name;
    std::error_code code;
    if (content->isFolder(i)) {
      census.folders.push_back(path);
      continue;
    }
    census.apart = !isMedium(name);
    const std::uintmax_t bytes = fs::file_size(path, code);
    if (code) continue;
    const bool arrays = endingOf(name) == ".npz";
    (isArchiveOfFiles(name) ? census.inArchives : arrays ? census.inArrays : census.beside) += bytes;
    if (isArchiveOfFiles(name)) census.archives.push_back(path);
    if (arrays) census.arrays.push_back(path);
  }
  return {};
}

Status moveInto(const fs::path& from, const fs::path& to, const fs::path& below, std::vector<fs::path>& staying) {
  std::error_code code;
  if (!fs::exists(to, code)) {
    fs::rename(from, to, code);
    return code ? Status(systemError(code.value(), "Cannot create " + to.string())) : Status();
  }
  if (!fs::is_directory(from, code) || !fs::is_directory(fs::symlink_status(to, code))) {
    staying.push_back(below);
    return {};
  }
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(from, code)) names.push_back(entry.path().filename());
  for (const fs::path& name : names) FOVEA_CHECK(moveInto(from / name, to / name, below / name, staying));
  return {};
}

}  // namespace

Result<std::vector<fs::path>> archivesOfFolder(const fs::path& folder, const SourceScan& scan) {
  std::vector<fs::path> none;
  ArchiveCensus census;
  FOVEA_CHECK(countEntries(folder, scan, census));
  const std::vector<fs::path> folders = std::move(census.folders);
  census.folders.clear();
  if (folders.size() > kMostFolders) return none;
  for (const fs::path& each : folders)
    if (census.apart) FOVEA_CHECK(countEntries(each, scan, census));
  if (!census.apart) return none;
  if (census.archives.empty() && folders.empty() && census.arrays.size() <= kMostArrayArchives &&
      census.inArrays >= census.beside)
    return std::move(census.arrays);
  // Deeper folders belong to what was unpacked already.
  if (!census.folders.empty() || census.inArchives < census.beside + census.inArrays) return none;
  return std::move(census.archives);
}

Result<std::vector<fs::path>> moveUnpacked(const fs::path& unpacked, const fs::path& place, const std::string& name) {
  std::error_code code;
  std::vector<fs::path> names, staying;
  for (const auto& entry : fs::directory_iterator(unpacked, code)) names.push_back(entry.path().filename());
  if (code) return systemError(code.value(), "Cannot read " + unpacked.string());
  const bool one = names.size() == 1 && fs::is_directory(unpacked / names[0], code);
  FOVEA_CHECK(moveInto(one ? unpacked / names[0] : unpacked, place / (one ? names[0] : fs::path(name)),
                       one ? names[0] : fs::path(), staying));
  return staying;
}

}  // namespace fovea
