#include "core/data/importers/split_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/data/importers/named_pictures.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostSplitLists = 64;
constexpr std::size_t kShownSplitLists = 4;

// Returns the image that a line names, as a whole or with its first word.
Result<std::string> imageOfLine(const NamedPictures& images, std::string_view line, Split split) {
  auto image = images.find(line, split);
  if (image.ok() || line.find_first_of(" \t,") == std::string_view::npos) return image;
  return images.find(line.substr(0, line.find_first_of(" \t,")), split);
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

Result<SplitLists> SplitLists::of(const fs::path& root, const std::vector<std::string>& texts, Look look) {
  SplitLists lists;
  std::shared_ptr<const NamedPictures> images;
  std::size_t opened = 0;
  for (const std::string& each : texts) {
    const auto split = splitOfList(stemOf(lastPartOf(each)));
    if (!split) continue;
    if (++opened > kMostSplitLists) break;
    if (!images) {
      FOVEA_TRY(images, NamedPictures::of(root, look == Look::Quick ? kLookLimits : WalkLimits{}, look.scan));
    }
    if (!images) return lists;
    const auto text = readTextFile(root / each, kMaximumTextFile);
    if (!text.ok()) continue;
    TextLines reader(*text);
    std::int64_t seen = 0;
    std::vector<std::string> named;
    while (const auto line = reader.nextFilled()) {
      if (++seen % 1024 == 0) FOVEA_CHECK(look.check());
      if (auto image = imageOfLine(*images, *line, *split); image.ok()) named.push_back(std::move(image).value());
    }
    if (std::ssize(named) * 2 <= seen) continue;
    lists.lists_.push_back(each);
    for (std::string& image : named) lists.splits_.emplace(std::move(image), *split);
  }
  return lists;
}

std::optional<Split> SplitLists::splitOf(const std::string& image) const {
  const auto found = splits_.find(image);
  return found == splits_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ImportDecision> SplitLists::decision() const {
  if (lists_.empty()) return std::nullopt;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(lists_.size(), kShownSplitLists); ++i) shown.push_back(displayName(lists_[i]));
  return ImportDecision{"the splits",
                        fmt::format("as {} say", fmt::join(shown, ", ")),
                        fmt::format("their lines name {}", counted(std::ssize(splits_), "image")),
                        {}};
}

}  // namespace fovea
