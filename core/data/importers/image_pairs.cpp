#include "core/data/importers/image_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/data/importers/folder_names.h"
#include "core/data/importers/folder_questions.h"
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

// Removes the longest of `beginnings` and the marks behind it from `stem`; returns whether there was one.
bool cutBeginning(std::string& stem, const std::vector<std::string>& beginnings) {
  std::size_t longest = 0;
  for (const std::string& beginning : beginnings)
    if (stem.starts_with(beginning)) longest = std::max(longest, beginning.size());
  if (longest > 0) stem.erase(0, std::min(stem.find_first_not_of("-_ ", longest), stem.size()));
  return longest > 0;
}

// Removes the first of `inside` that is a whole part of `stem`; returns whether there was one.
bool cutInside(std::string& stem, const std::vector<std::string>& inside) {
  const auto isMark = [&](std::size_t place) {
    return place >= stem.size() || stem[place] == '_' || stem[place] == '-';
  };
  for (const std::string& word : inside)
    for (std::size_t at = stem.find(word); at != std::string::npos; at = stem.find(word, at + 1))
      if ((at == 0 || isMark(at - 1)) && isMark(at + word.size())) {
        stem.erase(at, word.size());
        return true;
      }
  return false;
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

// Returns the half that a word in a name means, or part of it: "annot" in "trainannot", "lr" in "lrbicx2". `word` keeps
// the rest. `alone` is true if it is the whole name.
int halfOfWord(std::string& word, const PairWords& words, bool alone) {
  if (contains(words.weakFolders, word)) return -1;
  const bool beside = !alone && contains(words.targetWords, word);
  if (const int half = beside ? 1 : halfOf(word, words); half >= 0) {
    word.clear();
    return half;
  }
  for (const std::string& target : words.targetFolders)
    if (target.size() > 3 && word.size() > target.size() && word.ends_with(target) &&
        isPairRest(std::string_view(word).substr(0, word.size() - target.size()))) {
      word.resize(word.size() - target.size());
      return 1;
    }
  // "PNGImages" and "PedMasks"
  for (const auto& [end, half] : {std::pair("images", 0), std::pair("masks", 1)})
    if (halfOf(end, words) == half && word.ends_with(end)) {
      word.clear();
      return half;
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
    if (const int said = halfOfWord(word, words, word.size() == name.size()); said >= 0) half = said;
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
  const bool unknown = words.endingsTell && place.half < 0;
  if (cutEnding(stem, words.targetEndings) && unknown)
    place.half = 1;
  else if (cutEnding(stem, words.inputEndings) && unknown)
    place.half = 0;
  const bool open = words.endingsTell && place.half < 0;
  if (cutBeginning(stem, words.targetBeginnings) && open)
    place.half = 1;
  else if (cutBeginning(stem, words.inputBeginnings) && open)
    place.half = 0;
  if (place.half < 0 && cutInside(stem, words.targetInside))
    place.half = 1;
  else if (place.half < 0 && cutInside(stem, words.inputInside))
    place.half = 0;
  place.key += stem;
  return place;
}

// A file that may be half of a pair.
struct Half {
  std::string key;
  std::size_t file;
  std::string weak;
  bool told;  // its folder or its name tells which half it is
};

struct Halves {
  std::vector<Half> inputs;
  std::map<std::string, Half> targets;  // by key
};

Halves halvesOf(const PairWords& words, ImagePairs& result) {
  Halves halves;
  std::vector<Place> folders;
  for (std::uint32_t i = 0; i < result.files.folders(); ++i)
    folders.push_back(placeOfFolder(result.files.folder(i), words));
  for (std::size_t i = 0; i < result.files.size(); ++i) {
    Place place = placeOf(result.files, i, folders[result.files.folderOf(i)], words);
    if (place.ignored) continue;
    Half half{place.key, i, std::move(place.weak), place.half >= 0};
    if (place.half != 1) {
      halves.inputs.push_back(std::move(half));
    } else if (const auto [first, added] = halves.targets.emplace(std::move(place.key), std::move(half)); !added) {
      result.problems.push_back(
          {result.files.relative(i), 0,
           "the same image has " + displayName(result.files.relative(first->second.file)) + " already"});
    }
  }
  return halves;
}

// Adds the pairs of equal keys.
void pairEqual(const Halves& halves, ImagePairs& result, std::size_t& strays) {
  std::size_t weak = 0;
  for (const Half& input : halves.inputs) {
    const auto target = halves.targets.find(input.key);
    if (target == halves.targets.end()) {
      strays += !input.told;
      result.alone.push_back({input.file, input.key});
      continue;
    }
    if (!input.weak.empty() && !target->second.weak.empty() && weak++ == 0) {
      result.weakInput = input.weak;
      result.weakTarget = target->second.weak;
    }
    result.pairs.push_back({input.file, target->second.file, {}});
    result.keys.push_back(input.key);
  }
  if (weak < result.pairs.size()) result.weakInput.clear();
}

bool anyWeak(const Halves& halves) {
  return std::ranges::any_of(halves.inputs, [](const Half& input) { return !input.weak.empty(); }) ||
         std::ranges::any_of(halves.targets, [](const auto& target) { return !target.second.weak.empty(); });
}

// Returns the names of the folders of inputs and of targets if each half has one such name, a weak word for a damage
// and for its absence: "rainy" and "norain"; nothing else. Classes are called so less often than "low" and "high".
std::optional<std::pair<std::string, std::string>> weakFoldersOf(const Halves& halves) {
  const std::vector<std::string> damaged{"rain",    "rainy", "hazy",  "blur",    "blurry",
                                         "blurred", "noisy", "noise", "degraded"};
  const std::vector<std::string> whole{"norain", "clear", "clean", "sharp"};
  std::set<std::string> inputs, targets;
  for (const Half& input : halves.inputs) inputs.insert(input.weak);
  for (const auto& [key, target] : halves.targets) targets.insert(target.weak);
  if (inputs.size() != 1 || targets.size() != 1 || !contains(damaged, lowerCase(*inputs.begin())) ||
      !contains(whole, lowerCase(*targets.begin())))
    return std::nullopt;
  return std::pair(*inputs.begin(), *targets.begin());
}

// Returns the pairs of an input that is alone in its folder with all targets of the folder beside it; empty unless this
// holds for all folders of inputs and any has several targets.
std::vector<ImagePair> pairsOfFolders(const Halves& halves) {
  std::map<std::string_view, ImagePair> found;
  for (const Half& input : halves.inputs)
    if (!input.told || !found.emplace(parentOf(input.key), ImagePair{input.file, input.file, {}}).second) return {};
  bool several = false;
  for (const auto& [key, target] : halves.targets) {
    const auto pair = found.find(parentOf(key));
    if (pair == found.end()) return {};
    if (pair->second.target == pair->second.input) {
      pair->second.target = target.file;
    } else {
      pair->second.others.push_back(target.file);
      several = true;
    }
  }
  std::vector<ImagePair> pairs;
  for (auto& [folder, pair] : found)
    if (pair.target != pair.input) pairs.push_back(std::move(pair));
  return several ? pairs : std::vector<ImagePair>();
}

// Returns the pairs of inputs and targets with the same name in the same split, whatever their folders are called
// otherwise: "images/10k/train/a.jpg", "labels/sem_seg/masks/train/a.png". Of several folders of targets for the same
// inputs, takes that whose names speak most of targets. Empty if names repeat within a split or most files are alone.
std::vector<ImagePair> pairsOfNames(const Halves& halves, const PairWords& words, const FileList& files) {
  const auto keyOf = [&](const Half& half) {
    const std::string& folder = files.folder(files.folderOf(half.file));
    const auto split = splitOfFolders(folder);
    return (split ? std::string(splitName(*split)) : std::string()) + "/" + std::string(lastPartOf(half.key));
  };
  const auto rankOf = [&](std::size_t file) {
    const auto parts = splitList(lowerCase(files.folder(files.folderOf(file))), '/');
    return std::ranges::count_if(parts, [&](const std::string& part) { return halfOf(part, words) == 1; });
  };
  std::map<std::string, std::size_t> targets;
  for (const auto& [key, target] : halves.targets) {
    const auto [known, first] = targets.emplace(keyOf(target), target.file);
    if (!first && rankOf(target.file) == rankOf(known->second)) return {};
    if (!first && rankOf(target.file) > rankOf(known->second)) known->second = target.file;
  }
  std::set<std::string> met;
  std::vector<ImagePair> pairs;
  std::size_t told = 0;
  for (const Half& input : halves.inputs) {
    if (!input.told) continue;
    ++told;
    const std::string key = keyOf(input);
    if (!met.insert(key).second) return {};
    if (const auto target = targets.find(key); target != targets.end())
      pairs.push_back({input.file, target->second, {}});
  }
  return pairs.size() * 2 >= told || pairs.size() * 2 >= targets.size() ? pairs : std::vector<ImagePair>();
}

// Returns the pairs of inputs whose names begin with that of a target and a mark: "0001_1_0.85" and "0001_2_0.9" with
// "0001". Empty unless every half is in a pair.
std::vector<ImagePair> pairsOfBeginnings(const Halves& halves) {
  const auto& targets = halves.targets;
  std::set<std::size_t> paired;
  std::vector<ImagePair> pairs;
  for (const Half& input : halves.inputs) {
    auto target = targets.end();
    const std::string_view name = lastPartOf(input.key);
    for (std::size_t at = name.find('_'); at != std::string_view::npos && target == targets.end();
         at = name.find('_', at + 1))
      target = targets.find(input.key.substr(0, input.key.size() - name.size() + at));
    if (target == targets.end()) return {};
    paired.insert(target->second.file);
    pairs.push_back({input.file, target->second.file, {}});
  }
  return paired.size() == targets.size() ? pairs : std::vector<ImagePair>();
}

// Returns the pairs whose names have the same first number; empty if numbers repeat within a folder or any half is
// alone.
std::vector<ImagePair> pairsOfNumbers(const Halves& halves) {
  const auto keyOf = [](std::string_view key) {
    const std::string_view number = firstNumberIn(lastPartOf(key));
    return number.empty() ? std::string() : std::string(parentOf(key)) + "/" + std::string(number);
  };
  std::map<std::string, std::size_t> targets;
  for (const auto& [key, target] : halves.targets)
    if (keyOf(key).empty() || !targets.emplace(keyOf(key), target.file).second) return {};
  std::vector<ImagePair> pairs;
  for (const Half& input : halves.inputs) {
    if (!input.told) continue;
    const auto target = targets.find(keyOf(input.key));
    if (target == targets.end()) return {};
    pairs.push_back({input.file, target->second, {}});
    targets.erase(target);
  }
  return targets.empty() ? pairs : std::vector<ImagePair>();
}

void addUnusedTargets(const Halves& halves, ImagePairs& result) {
  std::vector<bool> used(result.files.size());
  for (const ImagePair& pair : result.pairs) {
    used[pair.target] = true;
    for (const std::size_t other : pair.others) used[other] = true;
  }
  for (const auto& [key, target] : halves.targets)
    if (!used[target.file])
      result.problems.push_back({result.files.relative(target.file), 0, "there is no image that belongs to it"});
}

// Returns the split that a name means at its start ("testA_1") or a folder at its end ("DUTS-TR"); nothing if neither
// means one. Such words mean splits only if those of all pairs do.
std::optional<Split> splitInPath(const std::string& folder, std::string_view name) {
  for (const std::string& part : splitList(folder, '/')) {
    if (part.ends_with("-TR") || part.ends_with("_TR")) return Split::Train;
    if (part.ends_with("-TE") || part.ends_with("_TE")) return Split::Test;
  }
  const FolderParts words = wordsOfName(stemOf(name));
  return words.empty() ? std::nullopt : splitOfName(words[0]);
}

// Fills in the splits of the pairs by the folders of the inputs, or else by words that mean splits nowhere else.
void findSplits(ImagePairs& result) {
  std::vector<std::optional<Split>> others;
  std::set<std::optional<Split>> kinds;
  for (const ImagePair& pair : result.pairs) {
    const std::string& folder = result.files.folder(result.files.folderOf(pair.input));
    result.splits.push_back(splitOfFolders(folder));
    others.push_back(splitInPath(folder, result.files.name(pair.input)));
    kinds.insert(others.back());
  }
  const bool told = std::ranges::any_of(result.splits, [](const auto& split) { return split.has_value(); });
  if (told || kinds.size() < 2 || kinds.contains(std::nullopt)) return;
  result.splits = std::move(others);
  const ImagePair& first = result.pairs.front();
  result.decisions.push_back({"the splits",
                              "as the names of the images or their folders say",
                              fmt::format("each begins or ends with a word for one, such as {}",
                                          displayName(result.files.relative(first.input))),
                              {}});
}

// Takes these pairs instead of those of equal keys. If several pairs have one target, those of one are a group.
void take(std::vector<ImagePair> pairs, const Halves& halves, ImagePairs& result) {
  std::set<std::size_t> targets;
  for (const ImagePair& pair : pairs) targets.insert(pair.target);
  if (targets.size() < pairs.size())
    for (const ImagePair& pair : pairs) result.groups.push_back(result.files.relative(pair.target));
  std::map<std::size_t, std::size_t> pairOf;  // by input
  for (std::size_t i = 0; i < pairs.size(); ++i) pairOf.emplace(pairs[i].input, i);
  result.pairs = std::move(pairs);
  result.keys.assign(result.pairs.size(), {});
  result.weakInput.clear();
  for (const Half& input : halves.inputs) {
    if (const auto pair = pairOf.find(input.file); pair != pairOf.end())
      result.keys[pair->second] = input.key;
    else
      result.alone.push_back({input.file, input.key});
  }
}

// Returns "cable/broken/000" for "cable/test/broken/000".
std::string withoutSplits(const std::string& key) {
  std::string rest;
  for (const std::string& part : splitList(key, '/'))
    if (!splitOfFolder(part)) rest += (rest.empty() ? "" : "/") + part;
  return rest;
}

// Returns the pairs of all targets with inputs that have the same name below the folder of a split; empty if a target
// has none, or more than one.
std::vector<ImagePair> pairsOutsideOfSplits(const Halves& halves) {
  std::map<std::string, std::vector<std::size_t>> inputs;
  for (const Half& input : halves.inputs) inputs[withoutSplits(input.key)].push_back(input.file);
  std::vector<ImagePair> pairs;
  for (const auto& [key, target] : halves.targets) {
    const auto input = inputs.find(withoutSplits(key));
    if (input == inputs.end() || input->second.size() != 1) return {};
    pairs.push_back({input->second[0], target.file, {}});
  }
  return pairs;
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
  const Halves halves = halvesOf(words, result);
  if (halves.targets.empty()) return nothingFound("pair of images", root);
  std::size_t strays = 0;
  pairEqual(halves, result, strays);
  const bool allWeak = !result.weakInput.empty();
  const bool half = result.pairs.size() * 2 >= halves.inputs.size() || result.pairs.size() * 2 >= halves.targets.size();
  if (result.pairs.empty() || !half) {
    const auto folders = weakFoldersOf(halves);
    if (anyWeak(halves) && !folders) return nothingFound("pair of images", root);
    std::vector<ImagePair> others;
    if (!folders) others = pairsOfFolders(halves);
    if (!folders && others.empty()) others = pairsOfNames(halves, words, result.files);
    if (others.empty()) others = pairsOfBeginnings(halves);
    if (others.empty()) others = pairsOfNumbers(halves);
    if (others.empty() && words.aloneAllowed) others = pairsOutsideOfSplits(halves);
    if (others.empty()) return nothingFound("pair of images", root);
    result.alone.clear();
    take(std::move(others), halves, result);
    // Folders whose names may be classes as well are told apart from them by equal names alone.
    result.doubtful = folders.has_value();
    if (folders) std::tie(result.weakInput, result.weakTarget) = *folders;
  } else if (allWeak && strays > 0) {
    return nothingFound("pair of images", root);
  }
  for (const AloneInput& input : result.alone)
    if (!words.aloneAllowed)
      result.problems.push_back(
          {result.files.relative(input.file), 0, "there is nothing of this name that belongs to it"});
  addUnusedTargets(halves, result);
  findSplits(result);
  return result;
}

PairWords maskPairWords(const std::string& imageFolder, const std::string& maskFolder) {
  PairWords words;
  words.inputFolders = {"images", "image",  "imgs",     "img",       "jpegimages", "leftimg8bit", "inputs",
                        "input",  "photos", "original", "originals", "frames",     "imagestr",    "701_stillsraw_full"};
  words.targetFolders = splitList(
      "masks,mask,labels,label,annotations,annotation,annots,annot,segmentationclass,gtfine,gtcoarse,"
      "gt,ground_truth,groundtruth,ground-truth,segmentation,segmentations,targets,"
      "labelled,trimaps,labelstr,labeledapproved_full,stuffthingmaps");
  words.targetFolders.emplace_back("ground truth");
  words.targetWords = {"lab"};
  words.inputEndings = {"_leftimg8bit", "_image", "_img", "_sat", "_rgb", "_irrg"};
  words.targetEndings = splitList(
      "_mask,_masks,_label,_labels,_l,_seg,_segmentation,_gt,_lbl,_gtfine_labelids,"
      "_gtfine_labeltrainids,_gtcoarse_labelids,_annotation,_anno,_lab,_1stho");
  words.ignoredFolders = {"segmentationobject"};
  words.ignoredEndings = {"_gtfine_color", "_gtfine_instanceids", "_gtcoarse_color", "_gtcoarse_instanceids"};
  // The full ADE20K stores parts and instances beside the masks.
  for (char level = '1'; level <= '9'; ++level) words.ignoredEndings.push_back(std::string("_parts_") + level);
  words.ignoredParts = {"_ade_train_", "_ade_val_"};
  words.sureTargets = {{"ade_", "_seg"}};
  if (!imageFolder.empty()) words.inputFolders = {lowerCase(imageFolder)};
  if (!maskFolder.empty()) {
    words.targetFolders = {lowerCase(maskFolder)};
    words.endingsTell = false;
  }
  words.wordsInNames = true;
  return words;
}

}  // namespace fovea
