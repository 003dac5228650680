#include "core/data/importers/box_text.h"

#include <fmt/format.h>

#include "core/base/file.h"
#include "core/data/importers/names.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/text_lines.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickFiles = 2'000;
constexpr std::size_t kFilesToJudge = 50;
constexpr std::uint64_t kMaximumText = std::uint64_t{16} << 20;
constexpr std::size_t kMaximumWords = 10'000;

// Whether the text files that have an image are of this format, by the first filled line of the first ones.
bool looksRight(const fs::path& root, const FileList& files, const StemIndex& images, const BoxTextFormat& format) {
  std::size_t seen = 0;
  std::size_t right = 0;
  for (std::size_t i = 0; i < files.size() && seen < kFilesToJudge; ++i) {
    if (endingOf(files.name(i)) != ".txt" || !images.find(stemOf(files.name(i)), "")) continue;
    const auto text = readFile(root / files.relative(i), kMaximumText);
    if (!text.ok()) continue;
    TextLines lines(*text);
    const auto line = lines.nextFilled();
    if (!line) continue;
    ++seen;
    right += format.isLine(wordsOf(*line, kMaximumWords));
  }
  return seen > 0 && right * 2 > seen;
}

void readLines(const fs::path& path, const BoxTextFormat& format, DetectionSource& source) {
  const std::string place = absoluteText(path);
  const auto text = readFile(path, kMaximumText);
  if (!text.ok()) return source.addProblem(place, 0, text.error().message);
  TextLines lines(*text);
  while (const auto line = lines.nextFilled()) {
    const Status added = format.addLine(wordsOf(*line, kMaximumWords), source, place, lines.number());
    if (!added.ok()) source.addProblem(place, lines.number(), added.error().message);
  }
}

}  // namespace

Status readBoxTexts(const fs::path& root, const BoxTextFormat& format, Look look, DetectionSource& source) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return nothingFound(format.what, root);
  FOVEA_TRY(
      const FoundFiles found,
      findFiles(
          root, [](std::string_view name) { return endingOf(name) == ".txt" || fileKindOf(name) == FileKind::Image; },
          look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  const FileList& files = found.files;
  if (!files.anyEndsWith(".txt") && !files.anyEndsWith(".TXT")) return nothingFound(format.what, root);
  const StemIndex images(files, FileKind::Image);
  if (!looksRight(root, files, images, format)) return nothingFound(format.what, root);
  const StemIndex texts(files, FileKind::Text);
  if (!found.complete) source.setIncomplete();
  std::size_t read = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (fileKindOf(files.name(i)) != FileKind::Image) continue;
    if (look == Look::Quick && ++read > kQuickFiles) {
      source.setIncomplete();
      break;
    }
    FOVEA_CHECK(look.check());
    const std::string& folder = files.folder(files.folderOf(i));
    source.addImage(files.relative(i), splitOfPath(folder));
    if (const auto text = texts.find(stemOf(files.name(i)), folder); text && endingOf(files.name(*text)) == ".txt")
      readLines(root / files.relative(*text), format, source);
  }
  for (std::size_t i = 0; i < files.size() && look == Look::Whole; ++i)
    if (endingOf(files.name(i)) == ".txt" && splitOfPath(files.folder(files.folderOf(i))) &&
        !images.find(stemOf(files.name(i)), ""))
      source.addProblem(absoluteText(root / files.relative(i)), 0, "there is no image of this name");
  source.finish();
  return {};
}

}  // namespace fovea
