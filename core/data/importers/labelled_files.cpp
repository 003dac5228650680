#include "core/data/importers/labelled_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/utf8.h"
#include "core/data/importers/image_lists.h"
#include "core/data/importers/name_labels.h"
#include "core/data/importers/repeated_names.h"
#include "core/data/importers/text_stream.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

std::string_view kindWord(FileKind kind) {
  switch (kind) {
    case FileKind::Image:
      return "image";
    case FileKind::Audio:
      return "sound file";
    case FileKind::Video:
      return "video file";
    case FileKind::Volume:
      return "volume";
    default:
      return "text file";
  }
}

constexpr std::size_t kTextsSniffed = 64;
constexpr std::size_t kLongestEnding = 8;  // longer endings, such as a hash, do not count as endings

// Returns true if no known ending follows the last point: "49960", "1.", "0001.7c53336b".
bool isWithoutEnding(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending.size() < 2 || ending.size() > kLongestEnding ||
         ending.find_first_not_of("0123456789", 1) == std::string::npos;
}

// Returns true if nearly all of a sample of the files hold text.
bool holdTexts(const fs::path& root, const FileList& files) {
  const std::size_t step = std::max<std::size_t>(1, files.size() / kTextsSniffed);
  std::size_t looked = 0, texts = 0;
  for (std::size_t i = 0; i < files.size(); i += step) {
    ++looked;
    texts += holdsText(files.path(root, i));
  }
  return texts * 10 >= looked * 9;
}

// Counts of the files in a folder, which help to decide whether it is meant as data of one kind.
struct Census {
  std::size_t wanted = 0;
  std::size_t otherData = 0;  // files of another kind than text
  std::size_t rest = 0;
  std::size_t annotations = 0;  // annotations among the rest
};

void addRemarks(const FoundFiles& found, FileKind kind, LabelledFiles& result) {
  if (!found.barren.empty() && !result.classes.empty())
    result.remarks.push_back(fmt::format("{} no {}, for instance \"{}\".",
                                         found.barren.size() == 1
                                             ? std::string("1 folder holds")
                                             : fmt::format("{} folders hold", grouped(std::ssize(found.barren))),
                                         kindWord(kind), displayName(found.barren[0])));
  std::size_t strange = 0;
  for (std::size_t i = 0; i < found.files.folders(); ++i)
    if (!isUtf8(found.files.folder(static_cast<std::uint32_t>(i)))) ++strange;
  if (strange > 0)
    result.remarks.push_back(fmt::format("The names of {} are not UTF-8; their other bytes are shown as \\xE9.",
                                         counted(static_cast<std::int64_t>(strange), "folder")));
}

// Numbers classes by name, and sorts them in natural order once all are known.
class ClassNumbers {
 public:
  explicit ClassNumbers(const ImageLists& lists) : lists_(lists) {}

  std::int32_t numberOf(const std::string& name) {
    if (name.empty()) return kNoLabel;
    const auto [place, isNew] = numbers_.emplace(composedForm(name), static_cast<std::int32_t>(names_.size()));
    if (isNew) names_.push_back(place->first);
    return place->second;
  }
  bool empty() const { return names_.empty(); }

  // Sorts the names; `labels` become indices into the sorted list.
  std::vector<std::string> sort(std::vector<std::int32_t>& labels) const {
    std::vector<std::int32_t> order(names_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return naturalLess(at(a), at(b)); });
    std::vector<std::int32_t> places(names_.size());
    std::vector<std::string> sorted;
    for (const std::int32_t number : order) {
      places[static_cast<std::size_t>(number)] = static_cast<std::int32_t>(sorted.size());
      sorted.push_back(lists_.titleOf(at(number)));
    }
    for (std::int32_t& label : labels)
      if (label != kNoLabel) label = places[static_cast<std::size_t>(label)];
    return sorted;
  }

 private:
  const std::string& at(std::int32_t number) const { return names_[static_cast<std::size_t>(number)]; }
  const ImageLists& lists_;
  std::map<std::string, std::int32_t> numbers_;
  std::vector<std::string> names_;
};

std::vector<CountedFolder> countFolders(const FileList& files) {
  std::vector<CountedFolder> folders;
  for (std::uint32_t i = 0; i < files.folders(); ++i) folders.push_back({files.folder(i)});
  for (std::size_t i = 0; i < files.size(); ++i) ++folders[files.folderOf(i)].files;
  return folders;
}

// The classes in the names of files, and whether they are used.
struct ByName {
  std::optional<NameForm> form;
  std::optional<NameForm> number;  // set if a number in the name is to be predicted
  std::optional<ImportDecision> decision;
};

// Limit on the number of names that are examined in memory.
constexpr std::size_t kNamesJudged = 20'000;

template <class IsWanted>
ByName judgeNames(const FoundFiles& found, const FolderMeaning& meaning, const FolderRules& rules, FileKind kind,
                  const IsWanted& isWanted) {
  ByName by;
  const bool told = rules.classFrom == ClassFolder::Name;
  if (rules.classFrom == ClassFolder::Number) by.number = {.part = rules.namePart};
  if (!rules.asks || (!told && rules.classFrom != ClassFolder::Automatic)) return by;
  std::set<std::string> classes;
  bool trains = false;
  for (std::size_t i = 0; i < meaning.names.size(); ++i) {
    if (meaning.leftOut[i]) continue;
    if (!meaning.names[i].empty()) classes.insert(meaning.names[i]);
    trains = trains || meaning.splits[i] == Split::Train;
  }
  // Test files may have names without classes.
  std::vector<std::string_view> names;
  const std::size_t step = std::max<std::size_t>(1, found.files.size() / kNamesJudged);
  for (std::size_t i = 0; i < found.files.size(); i += step) {
    const std::uint32_t folder = found.files.folderOf(i);
    if (meaning.leftOut[folder] || !isWanted(found.files.name(i))) continue;
    if (!trains || meaning.splits[folder] == Split::Train) names.push_back(found.files.name(i));
  }
  if (told) {
    by.form = chosenForm(names, kind, rules.namePart);
    return by;
  }
  const bool folders = classes.size() > 1;
  auto judged = labelsInNames(names, {kind, kindWord(kind), folders});
  // All that trains may be of one class, with others among the tests: "normal_1.wav", then "anomaly_1.wav".
  if (!judged && trains && !folders) {
    names.clear();
    for (std::size_t i = 0; i < found.files.size(); i += step) {
      const std::uint32_t folder = found.files.folderOf(i);
      if (!meaning.leftOut[folder] && isWanted(found.files.name(i)) && meaning.splits[folder] != Split::Train)
        names.push_back(found.files.name(i));
    }
    judged = labelsInNames(names, {kind, kindWord(kind), folders});
    if (judged) judged->sure = judged->decision.sure = false;
  }
  // A folder of texts can also be imported as one text, so weak evidence is ignored.
  if (!judged || (kind == FileKind::Text && !judged->sure)) return by;
  by.decision = judged->decision;
  if (judged->sure) by.form = judged->form;
  return by;
}

// Returns true if the lists state the class of any of the files.
bool namesAny(const ImageLists& lists, const FileList& files) {
  for (std::size_t i = 0; lists.namesClasses() && i < files.size(); ++i)
    if (lists.classOf(files.relative(i))) return true;
  return false;
}

// Asks about classes of which each has one file: nothing can be learned about them.
std::optional<ImportDecision> askAboutLonelyClasses(const LabelledFiles& found, std::string_view noun) {
  constexpr std::size_t kFewestLonely = 4;
  if (found.classes.size() < kFewestLonely || found.files.size() > found.classes.size() || !found.complete)
    return std::nullopt;
  return ImportDecision{fmt::format("the {} folders of the {}", found.classes.size(), pluralOf(noun)),
                        "a class each",
                        fmt::format("each holds one {}, so that they may be people or cases rather than classes", noun),
                        {"class_from=none", "class_from=first", "class_from=path"},
                        false};
}

// Asks about classes of folders if most files lie outside of them, and would be left out.
std::optional<ImportDecision> askAboutOutsiders(const LabelledFiles& found, std::size_t outside,
                                                std::string_view noun) {
  if (found.classes.empty() || outside <= found.files.size()) return std::nullopt;
  return ImportDecision{
      "the folders",
      found.classes.size() == 1 ? std::string("one class") : fmt::format("{} classes", found.classes.size()),
      fmt::format("{} lie in no folder of a class and are left out, and only {} in one",
                  counted(static_cast<std::int64_t>(outside), noun),
                  grouped(static_cast<std::int64_t>(found.files.size()))),
      {"class_from=none", "class_from=path"},
      false};
}

template <class IsWanted>
LabelledFiles labelled(FoundFiles found, FileKind kind, const FolderRules& rules, const ImageLists& lists,
                       const IsWanted& isWanted) {
  const auto folders = countFolders(found.files);
  FolderMeaning meaning = meaningOfFolders(folders, rules, kindWord(kind));
  const ByName byName = lists.namesClasses() ? ByName() : judgeNames(found, meaning, rules, kind, isWanted);
  // Asks at most one question.
  std::optional<ImportDecision> question = byName.decision ? byName.decision : meaning.classQuestion;
  if (!question && rules.asks && rules.classFrom == ClassFolder::Automatic && !lists.namesClasses())
    question = askAboutRepeatedNames(found.files, meaning, kindWord(kind));
  if (question) meaning.decisions.push_back(std::move(*question));
  const bool listsName = lists.namesEveryClass() && rules.classFrom == ClassFolder::Automatic;
  if (byName.form || byName.number || listsName) std::fill(meaning.names.begin(), meaning.names.end(), std::string());
  LabelledFiles result;
  result.complete = found.complete;
  result.problems = std::move(found.problems);
  result.decisions = std::move(meaning.decisions);
  const bool listed = rules.splits != SplitFolders::Never && lists.namesSplits();
  const bool named = rules.classFrom != ClassFolder::None;
  ClassNumbers numbers(lists);
  std::vector<std::int32_t> ofFolder;
  for (const std::string& name : meaning.names) ofFolder.push_back(numbers.numberOf(name));
  std::vector<std::uint32_t> places(folders.size());
  for (std::uint32_t i = 0; i < places.size(); ++i) places[i] = result.files.addFolder(found.files.folder(i));
  std::vector<std::size_t> withoutClass(folders.size());
  std::size_t outside = 0;  // files in no folder of a class or of a split
  // Files without a class may precede the first file with one.
  const bool classed = byName.form || !numbers.empty() || (named && !byName.number && namesAny(lists, found.files));
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const std::uint32_t folder = found.files.folderOf(i);
    const std::string_view name = found.files.name(i);
    if (meaning.leftOut[folder]) continue;
    if (!isWanted(name)) {
      result.problems.push_back({found.files.relative(i), 0, "Fovea does not read images of this format"});
      continue;
    }
    if (listed && lists.leavesOut(found.files.relative(i))) {
      result.problems.push_back({found.files.relative(i), 0, "its list says that it neither trains nor tests"});
      continue;
    }
    std::int32_t label = byName.form ? numbers.numberOf(byName.form->classOf(name)) : ofFolder[folder];
    std::optional<float> number;
    if (byName.number) {
      number = byName.number->numberOf(name);
      if (!number) {
        result.problems.push_back({found.files.relative(i), 0, "that part of its name is no number"});
        continue;
      }
      result.numbers.push_back(*number);
    } else if (label == kNoLabel && named && !lists.empty())
      if (const std::string* known = lists.classOf(found.files.relative(i))) label = numbers.numberOf(*known);
    if (label == kNoLabel && classed) {
      ++withoutClass[folder];
      outside += !meaning.splits[folder];
      // Reports a whole split without classes only once.
      if (!meaning.splits[folder])
        result.problems.push_back(
            {found.files.relative(i), 0, byName.form ? "its name says no class" : "it lies in no folder of a class"});
      continue;
    }
    result.files.add(places[folder], name);
    result.labels.push_back(label);
    result.splits.push_back(meaning.splits[folder]);
    if (byName.form && byName.form->groupPart > 0)
      result.groups.push_back(byName.form->groupOf(name));
    else if (lists.namesTracks())
      result.groups.push_back(lists.trackOf(found.files.relative(i)));
    if (!result.splits.back() && byName.form && rules.splits != SplitFolders::Never)
      result.splits.back() = byName.form->splitOf(name);
    if (listed)
      if (const auto split = lists.splitOf(found.files.relative(i))) result.splits.back() = split;
  }
  result.classes = numbers.sort(result.labels);
  if (byName.form && byName.form->testPart > 0 && rules.splits != SplitFolders::Never)
    result.decisions.push_back({"the splits",
                                fmt::format("those of names whose number is {} or less test", byName.form->lastTest),
                                "its authors say so of this set",
                                {"splits=none"}});
  for (std::size_t i = 0; i < folders.size(); ++i)
    if (withoutClass[i] > 0 && meaning.splits[i])
      result.decisions.push_back(
          {fmt::format("the folder \"{}\"", displayName(folders[i].path)),
           fmt::format("left out, with {}", counted(static_cast<std::int64_t>(withoutClass[i]), kindWord(kind))),
           "nothing says the classes of what is in it",
           {}});
  for (ImportDecision decision : lists.classDecisions())
    if (named && rules.asks) result.decisions.push_back(std::move(decision));
  for (ImportDecision decision : lists.decisions()) {
    if (!listed) break;
    if (!rules.asks) decision.alternatives.clear();
    result.decisions.push_back(std::move(decision));
  }
  const auto asked = std::ranges::any_of(result.decisions, [](const ImportDecision& each) { return !each.sure; });
  if (!asked && rules.asks && rules.classFrom == ClassFolder::Automatic && !lists.namesClasses()) {
    auto further = askAboutLonelyClasses(result, kindWord(kind));
    if (!further) further = askAboutOutsiders(result, outside, kindWord(kind));
    if (further) result.decisions.push_back(std::move(*further));
  }
  addRemarks(found, kind, result);
  return result;
}

}  // namespace

Result<LabelledFiles> findLabelledFiles(const fs::path& root, FileKind kind, const FolderRules& rules, Look look,
                                        TextNames texts) {
  std::error_code code;
  if (!fs::is_directory(root, code)) {
    const std::string name = root.filename().string();
    if (fileKindOf(name) != kind) return nothingFound(std::string(kindWord(kind)), root);
    LabelledFiles one;
    one.files.add(one.files.addFolder(""), name);
    one.labels.push_back(kNoLabel);
    one.splits.emplace_back();
    return one;
  }
  const bool anyName = kind == FileKind::Text && texts == TextNames::Any;
  const auto isWanted = [&](std::string_view name) {
    return fileKindOf(name) == kind || (anyName && isWithoutEnding(name));
  };
  Census census;
  std::string annotation;
  const auto wanted = [&](std::string_view name) {
    const std::string ending = endingOf(name);
    if (ending == ".json" || ending == ".xml" || ending == ".mat") {
      if (census.annotations++ == 0) annotation = name;
    }
    const FileKind which = fileKindOf(name);
    const bool foreign = kind == FileKind::Image && isForeignImage(name);
    const bool mine = isWanted(name);
    if (mine)
      ++census.wanted;
    else if (which != FileKind::Other && which != FileKind::Text)
      ++census.otherData;
    else if (!foreign)
      ++census.rest;
    return mine || foreign;
  };
  FOVEA_TRY(FoundFiles found, findFiles(root, wanted, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  // Text files occur beside any kind of file; they are the data only if they are the majority.
  const std::size_t mostRest = kind == FileKind::Text ? census.wanted : 20 * census.wanted + 20;
  const bool outweighed = census.otherData > census.wanted || census.rest > mostRest;
  if (census.wanted == 0 || (look == Look::Quick && outweighed)) return nothingFound(std::string(kindWord(kind)), root);
  if (anyName && !holdTexts(root, found.files)) return nothingFound(std::string(kindWord(kind)), root);
  FOVEA_TRY(const ImageLists lists, ImageLists::find(root, look, rules.classDepth));
  LabelledFiles result = labelled(std::move(found), kind, rules, lists, isWanted);
  result.lists = lists.read();
  result.classesBeside = lists.areBesideSamples();
  result.annotations = result.classesBeside ? 0 : census.annotations;
  result.annotation = std::move(annotation);
  return result;
}

LabelledFiles filesWithout(LabelledFiles found, const std::set<std::string>& paths) {
  const LabelledFiles all = std::move(found);
  LabelledFiles rest = all;
  rest.files = FileList();
  rest.labels.clear();
  rest.splits.clear();
  rest.groups.clear();
  rest.numbers.clear();
  for (std::uint32_t i = 0; i < all.files.folders(); ++i) rest.files.addFolder(all.files.folder(i));
  std::vector<bool> used(all.classes.size());
  for (std::size_t i = 0; i < all.files.size(); ++i) {
    if (paths.contains(all.files.relative(i))) continue;
    rest.files.add(all.files.folderOf(i), all.files.name(i));
    rest.labels.push_back(all.labels[i]);
    rest.splits.push_back(all.splits[i]);
    if (!all.groups.empty()) rest.groups.push_back(all.groups[i]);
    if (!all.numbers.empty()) rest.numbers.push_back(all.numbers[i]);
    if (all.labels[i] != kNoLabel) used[static_cast<std::size_t>(all.labels[i])] = true;
  }
  std::vector<std::int32_t> moved(all.classes.size(), kNoLabel);
  rest.classes.clear();
  for (std::size_t label = 0; label < used.size(); ++label) {
    if (!used[label]) continue;
    moved[label] = static_cast<std::int32_t>(rest.classes.size());
    rest.classes.push_back(all.classes[label]);
  }
  for (std::int32_t& label : rest.labels)
    if (label != kNoLabel) label = moved[static_cast<std::size_t>(label)];
  return rest;
}

LabelledSource::LabelledSource(const fs::path& root, LabelledFiles found) : root_(root) {
  std::error_code code;
  if (!fs::is_directory(root, code)) root_ = root.parent_path();
  rootText_ = absoluteText(root_);
  if (!rootText_.ends_with('/')) rootText_ += '/';
  name_ = nameOfSource(root);
  classes_ = std::move(found.classes);
  complete_ = found.complete;
  remarks_ = std::move(found.remarks);
  decisions_ = std::move(found.decisions);
  for (SkippedSample& problem : found.problems) {
    const bool relative = !problem.source.starts_with('/');
    skip((relative ? rootText_ : "") + problem.source, problem.sourceIndex, std::move(problem.reason));
  }
  found.problems.clear();
  task_ = !found.numbers.empty() ? Task::Regression : classes_.empty() ? Task::Unlabelled : Task::Classification;
  found_ = std::move(found);
}

Status LabelledSource::addNumber(std::int64_t index, LoadedItem& item) const {
  if (found_.numbers.empty()) return {};
  FOVEA_TRY(item.target, Tensor::tryMake({DataType::Float32, Shape{1}}));
  item.target.data<float>()[0] = found_.numbers[static_cast<std::size_t>(index)];
  return {};
}

ImportItem LabelledSource::item(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  ImportItem item;
  item.source = rootText_ + found_.files.relative(i);
  item.label = found_.labels[i];
  item.split = found_.splits[i];
  if (!found_.groups.empty()) item.group = found_.groups[i];
  return item;
}

}  // namespace fovea
