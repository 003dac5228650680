#include "core/data/importers/folder_meaning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/importing/names.h"

namespace fovea {
namespace {

using Parts = std::vector<std::string>;

bool oneOf(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Splits "trainImages2017" into "train" and "images", in lower case and without numbers.
Parts wordsOfName(std::string_view name) {
  Parts words;
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

// Shortens "trainset" to "train".
std::string_view withoutSet(std::string_view word) {
  for (const std::string_view ending : {"set", "data", "images", "imgs"})
    if (word.size() > ending.size() && word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
  return word;
}

constexpr std::size_t kMostVariants = 8;

// Returns true for names of variants of the same pictures.
bool isVariantName(std::string_view name) {
  return oneOf(lowerCase(name),
               {"color",     "colour",    "colored",      "rgb",        "gray",     "grey",      "grayscale",
                "greyscale", "segmented", "segmentation", "masked",     "original", "originals", "augmented",
                "enhanced",  "cropped",   "resized",      "normalized", "edges",    "thermal"});
}

// Returns true for words that name the origin of files: people, recordings, parts of an archive.
bool isOriginName(std::string_view word) {
  return oneOf(word, {"actor", "speaker", "subject", "session", "part", "fold", "batch", "patient", "user", "chunk",
                      "shard", "participant"});
}

// The facts about one folder while its meaning is determined.
struct Path {
  Parts parts;
  bool ignored = false;  // the folder is left out
};

class Guess {
 public:
  Guess(const std::vector<CountedFolder>& folders, const FolderRules& rules, std::string_view noun)
      : folders_(folders), rules_(rules), noun_(noun) {}

  FolderMeaning make() {
    meaning_.splits.resize(folders_.size());
    meaning_.leftOut.resize(folders_.size());
    for (const CountedFolder& folder : folders_) paths_.push_back({splitList(folder.path, '/')});
    leaveOutAsAsked();
    dropContainers();
    dropShared(true);
    if (rules_.splits != SplitFolders::Never && !takeOuterSplits()) takeInnerSplits();
    takeOnly();
    dropShared(true);
    dropShared(false);
    if (rules_.asks && rules_.classFrom == ClassFolder::Automatic && !askVariants() && !askDeep()) askNumbered();
    nameClasses();
    for (ImportDecision& decision : meaning_.decisions)
      if (!rules_.asks) {
        decision.alternatives.clear();
        decision.sure = true;
      }
    return std::move(meaning_);
  }

 private:
  static const std::string& edge(const Parts& parts, bool first) { return first ? parts.front() : parts.back(); }
  static void dropEdge(Parts& parts, bool first) { parts.erase(first ? parts.begin() : parts.end() - 1); }

  // Returns the folders with names that have no meaning yet.
  std::vector<std::size_t> open() const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < paths_.size(); ++i)
      if (!paths_[i].ignored && !paths_[i].parts.empty()) places.push_back(i);
    return places;
  }

  void leaveOutAsAsked() {
    for (std::size_t i = 0; i < paths_.size(); ++i)
      for (const std::string& part : paths_[i].parts)
        if (std::find(rules_.leftOut.begin(), rules_.leftOut.end(), lowerCase(part)) != rules_.leftOut.end())
          leaveOut(i);
  }

  void leaveOut(std::size_t folder) {
    paths_[folder].ignored = true;
    meaning_.leftOut[folder] = true;
  }

  // If the option selects one folder, leaves out all others beside it.
  void takeOnly() {
    const auto isIt = [&](const std::string& part) { return lowerCase(part) == rules_.only; };
    const auto has = [&](const Path& path) { return std::any_of(path.parts.begin(), path.parts.end(), isIt); };
    if (rules_.only.empty() || std::none_of(paths_.begin(), paths_.end(), has)) return;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (paths_[i].ignored || paths_[i].parts.empty()) continue;
      if (!has(paths_[i])) leaveOut(i);
      const auto found = std::find_if(paths_[i].parts.begin(), paths_[i].parts.end(), isIt);
      if (found != paths_[i].parts.end()) paths_[i].parts.erase(found);
    }
  }

  void dropContainers() {
    for (Path& path : paths_) std::erase_if(path.parts, isContainerName);
  }

  // Drops the first (or last) folder while all paths share it and it is not the only one.
  void dropShared(bool first) {
    for (;;) {
      const auto places = open();
      if (places.empty()) return;
      const std::string shared = edge(paths_[places[0]].parts, first);
      bool deeper = false;
      for (const std::size_t i : places) {
        if (edge(paths_[i].parts, first) != shared) return;
        deeper = deeper || paths_[i].parts.size() > 1;
        if (!first && paths_[i].parts.size() < 2) return;
      }
      if (!deeper || (rules_.splits != SplitFolders::Never && splitOfFolder(shared))) return;
      for (const std::size_t i : places) dropEdge(paths_[i].parts, first);
    }
  }

  struct Level {
    std::map<std::string, Split> splits;  // keyed by folder name
    std::set<std::string> others;
    bool deep = false;        // a folder of a split contains folders
    bool othersDeep = false;  // another folder contains folders
  };

  Level levelAt(const std::vector<std::size_t>& places) const {
    Level level;
    std::map<std::string, std::set<Split>> byRest;
    for (const std::size_t i : places)
      if (const auto named = splitOfFolder(paths_[i].parts.front())) byRest[named->rest].insert(named->split);
    for (const std::size_t i : places) {
      const Parts& parts = paths_[i].parts;
      const auto named = splitOfFolder(parts.front());
      // "train_station" is a split only if "test_station" is beside it.
      const bool isSplit = named && (named->rest.empty() || byRest[named->rest].size() > 1);
      const bool deep = parts.size() > 1 && !(parts.size() == 2 && parts[0] == parts[1]);
      if (isSplit) {
        level.splits.emplace(parts.front(), named->split);
        level.deep = level.deep || deep;
      } else {
        level.others.insert(parts.front());
        level.othersDeep = level.othersDeep || deep;
      }
    }
    return level;
  }

  std::size_t filesBelow(const std::string& name) const {
    std::size_t files = 0;
    for (std::size_t i = 0; i < paths_.size(); ++i)
      if (!paths_[i].parts.empty() && paths_[i].parts.front() == name) files += folders_[i].files;
    return files;
  }

  bool takeOuterSplits() {
    const auto places = open();
    const Level level = levelAt(places);
    if (level.splits.empty()) return false;
    std::set<Split> kinds;
    for (const auto& [name, split] : level.splits) kinds.insert(split);
    const bool told = rules_.splits == SplitFolders::Always;
    if (!level.others.empty() && !told && kinds.size() < 2 && !(level.deep && !level.othersDeep)) {
      if (level.deep) {
        askWhetherSplits(level, false);
      } else {
        std::vector<std::string> names;
        for (const auto& [name, split] : level.splits) names.push_back(displayName(name));
        meaning_.decisions.push_back({fmt::format("the folder \"{}\"", fmt::join(names, "\", \"")),
                                      "a class",
                                      "no other folder beside it is named like a split",
                                      {"splits=folders"}});
      }
      return false;
    }
    if (!level.others.empty()) {
      const bool clear = told || level.deep || level.others.size() < level.splits.size();
      if (!clear) askWhetherSplits(level, true);
      for (const std::string& name : level.others) {
        std::vector<std::string> alternatives{"leave_out=" + name};
        if (!told) alternatives.emplace_back("splits=none");
        if (clear)
          meaning_.decisions.push_back(
              {fmt::format("the folder \"{}\"", displayName(name)),
               fmt::format("left out, with {}", counted(static_cast<std::int64_t>(filesBelow(name)), noun_)),
               "it lies beside folders of splits and is named like none", std::move(alternatives)});
      }
    }
    for (const std::size_t i : places) {
      Parts& parts = paths_[i].parts;
      const auto split = level.splits.find(parts.front());
      if (split == level.splits.end()) {
        leaveOut(i);
        continue;
      }
      meaning_.splits[i] = split->second;
      dropEdge(parts, true);
      // Drops repeated split folders, as in "seg_train/seg_train/sea".
      for (auto again = parts.empty() ? std::nullopt : splitOfFolder(parts.front());
           again && again->split == split->second && parts.front() == split->first;
           again = parts.empty() ? std::nullopt : splitOfFolder(parts.front()))
        dropEdge(parts, true);
    }
    saySplits(level);
    return true;
  }

  void saySplits(const Level& level) {
    std::vector<std::string> words;
    for (const auto& [name, split] : level.splits)
      words.push_back(fmt::format("{}: {}", displayName(name), splitName(split)));
    meaning_.decisions.push_back(
        {"the splits", fmt::format("{}", fmt::join(words, ", ")), "folders are named so", {"splits=none"}});
  }

  void askWhetherSplits(const Level& level, bool chosen) {
    std::vector<std::string> names;
    for (const auto& [name, split] : level.splits) names.push_back(displayName(name));
    std::vector<std::string> others;
    for (const std::string& name : level.others)
      if (others.size() < 5) others.push_back(displayName(name));
    meaning_.decisions.push_back(
        {fmt::format("the folder \"{}\"", fmt::join(names, "\", \"")),
         chosen ? "a split" : "a class",
         fmt::format("there is also \"{}\", which is named like no split", fmt::join(others, "\", \"")),
         {"splits=folders", "splits=none"},
         false});
  }

  // Reads the split from the last folder if every path has one there.
  bool takeInnerSplits() {
    const auto places = open();
    for (const std::size_t i : places)
      if (!splitOfName(paths_[i].parts.back()) || paths_[i].parts.size() < 2) return false;
    for (const std::size_t i : places) {
      meaning_.splits[i] = splitOfName(paths_[i].parts.back());
      dropEdge(paths_[i].parts, false);
    }
    return !places.empty();
  }

  // File counts by the outermost remaining name, then by the rest of the path.
  using Inner = std::map<std::string, std::map<std::string, std::size_t>>;
  Inner innerFolders() const {
    Inner inner;
    for (const std::size_t i : open()) {
      const Parts& parts = paths_[i].parts;
      if (parts.size() < 2) return {};
      inner[parts[0]][fmt::format("{}", fmt::join(parts.begin() + 1, parts.end(), "/"))] += folders_[i].files;
    }
    return inner;
  }

  void askForClasses(ImportDecision decision) {
    decision.sure = false;
    meaning_.classQuestion = std::move(decision);
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
    if (!copies) alternatives.emplace_back("class_from=last");
    alternatives.emplace_back("class_from=path");
    const std::string example = first.begin()->first;
    askForClasses(
        {fmt::format("the folders \"{}\"", fmt::join(names, "\", \"")),
         fmt::format("parts of the names of classes ({}/{})", names[0], displayName(example)),
         fmt::format("each of them holds the same classes, so that they are {}",
                     copies ? "variants of the same files" : "where files come from rather than what they are"),
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

  // Asks about numbered names that are rarely classes: "Actor_01", "Actor_02".
  void askNumbered() {
    std::set<std::string> names, words;
    for (const std::size_t i : open()) {
      if (paths_[i].parts.size() != 1) return;
      const std::string& name = paths_[i].parts[0];
      const Parts spelled = wordsOfName(name);
      const char last = name.empty() ? ' ' : name.back();
      if (spelled.empty() || last < '0' || last > '9') return;
      names.insert(name);
      words.insert(spelled.back());
    }
    if (names.size() < 2 || words.size() != 1 || !isOriginName(*words.begin())) return;
    askForClasses(
        {fmt::format("the folders \"{}\", \"{}\"{}", displayName(*names.begin()),
                     displayName(*std::next(names.begin())), names.size() > 2 ? ", …" : ""),
         "a class each",
         fmt::format("their names number each {}, which is hardly ever what is to be told apart", *words.begin()),
         {"class_from=path", "class_from=none"},
         false});
  }

  void nameClasses() {
    meaning_.names.resize(paths_.size());
    if (rules_.classFrom == ClassFolder::None || rules_.classFrom == ClassFolder::Name ||
        rules_.classFrom == ClassFolder::Number)
      return;
    std::set<std::string> backgrounds;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      Parts& parts = paths_[i].parts;
      if (paths_[i].ignored) continue;
      if (rules_.classFrom == ClassFolder::First && parts.size() > 1) parts.resize(1);
      if (rules_.classFrom == ClassFolder::Last && parts.size() > 1) parts.erase(parts.begin(), parts.end() - 1);
      for (const std::string& part : parts)
        meaning_.names[i] += (meaning_.names[i].empty() ? "" : "/") + displayName(part);
      if (parts.size() == 1 && lowerCase(parts[0]).starts_with("background_")) backgrounds.insert(parts[0]);
    }
    dropOnlyClass();
    for (const std::string& name : backgrounds)
      meaning_.decisions.push_back({fmt::format("the folder \"{}\"", displayName(name)),
                                    "a class like the others",
                                    "it lies beside them, though its name says that it is background",
                                    {"leave_out=" + name}});
  }

  // One folder around all files tells nothing apart.
  void dropOnlyClass() {
    const std::set<std::string> names(meaning_.names.begin(), meaning_.names.end());
    if (rules_.classFrom != ClassFolder::Automatic || names.size() != 1 || names.begin()->empty()) return;
    meaning_.decisions.push_back({"the classes",
                                  "none",
                                  fmt::format("all {}s are in folders of one name, \"{}\"", noun_, *names.begin()),
                                  {"class_from=last"}});
    meaning_.names.assign(meaning_.names.size(), "");
  }

  const std::vector<CountedFolder>& folders_;
  const FolderRules& rules_;
  std::string_view noun_;
  std::vector<Path> paths_;
  FolderMeaning meaning_;
};

}  // namespace

bool isContainerName(std::string_view name) {
  return oneOf(lowerCase(name),
               {"images", "image", "img", "imgs", "data", "wavs", "wav", "audio", "jpegimages", "jpg", "jpeg", "png"});
}

std::optional<SplitName> splitOfFolder(std::string_view name) {
  std::optional<SplitName> found;
  std::string rest;
  for (const std::string& word : wordsOfName(name)) {
    const auto split = splitOfName(withoutSet(word));
    if (split && !found)
      found = SplitName{*split, {}};
    else if (!isContainerName(word) && !oneOf(word, {"set", "dataset", "split", "folder", "dir"}))
      rest += word + " ";
  }
  if (found) found->rest = rest;
  return found;
}

FolderMeaning meaningOfFolders(const std::vector<CountedFolder>& folders, const FolderRules& rules,
                               std::string_view noun) {
  return Guess(folders, rules, noun).make();
}

}  // namespace fovea
