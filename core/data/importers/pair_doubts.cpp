#include "core/data/importers/pair_doubts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/data/importers/folder_meaning.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kMostClassFolders = 50;
constexpr std::size_t kMostOtherTargets = 8;

const std::string& folderOfFile(const FileList& files, std::size_t file) {
  return files.folder(files.folderOf(file));
}

// Returns the innermost folder that holds both files.
std::string sharedFolder(const std::string& a, const std::string& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (end.first == a.end() && end.second == b.end()) return a;
  const auto length = static_cast<std::size_t>(end.first - a.begin());
  const bool whole = (length == a.size() && b[length] == '/') || (length == b.size() && a[length] == '/');
  const std::string shared = a.substr(0, length);
  return whole ? shared : std::string(parentOf(shared));
}

}  // namespace

std::optional<ImportDecision> askAboutClassesOfPairs(const ImagePairs& pairs, const std::string& ignore) {
  std::map<std::string, std::size_t> names;
  for (const ImagePair& pair : pairs.pairs) {
    const std::string shared =
        sharedFolder(folderOfFile(pairs.files, pair.input), folderOfFile(pairs.files, pair.target));
    // "image/fabric/a.png" and "mask/fabric/a.png"; numbers alone are frames of films, and folders in splits are
    // places.
    const std::string& inner = folderOfFile(pairs.files, pair.input);
    const bool classed = lastPartOf(inner) == lastPartOf(folderOfFile(pairs.files, pair.target)) && inner != shared &&
                         !splitOfFolder(std::string(lastPartOf(parentOf(inner)))) &&
                         stemOf(pairs.files.name(pair.input)).find_first_not_of("0123456789") != std::string::npos;
    const std::string name(lastPartOf(classed ? inner : shared));
    if (name.empty() || !firstNumberIn(name).empty() || splitOfFolder(name) || isContainerName(name))
      return std::nullopt;
    if (++names[name] == 1 && names.size() > kMostClassFolders) return std::nullopt;
  }
  if (names.size() < 2 || std::ranges::any_of(names, [](const auto& each) { return each.second < 2; }))
    return std::nullopt;
  std::vector<std::string> shown;
  for (const auto& [name, count] : names)
    if (shown.size() < 4) shown.push_back(displayName(name));
  return ImportDecision{
      fmt::format("the folders \"{}\"{}", fmt::join(shown, "\", \""), names.size() > shown.size() ? ", …" : ""),
      "no classes: masks say the class of each pixel",
      "each holds images and their masks, so that it may also be the class of its images",
      {ignore, std::string(kKindOption) + "folder"},
      false};
}

std::optional<ImportDecision> askAboutOtherTargets(const ImagePairs& pairs, const std::string& option) {
  std::set<std::string> chosen, around;                  // names of the folders of targets; folders around the inputs
  std::map<std::string, std::set<std::string>> numbers;  // of the inputs, by the folder around theirs
  std::vector<bool> paired(pairs.files.size());
  for (const ImagePair& pair : pairs.pairs) {
    paired[pair.input] = paired[pair.target] = true;
    for (const std::size_t other : pair.others) paired[other] = true;
    const std::string& folder = folderOfFile(pairs.files, pair.input);
    if (folder == folderOfFile(pairs.files, pair.target)) return std::nullopt;
    chosen.emplace(lastPartOf(folderOfFile(pairs.files, pair.target)));
    around.insert(folder);
    numbers[std::string(parentOf(folder))].emplace(firstNumberIn(pairs.files.name(pair.input)));
  }
  std::map<std::string, std::size_t> others;  // images by the name of their folder
  for (std::size_t i = 0; i < pairs.files.size(); ++i) {
    const std::string& folder = folderOfFile(pairs.files, i);
    const auto beside = numbers.find(std::string(parentOf(folder)));
    if (paired[i] || around.contains(folder) || beside == numbers.end()) continue;
    const std::string number(firstNumberIn(pairs.files.name(i)));
    if (!number.empty() && beside->second.contains(number)) ++others[std::string(lastPartOf(folder))];
  }
  std::erase_if(others, [&](const auto& each) { return each.second * 3 < pairs.pairs.size(); });
  if (others.empty() || others.size() > kMostOtherTargets || chosen.size() != 1) return std::nullopt;
  std::vector<std::string> names, alternatives{fmt::format("{}={}", option, *chosen.begin())};
  for (const auto& [name, count] : others) {
    names.push_back(displayName(name));
    alternatives.push_back(fmt::format("{}={}", option, name));
  }
  return ImportDecision{
      "the masks", fmt::format("those in \"{}\"", displayName(*chosen.begin())),
      fmt::format("images in \"{}\" have the same numbers, and may be masks as well", fmt::join(names, "\", \"")),
      std::move(alternatives), false};
}

std::set<std::string> targetsOfPairs(const ImagePairs& pairs) {
  std::set<std::string> targets;
  for (const ImagePair& pair : pairs.pairs) {
    targets.insert(pairs.files.relative(pair.target));
    for (const std::size_t other : pair.others) targets.insert(pairs.files.relative(other));
  }
  return targets;
}

}  // namespace fovea
