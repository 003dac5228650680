#include "core/data/importers/class_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/image_list_lines.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFirstEntries = 64;  // of a folder, to see whether it may hold class files
constexpr std::size_t kFirstFolders = 8;
constexpr std::size_t kFilesSniffed = 8;
constexpr std::uint64_t kMaximumClassFile = std::uint64_t{1} << 20;
constexpr std::size_t kLongestClass = 200;
constexpr std::array kClassMembers{"cls", "class", "label", "category"};

bool isClassFile(std::string_view name) {
  return endingOf(name) == ".cls";
}

bool isObjectFile(std::string_view name) {
  return endingOf(name) == ".json";
}

// Returns true if one of the first entries of the root or of its first folders is a file that `fits` accepts, beside a
// medium of the same name.
bool mayHold(const fs::path& root, bool (*fits)(std::string_view), Look look) {
  std::vector<fs::path> folders{root};
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const auto content = look.scan.folder(folders[i], kFirstEntries);
    for (std::size_t k = 0; content.ok() && k < (*content)->size(); ++k) {
      const std::string_view name = (*content)->name(k);
      if ((*content)->isFolder(k)) {
        if (i == 0 && folders.size() <= kFirstFolders) folders.push_back(root / name);
        continue;
      }
      if (!fits(name)) continue;
      for (std::size_t m = 0; m < (*content)->size(); ++m) {
        const std::string_view other = (*content)->name(m);
        if (isMedium(other) && stemOf(other) == stemOf(name)) return true;
      }
    }
  }
  return false;
}

// Returns the class in an object, and the member that holds it; nothing if no member does.
std::optional<std::pair<std::string, std::string>> classInObject(const std::string& text) {
  const auto json = parseJson(text);
  if (!json.ok() || !json->is_object()) return std::nullopt;
  for (const char* member : kClassMembers) {
    const auto value = json->find(member);
    if (value == json->end()) continue;
    if (value->is_string()) return std::pair(value->get<std::string>(), std::string(member));
    if (value->is_number_integer()) return std::pair(value->dump(), std::string(member));
  }
  return std::nullopt;
}

}  // namespace

Result<ClassFiles> readClassFiles(const fs::path& root, Look look) {
  ClassFiles result;
  const bool plain = mayHold(root, isClassFile, look);
  if (!plain && !mayHold(root, isObjectFile, look)) return result;
  FOVEA_TRY(const FoundFiles found, findFiles(root, plain ? isClassFile : isObjectFile, look.scan,
                                              look == Look::Quick ? kLookLimits : WalkLimits{}));
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    if (i % 256 == 0) FOVEA_CHECK(look.check());
    const auto bytes = readSource(found.files.path(root, i), kMaximumClassFile);
    if (!bytes.ok()) continue;
    const std::string text = utf8Of(*bytes);
    std::string name(trimmed(text));
    std::string what(found.files.name(i));
    if (!plain) {
      auto member = classInObject(text);
      if (!member && i < kFilesSniffed) return ClassFiles();
      if (!member) continue;
      name = std::move(member->first);
      what = fmt::format("the member \"{}\" of {}", member->second, what);
    }
    if (name.empty() || name.find('\n') != std::string::npos) continue;
    if (result.what.empty()) result.what = displayName(what);
    result.classes.emplace(pictureKeyOf(found.files.relative(i)), displayName(name.substr(0, kLongestClass)));
  }
  return result;
}

}  // namespace fovea
