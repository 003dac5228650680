#include "core/data/importers/frame_folders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/data/files/stand_in.h"
#include "core/data/importers/split_lists.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumFrameList = std::uint64_t{64} << 20;
constexpr std::size_t kMostFrameLists = 200;
constexpr std::size_t kFewestFrames = 3;    // files of a folder that can be recognised as frames
constexpr std::int64_t kLargestStep = 50;   // average step between the numbers of frames
constexpr std::size_t kSurelyFolders = 10;  // with fewer folders of frames, no share of the samples is met

// The pairs by their names, and by those of their folders.
class PairNames {
 public:
  explicit PairNames(const ImagePairs& pairs) : pairs_(pairs) {
    for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
      byStem_[std::string(lastPartOf(pairs.keys[i]))].push_back(i);
      if (const std::string folder(lastPartOf(parentOf(pairs.keys[i]))); !folder.empty())
        byFolder_[folder].push_back(i);
    }
  }

  // Returns the pairs that a line names by a path, a name or the name of their folder.
  std::vector<std::size_t> named(std::string_view line) const {
    std::string entry = lowerCase(line.substr(0, line.find_first_of(" \t,")));
    while (entry.ends_with('/')) entry.pop_back();
    const bool ended = fileKindOf(entry) == FileKind::Image;
    const std::string stem(ended ? stemOf(lastPartOf(entry)) : lastPartOf(entry));
    if (const auto found = byStem_.find(stem); found != byStem_.end()) {
      if (found->second.size() == 1) return found->second;
      std::vector<std::size_t> same;
      for (const std::size_t pair : found->second)
        if (lastPartOf(parentOf(pairs_.keys[pair])) == lastPartOf(parentOf(entry))) same.push_back(pair);
      if (!same.empty() || ended) return same;
    }
    const auto found = byFolder_.find(stem);
    return ended || found == byFolder_.end() ? std::vector<std::size_t>() : found->second;
  }

 private:
  const ImagePairs& pairs_;
  std::unordered_map<std::string, std::vector<std::size_t>> byStem_, byFolder_;
};

// The lists of one folder, and what they say.
struct ListFolder {
  std::vector<std::string> names;
  std::map<std::size_t, Split> splits;  // keyed by pair
  bool trains = false;
};

// The lists of splits below a folder.
struct FrameLists {
  std::map<std::string, ListFolder> folders;
  std::set<Split> others;  // of lists whose lines name no images
  std::string other;       // the first of them
  std::string line;        // its first line
};

void readFrameList(const fs::path& root, const std::string& list, const PairNames& names, FrameLists& found) {
  const auto split = splitOfList(stemOf(lastPartOf(list)));
  const auto text = readTextFile(root / list, kMaximumFrameList);
  if (!split || !text.ok()) return;
  TextLines lines(*text);
  std::size_t seen = 0, naming = 0;
  std::vector<std::size_t> all;
  std::string first;
  while (const auto line = lines.nextFilled()) {
    if (seen == 0) first = *line;
    const auto pairs = names.named(*line);
    ++seen;
    naming += !pairs.empty();
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  if (naming == 0 || naming * 2 <= seen) {
    if (seen == 0) return;
    if (found.others.empty()) {
      found.other = list;
      found.line = first;
    }
    found.others.insert(*split);
    return;
  }
  ListFolder& folder = found.folders[std::string(parentOf(list))];
  folder.names.emplace_back(lastPartOf(list));
  folder.trains = folder.trains || *split == Split::Train;
  for (const std::size_t pair : all) folder.splits.emplace(pair, *split);
}

Result<FrameLists> frameLists(const fs::path& root, const ImagePairs& pairs, Look look) {
  const auto isList = [](std::string_view name) { return endingOf(name) == ".txt" && splitInName(stemOf(name)); };
  FOVEA_TRY(const FoundFiles found,
            findFiles(root, isList, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  FrameLists lists;
  const PairNames names(pairs);
  for (std::size_t i = 0; i < std::min(found.files.size(), kMostFrameLists); ++i) {
    FOVEA_CHECK(look.check());
    readFrameList(root, found.files.relative(i), names, lists);
  }
  return lists;
}

std::string shownFolder(const std::string& folder) {
  return folder.empty() ? "." : displayName(folder);
}

void keepListed(const ListFolder& lists, ImagePairs& pairs) {
  ImagePairs kept;
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    const auto split = lists.splits.find(i);
    if (split == lists.splits.end() && lists.trains) {
      pairs.problems.push_back({pairs.files.relative(pairs.pairs[i].input), 0, "no list of a split names it"});
      continue;
    }
    kept.pairs.push_back(pairs.pairs[i]);
    kept.keys.push_back(std::move(pairs.keys[i]));
    kept.splits.push_back(split == lists.splits.end() ? Split::Train : split->second);
  }
  pairs.pairs = std::move(kept.pairs);
  pairs.keys = std::move(kept.keys);
  pairs.splits = std::move(kept.splits);
}

Status followFrameLists(const fs::path& root, const FrameOptions& options, Look look, ImagePairs& pairs) {
  const bool told = !options.splitLists.empty();
  if (options.splitLists == "none") return {};
  const bool known = std::all_of(pairs.splits.begin(), pairs.splits.end(), [](const auto& split) { return split; });
  if (known && !told) return {};
  FOVEA_TRY(FrameLists found, frameLists(root, pairs, look));
  auto& folders = found.folders;
  const std::string chosen = options.splitLists == "." ? "" : options.splitLists;
  if (told && !folders.contains(chosen))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} holds no list of a split whose lines name the images or their folders.",
                            displayName((root / options.splitLists).string())));
  if (folders.empty() && found.others.size() > 1)
    pairs.decisions.push_back(
        {"the splits",
         "not those of the lists",
         fmt::format("the lines of {} name no image that was found, such as \"{}\"; they may name parts of images",
                     displayName(found.other), displayName(found.line.substr(0, 60))),
         {"split_lists=none"},
         false});
  if (folders.empty()) return {};
  auto best = told ? folders.find(chosen) : folders.begin();
  bool alike = true;
  for (auto each = folders.begin(); each != folders.end() && !told; ++each)
    if (each->second.splits.size() > best->second.splits.size()) best = each;
  for (const auto& [folder, lists] : folders)
    alike = alike && (lists.splits.size() < best->second.splits.size() || lists.splits == best->second.splits);
  std::vector<std::string> alternatives;
  for (const auto& [folder, lists] : folders)
    if (folder != best->first || (!alike && !told)) alternatives.push_back("split_lists=" + shownFolder(folder));
  alternatives.emplace_back("split_lists=none");
  pairs.decisions.push_back(
      {"the splits", fmt::format("as {} in {} say", fmt::join(best->second.names, ", "), shownFolder(best->first)),
       "their lines name the images or the folders of the images", std::move(alternatives), told || alike});
  keepListed(best->second, pairs);
  return {};
}

// Returns the number at the end of a name.
std::optional<std::int64_t> numberBehind(std::string_view stem) {
  const std::size_t last = stem.find_last_not_of("0123456789");
  return wholeNumber(stem.substr(last == std::string_view::npos ? 0 : last + 1));
}

// Returns the first number of a folder whose names count frames; nothing for other folders.
std::optional<std::int64_t> firstFrame(const std::vector<std::string_view>& stems) {
  if (stems.size() < kFewestFrames) return std::nullopt;
  std::set<std::int64_t> numbers;
  for (const std::string_view stem : stems) {
    const auto number = numberBehind(stem);
    if (!number || *number < 0 || !numbers.insert(*number).second) return std::nullopt;
  }
  const std::int64_t steps = std::ssize(numbers) - 1;
  if (*numbers.rbegin() - *numbers.begin() > steps * kLargestStep) return std::nullopt;
  return *numbers.begin();
}

}  // namespace

Status arrangeFrames(const fs::path& root, const FrameOptions& options, Look look, ImagePairs& pairs) {
  FOVEA_CHECK(followFrameLists(root, options, look, pairs));
  if (options.frameFolders == "apart") return {};
  std::map<std::string_view, std::vector<std::string_view>> folders;
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i)
    if (!pairs.splits[i]) folders[parentOf(pairs.keys[i])].push_back(lastPartOf(pairs.keys[i]));
  if (folders.size() < 2) return {};
  std::map<std::int64_t, std::size_t> starts;
  std::size_t framed = 0, all = 0, most = 0;
  for (const auto& [folder, stems] : folders) {
    all += stems.size();
    if (const auto first = firstFrame(stems)) {
      framed += stems.size();
      most = std::max(most, ++starts[*first]);
    }
  }
  const bool counts = framed * 10 >= all * 9 && most > 1 && most * 2 > folders.size();
  const bool told = options.frameFolders == "together";
  if (!told && !counts) return {};
  pairs.groups.resize(pairs.pairs.size());
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i)
    if (!pairs.splits[i]) pairs.groups[i] = parentOf(pairs.keys[i]);
  if (told) return {};
  const bool sure = folders.size() >= kSurelyFolders;
  std::vector<std::string> alternatives{"frame_folders=apart"};
  if (!sure) alternatives.insert(alternatives.begin(), "frame_folders=together");
  pairs.decisions.push_back(
      {std::string(kFramesOfFolder), "stay in one split",
       fmt::format("their names count anew in each of {} folders, as frames of a film do{}",
                   grouped(std::ssize(folders)), sure ? "" : "; so few folders hardly divide into splits"),
       std::move(alternatives), sure});
  return {};
}

}  // namespace fovea
