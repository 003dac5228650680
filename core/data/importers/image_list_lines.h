// Why: the lists of well-known sets of pictures are alike: a file or number a line, and what is said of it.
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

// "a/b/c.jpg" as "b/c".
inline std::string pictureKeyOf(std::string_view path) {
  const std::size_t last = path.rfind('/');
  const std::size_t before = last == std::string_view::npos || last == 0 ? last : path.rfind('/', last - 1);
  std::string_view key = before == std::string_view::npos ? path : path.substr(before + 1);
  const std::size_t name = last == std::string_view::npos ? 0 : key.size() - (path.size() - last - 1);
  return std::string(key.substr(0, name)) + std::string(stemOf(key.substr(name)));
}

// Calls `take` with the first word of each line and the rest of it.
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

// The folder that holds files called so: `root`, or one right below it; empty where none does.
std::filesystem::path folderWithLists(const std::filesystem::path& root, std::initializer_list<const char*> names,
                                      Look look);
// A file of that name with the ending of texts or tables, in `root` or a folder right below; empty where there is none.
std::filesystem::path listBeside(const std::filesystem::path& root, const std::string& stem, Look look);
// The second word of each line by the first; empty where there is no such list.
std::unordered_map<std::string, std::string> secondWords(const std::filesystem::path& list);
// "Train/20/00020_00003" for "Train/20/00020_00003_00017.png": the images of one sign of GTSRB, where names are numbers
// of five digits; empty for other names.
std::string trackInName(std::string_view relative);
// Says that images of one sign stay together.
ImportDecision tracksStayTogether();
// CelebA's partition: 0 trains, 1 validates, 2 tests.
std::optional<Split> splitOfPartition(const std::unordered_map<std::string, std::string>& partition,
                                      const std::string& image);

}  // namespace fovea
