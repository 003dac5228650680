#include "core/data/importers/image_list_lines.h"

#include <algorithm>

#include "core/data/importers/found_files.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFoldersWithLists = 32;

// Returns `root` and the folders directly below, unless these are too many to hold lists.
std::vector<fs::path> placesOfLists(const fs::path& root, Look look) {
  std::vector<fs::path> places{root};
  const auto entries = listFolder(root, look.scan);
  if (entries.ok() && entries->folders.size() <= kFoldersWithLists)
    for (const std::string& name : entries->folders) places.push_back(root / name);
  return places;
}

}  // namespace

fs::path folderWithLists(const fs::path& root, std::initializer_list<const char*> names, Look look) {
  for (const fs::path& place : placesOfLists(root, look))
    if (std::all_of(names.begin(), names.end(), [&](const char* name) { return isListFile(place / name); }))
      return place;
  return {};
}

fs::path listBeside(const fs::path& root, const std::string& stem, Look look) {
  for (const fs::path& place : placesOfLists(root, look))
    for (const char* ending : {".txt", ".csv"})
      if (isListFile(place / (stem + ending))) return place / (stem + ending);
  return {};
}

std::unordered_map<std::string, std::string> secondWords(const fs::path& list) {
  std::unordered_map<std::string, std::string> words;
  if (list.empty()) return words;
  eachListLine(list, [&](std::string_view first, std::string_view rest) {
    if (!rest.empty() && rest.find_first_of(" \t,") == std::string_view::npos) words.emplace(first, rest);
  });
  return words;
}

std::optional<Split> splitOfPartition(const std::unordered_map<std::string, std::string>& partition,
                                      const std::string& image) {
  const auto found = partition.find(image);
  if (found == partition.end()) return std::nullopt;
  if (found->second == "0") return Split::Train;
  if (found->second == "1") return Split::Validation;
  return found->second == "2" ? std::optional(Split::Test) : std::nullopt;
}

std::string trackInName(std::string_view relative) {
  constexpr std::size_t kDigits = 5;
  const std::string_view name = stemOf(lastPartOf(relative));
  const bool two = name.size() == 2 * kDigits + 1, three = name.size() == 3 * kDigits + 2;
  if (!two && !three) return {};
  for (std::size_t i = 0; i < name.size(); ++i)
    if ((i % (kDigits + 1) == kDigits) != (name[i] == '_') || (name[i] != '_' && (name[i] < '0' || name[i] > '9')))
      return {};
  const std::size_t begin = relative.size() - lastPartOf(relative).size();
  return std::string(relative.substr(0, begin + name.size() - kDigits - 1));
}

ImportDecision tracksStayTogether() {
  return {"the images of one sign",
          "stay in one split",
          "their names begin with its number, as in GTSRB, and they are nearly equal",
          {}};
}

}  // namespace fovea
