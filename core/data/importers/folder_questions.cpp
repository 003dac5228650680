#include "core/data/importers/folder_questions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>

#include "core/data/importers/name_labels.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::string_view kFolderDigits = "0123456789";

constexpr std::size_t kMostVariants = 8;

// Returns true for names of variants of the same pictures.
bool isVariantName(std::string_view name) {
  return isAnyOf(lowerCase(name),
                 {"color",     "colour",    "colored",      "rgb",        "gray",     "grey",      "grayscale",
                  "greyscale", "segmented", "segmentation", "masked",     "original", "originals", "augmented",
                  "enhanced",  "cropped",   "resized",      "normalized", "edges",    "thermal"});
}

// Returns true for words that name the origin of files: people, recordings, scenes, parts of an archive.
bool isOriginName(std::string_view word) {
  return isAnyOf(word, {"actor", "speaker", "subject", "session",     "part",    "fold",   "batch",    "patient",
                        "user",  "chunk",   "shard",   "participant", "example", "sample", "sequence", "seq",
                        "scene", "video",   "clip",    "recording",   "case",    "subset", "disk",     "archive"});
}

class FolderDoubts {
 public:
  explicit FolderDoubts(const std::vector<OpenFolder>& folders) : folders_(folders) {}

  std::optional<ImportDecision> question() {
    if (!askTargets() && !askModalities() && !askVariants() && !askDepths() && !askInnerSplits() && !askDeep() &&
        !askNumbered())
      askJoined();
    return std::move(question_);
  }

 private:
  // File counts by the outermost remaining name, then by the rest of the path.
  using Inner = std::map<std::string, std::map<std::string, std::size_t>>;
  Inner innerFolders() const {
    Inner inner;
    for (const OpenFolder& folder : folders_) {
      const FolderParts& parts = folder.parts;
      if (parts.size() < 2) return {};
      inner[parts[0]][fmt::format("{}", fmt::join(parts.begin() + 1, parts.end(), "/"))] += folder.files;
    }
    return inner;
  }

  void askForClasses(ImportDecision decision) {
    decision.sure = false;
    question_ = std::move(decision);
  }

  // Asks if folders hold the same classes ("color/rose", "grayscale/rose"): variants of the pictures, or origins.
  bool askVariants() {
    const Inner inner = innerFolders();
    if (inner.size() < 2 || inner.size() > kMostVariants) return false;
    const auto& first = inner.begin()->second;
    std::size_t alike = 0, pairs = 0;
    bool named = false;
    std::vector<std::string> names, alternatives;
    for (const auto& [name, below] : inner) {
      if (below.size() < 2) return false;
      const auto shared = static_cast<std::size_t>(
          std::count_if(below.begin(), below.end(), [&](const auto& each) { return first.contains(each.first); }));
      if (shared * 5 < std::max(below.size(), first.size()) * 4) return false;
      for (const auto& [folder, files] : below) {
        const auto other = first.find(folder);
        alike += other != first.end() && other->second == files;
        ++pairs;
      }
      named = named || isVariantName(name);
      names.push_back(displayName(name));
      alternatives.push_back("take_folder=" + name);
    }
    // Copies of one picture must not be in training and test: such folders are never used together.
    const bool copies = named || alike * 10 >= pairs * 9;
    // The same number of files in each folder proves no variants: machines and rooms may have as many recordings.
    if (!named) alternatives.emplace_back("class_from=last");
    alternatives.emplace_back("class_from=path");
    const std::string example = first.begin()->first;
    askForClasses(
        {fmt::format("the folders \"{}\"", fmt::join(names, "\", \"")),
         fmt::format("parts of the names of classes ({}/{})", names[0], displayName(example)),
         fmt::format("each of them holds the same classes{}",
                     named    ? ", so that they are variants of the same files"
                     : copies ? " with as many files, so that they may be variants of the same files, of which only "
                                "one should be used, or where files come from"
                              : ", so that they are where files come from rather than what they are"),
         std::move(alternatives), false});
    return true;
  }

  // Asks if each folder contains others with meaningless names: "id10001/1zcIwhmdeo4".
  bool askDeep() {
    const Inner inner = innerFolders();
    if (inner.size() < 2) return false;
    std::size_t all = 0, coded = 0;
    for (const auto& [name, below] : inner)
      for (const auto& [folder, files] : below) {
        ++all;
        coded += folder.find_first_of("0123456789") != std::string::npos;
      }
    if (all <= inner.size() || coded * 5 < all * 4) return false;
    const std::string outer = displayName(inner.begin()->first);
    const std::string whole = outer + "/" + displayName(inner.begin()->second.begin()->first);
    askForClasses(
        {"the folders inside of folders",
         fmt::format("a class each ({})", whole),
         fmt::format("{} folders lie in {}, and their names are numbers or codes, so that {} may be the class",
                     grouped(static_cast<std::int64_t>(all)), grouped(std::ssize(inner)), outer),
         {"class_from=first", "class_from=path"},
         false});
    return true;
  }

  // Asks about folders whose names speak of masks beside others: "CelebA-HQ-img" and "CelebAMask-HQ-mask-anno". The
  // classes "with_mask" and "without_mask" all speak of them.
  bool askTargets() {
    constexpr std::size_t kMostFoldersBeside = 6;
    std::set<std::string> names, targets;
    for (const OpenFolder& folder : folders_) {
      names.insert(folder.parts[0]);
      if (isTargetName(folder.parts[0])) targets.insert(folder.parts[0]);
    }
    if (targets.empty() || targets.size() == names.size() || names.size() > kMostFoldersBeside) return false;
    const bool masks = std::ranges::all_of(
        names, [](const std::string& name) { return lowerCase(name).find("mask") != std::string::npos; });
    if (masks) return false;
    const std::string target = *targets.begin();
    const auto input = std::ranges::find_if(names, [&](const std::string& name) { return !targets.contains(name); });
    askForClasses(
        {fmt::format("the folder \"{}\"", displayName(target)),
         "a class like the others",
         fmt::format("its name speaks of masks or targets, which may belong to what is in \"{}\"", displayName(*input)),
         {fmt::format("kind=masks; image_folder={}; mask_folder={}", *input, target), "leave_out=" + target,
          "class_from=path"},
         false});
    return true;
  }

  // Asks about two folders whose names are those of an image and of what was measured with it or made of it.
  bool askModalities() {
    std::set<std::string> names;
    for (const OpenFolder& folder : folders_) names.insert(folder.parts[0]);
    if (names.size() > 2) return askMeasures(names);
    if (names.size() != 2) return false;
    const auto is = [](const std::string& name, std::initializer_list<std::string_view> list) {
      return isAnyOf(lowerCase(name), list);
    };
    for (const auto& [input, target] :
         {std::pair(*names.begin(), *names.rbegin()), std::pair(*names.rbegin(), *names.begin())}) {
      const bool pair = (is(input, {"rgb", "visible", "vis"}) &&
                         is(target, {"normal", "normals", "depth", "infrared", "ir", "thermal"})) ||
                        (is(input, {"fg", "foreground", "human", "photo", "photos", "image"}) &&
                         is(target, {"alpha", "matte", "mattes", "cartoon", "sketch", "sketches"}));
      if (!pair) continue;
      askForClasses({fmt::format("the folders \"{}\" and \"{}\"", displayName(input), displayName(target)),
                     "a class each",
                     "their names are those of images and of what belongs to them, so that they may be pairs",
                     {fmt::format("kind=pairs; input_folder={}; target_folder={}", input, target), "class_from=path"},
                     false});
      return true;
    }
    return false;
  }

  // Asks about several folders of which one is called after images and another after what was measured with them:
  // "image_2", "disp_occ_0", "flow_occ".
  bool askMeasures(const std::set<std::string>& names) {
    constexpr std::size_t kMostMeasures = 24;
    if (names.size() > kMostMeasures) return false;
    std::string input, target;
    for (const std::string& name : names) {
      const FolderParts words = wordsOfName(name);
      if (words.empty()) continue;
      if (isAnyOf(words[0], {"image", "images", "img", "rgb", "left", "color", "colour", "photo"}))
        input = name;
      else if (isAnyOf(words[0],
                       {"disp", "disparity", "depth", "depths", "flow", "normal", "normals", "infrared", "ir"}))
        target = name;
    }
    if (input.empty() || target.empty()) return false;
    askForClasses(
        {fmt::format("the {} folders of the images", names.size()),
         "a class each",
         fmt::format("the folder \"{}\" is called after images, and \"{}\" after what belongs to them, so that "
                     "they may be pairs",
                     displayName(input), displayName(target)),
         {fmt::format("kind=pairs; input_folder={}; target_folder={}", input, target), "class_from=path",
          "class_from=none"},
         false});
    return true;
  }

  // Asks about names that only number something: "Actor_01", "Actor_02"; "example00000_sources".
  bool askNumbered() {
    std::set<std::string> names, words, wholes;
    bool behind = true, inside = true, origin = false;
    for (const OpenFolder& folder : folders_) {
      if (folder.parts.size() != 1) return false;
      const std::string& name = folder.parts[0];
      const FolderParts spelled = wordsOfName(name);
      const std::size_t first = name.find_first_of(kFolderDigits), last = name.find_last_of(kFolderDigits);
      if (spelled.empty() || first == std::string::npos) return false;
      behind = behind && last + 1 == name.size();
      inside = inside && first > 0 && last + 1 < name.size() && spelled.size() > 1;
      names.insert(name);
      words.insert(spelled.back());
      wholes.insert(fmt::format("{}", fmt::join(spelled, "_")));
      origin = std::ranges::any_of(spelled, isOriginName);
    }
    const bool origins =
        behind && ((words.size() == 1 && isOriginName(*words.begin())) || (wholes.size() == 1 && origin));
    if (names.size() < 2 || (!origins && !(inside && wholes.size() == 1))) return false;
    askForClasses({fmt::format("the folders \"{}\", \"{}\"{}", displayName(*names.begin()),
                               displayName(*std::next(names.begin())), names.size() > 2 ? ", …" : ""),
                   "a class each",
                   fmt::format("their names number each {}, which is hardly ever what is to be told apart",
                               origins && isOriginName(*words.begin()) ? *words.begin() : *wholes.begin()),
                   {"class_from=path", "class_from=none"},
                   false});
    return true;
  }

  // Asks about names that join each of some words with each of others: "OAF_angry", "YAF_angry", "OAF_sad", "YAF_sad".
  void askJoined() {
    constexpr std::size_t kFewestJoined = 8;
    std::set<std::string> names;
    for (const OpenFolder& folder : folders_) {
      if (folder.parts.size() != 1) return;
      names.insert(folder.parts.back());
    }
    const auto joined = wordsJoinedIn(names);
    if (!joined || names.size() < kFewestJoined) return;
    askForClasses(
        {fmt::format("the folders \"{}\", \"{}\", …", displayName(*names.begin()),
                     displayName(*std::next(names.begin()))),
         "a class each",
         fmt::format("their names join each of {} words with each of {} others, such as people with what they "
                     "do, so that a part may be the class",
                     joined->firsts, joined->seconds),
         {"class_from=path", "class_from=none"},
         false});
  }

  // Asks about folders of files beside folders that only hold folders: "tiles/tumor", "tiles/stroma", "larger_images";
  // also where such a folder is in another one of its name.
  bool askDepths() {
    std::map<std::string, std::set<std::string>> below;
    std::set<std::string> flat;
    for (const OpenFolder& folder : folders_) {
      const bool alone = std::ranges::count(folder.parts, folder.parts[0]) == std::ssize(folder.parts);
      if (alone)
        flat.insert(folder.parts[0]);
      else
        below[folder.parts[0]].insert(folder.parts[1]);
    }
    std::size_t inner = 0;
    for (const auto& [name, names] : below) {
      if (flat.contains(name) || names.size() < 2) return false;
      inner += names.size();
    }
    if (flat.empty() || flat.size() >= inner) return false;
    std::vector<std::string> names, alternatives;
    for (const std::string& name : flat) names.push_back(displayName(name));
    alternatives.push_back(fmt::format("leave_out={}", fmt::join(flat, ",")));
    alternatives.emplace_back("class_from=path");
    alternatives.emplace_back("class_from=last");
    askForClasses({fmt::format("the folder \"{}\"", fmt::join(names, "\", \"")), "a class like the others",
                   fmt::format("it holds files, and \"{}\" beside it holds {} folders, so that their depths differ",
                               displayName(below.begin()->first), below.begin()->second.size()),
                   std::move(alternatives), false});
    return true;
  }

  // Asks about folders of which some hold splits, and others do not: "casting_data/train/ok", "casting_512x512/ok".
  bool askInnerSplits() {
    std::map<std::string, bool> divided;  // by outer folder: whether it holds splits alone
    std::string example;
    for (const OpenFolder& folder : folders_) {
      const bool inner = folder.parts.size() > 2 && splitOfName(folder.parts[1]);
      const auto [found, isNew] = divided.try_emplace(folder.parts[0], inner);
      found->second = found->second && inner;
      if (inner) example = fmt::format("{}", fmt::join(folder.parts, "/"));
    }
    std::vector<std::string> others;
    for (const auto& [name, splits] : divided)
      if (!splits) others.push_back(name);
    if (example.empty() || others.empty() || others.size() == divided.size()) return false;
    askForClasses({"the folders inside of folders",
                   fmt::format("a class each ({})", displayName(example)),
                   fmt::format("the folder \"{}\" holds splits, and \"{}\" lies beside it",
                               displayName(example.substr(0, example.find('/'))), displayName(others[0])),
                   {fmt::format("leave_out={}", fmt::join(others, ",")), "class_from=last", "class_from=path"},
                   false});
    return true;
  }

  const std::vector<OpenFolder>& folders_;
  std::optional<ImportDecision> question_;
};

}  // namespace

FolderParts wordsOfName(std::string_view name) {
  FolderParts words;
  bool inside = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool upper = c >= 'A' && c <= 'Z';
    const bool letter = upper || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
    const bool afterLower = i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (letter && (!inside || (upper && afterLower))) words.emplace_back();
    inside = letter;
    if (letter) words.back() += lowerCase(name.substr(i, 1));
  }
  return words;
}

bool isTargetName(std::string_view name) {
  const FolderParts words = wordsOfName(name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (isAnyOf(words[i], {"mask", "masks", "label", "labels", "annotation", "annotations", "anno", "annot", "annots",
                           "gt", "groundtruth", "segmentation", "segmentations", "seg"}))
      return true;
    if (words[i] == "truth" && i > 0 && words[i - 1] == "ground") return true;
  }
  return false;
}

std::optional<ImportDecision> questionAboutFolders(const std::vector<OpenFolder>& folders) {
  return FolderDoubts(folders).question();
}

}  // namespace fovea
