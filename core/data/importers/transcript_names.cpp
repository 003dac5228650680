#include "core/data/importers/transcript_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/importers/image_item.h"
#include "core/data/importers/name_labels.h"
#include "core/data/importing/import_source.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kShortestCode = 4;
constexpr std::size_t kLongestCode = 8;
constexpr std::size_t kFewestCodes = 8;
constexpr std::size_t kMostCodesJudged = 1000;
constexpr std::size_t kFewestSymbols = 4;  // number of different symbols in each place of a code
constexpr std::size_t kImagesMeasured = 8;

bool isCode(std::string_view stem) {
  const auto isSymbol = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return stem.size() >= kShortestCode && stem.size() <= kLongestCode && std::ranges::all_of(stem, isSymbol);
}

// Returns true if each place of the codes has several symbols, unlike the names "img01", "img02".
bool differEverywhere(const std::vector<std::string_view>& codes) {
  for (std::size_t place = 0; place < kShortestCode; ++place) {
    std::set<char> symbols;
    for (const std::string_view code : codes) symbols.insert(code[place]);
    if (symbols.size() < kFewestSymbols) return false;
  }
  return true;
}

bool areLinesOfWriting(const fs::path& root, const FileList& files) {
  const std::size_t count = std::min(files.size(), kImagesMeasured);
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = sizeOfImageFile(files.path(root, i * files.size() / count));
    if (!size.ok() || size->width * 2 < size->height * 3) return false;
  }
  return true;
}

}  // namespace

Result<TranscriptList> textsInNames(const fs::path& folder, const TranscriptChoices& choices, Look look) {
  const auto isImage = [](std::string_view name) { return fileKindOf(name) == FileKind::Image; };
  FOVEA_TRY(FoundFiles found, findFiles(folder, isImage, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  if (found.files.empty()) return nothingFound("image", folder);
  TranscriptList list;
  list.complete = found.complete;
  list.problems = std::move(found.problems);
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const std::string_view name = found.files.name(i);
    const std::string relative = found.files.relative(i);
    std::string_view text = stemOf(name);
    if (choices.namePart > 0) {
      const auto parts = partsOfName(name);
      const auto place = static_cast<std::size_t>(choices.namePart) - 1;
      text = place < parts.size() ? parts[place] : std::string_view();
    }
    if (text.empty()) {
      if (list.problems.size() < kListedProblems)
        list.problems.push_back({relative, 0, fmt::format("its name has no part {}", choices.namePart)});
      continue;
    }
    Transcript entry;
    entry.path = (folder / relative).string();
    entry.listed = relative;
    entry.text = displayName(text);
    for (const std::string& part : splitList(found.files.folder(found.files.folderOf(i)), '/'))
      if (const auto split = splitInName(part)) entry.split = split;
    list.entries.push_back(std::move(entry));
  }
  return list;
}

std::optional<ImportDecision> askAboutTextsInNames(const fs::path& root, const FileList& files) {
  if (files.size() < kFewestCodes) return std::nullopt;
  std::vector<std::string_view> codes;
  const std::size_t judged = std::min(files.size(), kMostCodesJudged);
  for (std::size_t i = 0; i < judged; ++i) {
    const std::string_view stem = stemOf(files.name(i * files.size() / judged));
    if (isCode(stem)) codes.push_back(stem);
  }
  if (codes.size() * 20 < judged * 19 || !differEverywhere(codes) || !areLinesOfWriting(root, files))
    return std::nullopt;
  return ImportDecision{"the names of the images",
                        "not used",
                        fmt::format("they are short and all different (\"{}\"), as those of captchas and number plates "
                                    "are that say what is written",
                                    codes.front()),
                        {"kind=transcripts; texts=names", "class_from=none"},
                        false};
}

}  // namespace fovea
