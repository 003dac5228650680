#include "core/data/importers/stem_index.h"

#include <algorithm>

#include "core/data/importers/folder_meaning.h"

namespace fovea {
namespace {

constexpr std::size_t kNoMask = 1000;  // more than the number of folders in any path

bool isMaskFolder(std::string_view name) {
  return name == "masks" || name == "mask" || name == "trimaps" || name.starts_with("segmentation");
}

}  // namespace

StemIndex::StemIndex(const FileList& files, FileKind kind) : files_(files) {
  for (std::size_t i = 0; i < files.size(); ++i)
    if (fileKindOf(files.name(i)) == kind) places_[stemOf(files.name(i))].push_back(static_cast<std::uint32_t>(i));
}

std::optional<std::size_t> StemIndex::find(std::string_view stem, const std::string& folder) const {
  const auto found = places_.find(stem);
  if (found == places_.end()) return std::nullopt;
  return nearest(found->second, folder);
}

std::optional<std::size_t> StemIndex::findName(std::string_view name, const std::string& folder) const {
  const auto found = places_.find(stemOf(name));
  if (found == places_.end()) return std::nullopt;
  std::vector<std::uint32_t> places;
  for (const std::uint32_t place : found->second)
    if (lowerCase(files_.name(place)) == lowerCase(name)) places.push_back(place);
  if (places.empty()) return std::nullopt;
  return nearest(places, folder);
}

std::optional<std::size_t> StemIndex::nearest(const std::vector<std::uint32_t>& places,
                                              const std::string& folder) const {
  const auto wanted = splitList(folder, '/');
  std::size_t best = places[0];
  std::size_t bestScore = 0;
  for (const std::uint32_t place : places) {
    std::size_t score = kNoMask;
    for (const std::string& part : splitList(files_.folder(files_.folderOf(place)), '/')) {
      score += std::find(wanted.begin(), wanted.end(), part) != wanted.end();
      if (isMaskFolder(lowerCase(part)) && score >= kNoMask) score -= kNoMask - 1;
    }
    if (files_.folder(files_.folderOf(place)) == folder) ++score;
    if (score > bestScore) {
      best = place;
      bestScore = score;
    }
  }
  return best;
}

std::optional<Split> splitOfFolders(const std::string& relative) {
  std::optional<Split> split;
  for (const std::string& part : splitList(relative, '/'))
    if (const auto named = splitOfFolder(part)) split = named->split;
  return split;
}

std::optional<Split> splitOfPath(const std::string& relative) {
  std::optional<Split> split;
  for (const std::string& part : splitList(relative, '/'))
    if (const auto named = splitOfName(part)) split = named;
  return split;
}

}  // namespace fovea
