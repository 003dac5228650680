#include "core/data/importers/image_pairs.h"

#include <algorithm>
#include <map>

#include "core/data/importers/names.h"
#include "core/data/importers/stem_index.h"

namespace fovea {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The folders of a path but for the one that says which half it is.
struct Place {
  std::string key;  // what both halves share
  int half = -1;    // 0 input, 1 target
};

// Cuts the longest ending of `endings` off `stem`; whether there was one.
bool cutEnding(std::string& stem, const std::vector<std::string>& endings) {
  std::size_t longest = 0;
  for (const std::string& ending : endings)
    if (stem.size() > ending.size() && stem.ends_with(ending)) longest = std::max(longest, ending.size());
  stem.resize(stem.size() - longest);
  return longest > 0;
}

Place placeOf(const FileList& files, std::size_t file, const PairWords& words) {
  Place place;
  for (const std::string& part : splitList(files.folder(files.folderOf(file)), '/')) {
    const std::string lower = lowerCase(part);
    const bool target = contains(words.targetFolders, lower);
    if (place.half < 0 && (target || contains(words.inputFolders, lower)))
      place.half = target ? 1 : 0;
    else
      place.key += lower + "/";
  }
  std::string stem = lowerCase(stemOf(files.name(file)));
  if (cutEnding(stem, words.targetEndings) && place.half < 0)
    place.half = 1;
  else if (cutEnding(stem, words.inputEndings) && place.half < 0)
    place.half = 0;
  place.key += stem;
  return place;
}

}  // namespace

Result<ImagePairs> findImagePairs(const std::filesystem::path& root, const PairWords& words, Look look, FileKind kind) {
  std::error_code code;
  if (!std::filesystem::is_directory(root, code)) return nothingFound("pair of images", root);
  FOVEA_TRY(FoundFiles found, findFiles(
                                  root, [kind](std::string_view name) { return fileKindOf(name) == kind; }, look.scan,
                                  look == Look::Quick ? kLookLimits : WalkLimits{}));
  ImagePairs result;
  result.complete = found.complete;
  result.files = std::move(found.files);
  result.problems = std::move(found.problems);
  std::map<std::string, std::size_t> targets;
  std::vector<std::pair<std::string, std::size_t>> inputs;

  for (std::size_t i = 0; i < result.files.size(); ++i) {
    Place place = placeOf(result.files, i, words);
    if (place.half == 1)
      targets.emplace(std::move(place.key), i);
    else
      inputs.emplace_back(std::move(place.key), i);
  }
  for (const auto& [key, input] : inputs) {
    const auto target = targets.find(key);
    if (target == targets.end()) {
      result.problems.push_back({result.files.relative(input), 0, "there is nothing of this name that belongs to it"});
      continue;
    }
    result.pairs.push_back({input, target->second});
    result.splits.push_back(splitOfPath(result.files.folder(result.files.folderOf(input))));
  }
  if (result.pairs.empty() || result.pairs.size() * 2 < inputs.size()) return nothingFound("pair of images", root);
  return result;
}

}  // namespace fovea
