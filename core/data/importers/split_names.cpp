#include "core/data/importers/split_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/found_files.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

Error differentNames(const std::string& list, const std::vector<std::string>& names, const std::string& other,
                     const std::vector<std::string>& others) {
  const auto [mine, its] = std::mismatch(names.begin(), names.end(), others.begin(), others.end());
  const std::string how =
      mine == names.end() || its == others.end()
          ? fmt::format("{} and {} name different classes: {} in the one and {} in the other.", displayName(list),
                        displayName(other), names.size(), others.size())
          : fmt::format("{} and {} name different classes: class {} is \"{}\" in the one and \"{}\" in the other.",
                        displayName(list), displayName(other), mine - names.begin(), *mine, *its);
  return fail(ErrorCode::InvalidArgument, how,
              "Give both files the same names in the same order, or import the folders one at a time.");
}

}  // namespace

Result<std::vector<std::string>> namesOfSplits(const fs::path& root, std::initializer_list<const char*> files,
                                               NamesReader read, Look look) {
  FOVEA_TRY(const FolderEntries entries, listFolder(root, look.scan));
  std::vector<std::string> folders{""};
  for (const std::string& name : entries.folders)
    if (splitOfName(name)) folders.push_back(name);
  std::vector<std::string> names;
  std::string first;
  for (const std::string& folder : folders) {
    std::error_code code;
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const char* file) { return fs::is_regular_file(root / folder / file, code); });
    if (found == files.end()) continue;
    const std::string list = (fs::path(folder) / *found).string();
    FOVEA_TRY(std::vector<std::string> here, read(root / list));
    if (first.empty()) {
      first = list;
      names = std::move(here);
    } else if (here != names) {
      return differentNames(first, names, list, here);
    }
  }
  return names;
}

}  // namespace fovea
