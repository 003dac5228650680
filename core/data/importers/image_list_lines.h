// Why: the lists of well-known image sets are alike: each line has a file or a number, then facts about it.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "core/data/importers/listed_source.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {

inline constexpr std::uint64_t kMaximumImageList = std::uint64_t{256} << 20;

inline bool isListFile(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::is_regular_file(path, code);
}

// Returns "b/c" for "a/b/c.jpg".
inline std::string pictureKeyOf(std::string_view path) {
  const std::size_t last = path.rfind('/');
  const std::size_t before = last == std::string_view::npos || last == 0 ? last : path.rfind('/', last - 1);
  std::string_view key = before == std::string_view::npos ? path : path.substr(before + 1);
  const std::size_t name = last == std::string_view::npos ? 0 : key.size() - (path.size() - last - 1);
  return std::string(key.substr(0, name)) + std::string(stemOf(key.substr(name)));
}

// Calls `take` with the first word of each line and the rest of the line.
template <class Take>
void eachListLine(const std::filesystem::path& path, const Take& take) {
  const auto text = readTextFile(path, kMaximumImageList);
  if (!text.ok()) return;
  TextLines lines(*text);
  while (const auto line = lines.nextFilled()) {
    const std::size_t end = line->find_first_of(" \t,");
    take(line->substr(0, end), end == std::string_view::npos ? std::string_view() : trimmed(line->substr(end + 1)));
  }
}

// Returns the folder that holds files of these names: `root`, or one directly below it; empty if there is none.
std::filesystem::path folderWithLists(const std::filesystem::path& root, std::initializer_list<const char*> names,
                                      Look look);
// Finds a text or table named `stem` plus ending, in `root` or a folder directly below; empty if there is none.
std::filesystem::path listBeside(const std::filesystem::path& root, const std::string& stem, Look look);
// Maps the first word of each line to the second; empty if there is no such list.
std::unordered_map<std::string, std::string> secondWords(const std::filesystem::path& list);
// Returns "Train/20/00020_00003" for "Train/20/00020_00003_00017.png": the prefix that all images of one sign in GTSRB
// share, where names are numbers of five digits. Empty for other names.
std::string trackInName(std::string_view relative);
// Returns the decision that images of one sign stay in one split.
ImportDecision tracksStayTogether();
// Returns the split in CelebA's partition: 0 trains, 1 validates, 2 tests.
std::optional<Split> splitOfPartition(const std::unordered_map<std::string, std::string>& partition,
                                      const std::string& image);

}  // namespace fovea
