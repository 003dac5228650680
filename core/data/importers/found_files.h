// Why: every importer of folders faces the same hazards: loops of links, unreadable folders, millions of files. This
// handles them once, and stores its results compactly.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importing/import_source.h"
#include "core/data/importing/source_scan.h"

namespace fovea {

// Paths of files, each stored as a folder index and a name: a million paths use tens of megabytes.
class FileList {
 public:
  // `relative` is relative to the root, "" for the root itself.
  std::uint32_t addFolder(std::string relative);
  void add(std::uint32_t folder, std::string_view name);
  void removeLast();

  std::size_t size() const { return files_.size(); }
  bool empty() const { return files_.empty(); }
  std::size_t folders() const { return folders_.size(); }
  std::string_view name(std::size_t file) const;
  std::uint32_t folderOf(std::size_t file) const { return files_[file].folder; }
  const std::string& folder(std::uint32_t index) const { return folders_[index]; }
  // Returns the path relative to the root: "a/b/c.png".
  std::string relative(std::size_t file) const;
  // Returns true if any name ends with `ending`: a cheap test before expensive ones.
  bool anyEndsWith(std::string_view ending) const;
  std::filesystem::path path(const std::filesystem::path& root, std::size_t file) const {
    return root / relative(file);
  }

 private:
  struct Entry {
    std::uint32_t folder;
    std::uint32_t length;
    std::uint64_t name;
  };
  std::vector<std::string> folders_;
  std::vector<Entry> files_;
  std::string names_;
};

struct FoundFiles {
  FileList files;                       // sorted by folder, then by name, in byte order
  std::vector<SkippedSample> problems;  // folders that could not be read, loops
  std::vector<std::string> barren;      // folders with neither such files nor folders, relative to the root
  bool complete = true;                 // false: there are more entries than the limit
};

struct WalkLimits {
  std::size_t entries = 20'000'000;
  int depth = 32;
};
// Limits that suffice to recognise a folder quickly.
inline constexpr WalkLimits kLookLimits{50'000, 32};

// Finds the files below `root` whose names `wanted` accepts. Skips hidden files and clutter, and follows links; a
// folder that contains itself through a link is listed as a problem. Fails with NotFound, PermissionDenied or Io for
// the root itself, InvalidArgument if it is not a folder, or Cancelled.
Result<FoundFiles> findFiles(const std::filesystem::path& root,
                             const std::function<bool(std::string_view name)>& wanted, const SourceScan& scan,
                             const WalkLimits& limits = {});

// Names of the entries of one folder, sorted, without hidden ones and clutter, at most `limit`.
struct FolderEntries {
  std::vector<std::string> folders;
  std::vector<std::string> files;
};
Result<FolderEntries> listFolder(const std::filesystem::path& folder, const SourceScan& scan,
                                 std::size_t limit = 200'000);

}  // namespace fovea
