#include "core/data/importers/folder_meaning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/importers/folder_questions.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

using Parts = FolderParts;

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
    if (rules_.asks && rules_.classFrom == ClassFolder::Automatic) leaveOutCopy();
    if (rules_.splits != SplitFolders::Never && !takeOuterSplits()) takeInnerSplits();
    takeOnly();
    dropShared(true, true);
    dropShared(false, true);
    if (rules_.asks && rules_.classFrom == ClassFolder::Automatic) leaveOutStrays();
    if (rules_.asks && rules_.classFrom == ClassFolder::Automatic)
      meaning_.classQuestion = questionAboutFolders(openFolders());
    nameDomains();
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

  // Returns the folders with names that may be classes.
  std::vector<OpenFolder> openFolders() const {
    std::vector<OpenFolder> folders;
    for (const std::size_t i : open()) folders.push_back({paths_[i].parts, folders_[i].files});
    return folders;
  }

  // Returns the folders with names that have no meaning yet.
  std::vector<std::size_t> open() const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < paths_.size(); ++i)
      if (!paths_[i].ignored && !paths_[i].parts.empty()) places.push_back(i);
    return places;
  }

  void leaveOutAsAsked() {
    std::set<std::string> folders;
    for (const Path& path : paths_)
      for (const std::string& part : path.parts) folders.insert(lowerCase(part));
    std::set<std::string> names = namesIn(lowerCase(rules_.leftOut), folders);
    for (std::size_t i = 0; i < paths_.size(); ++i)
      for (const std::string& part : paths_[i].parts)
        if (names.contains(lowerCase(part))) leaveOut(i);
    if (!rules_.only.empty()) names.insert(rules_.only);
    for (const std::string& name : names)
      if (!folders.contains(name))
        meaning_.decisions.push_back({fmt::format("the folder \"{}\"", displayName(name)),
                                      "not found",
                                      fmt::format("no folder with {} has this name", pluralOf(noun_)),
                                      {}});
  }

  // Splits a list at its commas, except at those in the names of `known`, of which the longest is taken.
  static std::set<std::string> namesIn(std::string_view list, const std::set<std::string>& known) {
    std::set<std::string> names;
    while (!(list = trimmed(list)).empty()) {
      std::size_t length = std::min(list.find(','), list.size());
      for (const std::string& name : known) {
        if (list.starts_with(name) && (list.size() == name.size() || list[name.size()] == ','))
          length = std::max(length, name.size());
      }
      if (const std::string_view name = trimmed(list.substr(0, length)); !name.empty()) names.emplace(name);
      list.remove_prefix(std::min(list.size(), length + 1));
    }
    return names;
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

  // Leaves out a folder that holds the same folders, with as many files each, as lie beside it: "cell_images/cat"
  // beside "cat".
  void leaveOutCopy() {
    const auto places = open();
    std::map<Parts, std::size_t> files;  // by what is left of the path
    std::set<Parts> outer;               // folders that hold folders and may be copies
    for (const std::size_t i : places) {
      const Parts& parts = paths_[i].parts;
      files[parts] += folders_[i].files;
      if (parts.size() > 1) outer.insert({parts[0]});
      for (std::size_t k = 1; k + 1 < parts.size(); ++k)
        if (parts[k] == parts[k - 1]) outer.emplace(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    }
    const auto isIn = [](const Parts& folder, std::size_t depth, const Parts& parts) {
      return parts.size() >= depth &&
             std::equal(folder.begin(), folder.begin() + static_cast<std::ptrdiff_t>(depth), parts.begin());
    };
    for (const Parts& folder : outer) {
      const auto depth = static_cast<std::ptrdiff_t>(folder.size());
      std::map<Parts, std::size_t> inside, beside;
      for (const auto& [parts, count] : files) {
        if (isIn(folder, folder.size(), parts))
          inside[Parts(parts.begin() + depth, parts.end())] += count;
        else if (isIn(folder, folder.size() - 1, parts))
          beside[Parts(parts.begin() + depth - 1, parts.end())] += count;
      }
      if (beside.size() < 2 || inside != beside) continue;
      std::size_t all = 0;
      for (const std::size_t i : places) {
        if (!isIn(folder, folder.size(), paths_[i].parts)) continue;
        all += folders_[i].files;
        leaveOut(i);
      }
      meaning_.decisions.push_back(
          {fmt::format("the folder \"{}\"", displayName(fmt::format("{}", fmt::join(folder, "/")))),
           fmt::format("left out, with {}", counted(static_cast<std::int64_t>(all), noun_)),
           fmt::format("it holds the same folders with as many {} as lie beside it, as a copy does", pluralOf(noun_)),
           {"class_from=path"}});
      return;
    }
  }

  // Leaves out few files beside folders that hold many: "enron1/Summary.txt" beside "enron1/ham" and "enron1/spam".
  void leaveOutStrays() {
    constexpr std::size_t kTimesAsMany = 10;
    std::map<std::string, std::set<std::string>> inner;
    std::map<std::string, std::size_t> below;
    const auto places = open();
    for (const std::size_t i : places) {
      const Parts& parts = paths_[i].parts;
      if (parts.size() < 2) continue;
      inner[parts[0]].insert(parts[1]);
      below[parts[0]] += folders_[i].files;
    }
    std::set<std::string> names;
    std::size_t files = 0;
    for (const std::size_t i : places) {
      const Parts& parts = paths_[i].parts;
      if (parts.size() != 1 || inner[parts[0]].size() < 2 || folders_[i].files * kTimesAsMany > below[parts[0]])
        continue;
      leaveOut(i);
      names.insert(parts[0]);
      files += folders_[i].files;
    }
    if (names.empty()) return;
    meaning_.decisions.push_back(
        {fmt::format("the files directly in \"{}\"{}", displayName(*names.begin()), names.size() > 1 ? ", …" : ""),
         fmt::format("left out, {}", counted(static_cast<std::int64_t>(files), noun_)),
         "the folders beside them hold many times as many, and name the classes",
         {"class_from=path"}});
  }

  // Drops "images" and other names of content. A file format stays among at least two other names: "jpeg" beside
  // "blur" and "noise" is one of the classes.
  void dropContainers() {
    // Names of folders of files that may be classes, by the folder around them.
    std::map<Parts, std::set<std::string>> others;
    for (const Path& path : paths_) {
      if (path.ignored || path.parts.empty()) continue;
      const std::string& name = path.parts.back();
      if (!isContainerName(name) && !isTargetName(name) && !splitOfFolder(name))
        others[Parts(path.parts.begin(), path.parts.end() - 1)].insert(name);
    }
    for (Path& path : paths_) {
      if (path.parts.empty()) continue;
      const auto beside = others.find(Parts(path.parts.begin(), path.parts.end() - 1));
      const bool isClass = isFormatName(path.parts.back()) && beside != others.end() && beside->second.size() > 1;
      const auto end = path.parts.end() - (isClass ? 1 : 0);
      path.parts.erase(std::remove_if(path.parts.begin(), end, isContainerName), end);
    }
  }

  // Drops the first (or last) folder while all paths share it and it is not the only one. Before the splits are taken,
  // names with a word of a split stay, and then those that say nothing else.
  void dropShared(bool first, bool splitsTaken = false) {
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
      const auto split = rules_.splits == SplitFolders::Never ? std::nullopt : splitOfFolder(shared);
      if (!deeper || (split && (!splitsTaken || split->rest.empty()))) return;
      for (const std::size_t i : places) dropEdge(paths_[i].parts, first);
    }
  }

  struct Level {
    std::map<std::string, Split> splits;  // keyed by folder name
    std::set<std::string> others;
    std::set<std::string> plain;  // folders of `splits` without a word of a split
    bool deep = false;        // a folder of a split contains folders
    bool othersDeep = false;  // another folder contains folders
  };

  // Returns the folders of which others of the same name, but for the word of a split, hold the same folders: "rps"
  // beside "rps-test-set" trains.
  std::set<std::string> plainTrainings(const std::vector<std::size_t>& places,
                                       const std::map<std::string, std::set<Split>>& byRest) const {
    std::map<std::string, std::set<std::string>> plain, split;  // what lies below, by the rest of the name
    std::map<std::string, std::string> names;
    for (const std::size_t i : places) {
      const Parts& parts = paths_[i].parts;
      const auto named = splitOfFolder(parts.front());
      const std::string rest = named ? named->rest : restOfName(parts.front());
      const auto known = byRest.find(rest);
      if (rest.empty() || parts.size() < 2 || known == byRest.end() || known->second.contains(Split::Train)) continue;
      (named ? split : plain)[rest].insert(fmt::format("{}", fmt::join(parts.begin() + 1, parts.end(), "/")));
      if (!named) names[rest] = parts.front();
    }
    std::set<std::string> found;
    for (const auto& [rest, below] : plain) {
      const std::set<std::string>& others = split[rest];
      const auto shared =
          std::count_if(below.begin(), below.end(), [&](const std::string& each) { return others.contains(each); });
      if (shared > 1 && shared * 5 >= 4 * std::ssize(below)) found.insert(names[rest]);
    }
    return found;
  }

  Level levelAt(const std::vector<std::size_t>& places) const {
    Level level;
    std::map<std::string, std::set<Split>> byRest;
    for (const std::size_t i : places)
      if (const auto named = splitOfFolder(paths_[i].parts.front())) byRest[named->rest].insert(named->split);
    level.plain = plainTrainings(places, byRest);
    for (const std::string& name : level.plain) byRest[restOfName(name)].insert(Split::Train);
    for (const std::size_t i : places) {
      const Parts& parts = paths_[i].parts;
      const auto named = level.plain.contains(parts.front()) ? SplitName{Split::Train, restOfName(parts.front())}
                                                             : splitOfFolder(parts.front());
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
        // MVTec AD keeps the masks of defects so.
        if (isTargetName(name)) alternatives.emplace_back("kind=masks; without_mask=background");
        if (clear)
          meaning_.decisions.push_back(
              {fmt::format("the folder \"{}\"", displayName(name)),
               fmt::format("left out, with {}", counted(static_cast<std::int64_t>(filesBelow(name)), noun_)),
               "it lies beside folders of splits and is named like none", std::move(alternatives)});
      }
    }
    domains_.resize(paths_.size());
    std::vector<std::string> before(paths_.size());
    for (const std::size_t i : places) {
      Parts& parts = paths_[i].parts;
      before[i] = parts.front();
      const auto split = level.splits.find(parts.front());
      if (split == level.splits.end()) {
        leaveOut(i);
        continue;
      }
      meaning_.splits[i] = split->second;
      dropEdge(parts, true);
      domains_[i] = domainOf(split->first);
    }
    for (const auto& [name, split] : level.splits) dropRepeated(places, before, name, split);
    saySplits(level);
    return true;
  }

  // Drops a folder that repeats the split above it and is the only one there: "seg_train/seg_train/sea". A class may
  // have such a name, too, but lies beside others.
  void dropRepeated(const std::vector<std::size_t>& places, const std::vector<std::string>& outer,
                    const std::string& name, Split split) {
    for (;;) {
      std::set<std::string> inside;
      for (const std::size_t i : places)
        if (outer[i] == name) inside.insert(paths_[i].parts.empty() ? std::string() : paths_[i].parts.front());
      const auto again = inside.size() == 1 ? splitOfFolder(*inside.begin()) : std::nullopt;
      if (!again || again->split != split) return;
      for (const std::size_t i : places)
        if (outer[i] == name) dropEdge(paths_[i].parts, true);
    }
  }

  // Returns what a name says beside its split, as it is written: "A" for "trainA".
  static std::string domainOf(const std::string& name) {
    const auto named = splitOfFolder(name);
    const std::string rest(trimmed(named ? named->rest : std::string()));
    const std::size_t at = lowerCase(name).rfind(rest);
    return at == std::string::npos ? rest : name.substr(at, rest.size());
  }

  // Asks whether what the names of split folders add is a class, where each split has the same several: "trainA",
  // "trainB", "testA", "testB".
  void nameDomains() {
    std::map<std::string, std::set<Split>> splits;
    std::set<Split> all;
    for (std::size_t i = 0; i < domains_.size(); ++i) {
      if (paths_[i].ignored || !meaning_.splits[i]) continue;
      if (!paths_[i].parts.empty() || domains_[i].empty()) return;
      splits[domains_[i]].insert(*meaning_.splits[i]);
      all.insert(*meaning_.splits[i]);
    }
    const auto everywhere = [&](const auto& each) { return each.second == all; };
    if (splits.size() < 2 || all.size() < 2 || !std::all_of(splits.begin(), splits.end(), everywhere)) return;
    std::vector<std::string> names;
    for (const auto& [name, each] : splits) names.push_back(displayName(name));
    for (std::size_t i = 0; i < domains_.size(); ++i)
      if (!paths_[i].ignored && meaning_.splits[i]) paths_[i].parts = {domains_[i]};
    if (rules_.classFrom == ClassFolder::Automatic && !meaning_.classQuestion)
      meaning_.classQuestion =
          ImportDecision{"the classes",
                         fmt::format("{}", fmt::join(names, ", ")),
                         "the names of the folders of each split say so beside the split, which may be a class, a kind "
                         "of image or where files come from",
                         {"class_from=path", "class_from=none"},
                         false};
  }

  void saySplits(const Level& level) {
    std::vector<std::string> words;
    for (const auto& [name, split] : level.splits) words.push_back(splitSaid(name, split));
    const std::string because =
        level.plain.empty()
            ? std::string("folders are named so")
            : fmt::format("folders are named so, and \"{}\" holds the same folders", fmt::join(level.plain, "\", \""));
    meaning_.decisions.push_back({"the splits", fmt::format("{}", fmt::join(words, ", ")), because, {"splits=none"}});
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

  // Reads the split from the last folder if every path has one there: "bunny/train_images".
  bool takeInnerSplits() {
    const auto places = open();
    Level level;
    for (const std::size_t i : places) {
      const auto named = splitOfFolder(paths_[i].parts.back());
      if (!named || !named->rest.empty() || paths_[i].parts.size() < 2) return false;
      level.splits.emplace(paths_[i].parts.back(), named->split);
    }
    for (const std::size_t i : places) {
      meaning_.splits[i] = level.splits.at(paths_[i].parts.back());
      dropEdge(paths_[i].parts, false);
    }
    if (!places.empty()) saySplits(level);
    return !places.empty();
  }

  void nameClasses() {
    meaning_.names.resize(paths_.size());
    if (rules_.classFrom == ClassFolder::None || rules_.classFrom == ClassFolder::Name ||
        rules_.classFrom == ClassFolder::Number)
      return;
    std::map<std::string, std::string_view> unlike;  // reasons to doubt classes, by name
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      Parts& parts = paths_[i].parts;
      if (paths_[i].ignored) continue;
      if (rules_.classFrom == ClassFolder::First && parts.size() > 1) parts.resize(1);
      if (rules_.classFrom == ClassFolder::Last && parts.size() > 1) parts.erase(parts.begin(), parts.end() - 1);
      for (const std::string& part : parts)
        meaning_.names[i] += (meaning_.names[i].empty() ? "" : "/") + displayName(part);
      if (parts.size() != 1) continue;
      if (lowerCase(parts[0]).starts_with("background_"))
        unlike[parts[0]] = "it lies beside them, though its name says that it is background";
      if (isFormatName(parts[0])) unlike[parts[0]] = "it lies beside them, though its name is that of a file format";
    }
    dropOnlyClass();
    for (const auto& [name, because] : unlike)
      meaning_.decisions.push_back({fmt::format("the folder \"{}\"", displayName(name)),
                                    "a class like the others",
                                    std::string(because),
                                    {"leave_out=" + name}});
  }

  // One folder around all files tells nothing apart.
  void dropOnlyClass() {
    const std::set<std::string> names(meaning_.names.begin(), meaning_.names.end());
    if (rules_.classFrom != ClassFolder::Automatic || names.size() != 1 || names.begin()->empty()) return;
    meaning_.decisions.push_back(
        {"the classes",
         "none",
         fmt::format("all {} are in folders of one name, \"{}\"", pluralOf(noun_), *names.begin()),
         {"class_from=last"}});
    meaning_.names.assign(meaning_.names.size(), "");
  }

  const std::vector<CountedFolder>& folders_;
  const FolderRules& rules_;
  std::string_view noun_;
  std::vector<Path> paths_;
  std::vector<std::string> domains_;  // per folder, what the name of its split adds; or empty
  FolderMeaning meaning_;
};

}  // namespace

FolderMeaning meaningOfFolders(const std::vector<CountedFolder>& folders, const FolderRules& rules,
                               std::string_view noun) {
  return Guess(folders, rules, noun).make();
}

}  // namespace fovea
