#include "core/data/importers/source_root.h"

#include <algorithm>
#include <array>

#include "core/data/importers/folder_meaning.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr int kDeepestRoot = 16;
constexpr std::size_t kMostDocumentation = 32;  // files beside the one folder

// Returns true if an archive beside a folder is called like it at the beginning: "cifar-10-python.tar.gz" beside
// "cifar-10-batches-py", which was unpacked from it.
bool isPackedForm(std::string_view archive, std::string_view folder) {
  constexpr std::size_t kFewestAlike = 5;
  const std::string a = lowerCase(archive), b = lowerCase(folder);
  const auto same = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  return isArchiveName(archive) && static_cast<std::size_t>(same) >= std::min(kFewestAlike, folder.size());
}

// The name of the only folder or archive, if all else is documentation, or archives from which the folder was unpacked;
// else empty.
std::string onlyEntry(const FolderContent& content) {
  std::string folder, archive;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const std::string_view name = content.name(i);
    if (!content.isFolder(i)) continue;
    if (!folder.empty()) return {};
    folder = name;
  }
  for (std::size_t i = 0; i < content.size(); ++i) {
    const std::string_view name = content.name(i);
    if (content.isFolder(i) || isDocumentation(name) || (!folder.empty() && isPackedForm(name, folder))) continue;
    if (!folder.empty() || !archive.empty() || !isArchiveName(name)) return {};
    archive = name;
  }
  if (!content.complete()) return {};
  return folder.empty() ? archive : folder;
}

}  // namespace

bool isDocumentation(std::string_view name) {
  constexpr std::array kWords{"readme", "license", "licence", "citation", "changelog"};
  constexpr std::array kStarts{"copying", "contributing", "contributors", "authors", "notice", "terms_of"};
  constexpr std::array kDocumentEndings{".pdf", ".bib", ".url", ".md5", ".sha1", ".sha256"};
  const std::string lower = lowerCase(name);
  return std::ranges::any_of(kWords, [&](const char* word) { return lower.find(word) != std::string::npos; }) ||
         std::ranges::any_of(kStarts, [&](const char* start) { return lower.starts_with(start); }) ||
         std::ranges::any_of(kDocumentEndings, [&](const char* ending) { return lower.ends_with(ending); });
}

Result<fs::path> rootOfSource(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  fs::path root = source;
  for (int depth = 0; depth < kDeepestRoot && fs::is_directory(root, code); ++depth) {
    FOVEA_TRY(const auto content, scan.folder(root, kMostDocumentation));
    const std::string only = onlyEntry(*content);
    if (const auto split = splitOfFolder(only); only.empty() || (split && split->rest.empty())) break;
    root /= only;
  }
  return root;
}

}  // namespace fovea
