#include "core/data/importers/box_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/split_lists.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickTexts = 2'000;
constexpr std::size_t kTextsToJudge = 50;
constexpr std::uint64_t kMaximumBoxText = std::uint64_t{16} << 20;
constexpr std::size_t kMaximumWords = 10'000;

constexpr std::string_view kTruth = "gt_";  // "ground truth": before the names of texts in some data sets

// Returns the image to which a text belongs.
std::optional<std::size_t> imageOfText(const FileList& files, const StemIndex& images, std::size_t text) {
  if (endingOf(files.name(text)) != ".txt") return std::nullopt;
  const std::string& folder = files.folder(files.folderOf(text));
  const std::string_view name = stemOf(files.name(text));
  // "a.jpg.txt" belongs to "a.jpg".
  const std::string_view stem = fileKindOf(name) == FileKind::Image ? stemOf(name) : name;
  const auto image = images.find(stem, folder);
  if (image || !stem.starts_with(kTruth)) return image;
  return images.find(stem.substr(kTruth.size()), folder);
}

std::vector<std::string_view> partsOfLine(const BoxTextFormat& format, std::string_view line) {
  return format.split ? format.split(line) : wordsOf(line, kMaximumWords);
}

// Returns true if the text files that belong to an image have this format, judging by the first non-empty line of the
// first files.
bool looksRight(const fs::path& root, const FileList& files, const StemIndex& images, const BoxTextFormat& format) {
  std::size_t seen = 0;
  std::size_t right = 0;
  for (std::size_t i = 0; i < files.size() && seen < kTextsToJudge; ++i) {
    if (!imageOfText(files, images, i)) continue;
    const auto text = readTextFile(root / files.relative(i), kMaximumBoxText);
    if (!text.ok()) continue;
    TextLines lines(*text);
    const auto line = lines.nextFilled();
    if (!line) continue;
    ++seen;
    right += format.isLine(partsOfLine(format, *line));
  }
  return seen > 0 && right * 2 > seen;
}

void readLines(const fs::path& path, const BoxTextFormat& format, DetectionSource& source) {
  const std::string place = absoluteText(path);
  const auto text = readTextFile(path, kMaximumBoxText);
  if (!text.ok()) return source.addProblem(place, 0, text.error().message);
  TextLines lines(*text);
  while (const auto line = lines.nextFilled()) {
    const Status added = format.addLine(partsOfLine(format, *line), source, place, lines.number());
    if (!added.ok()) source.addProblem(place, lines.number(), added.error().message);
  }
}

Result<FoundFiles> findTexts(const fs::path& root, const std::string& what, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return nothingFound(what, root);
  FOVEA_TRY(
      FoundFiles found,
      findFiles(
          root, [](std::string_view name) { return endingOf(name) == ".txt" || fileKindOf(name) == FileKind::Image; },
          look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  if (!found.files.anyEndsWith(".txt") && !found.files.anyEndsWith(".TXT")) return nothingFound(what, root);
  return found;
}

// Finds the text file of an image. A text file of another split has the same name by chance and is ignored.
std::optional<std::size_t> textFileOf(const FileList& files, const StemIndex& texts, std::size_t image) {
  const std::string& folder = files.folder(files.folderOf(image));
  const std::string_view stem = stemOf(files.name(image));
  auto text = texts.find(stem, folder);
  if (!text) text = texts.find(std::string(kTruth).append(stem), folder);
  if (!text) text = texts.find(files.name(image), folder);
  if (!text || endingOf(files.name(*text)) != ".txt") return std::nullopt;
  const auto split = splitOfPath(folder);
  const auto textSplit = splitOfPath(files.folder(files.folderOf(*text)));
  return split && textSplit && *split != *textSplit ? std::nullopt : text;
}

enum class FolderUse : std::uint8_t { Labelled, Unlabelled, Ignored };

struct ImageFolder {
  std::size_t images = 0;
  std::size_t labelled = 0;
  FolderUse use = FolderUse::Labelled;
};

// Decides for each folder whether it is used, and reports those that are left out.
std::vector<ImageFolder> judgeFolders(const FileList& files, const std::vector<std::optional<std::size_t>>& texts,
                                      const BoxTextFormat& format, DetectionSource& source) {
  std::vector<ImageFolder> folders(files.folders());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (fileKindOf(files.name(i)) != FileKind::Image) continue;
    ++folders[files.folderOf(i)].images;
    folders[files.folderOf(i)].labelled += texts[i].has_value();
  }
  for (std::uint32_t i = 0; i < folders.size(); ++i) {
    ImageFolder& folder = folders[i];
    if (folder.images == 0) continue;
    for (const std::string& part : splitList(files.folder(i), '/'))
      if (std::find(format.ignoredFolders.begin(), format.ignoredFolders.end(), part) != format.ignoredFolders.end())
        folder.use = FolderUse::Ignored;
    if (folder.use == FolderUse::Labelled && folder.labelled == 0 && !format.keepUnlabelled)
      folder.use = FolderUse::Unlabelled;
    if (folder.use == FolderUse::Labelled) continue;
    const bool unlabelled = folder.use == FolderUse::Unlabelled;
    source.addDecision({fmt::format("the folder \"{}\"", displayName(files.folder(i))),
                        fmt::format("left out, with {}", counted(static_cast<std::int64_t>(folder.images), "image")),
                        unlabelled ? "none of its images has a file of labels" : "the labels are of another camera",
                        unlabelled ? std::vector<std::string>{"unlabelled_folders=keep"} : std::vector<std::string>{}});
  }
  return folders;
}

}  // namespace

bool looksLikeBoxTexts(const fs::path& root, const BoxTextFormat& format, Look look) {
  const auto found = findTexts(root, format.what, look);
  return found.ok() && looksRight(root, found->files, StemIndex(found->files, FileKind::Image), format);
}

Result<std::vector<BoxTextOfImage>> firstBoxTexts(const fs::path& root, const std::string& what, std::size_t limit,
                                                  Look look) {
  FOVEA_TRY(const FoundFiles found, findTexts(root, what, look));
  const StemIndex images(found.files, FileKind::Image);
  std::vector<BoxTextOfImage> texts;
  for (std::size_t i = 0; i < found.files.size() && texts.size() < limit; ++i)
    if (const auto image = imageOfText(found.files, images, i))
      texts.push_back({found.files.relative(*image), found.files.relative(i)});
  return texts;
}

Status readBoxTexts(const fs::path& root, const BoxTextFormat& format, Look look, DetectionSource& source) {
  FOVEA_TRY(const FoundFiles found, findTexts(root, format.what, look));
  const FileList& files = found.files;
  const StemIndex images(files, FileKind::Image);
  if (!looksRight(root, files, images, format)) return nothingFound(format.what, root);
  const StemIndex texts(files, FileKind::Text);
  if (!found.complete) source.setIncomplete();
  if (look == Look::Whole) source.measureImages();
  std::vector<std::optional<std::size_t>> textOfImage(files.size());
  for (std::size_t i = 0; i < files.size(); ++i)
    if (fileKindOf(files.name(i)) == FileKind::Image) textOfImage[i] = textFileOf(files, texts, i);
  const auto folders = judgeFolders(files, textOfImage, format, source);
  std::vector<std::string> others;  // texts that belong to no image
  for (std::size_t i = 0; i < files.size(); ++i)
    if (endingOf(files.name(i)) == ".txt" && !imageOfText(files, images, i)) others.push_back(files.relative(i));
  FOVEA_TRY(const SplitLists lists, SplitLists::of(root, others, images, look));
  if (const auto decision = lists.decision()) source.addDecision(*decision);
  std::size_t read = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (fileKindOf(files.name(i)) != FileKind::Image || folders[files.folderOf(i)].use != FolderUse::Labelled) continue;
    if (look == Look::Quick && ++read > kQuickTexts) {
      source.setIncomplete();
      break;
    }
    FOVEA_CHECK(look.check());
    const std::string relative = files.relative(i);
    auto split = format.splitOf ? format.splitOf(relative) : std::nullopt;
    if (!split) split = splitOfPath(files.folder(files.folderOf(i)));
    if (!split) split = lists.splitOf(relative);
    if (format.addImage)
      format.addImage(relative, split);
    else
      source.addImage(relative, split);
    if (textOfImage[i]) readLines(root / files.relative(*textOfImage[i]), format, source);
  }
  for (const std::string& text : others)
    if (look == Look::Whole && splitOfPath(std::string(parentOf(text))))
      source.addProblem(absoluteText(root / text), 0, "there is no image of this name");
  source.finish();
  return {};
}

}  // namespace fovea
