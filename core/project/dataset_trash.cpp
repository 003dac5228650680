// Why: a removed data set can be restored: its folder stays in datasets/.trash/<number>/, beside a file with its name,
// until the user empties the trash.
#include <algorithm>
#include <charconv>

#include "core/base/file.h"
#include "core/project/project.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kTrash = "datasets/.trash";
constexpr const char* kNameFile = "name";       // in the folder of an entry: the data set's name
constexpr const char* kDataFolder = "dataset";  // in the same folder: the data set
constexpr std::uint64_t kMaximumName = 1 << 16;

struct Entry {
  int number = 0;
  fs::path folder;
  std::string name;
};

// Entries that hold a data set, oldest first.
std::vector<Entry> entriesOf(const fs::path& project) {
  std::vector<Entry> entries;
  std::error_code code;
  for (fs::directory_iterator at(project / kTrash, code), end; !code && at != end; at.increment(code)) {
    const std::string text = at->path().filename().string();
    Entry entry{0, at->path(), {}};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), entry.number);
    const auto name = readFile(entry.folder / kNameFile, kMaximumName);
    std::error_code missing;
    if (read.ptr != text.data() + text.size() || !name.ok() || !fs::is_directory(entry.folder / kDataFolder, missing))
      continue;
    entry.name = *name;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.number < b.number; });
  return entries;
}

Status move(const fs::path& from, const fs::path& to) {
  std::error_code code;
  fs::rename(from, to, code);
  if (code) return systemError(code.value(), "Cannot move " + from.string());
  return {};
}

}  // namespace

Result<fs::path> Project::trashDataset(const std::string& name) {
  FOVEA_CHECK(needWrite());
  FOVEA_TRY(const fs::path folder, datasetFolder(name));
  const fs::path inside = folder.lexically_normal().lexically_relative(folder_ / "datasets");
  const bool own = !inside.empty() && *inside.begin() != ".." && inside != ".";
  std::error_code code;
  // Removes entries without a folder from the manifest, too.
  if (!own || !fs::exists(folder, code)) {
    FOVEA_CHECK(removeDataset(name));
    return folder;
  }
  const std::vector<Entry> entries = entriesOf(folder_);
  int number = entries.empty() ? 1 : entries.back().number + 1;
  fs::path entry = folder_ / kTrash / std::to_string(number);
  while (fs::exists(entry, code)) entry = folder_ / kTrash / std::to_string(++number);
  FOVEA_CHECK(createFolder(entry));
  FOVEA_CHECK(writeFileAtomic(entry / kNameFile, name));
  FOVEA_CHECK(move(folder, entry / kDataFolder));
  if (const Status removed = removeDataset(name); !removed.ok()) {
    FOVEA_CHECK(move(entry / kDataFolder, folder));
    return removed.error();
  }
  return entry / kDataFolder;
}

Status Project::restoreDataset(const std::string& name) {
  FOVEA_CHECK(needWrite());
  const std::vector<Entry> entries = entriesOf(folder_);
  const auto found =
      std::find_if(entries.rbegin(), entries.rend(), [&](const Entry& entry) { return entry.name == name; });
  if (found == entries.rend())
    return fail(ErrorCode::NotFound, "There is no data set named \"" + name + "\" in the trash of the project.");
  if (manifest_.find(name))
    return fail(ErrorCode::AlreadyExists, "The project has a data set named \"" + name + "\" already.",
                "Give that one another name first.");
  const fs::path folder = newDatasetFolder(name);
  FOVEA_CHECK(move(found->folder / kDataFolder, folder));
  if (const Status added = addDataset(name, folder); !added.ok()) {
    FOVEA_CHECK(move(folder, found->folder / kDataFolder));
    return added;
  }
  std::error_code code;
  fs::remove_all(found->folder, code);  // only the name is left, which is useless now
  return {};
}

std::vector<std::string> Project::trashedDatasets() const {
  std::vector<std::string> names;
  for (const Entry& entry : entriesOf(folder_)) names.push_back(entry.name);
  return names;
}

std::vector<fs::path> Project::trashFolders() const {
  std::vector<fs::path> folders;
  std::error_code code;
  for (fs::directory_iterator at(folder_ / kTrash, code), end; !code && at != end; at.increment(code))
    folders.push_back(at->path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

Status deleteTrashFolders(const std::vector<fs::path>& folders, const CancelToken& cancel) {
  for (const fs::path& folder : folders) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Emptying the trash was cancelled.");
    std::error_code code;
    // Removes this file first, so that a half-deleted entry is no longer offered.
    fs::remove(folder / kNameFile, code);
    fs::remove_all(folder, code);
    if (code) return systemError(code.value(), "Cannot delete " + folder.string());
  }
  return {};
}

Status Project::emptyTrash() {
  FOVEA_CHECK(needWrite());
  return deleteTrashFolders(trashFolders(), {});
}

}  // namespace fovea
