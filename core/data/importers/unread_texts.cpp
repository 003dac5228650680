#include "core/data/importers/unread_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <unordered_set>

#include "core/data/files/stand_in.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/transcript_texts.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestLabelArchive = std::uint64_t{64} << 20;
constexpr std::size_t kMostLabelArchives = 4;
constexpr std::size_t kFrameListStart = 4 << 10;

bool mayLabel(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".txt" || ending == ".xml" || ending == ".json";
}

// Returns true for files of no kind that is known, which may hold points or labels: "face_1.pts". Those of
// askAboutAnnotations() and of WebDataset do not count.
bool isOfNoKnownKind(std::string_view name) {
  const std::string ending = endingOf(name);
  return fileKindOf(name) == FileKind::Other && !ending.empty() && !mayLabel(name) && ending != ".mat" &&
         ending != ".cls";
}

// Returns "a" for "gt_a.txt", "a.txt" and "a.jpg.txt".
std::string_view labelledStem(std::string_view name) {
  std::string_view stem = stemOf(name);
  if (isMedium(stem)) stem = stemOf(stem);
  if (lowerCase(stem.substr(0, 3)) == "gt_") stem.remove_prefix(3);
  return stem;
}

// Files that are named like the samples, or like their folders.
struct NamedAlike {
  std::int64_t files = 0;
  std::string first;

  // Files in `lists` were read, and do not count.
  void count(const FileList& files_, const std::unordered_set<std::string_view>& names,
             const std::set<std::string>& lists, std::string_view ending = {}) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!ending.empty() && endingOf(files_.name(i)) != ending) continue;
      if (!names.contains(labelledStem(files_.name(i))) || lists.contains(files_.relative(i))) continue;
      if (files++ == 0) first = files_.relative(i);
    }
  }
  bool most(std::size_t names) const { return files > 0 && static_cast<std::size_t>(files) * 2 >= names; }
};

std::unordered_set<std::string_view> stemsOf(const FileList& files) {
  std::unordered_set<std::string_view> stems;
  for (std::size_t i = 0; i < files.size(); ++i) stems.insert(stemOf(files.name(i)));
  return stems;
}

// Returns true for lines of frame, track, left, top, width, height, and more numbers.
bool isFrameList(const fs::path& path) {
  const std::string start = beginningOfFile(path, kFrameListStart);
  TextLines lines(start);
  const auto first = lines.nextFilled();
  if (!first) return false;
  const auto fields = splitList(*first);
  return fields.size() >= 6 && std::all_of(fields.begin(), fields.end(),
                                           [](const std::string& field) { return realNumber(field).has_value(); });
}

ImportDecision unreadQuestion(std::string chosen, std::string because) {
  return {"the labels of the images", std::move(chosen), std::move(because), {"ignore_annotations=true"}, false};
}

// Returns the question about files that are called like the folders of the images: "MVI_20011.xml" for the frames in
// "MVI_20011".
std::optional<ImportDecision> askAboutFilesOfFolders(const LabelledFiles& found, const FileList& texts) {
  std::unordered_set<std::string_view> folders;
  for (std::uint32_t i = 0; i < found.files.folders(); ++i)
    if (const std::string_view last = lastPartOf(found.files.folder(i)); !last.empty()) folders.insert(last);
  NamedAlike alike;
  alike.count(texts, folders, found.lists);
  if (alike.files < 2 || !alike.most(folders.size())) return std::nullopt;
  return unreadQuestion(
      "those of the folders and names",
      fmt::format("beside them lie files with the names of the folders: {}, such as {}, in a form that is not "
                  "known here",
                  counted(alike.files, "file"), displayName(alike.first)));
}

// Returns the question about an archive in the folder `root` whose members are named like the images.
Result<std::optional<ImportDecision>> askAboutArchives(const fs::path& root,
                                                       const std::unordered_set<std::string_view>& images, Look look) {
  FOVEA_TRY(const FolderEntries entries, listFolder(root, look.scan));
  std::size_t opened = 0;
  for (const std::string& name : entries.files) {
    std::error_code code;
    if (endingOf(name) != ".zip" || fs::file_size(root / name, code) > kLargestLabelArchive || code) continue;
    if (++opened > kMostLabelArchives) break;
    const auto archive = look.scan.unpacked(root / name);
    if (!archive.ok() || !*archive) continue;
    const auto members = findFiles((*archive)->folder(), mayLabel, look.scan, kLookLimits);
    if (!members.ok()) continue;
    NamedAlike alike;
    alike.count(members->files, images, {});
    if (alike.most(images.size()))
      return std::optional(unreadQuestion(
          "none; the archive is not read",
          fmt::format("{} holds {} that are named like the images, such as {}; unpack it beside them to use it",
                      displayName(name), counted(alike.files, "file"), displayName(alike.first))));
  }
  return std::optional<ImportDecision>();
}

}  // namespace

Result<std::optional<ImportDecision>> askAboutUnreadTexts(const fs::path& root, const LabelledFiles& found, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return std::optional<ImportDecision>();
  const bool labelled = !found.classes.empty() || !found.numbers.empty();
  const std::unordered_set<std::string_view> images = stemsOf(found.files);
  const WalkLimits limits = look == Look::Quick ? kLookLimits : WalkLimits{};
  FOVEA_TRY(const FoundFiles texts, findFiles(root, mayLabel, look.scan, limits));
  FOVEA_TRY(const FoundFiles others, findFiles(root, isOfNoKnownKind, look.scan, limits));
  for (std::size_t i = 0; i < texts.files.size() && !labelled; ++i)
    if (lowerCase(texts.files.name(i)) == "gt.txt" && isFrameList(root / texts.files.relative(i)))
      return std::optional(unreadQuestion(
          "none; one file is not read",
          fmt::format("{} holds boxes by the number of a frame, as those of MOT Challenge, but the frames are not in "
                      "a folder beside its own: \"film/img1\" beside \"film/gt\"",
                      displayName(texts.files.relative(i)))));
  NamedAlike alike;
  alike.count(texts.files, images, found.lists, ".txt");
  if (alike.most(images.size()))
    return std::optional(unreadQuestion(
        labelled ? "those of the folders and names; the texts are not read" : "none; the texts are not read",
        fmt::format(
            "beside the images lie files with their names: {}, such as {}, in a form that is not known here; "
            "if they are boxes, say the order of their numbers: kind=box_texts, columns=left top right bottom class",
            counted(alike.files, "text"), displayName(alike.first))));
  if (auto folders = askAboutFilesOfFolders(found, texts.files)) return folders;
  NamedAlike unknown;
  unknown.count(others.files, images, found.lists);
  if (unknown.most(images.size()))
    return std::optional(unreadQuestion(
        labelled ? "those of the folders and names; the other files are not read"
                 : "none; the other files are not read",
        fmt::format("beside the images lie files with their names: {}, such as {}, of a format that is not known here",
                    counted(unknown.files, "file"), displayName(unknown.first))));
  return labelled ? std::optional<ImportDecision>() : askAboutArchives(root, images, look);
}

Result<std::optional<ImportDecision>> askAboutTextsOfSounds(const fs::path& root, const LabelledFiles& found,
                                                            Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return std::optional<ImportDecision>();
  const auto mayDescribe = [](std::string_view name) {
    const std::string ending = endingOf(name);
    for (const char* each : {".txt", ".trn", ".lab", ".textgrid", ".phn", ".wrd", ".json", ".xml", ".csv"})
      if (ending == each) return true;
    return false;
  };
  FOVEA_TRY(const FoundFiles texts,
            findFiles(root, mayDescribe, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  const std::unordered_set<std::string_view> sounds = stemsOf(found.files);
  NamedAlike alike;
  alike.count(texts.files, sounds, found.lists);
  if (!alike.most(sounds.size())) return std::optional<ImportDecision>();
  const bool events = holdsSoundEvents(root / alike.first);
  return std::optional(ImportDecision{
      "what is beside the sounds",
      "left out",
      fmt::format("beside the sounds lie files with their names: {}, such as {}, {}", counted(alike.files, "text"),
                  displayName(alike.first),
                  events ? "which hold two times and a class a line, and Fovea has no task that finds when sounds occur"
                         : "in a form that is not known here"),
      {"ignore_annotations=true"},
      false});
}

}  // namespace fovea
