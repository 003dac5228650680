#include "core/data/importers/files_beside.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <vector>

#include "core/data/importers/line_form.h"
#include "core/data/importers/text_list.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kShownBeside = 3;
constexpr std::size_t kFewestFoldersBeside = 2;

// Returns true for programs, pages, settings and what else nobody takes for data.
bool saysNothing(std::string_view name) {
  const std::string lower = lowerCase(name);
  if (isNote(lower) || isClutter(name)) return true;
  return isAnyOf(
      endingOf(lower),
      {".md",   ".rst",  ".pdf",   ".htm", ".html", ".tex",     ".bib",   ".doc", ".docx",    ".ppt",     ".pptx",
       ".py",   ".pyc",  ".ipynb", ".m",   ".r",    ".sh",      ".bat",   ".c",   ".cc",      ".cpp",     ".h",
       ".java", ".js",   ".css",   ".log", ".ini",  ".cfg",     ".toml",  ".url", ".md5",     ".sha1",    ".sha256",
       ".exe",  ".dll",  ".so",    ".zip", ".tar",  ".gz",      ".tgz",   ".bz2", ".xz",      ".7z",      ".rar",
       ".lock", ".yaml", ".yml",   ".db",  ".lnk",  ".torrent", ".html5", ".svg", ".license", ".citation"});
}

// The files that were not read, and the folders that hold them.
struct Beside {
  std::int64_t files = 0;
  std::vector<std::string> first;
  std::set<std::string> folders;
};

}  // namespace

Result<std::optional<ImportDecision>> sayFilesBeside(const fs::path& root, const LabelledFiles& found, FileKind kind,
                                                     std::string_view samples, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code) || found.classesBeside) return std::optional<ImportDecision>();
  const auto mayMatter = [&](std::string_view name) {
    // The numbers of a volume may be in a file beside its header.
    const bool numbers = kind == FileKind::Volume && isAnyOf(endingOf(name), {".raw", ".zraw"});
    return fileKindOf(name) != kind && !numbers && !saysNothing(name);
  };
  FOVEA_TRY(const FoundFiles others,
            findFiles(root, mayMatter, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  Beside beside;
  for (std::size_t i = 0; i < others.files.size(); ++i) {
    const std::string relative = others.files.relative(i);
    if (found.lists.contains(relative)) continue;
    if (++beside.files; beside.first.size() < kShownBeside) beside.first.push_back(displayName(relative));
    beside.folders.insert(others.files.folder(others.files.folderOf(i)));
  }
  if (beside.files == 0) return std::optional<ImportDecision>();
  const bool labelled = !found.classes.empty() || !found.numbers.empty();
  std::size_t folders = 0, accompanied = 0;
  for (std::uint32_t i = 0; i < found.files.folders(); ++i) {
    const std::string& folder = found.files.folder(i);
    if (folder.empty()) continue;
    ++folders;
    // "class-1/img" beside "class-1/groundtruth.txt", too.
    accompanied += beside.folders.contains(folder) ||
                   (isContainerName(lastPartOf(folder)) && beside.folders.contains(std::string(parentOf(folder))));
  }
  const bool everywhere = accompanied >= kFewestFoldersBeside && accompanied * 2 > folders;
  const std::string named =
      fmt::format("{}{}", fmt::join(beside.first, ", "), beside.files > std::ssize(beside.first) ? ", …" : "");
  ImportDecision decision{fmt::format("the other files beside the {}", samples),
                          "not read",
                          beside.files == 1
                              ? fmt::format("one is of no form that is known here: {}", named)
                              : fmt::format("{} are of no form that is known here: {}", grouped(beside.files), named),
                          {"ignore_annotations=true"},
                          labelled && !everywhere};
  if (!labelled && beside.files == 1)
    decision.because = fmt::format("nothing says labels of the {}, and one file beside them may: {}", samples, named);
  else if (!labelled)
    decision.because = fmt::format("nothing says labels of the {}, and {} files beside them may: {}", samples,
                                   grouped(beside.files), named);
  else if (everywhere)
    decision.because = fmt::format("most folders of {} hold some, which may say more than the names of the folders: {}",
                                   samples, named);
  return std::optional(std::move(decision));
}

}  // namespace fovea
