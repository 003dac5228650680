#include "core/data/importers/split_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostSplitLists = 64;
constexpr std::size_t kShownSplitLists = 4;

// Returns the number of equal parts at the ends of two paths.
std::size_t partsAtEnd(std::string_view a, std::string_view b) {
  std::size_t parts = 0;
  for (; !a.empty() && !b.empty() && lastPartOf(a) == lastPartOf(b); ++parts) {
    a = parentOf(a);
    b = parentOf(b);
  }
  return parts;
}

}  // namespace

std::optional<Split> splitOfList(std::string_view stem) {
  const auto split = splitInName(stem);
  if (!split) return std::nullopt;
  std::string word;
  for (const char c : lowerCase(stem) + ".") {
    if (c >= 'a' && c <= 'z') {
      word += c;
      continue;
    }
    if (const auto other = splitOfName(word); other && *other != *split) return std::nullopt;
    word.clear();
  }
  return split;
}

std::string SplitLists::pathInLine(std::string_view line, const StemIndex& images) {
  for (const std::string_view words : {line, line.substr(0, line.find_first_of(" \t,"))}) {
    std::string path(words);
    std::replace(path.begin(), path.end(), '\\', '/');
    const std::string_view last = lastPartOf(path);
    if (last.empty()) continue;
    if (images.find(last, "")) return path;
    const std::string_view stem = stemOf(last);
    if (images.find(stem, "")) return path.substr(0, path.size() - (last.size() - stem.size()));
  }
  return {};
}

Result<SplitLists> SplitLists::of(const fs::path& root, const std::vector<std::string>& texts, const StemIndex& images,
                                  Look look) {
  SplitLists lists;
  std::size_t opened = 0;
  for (const std::string& each : texts) {
    const auto split = splitOfList(stemOf(lastPartOf(each)));
    if (!split) continue;
    if (++opened > kMostSplitLists) break;
    const auto text = readTextFile(root / each, kMaximumTextFile);
    if (!text.ok()) continue;
    TextLines reader(*text);
    std::int64_t seen = 0;
    std::vector<std::string> paths;
    while (const auto line = reader.nextFilled()) {
      if (++seen % 1024 == 0) FOVEA_CHECK(look.check());
      if (std::string path = pathInLine(*line, images); !path.empty()) paths.push_back(std::move(path));
    }
    if (std::ssize(paths) * 2 <= seen) continue;
    lists.lists_.push_back(each);
    lists.lines_ += std::ssize(paths);
    for (std::string& path : paths) {
      std::string last(lastPartOf(path));
      lists.named_[std::move(last)].push_back({std::move(path), *split});
    }
  }
  return lists;
}

std::optional<Split> SplitLists::splitOf(std::string_view image) const {
  const std::string_view ending = lastPartOf(image);
  const std::string_view path = image.substr(0, image.size() - ending.size() + stemOf(ending).size());
  const auto found = named_.find(std::string(lastPartOf(path)));
  if (found == named_.end()) return std::nullopt;
  std::optional<Split> split;
  std::size_t longest = 0;
  for (const Named& each : found->second) {
    const std::size_t parts = partsAtEnd(each.path, path);
    if (parts > longest) split = each.split;
    if (parts == longest && split != each.split) split.reset();
    longest = std::max(longest, parts);
  }
  return split;
}

std::optional<ImportDecision> SplitLists::decision() const {
  if (lists_.empty()) return std::nullopt;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(lists_.size(), kShownSplitLists); ++i) shown.push_back(displayName(lists_[i]));
  return ImportDecision{"the splits",
                        fmt::format("as the lists {} say", fmt::join(shown, ", ")),
                        fmt::format("their lines name {}", counted(lines_, "image")),
                        {}};
}

}  // namespace fovea
