#include "core/data/importers/repeated_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/data/importers/name_labels.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::string_view kDigitsOfNames = "0123456789";
constexpr std::size_t kFewestRepeating = 4;  // folders
constexpr std::size_t kMostFoldersCompared = 64;
constexpr std::size_t kMostNamesOfFolder = 1000;  // names of a folder that are compared
constexpr std::size_t kMostViews = 32;            // files of a folder that are views or channels of one thing
constexpr std::size_t kShownRepeating = 3;

// The names in one folder without ending and without the name of the folder before them.
struct NamesOfFolder {
  std::set<std::string> rests;
  bool cut = true;  // each name began with that of the folder
};

std::string restBehindFolder(std::string_view stem, std::string_view folder) {
  const std::string_view last = folder.substr(folder.rfind('/') == std::string_view::npos ? 0 : folder.rfind('/') + 1);
  if (last.empty() || stem.size() <= last.size() || lowerCase(stem.substr(0, last.size())) != lowerCase(last))
    return {};
  stem.remove_prefix(last.size());
  stem.remove_prefix(std::min(stem.find_first_not_of("_-. "), stem.size()));
  return std::string(stem);
}

bool sameNames(const std::set<std::string>& a, const std::set<std::string>& b) {
  const auto shared = std::count_if(a.begin(), a.end(), [&](const std::string& each) { return b.contains(each); });
  return shared * 5 >= 4 * std::max(std::ssize(a), std::ssize(b));
}

// Returns true for numbers of WordNet, which name classes: "n01440764".
bool isSynset(std::string_view name) {
  return name.size() == 9 && name[0] == 'n' && name.find_first_not_of(kDigitsOfNames, 1) == std::string_view::npos;
}

std::vector<NamesOfFolder> namesByFolder(const FileList& files, const FolderMeaning& meaning) {
  std::map<std::uint32_t, NamesOfFolder> folders;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint32_t folder = files.folderOf(i);
    if (meaning.leftOut[folder] || meaning.names[folder].empty() || isSynset(meaning.names[folder])) continue;
    if (!folders.contains(folder) && folders.size() == kMostFoldersCompared) break;
    NamesOfFolder& names = folders[folder];
    if (names.rests.size() > kMostNamesOfFolder) continue;
    const std::string_view stem = stemOf(files.name(i));
    const std::string rest = restBehindFolder(stem, files.folder(folder));
    names.cut = names.cut && !rest.empty();
    names.rests.insert(rest.empty() ? std::string(stem) : rest);
  }
  std::vector<NamesOfFolder> all;
  for (auto& [folder, names] : folders) all.push_back(std::move(names));
  return all;
}

}  // namespace

std::optional<ImportDecision> askAboutRepeatedNames(const FileList& files, const FolderMeaning& meaning,
                                                    std::string_view noun) {
  const std::vector<NamesOfFolder> folders = namesByFolder(files, meaning);
  if (folders.size() < kFewestRepeating || folders[0].rests.size() < 2) return std::nullopt;
  const std::set<std::string>& names = folders[0].rests;
  const auto isAlike = [&](const NamesOfFolder& each) {
    return each.cut == folders[0].cut && sameNames(each.rests, names);
  };
  const auto alike = std::count_if(folders.begin(), folders.end(), isAlike);
  if (alike * 10 < std::ssize(folders) * 9) return std::nullopt;
  std::map<std::string, std::size_t> words;  // what stands before the numbers at the ends of the names
  std::set<std::string> wholes;              // the names without their digits: those that only count are one
  for (const std::string& name : names) {
    const std::size_t end = name.find_last_not_of(kDigitsOfNames);
    std::string whole = lowerCase(name);
    std::erase_if(whole, [](char c) { return kDigitsOfNames.find(c) != std::string_view::npos; });
    if (whole.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos) return std::nullopt;
    ++words[name.substr(0, end + 1)];
    wholes.insert(std::move(whole));
  }
  const bool views = folders[0].cut && names.size() <= kMostViews;
  if (wholes.size() < 2 && !views) return std::nullopt;
  const bool inNames = !folders[0].cut && words.size() > 1 && words.size() * 2 <= names.size() &&
                       std::all_of(words.begin(), words.end(), [](const auto& word) { return word.second > 1; });
  std::vector<std::string> alternatives{"class_from=path", "class_from=none"};
  if (inNames) alternatives.insert(alternatives.begin(), fmt::format("class_from=name; name_part={}", kBeforeNumber));
  std::vector<std::string> shown;
  for (auto name = names.begin(); name != names.end() && shown.size() < kShownRepeating; ++name)
    shown.push_back(displayName(*name));
  std::string because =
      fmt::format("each of them holds {}s of the same names ({}{}), so that folders may be people or scenes", noun,
                  fmt::join(shown, ", "), names.size() > shown.size() ? ", …" : "");
  if (inNames) {
    std::vector<std::string> said;
    for (const auto& [word, count] : words) said.push_back(displayName(word));
    because += fmt::format(" and the class what stands before the number in a name ({})", fmt::join(said, ", "));
  }
  return ImportDecision{fmt::format("the {} folders of the {}s", folders.size(), noun), "a class each",
                        std::move(because), std::move(alternatives), false};
}

}  // namespace fovea
