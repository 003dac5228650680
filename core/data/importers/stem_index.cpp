#include "core/data/importers/stem_index.h"

#include <algorithm>

namespace fovea {

StemIndex::StemIndex(const FileList& files, FileKind kind) : files_(files) {
  for (std::size_t i = 0; i < files.size(); ++i)
    if (fileKindOf(files.name(i)) == kind) places_[stemOf(files.name(i))].push_back(static_cast<std::uint32_t>(i));
}

std::optional<std::size_t> StemIndex::find(std::string_view stem, const std::string& folder) const {
  const auto found = places_.find(stem);
  if (found == places_.end()) return std::nullopt;
  const auto wanted = splitList(folder, '/');
  std::size_t best = found->second[0];
  std::size_t bestScore = 0;
  for (const std::uint32_t place : found->second) {
    std::size_t score = 1;
    for (const std::string& part : splitList(files_.folder(files_.folderOf(place)), '/'))
      score += std::find(wanted.begin(), wanted.end(), part) != wanted.end();
    if (files_.folder(files_.folderOf(place)) == folder) ++score;
    if (score > bestScore) {
      best = place;
      bestScore = score;
    }
  }
  return best;
}

std::optional<Split> splitOfPath(const std::string& relative) {
  std::optional<Split> split;
  for (const std::string& part : splitList(relative, '/'))
    if (const auto named = splitOfName(part)) split = named;
  return split;
}

}  // namespace fovea
