#include "core/data/importers/found_files.h"

#include <algorithm>

#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

std::uint32_t FileList::addFolder(std::string relative) {
  folders_.push_back(std::move(relative));
  return static_cast<std::uint32_t>(folders_.size() - 1);
}

void FileList::add(std::uint32_t folder, std::string_view name) {
  files_.push_back({folder, static_cast<std::uint32_t>(name.size()), names_.size()});
  names_ += name;
}

void FileList::removeLast() {
  names_.resize(files_.back().name);
  files_.pop_back();
}

std::string_view FileList::name(std::size_t file) const {
  return std::string_view(names_).substr(files_[file].name, files_[file].length);
}

bool FileList::anyEndsWith(std::string_view ending) const {
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (name(i).ends_with(ending)) return true;
  return false;
}

std::string FileList::relative(std::size_t file) const {
  const std::string& folder = folders_[files_[file].folder];
  std::string text;
  text.reserve(folder.size() + 1 + files_[file].length);
  if (!folder.empty()) (text += folder) += '/';
  return text += name(file);
}

namespace {

constexpr std::size_t kListedFolders = 10'000;

class FolderWalk {
 public:
  FolderWalk(const fs::path& root, const std::function<bool(std::string_view)>& wanted, const SourceScan& scan,
             const WalkLimits& limits)
      : root_(root), wanted_(wanted), scan_(scan), limits_(limits) {}

  // Walks a folder and its subfolders; fails only if `relative` itself cannot be read, or with Cancelled.
  Status enter(const std::string& relative, int depth) {
    const fs::path folder = relative.empty() ? root_ : root_ / relative;
    if (depth > limits_.depth)
      return fail(ErrorCode::InvalidArgument, "this folder lies " + std::to_string(depth) + " folders deep");
    FOVEA_TRY(const auto content, scan_.folder(folder, limits_.entries - entries_));
    if (std::find(above_.begin(), above_.end(), content->identity()) != above_.end())
      return fail(ErrorCode::InvalidArgument, "this folder is a link to one that contains it");
    const std::size_t count = std::min(content->size(), limits_.entries - entries_);
    entries_ += count;
    found_.complete = found_.complete && content->complete() && count == content->size();
    std::vector<std::size_t> folders;
    bool anyFile = false;
    for (std::size_t i = 0; i < count; ++i) {
      if (content->isFolder(i)) {
        folders.push_back(i);
      } else if (wanted_(content->name(i))) {
        if (!anyFile) folder_ = found_.files.addFolder(relative);
        anyFile = true;
        found_.files.add(folder_, content->name(i));
      }
    }
    if (!anyFile && folders.empty() && !relative.empty() && found_.barren.size() < kListedFolders)
      found_.barren.push_back(relative);
    above_.push_back(content->identity());
    for (const std::size_t i : folders) {
      if (!found_.complete) break;
      const std::string name(content->name(i));
      const std::string below = relative.empty() ? name : relative + "/" + name;
      const Status entered = enter(below, depth + 1);
      if (!entered.ok() && entered.error().code == ErrorCode::Cancelled) return entered;
      if (!entered.ok() && found_.problems.size() < kListedFolders)
        found_.problems.push_back({absoluteText(root_ / below), 0, entered.error().message});
    }
    above_.pop_back();
    return {};
  }

  FoundFiles take() { return std::move(found_); }

 private:
  const fs::path& root_;
  const std::function<bool(std::string_view)>& wanted_;
  const SourceScan& scan_;
  const WalkLimits limits_;
  std::size_t entries_ = 0;
  std::uint32_t folder_ = 0;
  std::vector<std::pair<dev_t, ino_t>> above_;
  FoundFiles found_;
};

}  // namespace

Result<FoundFiles> findFiles(const fs::path& root, const std::function<bool(std::string_view)>& wanted,
                             const SourceScan& scan, const WalkLimits& limits) {
  std::error_code code;
  if (fs::exists(root, code) && !fs::is_directory(root, code))
    return fail(ErrorCode::InvalidArgument, root.string() + " is no folder.");
  FolderWalk walk(root, wanted, scan, limits);
  FOVEA_CHECK(walk.enter("", 0));
  return walk.take();
}

Result<FolderEntries> listFolder(const fs::path& folder, const SourceScan& scan, std::size_t limit) {
  FOVEA_TRY(const auto content, scan.folder(folder, limit));
  FolderEntries entries;
  for (std::size_t i = 0; i < std::min(content->size(), limit); ++i)
    (content->isFolder(i) ? entries.folders : entries.files).emplace_back(content->name(i));
  return entries;
}

}  // namespace fovea
