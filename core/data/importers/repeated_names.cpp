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
  const std::string_view last = lastPartOf(folder);
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

// The values of each part of the names in one folder, with counts.
using ValuesOfParts = std::vector<std::map<std::string, std::size_t>>;

// The parts of the names of several folders, each of whose numbers is in all of its names.
struct NumberedFolders {
  std::vector<ValuesOfParts> folders;
  std::size_t part = 0;  // index of the part that is the folder's number
};

// Returns nothing unless all names have as many parts and one part of each is the number of its folder.
std::optional<NumberedFolders> numberedFolders(const FileList& files, const FolderMeaning& meaning) {
  std::map<std::uint32_t, ValuesOfParts> folders;
  std::vector<bool> repeats;  // by part: it is the number of the folder in all names
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint32_t folder = files.folderOf(i);
    if (meaning.leftOut[folder] || meaning.names[folder].empty()) continue;
    if (!folders.contains(folder) && folders.size() == kMostFoldersCompared) break;
    const std::string& path = files.folder(folder);
    const std::string last(lastPartOf(path));
    const std::vector<std::string_view> parts = partsOfName(files.name(i));
    if (repeats.empty()) repeats.assign(parts.size(), true);
    const bool numbered = last.find_first_of(kDigitsOfNames) != std::string::npos;
    if (!numbered || isSynset(last) || parts.size() != repeats.size()) return std::nullopt;
    ValuesOfParts& values = folders[folder];
    values.resize(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
      repeats[part] = repeats[part] && parts[part] == last;
      if (values[part].size() <= kMostNamesOfFolder) ++values[part][std::string(parts[part])];
    }
  }
  const auto part = std::find(repeats.begin(), repeats.end(), true);
  if (part == repeats.end()) return std::nullopt;
  NumberedFolders found;
  found.part = static_cast<std::size_t>(part - repeats.begin());
  for (auto& [folder, values] : folders) found.folders.push_back(std::move(values));
  return found;
}

std::set<std::string> keysOf(const std::map<std::string, std::size_t>& counts) {
  std::set<std::string> keys;
  for (const auto& [key, count] : counts) keys.insert(key);
  return keys;
}

// Asks about folders whose number is in each of their names, beside a part that has the same few values in all of
// them: 01/0_01_12.wav is the digit 0 spoken by person 01, and f1/dis-f1-b1.wav disgust by the first woman.
std::optional<ImportDecision> askAboutNumbersInNames(const FileList& files, const FolderMeaning& meaning,
                                                     std::string_view noun) {
  constexpr std::size_t kFewestNumbered = 3;  // folders
  constexpr std::size_t kMostPartValues = 100;
  const auto found = numberedFolders(files, meaning);
  if (!found || found->folders.size() < kFewestNumbered) return std::nullopt;
  const ValuesOfParts& first = found->folders[0];
  std::vector<std::string> alternatives, meanings;
  for (std::size_t part = 0; part < first.size(); ++part) {
    const std::set<std::string> values = keysOf(first[part]);
    const bool repeat = std::ranges::all_of(first[part], [](const auto& value) { return value.second > 1; });
    const auto alike = std::ranges::count_if(
        found->folders, [&](const ValuesOfParts& each) { return sameNames(keysOf(each[part]), values); });
    if (part == found->part || values.size() < 2 || values.size() > kMostPartValues || !repeat ||
        alike * 10 < std::ssize(found->folders) * 9)
      continue;
    alternatives.push_back(fmt::format("class_from=name; name_part={}", part + 1));
    std::vector<std::string> shown(values.begin(), values.end());
    std::ranges::sort(shown, naturalLess);
    if (shown.size() > kShownRepeating) shown.resize(kShownRepeating);
    for (std::string& each : shown) each = displayName(each);
    if (values.size() > shown.size()) shown.emplace_back("…");
    meanings.push_back(fmt::format("part {} is one of {} ({})", part + 1, values.size(), fmt::join(shown, ", ")));
  }
  if (alternatives.empty()) return std::nullopt;
  alternatives.emplace_back("class_from=path");
  alternatives.emplace_back("class_from=none");
  return ImportDecision{fmt::format("the {} folders of the {}", found->folders.size(), pluralOf(noun)), "a class each",
                        fmt::format("each has a number, which is also in all of its names, such as {}; there {} in "
                                    "every folder, so that folders may be people",
                                    displayName(files.name(0)), fmt::join(meanings, ", and ")),
                        std::move(alternatives), false};
}

// Asks about folders whose number begins or ends the first number in the name of each of their files: "001/001482.png",
// "00/nm0000100_1955.jpg".
std::optional<ImportDecision> askAboutParts(const FileList& files, const FolderMeaning& meaning,
                                            std::string_view noun) {
  std::set<std::string> folders;
  bool begins = true, ends = true;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint32_t folder = files.folderOf(i);
    if (meaning.leftOut[folder] || meaning.names[folder].empty()) continue;
    const std::string& path = files.folder(folder);
    const std::string last(lastPartOf(path));
    const std::string_view stem = stemOf(files.name(i)), number = firstNumberIn(stem);
    begins = begins && number == stem && number.starts_with(last);
    ends = ends && number.ends_with(last);
    if (!onlyDigits(last) || last.size() < 2 || number.size() <= last.size() || (!begins && !ends)) return std::nullopt;
    folders.insert(last);
  }
  if (folders.size() < 2) return std::nullopt;
  return ImportDecision{fmt::format("the {} folders of the {}", folders.size(), pluralOf(noun)),
                        "a class each",
                        begins ? fmt::format("each is called like the first digits of all files in it, such as {}, so "
                                             "that they may only divide the files into parts",
                                             displayName(files.name(0)))
                               : fmt::format("each is called like the last digits of all files in it, such as {}, so "
                                             "that they may only divide the files into parts",
                                             displayName(files.name(0))),
                        {"class_from=path", "class_from=none"},
                        false};
}

// Asks about files that are there twice, with another ending: a photograph "1.jpg" and its depths or mask "1.png".
std::optional<ImportDecision> askAboutTwins(const FileList& files, const FolderMeaning& meaning,
                                            std::string_view noun) {
  std::size_t all = 0, twins = 0;
  std::string example;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (meaning.leftOut[files.folderOf(i)]) continue;
    ++all;
    if (i == 0 || files.folderOf(i) != files.folderOf(i - 1) || stemOf(files.name(i)) != stemOf(files.name(i - 1)))
      continue;
    if (twins++ == 0) example = displayName(files.name(i - 1)) + " and " + displayName(files.name(i));
  }
  if (twins < 4 || twins * 5 < all * 2) return std::nullopt;
  return ImportDecision{
      fmt::format("the {} of one name", pluralOf(noun)),
      fmt::format("{} like the others", pluralOf(noun)),
      fmt::format("most names are there twice, such as {}, so that one may be a mask of the other, its "
                  "depths, or the same once more",
                  example),
      {"class_from=path", "class_from=none"},
      false};
}

// Asks about a folder of a class whose files all have names of files in several other classes: the same images once
// more, in another size.
std::optional<ImportDecision> askAboutCopies(const FileList& files, const FolderMeaning& meaning,
                                             std::string_view noun) {
  constexpr std::size_t kFewestCopies = 4;
  constexpr std::size_t kMostNamesCompared = 200'000;
  if (files.size() > kMostNamesCompared) return std::nullopt;
  std::map<std::string_view, std::vector<std::uint32_t>> places;  // folders by the name of a file
  std::map<std::uint32_t, std::size_t> sizes;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint32_t folder = files.folderOf(i);
    if (meaning.leftOut[folder] || meaning.names[folder].empty()) continue;
    places[files.name(i)].push_back(folder);
    ++sizes[folder];
  }
  std::map<std::uint32_t, std::size_t> again;                 // by folder, files whose name is in one other folder
  std::map<std::uint32_t, std::set<std::uint32_t>> partners;  // the folders of those
  for (const auto& [name, folders] : places) {
    if (folders.size() != 2 || folders[0] == folders[1]) continue;
    for (const auto& [one, other] : {std::pair(folders[0], folders[1]), std::pair(folders[1], folders[0])}) {
      ++again[one];
      partners[one].insert(other);
    }
  }
  for (const auto& [folder, count] : again) {
    std::size_t elsewhere = 0;  // files in the other classes
    for (const std::uint32_t other : partners[folder]) elsewhere += sizes[other];
    if (count < kFewestCopies || count * 10 < sizes[folder] * 9 || count * 10 < elsewhere * 9 ||
        partners[folder].size() < 2)
      continue;
    const std::string name = displayName(meaning.names[folder]);
    const std::string& path = files.folder(folder);
    return ImportDecision{fmt::format("the folder \"{}\"", name),
                          "a class like the others",
                          fmt::format("its {} have the names of {} in {} other classes, so that it may hold the same "
                                      "ones again",
                                      pluralOf(noun), pluralOf(noun), partners[folder].size()),
                          {"leave_out=" + std::string(lastPartOf(path)), "class_from=path"},
                          false};
  }
  return std::nullopt;
}

// Returns "GOT-10k_" for "GOT-10k_Train_000001", whose digits count; nothing if fewer than three digits end the name.
std::optional<std::string> countedPrefix(std::string_view name) {
  constexpr std::size_t kFewestDigits = 3;
  const std::size_t end = name.find_last_not_of(kDigitsOfNames) + 1;  // npos + 1 is 0
  if (name.size() - end < kFewestDigits) return std::nullopt;
  std::string prefix;
  for (const std::string_view part : splitList(std::string(name.substr(0, end)), '_'))
    if (!splitOfName(part)) prefix += std::string(part) + "_";
  return prefix;
}

// Asks about folders that only count ("000", "001") and hold files of the same names: films, scenes or sequences.
std::optional<ImportDecision> askAboutScenes(const FileList& files, const FolderMeaning& meaning,
                                             std::string_view noun) {
  std::map<std::uint32_t, std::set<std::string>> folders;
  std::optional<std::string> prefix;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint32_t folder = files.folderOf(i);
    if (meaning.leftOut[folder] || meaning.names[folder].empty()) continue;
    if (!folders.contains(folder) && folders.size() == kMostFoldersCompared) break;
    const auto counted = countedPrefix(lastPartOf(files.folder(folder)));
    if (!counted || (prefix && *prefix != *counted)) return std::nullopt;
    prefix = counted;
    std::set<std::string>& names = folders[folder];
    if (names.size() <= kMostNamesOfFolder) names.emplace(stemOf(files.name(i)));
  }
  if (folders.size() < kFewestRepeating) return std::nullopt;
  const std::set<std::string>& first = folders.begin()->second;
  // Films may differ in length, but their names count from the same number.
  const auto alike = std::ranges::count_if(folders, [&](const auto& each) {
    return *each.second.begin() == *first.begin() && (each.second.size() > 1) == (first.size() > 1);
  });
  if (first.size() < 2 || alike * 10 < std::ssize(folders) * 9) return std::nullopt;
  return ImportDecision{fmt::format("the {} folders of the {}", folders.size(), pluralOf(noun)),
                        "a class each",
                        fmt::format("their names only count, and what is in each is called alike, such as {}, so that "
                                    "they may be films or scenes",
                                    displayName(files.name(0))),
                        {"class_from=path", "class_from=none"},
                        false};
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
  if (auto numbered = askAboutNumbersInNames(files, meaning, noun)) return numbered;
  if (auto parts = askAboutParts(files, meaning, noun)) return parts;
  if (auto twins = askAboutTwins(files, meaning, noun)) return twins;
  if (auto copies = askAboutCopies(files, meaning, noun)) return copies;
  if (auto scenes = askAboutScenes(files, meaning, noun)) return scenes;
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
      fmt::format("each of them holds {} of the same names ({}{}), so that folders may be people or scenes",
                  pluralOf(noun), fmt::join(shown, ", "), names.size() > shown.size() ? ", …" : "");
  if (inNames) {
    std::vector<std::string> said;
    for (const auto& [word, count] : words) said.push_back(displayName(word));
    because += fmt::format(" and the class what stands before the number in a name ({})", fmt::join(said, ", "));
  }
  return ImportDecision{fmt::format("the {} folders of the {}", folders.size(), pluralOf(noun)), "a class each",
                        std::move(because), std::move(alternatives), false};
}

}  // namespace fovea
