#include "core/data/importers/labelled_choice.h"

#include <fmt/format.h>

#include <unordered_map>

#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"
#include "core/data/importing/sound_names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLinesJudged = 16;

// Returns the reason why a folder of that name is not a class; empty if it may be one.
std::string whySetApart(const std::string& name) {
  const std::string folder(lastPartOf(name));
  if (folder.size() > 2 && folder.front() == '_' && folder.back() == '_')
    return "its name stands between underscores, which marks what is no class";
  for (const char* none : {"unsup", "unsupervised", "unlabelled", "unlabeled", "nolabel", "no_label"})
    if (lowerCase(folder) == none) return "its name says that its files have no label";
  return "";
}

// Keeps the files for which `keep` returns true, and renumbers the classes without the empty ones.
template <class Keep>
void keepOnly(LabelledFiles& found, Keep keep) {
  LabelledFiles kept;
  std::vector<std::uint32_t> folders;
  for (std::size_t i = 0; i < found.files.folders(); ++i)
    folders.push_back(kept.files.addFolder(found.files.folder(static_cast<std::uint32_t>(i))));
  std::vector<bool> used(found.classes.size());
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    if (!keep(i)) continue;
    kept.files.add(folders[found.files.folderOf(i)], found.files.name(i));
    kept.labels.push_back(found.labels[i]);
    kept.splits.push_back(found.splits[i]);
    if (!found.groups.empty()) kept.groups.push_back(found.groups[i]);
    if (found.labels[i] != kNoLabel) used[static_cast<std::size_t>(found.labels[i])] = true;
  }
  std::vector<std::int32_t> places(found.classes.size(), kNoLabel);
  for (std::size_t i = 0; i < found.classes.size(); ++i)
    if (used[i]) {
      places[i] = static_cast<std::int32_t>(kept.classes.size());
      kept.classes.push_back(std::move(found.classes[i]));
    }
  for (std::int32_t& label : kept.labels)
    if (label != kNoLabel) label = places[static_cast<std::size_t>(label)];
  found.files = std::move(kept.files);
  found.labels = std::move(kept.labels);
  found.splits = std::move(kept.splits);
  found.groups = std::move(kept.groups);
  found.classes = std::move(kept.classes);
}

struct SplitList {
  std::string name;
  Split split;
  std::string text;
};

// Returns the lists in `root` whose first lines name known files.
Result<std::vector<SplitList>> splitLists(const fs::path& root,
                                          const std::unordered_map<std::string, std::size_t>& places, Look look) {
  std::vector<SplitList> lists;
  FOVEA_TRY(const FolderEntries entries, listFolder(root, look.scan));
  for (const std::string& name : entries.files) {
    const auto split = splitInName(stemOf(name));
    if (fileKindOf(name) != FileKind::Text || !split) continue;
    auto text = readTextFile(root / name, kMaximumTextFile);
    if (!text.ok()) continue;
    TextLines lines(*text);
    std::size_t judged = 0, there = 0;
    for (auto line = lines.nextFilled(); line && judged < kLinesJudged; line = lines.nextFilled(), ++judged)
      there += places.contains(std::string(*line));
    // A quick look has not seen all files, so one known name suffices.
    if (judged > 0 && there * 2 > (look == Look::Quick ? 0 : judged))
      lists.push_back({name, *split, std::move(text).value()});
  }
  return lists;
}

}  // namespace

void chooseSetApart(LabelledFiles& found, bool asClasses) {
  std::vector<std::string> reasons;
  std::size_t others = 0;
  for (const std::string& name : found.classes) {
    reasons.push_back(whySetApart(name));
    others += reasons.back().empty();
  }
  if (others < 2 || others == found.classes.size()) return;
  for (std::size_t i = 0; i < reasons.size(); ++i)
    if (!reasons[i].empty())
      found.decisions.push_back({"folder " + std::string(lastPartOf(found.classes[i])),
                                 asClasses ? "a class" : "left out",
                                 reasons[i],
                                 {asClasses ? "set_apart=leave_out" : "set_apart=class"}});
  if (asClasses) return;
  const std::vector<std::int32_t> labels = found.labels;
  keepOnly(found, [&](std::size_t i) {
    return labels[i] == kNoLabel || reasons[static_cast<std::size_t>(labels[i])].empty();
  });
}

Status followSplitLists(const fs::path& root, LabelledFiles& found, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return {};
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < found.files.size(); ++i) places.emplace(found.files.relative(i), i);
  FOVEA_TRY(const auto lists, splitLists(root, places, look));
  if (lists.empty()) return {};
  std::vector<std::optional<Split>> splits(found.files.size());
  std::string names;
  bool listsTraining = false;
  for (const SplitList& list : lists) {
    names += (names.empty() ? "" : ", ") + displayName(list.name);
    found.lists.insert(list.name);
    listsTraining = listsTraining || list.split == Split::Train;
    TextLines lines(list.text);
    while (const auto line = lines.nextFilled()) {
      if (const auto place = places.find(std::string(*line)); place != places.end())
        splits[place->second] = list.split;
      else if (look == Look::Whole && found.problems.size() < kListedProblems)
        found.problems.push_back({list.name, static_cast<std::uint64_t>(lines.number()),
                                  fmt::format("line {} names no file of a class", lines.number())});
    }
  }
  found.decisions.push_back({"the splits",
                             names + (listsTraining ? "" : "; all others train"),
                             "their lines name the files",
                             {"lists=ignore"}});
  found.splits = splits;
  if (!listsTraining) {
    for (auto& split : found.splits) split = split.value_or(Split::Train);
    return {};
  }
  for (std::size_t i = 0; i < splits.size() && found.problems.size() < kListedProblems; ++i)
    if (!splits[i]) found.problems.push_back({found.files.relative(i), 0, "no list of a split names it"});
  keepOnly(found, [&](std::size_t i) { return splits[i].has_value(); });
  return {};
}

Status nameForeignSounds(const fs::path& root, LabelledFiles& found, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return {};
  FOVEA_TRY(const FoundFiles foreign,
            findFiles(
                root, [](std::string_view name) { return isForeignSoundEnding(endingOf(name)); }, look.scan,
                look == Look::Quick ? kLookLimits : WalkLimits{}));
  for (std::size_t i = 0; i < foreign.files.size() && found.problems.size() < kListedProblems; ++i)
    found.problems.push_back({foreign.files.relative(i), 0, "Fovea does not read sounds of this format"});
  return {};
}

Field setApartField() {
  return {
      .name = "set_apart",
      .title = "Folders set apart",
      .help = "What becomes of folders such as _background_noise_ or unsup, whose names say that they are no class.",
      .choices = {{"leave_out", "Leave them out"}, {"class", "Take them as classes"}}};
}

}  // namespace fovea
