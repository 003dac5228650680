#include "core/data/importers/naming_files.h"

#include <algorithm>
#include <unordered_set>

#include "core/data/files/stand_in.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kNamingStart = 16 << 10;  // number of bytes of a file that are examined
constexpr std::size_t kLines = 40;              // number of lines that are examined
constexpr std::size_t kMostNamingFiles = 200;   // number of files that are examined
constexpr std::size_t kMostNamingLists = 5;
constexpr std::size_t kLongEnough = 5;  // digits of a stem: shorter numbers may have another meaning

bool mayList(const std::string& name) {
  const std::string ending = endingOf(name);
  for (const char* each : {".csv", ".tsv", ".tab", ".txt", ".lst", ".list", ".jsonl", ".json"})
    if (ending == each) return true;
  return false;
}

// Names of pictures with their endings, and also without them unless these would be short numbers or single letters.
class Names {
 public:
  explicit Names(const FileList& pictures) {
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      const std::string_view name = pictures.name(i), stem = stemOf(name);
      names_.insert(name);
      const bool number = stem.find_first_not_of("0123456789") == std::string_view::npos;
      if (stem.size() >= kLongEnough || (!number && stem.size() > 1)) names_.insert(stem);
    }
  }

  // Returns true if a word of the line is one of the names, with or without its folders.
  bool areIn(std::string_view line) const {
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of(" \t,;|\"'[]{}"), line.size());
      const std::string_view word = line.substr(0, end);
      if (!word.empty() && names_.contains(word.substr(word.find_last_of("/\\") + 1))) return true;
      line.remove_prefix(std::min(line.size(), end + 1));
    }
    return false;
  }

 private:
  std::unordered_set<std::string_view> names_;
};

bool holdsNumbers(std::string_view line) {
  const auto words = wordsOf(line);
  return std::all_of(words.begin(), words.end(), [](std::string_view word) { return realNumber(word).has_value(); });
}

bool namesPictures(const fs::path& file, const Names& names) {
  std::string start = beginningOfFile(file, kNamingStart);
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) start = utf8Of(start);
  TextLines lines(start);
  std::size_t seen = 0, named = 0, numbers = 0;
  while (const auto line = lines.nextFilled()) {
    if (++seen > kLines) break;
    const bool naming = names.areIn(*line);
    named += naming;
    numbers += !naming && holdsNumbers(*line);
  }
  // Lines of numbers (boxes, points) may follow each name.
  return named > 1 && (named * 2 > std::min(seen, kLines) || named + numbers >= std::min(seen, kLines));
}

}  // namespace

Result<std::vector<std::string>> filesThatName(const FileList& pictures, const fs::path& root,
                                               const std::set<std::string>& known, Look look) {
  std::vector<std::string> candidates, found;
  FOVEA_TRY(const FolderEntries top, listFolder(root, look.scan));
  for (const std::string& name : top.files) candidates.push_back(name);
  for (const std::string& folder : top.folders) {
    if (candidates.size() > kMostNamingFiles) break;
    FOVEA_TRY(const FolderEntries inside, listFolder(root / folder, look.scan, kMostNamingFiles));
    for (const std::string& name : inside.files) candidates.push_back(folder + "/" + name);
  }
  std::erase_if(candidates, [&](const std::string& name) { return !mayList(name) || known.contains(name); });
  if (candidates.empty()) return found;
  const Names names(pictures);
  for (std::size_t i = 0; i < std::min(candidates.size(), kMostNamingFiles) && found.size() < kMostNamingLists; ++i) {
    FOVEA_CHECK(look.check());
    if (namesPictures(root / candidates[i], names)) found.push_back(candidates[i]);
  }
  return found;
}

}  // namespace fovea
