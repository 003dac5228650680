#include "core/data/importers/found_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "core/data/importers/names.h"

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

std::string FileList::relative(std::size_t file) const {
  const std::string& folder = folders_[files_[file].folder];
  std::string text;
  text.reserve(folder.size() + 1 + files_[file].length);
  if (!folder.empty()) (text += folder) += '/';
  return text += name(file);
}

namespace {

constexpr std::size_t kListedProblems = 10'000;

// What a folder is to the file system, whatever path leads to it.
struct Identity {
  dev_t device;
  ino_t number;
  bool operator==(const Identity&) const = default;
};

class Walk {
 public:
  Walk(const fs::path& root, const std::function<bool(std::string_view)>& wanted, const WalkLimits& limits)
      : root_(root), wanted_(wanted), limits_(limits) {}

  // The error of `relative` itself, when that cannot be read.
  Status enter(const std::string& relative, int depth) {
    const fs::path folder = relative.empty() ? root_ : root_ / relative;
    struct stat info {};
    if (::stat(folder.c_str(), &info) != 0) return systemError(errno, "Cannot open " + folder.string());
    const Identity identity{info.st_dev, info.st_ino};
    if (std::find(above_.begin(), above_.end(), identity) != above_.end())
      return fail(ErrorCode::InvalidArgument, "this folder is a link to one that contains it");
    if (depth > limits_.depth)
      return fail(ErrorCode::InvalidArgument, "this folder lies " + std::to_string(depth) + " folders deep");
    std::vector<std::string> files;
    std::vector<std::string> folders;
    FOVEA_CHECK(list(folder, files, folders));
    std::sort(files.begin(), files.end());
    std::sort(folders.begin(), folders.end());
    if (!files.empty()) {
      const std::uint32_t index = found_.files.addFolder(relative);
      for (const std::string& name : files) found_.files.add(index, name);
    }
    if (files.empty() && folders.empty() && !relative.empty() && found_.barren.size() < kListedProblems)
      found_.barren.push_back(relative);
    above_.push_back(identity);
    for (const std::string& name : folders) {
      if (!found_.complete) break;
      const std::string below = relative.empty() ? name : relative + "/" + name;
      const Status entered = enter(below, depth + 1);
      if (!entered.ok() && found_.problems.size() < kListedProblems)
        found_.problems.push_back({absoluteText(root_ / below), 0, entered.error().message});
    }
    above_.pop_back();
    return {};
  }

  FoundFiles take() { return std::move(found_); }

 private:
  Status list(const fs::path& folder, std::vector<std::string>& files, std::vector<std::string>& folders) {
    std::error_code code;
    fs::directory_iterator place(folder, code);
    if (code) return systemError(code.value(), "Cannot open " + folder.string());
    for (const fs::directory_iterator end; place != end;) {
      if (++entries_ > limits_.entries) {
        found_.complete = false;
        break;
      }
      std::string name = place->path().filename().string();
      std::error_code unknown;
      if (!isClutter(name)) {
        if (place->is_directory(unknown))
          folders.push_back(std::move(name));
        else if (wanted_(name))
          files.push_back(std::move(name));
      }
      place.increment(code);
      if (code) return systemError(code.value(), "Cannot read " + folder.string());
    }
    return {};
  }

  const fs::path& root_;
  const std::function<bool(std::string_view)>& wanted_;
  const WalkLimits limits_;
  std::size_t entries_ = 0;
  std::vector<Identity> above_;
  FoundFiles found_;
};

}  // namespace

Result<FoundFiles> findFiles(const fs::path& root, const std::function<bool(std::string_view)>& wanted,
                             const WalkLimits& limits) {
  Walk walk(root, wanted, limits);
  FOVEA_CHECK(walk.enter("", 0));
  return walk.take();
}

Result<FolderEntries> listFolder(const fs::path& folder, std::size_t limit) {
  std::error_code code;
  fs::directory_iterator place(folder, code);
  if (code) return systemError(code.value(), "Cannot open " + folder.string());
  FolderEntries entries;
  for (const fs::directory_iterator end; place != end && limit > 0; --limit) {
    std::string name = place->path().filename().string();
    std::error_code unknown;
    if (!isClutter(name)) (place->is_directory(unknown) ? entries.folders : entries.files).push_back(std::move(name));
    place.increment(code);
    if (code) return systemError(code.value(), "Cannot read " + folder.string());
  }
  std::sort(entries.folders.begin(), entries.folders.end());
  std::sort(entries.files.begin(), entries.files.end());
  return entries;
}

}  // namespace fovea
