#include "core/data/importers/unread_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <unordered_set>

#include "core/data/files/stand_in.h"
#include "core/data/importers/text_lines.h"
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

// Returns "a" for "gt_a.txt", "a.txt" and "a.jpg.txt".
std::string_view labelledStem(std::string_view name) {
  std::string_view stem = stemOf(name);
  if (fileKindOf(stem) == FileKind::Image) stem = stemOf(stem);
  if (lowerCase(stem.substr(0, 3)) == "gt_") stem.remove_prefix(3);
  return stem;
}

// Files that are named like the images.
struct NamedAlike {
  std::int64_t files = 0;
  std::string first;

  // Files in `lists` were read, and do not count.
  void count(const FileList& files_, const std::unordered_set<std::string_view>& images,
             const std::set<std::string>& lists) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!images.contains(labelledStem(files_.name(i))) || lists.contains(files_.relative(i))) continue;
      if (files++ == 0) first = files_.relative(i);
    }
  }
  bool most(std::size_t images) const { return files > 0 && static_cast<std::size_t>(files) * 2 >= images; }
};

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
  std::unordered_set<std::string_view> images;
  for (std::size_t i = 0; i < found.files.size(); ++i) images.insert(stemOf(found.files.name(i)));
  const WalkLimits limits = look == Look::Quick ? kLookLimits : WalkLimits{};
  const auto isText = [](std::string_view name) { return endingOf(name) == ".txt"; };
  FOVEA_TRY(const FoundFiles texts, findFiles(root, isText, look.scan, limits));
  for (std::size_t i = 0; i < texts.files.size() && !labelled; ++i)
    if (lowerCase(texts.files.name(i)) == "gt.txt" && isFrameList(root / texts.files.relative(i)))
      return std::optional(unreadQuestion(
          "none; one file is not read",
          fmt::format("{} holds boxes by the number of a frame, as those of MOT Challenge, but the frames are not in "
                      "a folder beside its own: \"film/img1\" beside \"film/gt\"",
                      displayName(texts.files.relative(i)))));
  NamedAlike alike;
  alike.count(texts.files, images, found.lists);
  if (alike.most(images.size()))
    return std::optional(unreadQuestion(
        labelled ? "those of the folders and names; the texts are not read" : "none; the texts are not read",
        fmt::format(
            "{} named like the images, such as {}, in a form that is not known here; if they are boxes, say the "
            "order of their numbers: kind=box_texts, columns=left top right bottom class",
            alike.files == 1 ? std::string("1 text is") : grouped(alike.files) + " texts are",
            displayName(alike.first))));
  return labelled ? std::optional<ImportDecision>() : askAboutArchives(root, images, look);
}

}  // namespace fovea
