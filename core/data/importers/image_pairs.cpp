#include "core/data/importers/image_pairs.h"

#include <algorithm>
#include <map>

#include "core/data/importers/stem_index.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The folders of a path without the one that tells its half.
struct Place {
  std::string key;   // common to both halves
  int half = -1;     // 0 input, 1 target
  std::string weak;  // the folder that tells the half, if its name may also be a class
  bool ignored = false;
};

// Removes the longest of `endings` from `stem`; returns whether there was one.
bool cutEnding(std::string& stem, const std::vector<std::string>& endings) {
  std::size_t longest = 0;
  for (const std::string& ending : endings)
    if (stem.size() > ending.size() && stem.ends_with(ending)) longest = std::max(longest, ending.size());
  stem.resize(stem.size() - longest);
  return longest > 0;
}

int halfOf(const std::string& word, const PairWords& words) {
  return contains(words.targetFolders, word) ? 1 : contains(words.inputFolders, word) ? 0 : -1;
}

// Returns true for "x2", "bicubic" and similar words, which say how an input was reduced.
bool isScaleWord(std::string_view word) {
  return (word.size() == 2 && word[0] == 'x' && word[1] >= '2' && word[1] <= '9') || word == "bicubic" ||
         word == "unknown" || word == "mild" || word == "difficult" || word == "wild";
}

// Returns true for the start of "trainannot" and of "defaultannot", as CVAT calls images that are in no split.
bool isPairRest(std::string_view start) {
  return splitOfName(start) || start == "default";
}

// Returns the half that part of a word means: "annot" in "trainannot", "lr" in "lrbicx2". `word` keeps the rest.
int halfOfWord(std::string& word, const PairWords& words) {
  if (contains(words.weakFolders, word)) return -1;
  if (const int half = halfOf(word, words); half >= 0) {
    word.clear();
    return half;
  }
  for (const std::string& target : words.targetFolders)
    if (target.size() > 3 && word.size() > target.size() && word.ends_with(target) &&
        isPairRest(std::string_view(word).substr(0, word.size() - target.size()))) {
      word.resize(word.size() - target.size());
      return 1;
    }
  for (const auto& [begin, name] : {std::pair("lrbic", "lr"), std::pair("gtmod", "gt")})
    if (word.starts_with(begin) && halfOf(name, words) >= 0) {
      word.clear();
      return halfOf(name, words);
    }
  return -1;
}

// Reads a folder's name word by word; returns whether one of them tells the half.
bool readWords(const std::string& name, const PairWords& words, Place& place) {
  std::string rest;
  int half = -1;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find_first_of("_- ", begin), name.size());
    std::string word = name.substr(begin, end - begin);
    begin = end + 1;
    if (const int said = halfOfWord(word, words); said >= 0) half = said;
    if (!word.empty() && !isScaleWord(word)) rest += word + " ";
  }
  if (half < 0) return false;
  if (place.half < 0) place.half = half;
  if (!rest.empty()) place.key += rest.substr(0, rest.size() - 1) + "/";
  return true;
}

Place placeOfFolder(const std::string& folder, const PairWords& words) {
  Place place;
  for (const std::string& part : splitList(folder, '/')) {
    const std::string lower = lowerCase(part);
    if (contains(words.ignoredFolders, lower)) place.ignored = true;
    const int half = halfOf(lower, words);
    if (half >= 0 && (place.half < 0 || place.half == half)) {
      if (place.half < 0 && contains(words.weakFolders, lower)) place.weak = part;
      place.half = half;
    } else if (half >= 0 || !words.wordsInNames || !readWords(lower, words, place)) {
      if (!isScaleWord(lower)) place.key += lower + "/";
    }
  }
  return place;
}

// `place` describes the folder of the file.
Place placeOf(const FileList& files, std::size_t file, Place place, const PairWords& words) {
  std::string stem = lowerCase(stemOf(files.name(file)));
  for (const std::string& ending : words.ignoredEndings) place.ignored = place.ignored || stem.ends_with(ending);
  for (const std::string& part : words.ignoredParts)
    place.ignored = place.ignored || stem.find(part) != std::string::npos;
  for (const auto& [begin, end] : words.sureTargets)
    if (stem.starts_with(begin) && stem.ends_with(end)) place.half = -1;
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
  struct Half {
    std::string key;
    std::size_t file;
    std::string weak;
    bool told;
  };
  std::map<std::string, Half> targets;
  std::vector<Half> inputs;
  std::vector<Place> folders;
  for (std::uint32_t i = 0; i < result.files.folders(); ++i)
    folders.push_back(placeOfFolder(result.files.folder(i), words));
  for (std::size_t i = 0; i < result.files.size(); ++i) {
    Place place = placeOf(result.files, i, folders[result.files.folderOf(i)], words);
    if (place.ignored) continue;
    Half half{place.key, i, std::move(place.weak), place.half >= 0};
    if (place.half == 1)
      targets.emplace(std::move(place.key), std::move(half));
    else
      inputs.push_back(std::move(half));
  }
  if (targets.empty()) return nothingFound("pair of images", root);
  std::size_t weak = 0;
  std::size_t strays = 0;
  for (const Half& input : inputs) {
    const auto target = targets.find(input.key);
    if (target == targets.end()) {
      strays += !input.told;
      result.problems.push_back(
          {result.files.relative(input.file), 0, "there is nothing of this name that belongs to it"});
      continue;
    }
    if (!input.weak.empty() && !target->second.weak.empty() && weak++ == 0) {
      result.weakInput = input.weak;
      result.weakTarget = target->second.weak;
    }
    result.pairs.push_back({input.file, target->second.file});
    result.keys.push_back(input.key);
    result.splits.push_back(splitOfFolders(result.files.folder(result.files.folderOf(input.file))));
  }
  const bool allWeak = weak == result.pairs.size();
  if (!allWeak) result.weakInput.clear();
  const bool half = result.pairs.size() * 2 >= inputs.size() || result.pairs.size() * 2 >= targets.size();
  if (result.pairs.empty() || !half || (allWeak && strays > 0)) return nothingFound("pair of images", root);
  return result;
}

}  // namespace fovea
