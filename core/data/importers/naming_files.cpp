#include "core/data/importers/naming_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/data/files/stand_in.h"
#include "core/data/importers/agreeing_files.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kNamingStart = 64 << 10;   // number of bytes of a file that are examined
constexpr std::size_t kLines = 40;               // number of lines that are examined
constexpr std::size_t kMostNamingFiles = 200;    // number of files that are examined
constexpr std::size_t kMostNamingInFolder = 16;  // number of files of a folder below the root that are examined
constexpr std::size_t kShownNamingFiles = 5;
constexpr std::size_t kLongEnough = 5;    // digits of a stem: shorter numbers may have another meaning
constexpr std::size_t kLongestMark = 16;  // bytes of a mark of a place such as <loc0123>
constexpr std::size_t kEnoughStems = 10;  // names without ending in JSON that cannot be other words

bool mayList(std::string_view name) {
  const std::string ending = endingOf(name);
  // Lists without ending, such as PROMPTS, but no notes.
  if (ending.empty()) return !lowerCase(name).starts_with("readme") && !lowerCase(name).starts_with("licen");
  for (const char* each : {".csv", ".tsv", ".tab", ".txt", ".lst", ".list", ".jsonl", ".odgt", ".json"})
    if (ending == each) return true;
  return false;
}

// Names of samples with their endings, and also without them unless these would be short numbers or single letters; and
// what follows each point in them, as "coarse_tilt_aligned_face.0.10399646885_o.jpg" is called after an original image.
class Names {
 public:
  explicit Names(const FileList& files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string_view name = files.name(i), stem = stemOf(name);
      names_.insert(name);
      const bool number = stem.find_first_not_of("0123456789") == std::string_view::npos;
      if (stem.size() >= kLongEnough || (!number && stem.size() > 1)) names_.insert(stem);
      for (std::size_t at = name.find('.'); at < stem.size(); at = name.find('.', at + 1))
        if (stem.size() - at > kLongEnough) names_.insert(name.substr(at + 1));
    }
  }

  // Returns true if that is one of the names, with or without its folders.
  bool has(std::string_view word) const {
    return !word.empty() && names_.contains(word.substr(word.find_last_of("/\\") + 1));
  }

  // Returns true if a word of the line is one of the names, with or without its folders.
  bool areIn(std::string_view line) const {
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of(" \t,;|\"'[]{}"), line.size());
      const std::string_view word = line.substr(0, end);
      if (has(word)) return true;
      line.remove_prefix(std::min(line.size(), end + 1));
    }
    return false;
  }

 private:
  std::unordered_set<std::string_view> names_;
};

bool holdsNumbers(std::string_view line) {
  const auto words = wordsOf(line);
  return std::all_of(words.begin(), words.end(), [](std::string_view word) { return realNumber(word).has_value(); });
}

// Returns true for JSON whose strings name several samples. The text may end in the middle.
bool namedInJson(std::string_view text, const Names& names, std::size_t samples, FileKind kind) {
  std::unordered_set<std::string_view> files, stems, others;
  for (std::size_t begin = text.find('"'); begin != std::string_view::npos; begin = text.find('"', begin)) {
    std::size_t end = ++begin;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size()) break;
    const std::string_view word = text.substr(begin, end - begin);
    const bool known = names.has(word);
    if (fileKindOf(word) == kind)
      (known ? files : others).insert(word);
    else if (known)
      stems.insert(word);
    begin = end + 1;
  }
  if (files.size() > 1 && files.size() > others.size()) return true;
  return stems.size() > 1 && (stems.size() >= kEnoughStems || stems.size() * 2 > samples);
}

bool namesSamples(const fs::path& file, const Names& names, std::size_t samples, FileKind kind) {
  std::string start = beginningOfFile(file, kNamingStart);
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) start = utf8Of(start);
  if (endingOf(file.filename().string()) == ".json") return namedInJson(start, names, samples, kind);
  TextLines lines(start);
  std::size_t seen = 0, named = 0, numbers = 0, alone = 0;
  while (const auto line = lines.nextFilled()) {
    if (++seen > kLines) break;
    const bool naming = names.areIn(*line);
    named += naming;
    alone += naming && line->find_first_of(" \t,;|") == std::string_view::npos;
    numbers += !naming && holdsNumbers(*line);
  }
  // A list of all samples with nothing else says nothing about them.
  constexpr std::size_t kMostListed = std::size_t{8} << 20;
  if (alone > 0 && alone == std::min(seen, kLines)) {
    const std::string whole = beginningOfFile(file, kMostListed);
    if (static_cast<std::size_t>(std::ranges::count(whole, '\n')) == samples) return false;
  }
  // Lines of numbers (boxes, points) may follow each name.
  return named > 1 && (named * 2 > std::min(seen, kLines) || named + numbers >= std::min(seen, kLines));
}

// Returns the names of the folders of the samples.
std::set<std::string> foldersOf(const FileList& files) {
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < files.folders(); ++i) {
    const std::string& folder = files.folder(i);
    names.emplace(lastPartOf(folder));
  }
  return names;
}

// Returns true if most lines begin with the name of a folder of samples, and what follows repeats: "34870;Swiping Left"
// where each folder holds the frames of one film; or if nearly all lines name a folder, each several times, as those of
// wells in the folders of experiments do. A list of classes has other words for each.
bool namesFolders(const fs::path& file, const std::set<std::string>& folders) {
  constexpr std::size_t kFewestFolders = 4, kFewestLines = 3;  // lines of a folder on average
  const std::string start = beginningOfFile(file, kNamingStart);
  TextLines lines(start);
  std::size_t seen = 0, named = 0, inside = 0;
  std::set<std::string> rests, met;
  while (const auto line = lines.nextFilled()) {
    if (++seen > kLines) break;
    // A last field is most often the class, which the folder says as well.
    const auto fields = splitList(*line);
    const auto field = std::ranges::find_if(fields, [&](const std::string& each) { return folders.contains(each); });
    if (field != fields.end() && field + 1 != fields.end()) {
      ++inside;
      met.insert(*field);
    }
    const std::size_t end = std::min(line->find_first_of(",;\t "), line->size());
    if (end == line->size() || !folders.contains(std::string(trimmed(line->substr(0, end))))) continue;
    ++named;
    rests.emplace(line->substr(end + 1));
  }
  seen = std::min(seen, kLines);
  if (!met.empty() && inside >= kFewestLines * met.size() && inside + 1 >= seen) return true;
  return folders.size() >= kFewestFolders && named >= kFewestFolders && named * 2 > seen && rests.size() * 2 <= named;
}

// Returns the words in front of the first mark in the names of samples: "13918" for "13918_AV.wav".
std::set<std::string> beginningsOf(const FileList& files) {
  std::set<std::string> beginnings;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string_view stem = stemOf(files.name(i));
    const std::size_t mark = stem.find_first_of("_-");
    if (mark != std::string_view::npos && mark > 2) beginnings.emplace(stem.substr(0, mark));
  }
  return beginnings;
}

// Returns true for a table with a line for each of several beginnings of names, such as those of patients.
bool namesBeginnings(const fs::path& file, const std::set<std::string>& beginnings) {
  constexpr std::size_t kFewestBeginnings = 4;
  const std::string ending = endingOf(file.filename().string());
  if ((ending != ".csv" && ending != ".tsv") || beginnings.size() < kFewestBeginnings) return false;
  const std::string start = beginningOfFile(file, kNamingStart);
  TextLines lines(start);
  std::size_t seen = 0;
  std::set<std::string> met;
  while (const auto line = lines.nextFilled()) {
    if (++seen > kLines) break;
    const std::string_view first = line->substr(0, line->find_first_of(",;\t"));
    if (first.size() < line->size() && beginnings.contains(std::string(trimmed(first)))) met.emplace(trimmed(first));
  }
  seen = std::min(seen, kLines);
  return met.size() >= kFewestBeginnings && met.size() * 5 >= (seen - 1) * 4;
}

// Returns true for a table, or a list of files of that kind, with about as many lines as there are samples, or more.
bool hasALineForEach(const fs::path& file, std::size_t samples, FileKind kind) {
  constexpr std::size_t kMostCounted = std::size_t{8} << 20;
  const std::string name = file.filename().string(), ending = endingOf(name);
  const bool table =
      ending == ".csv" || ending == ".tsv" || ending == ".tab" || ending == ".jsonl" || ending == ".odgt";
  const bool list = ending == ".txt" || ending == ".lst" || ending == ".list";
  if (!table && !list) return false;
  const std::string start = beginningOfFile(file, kMostCounted);
  if (list && fileKindOf(start.substr(0, start.find_first_of(" \t\n,;"))) != kind) return false;
  const auto lines = static_cast<std::size_t>(std::count(start.begin(), start.end(), '\n'));
  return lines > 1 && (lines * 5 >= samples * 4 || start.size() == kMostCounted);
}

// Returns files that may be lists, those near the root first: all of the root and some of each other folder.
Result<std::vector<std::string>> possibleLists(const fs::path& root, const LabelledFiles& found, Look look) {
  std::unordered_set<std::string> samples;
  for (std::size_t i = 0; i < found.files.size(); ++i)
    if (mayList(found.files.name(i))) samples.insert(found.files.relative(i));
  std::vector<std::string> candidates;
  const auto add = [&](std::string name) {
    if (!mayList(lastPartOf(name)) || samples.contains(name) || found.lists.contains(name)) return false;
    candidates.push_back(std::move(name));
    return true;
  };
  // A quick walk may end before it comes to the later folders.
  FOVEA_TRY(const FolderEntries top, listFolder(root, look.scan));
  for (const std::string& name : top.files) add(name);
  for (const std::string& folder : top.folders) {
    if (candidates.size() > kMostNamingFiles) break;
    const auto inside = listFolder(root / folder, look.scan, kMostNamingFiles);
    std::size_t added = 0;
    for (std::size_t i = 0; inside.ok() && i < inside->files.size() && added < kMostNamingInFolder; ++i)
      added += add(folder + "/" + inside->files[i]);
  }
  const WalkLimits limits = look == Look::Quick ? kLookLimits : WalkLimits{};
  FOVEA_TRY(const FoundFiles lists, findFiles(root, mayList, look.scan, limits));
  std::unordered_map<std::uint32_t, std::size_t> ofFolder;
  const auto depthOf = [](const std::string& name) { return std::count(name.begin(), name.end(), '/'); };
  for (std::size_t i = 0; i < lists.files.size() && candidates.size() <= kMostNamingFiles; ++i)
    if (depthOf(lists.files.relative(i)) > 1 && ofFolder[lists.files.folderOf(i)] < kMostNamingInFolder)
      ofFolder[lists.files.folderOf(i)] += add(lists.files.relative(i));
  if (candidates.size() > kMostNamingFiles) candidates.resize(kMostNamingFiles);
  return candidates;
}

// Returns true if an importer makes something of a folder.
bool accepts(const char* importer, const fs::path& folder, Look look) {
  const auto known = findImporter(importer);
  const auto found = known.ok() ? (*known)->recognise(folder, look.scan) : Result<Recognition>(known.error());
  return found.ok() ? found->samples > 1 : found.error().code != ErrorCode::Unsupported;
}

// Returns true if a file imported by itself gives images or sounds with labels.
bool labelsAlone(const char* importer, const fs::path& file, Look look) {
  const auto known = findImporter(importer);
  const auto found = known.ok() ? (*known)->recognise(file, look.scan) : Result<Recognition>(known.error());
  return found.ok() && found->samples > 1 && found->classes.size() > 1 && !found->previews.empty() &&
         found->previews[0].input.shape().rank() == 3;
}

// Returns the first mark of a place in a text, such as "<loc0123>" or "<loc_123>"; empty if there is none.
std::string_view placeMarkIn(std::string_view text) {
  constexpr std::string_view kMark = "<loc";
  for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at + 1)) {
    const std::string_view mark = text.substr(at, text.substr(at, kLongestMark).find('>') + 1);
    if (mark.size() > kMark.size() + 1 && mark.find_first_not_of("_0123456789", kMark.size()) == mark.size() - 1)
      return mark;
  }
  return {};
}

// Returns why lines of JSON are not read if they instruct a language model with images, as annotation services export
// them; empty for all others.
std::string whyPromptsAreUnread(const fs::path& root, const std::string& file) {
  if (endingOf(file) != ".jsonl") return {};
  const std::string start = beginningOfFile(root / file, kNamingStart);
  if (const std::string_view mark = placeMarkIn(start); !mark.empty())
    return fmt::format(
        "{} describes boxes in words for a language model, such as {}, which are not read: export the data set as COCO "
        "or YOLO, and import that",
        displayName(file), mark);
  if (start.find("\"messages\"") == std::string::npos || start.find("\"image_url\"") == std::string::npos) return {};
  return fmt::format(
      "{} holds conversations with a language model about images, which are not read: export the data set as COCO or "
      "YOLO, and import that",
      displayName(file));
}

std::string shownNames(const std::vector<std::string>& files) {
  std::vector<std::string> shown;
  for (const std::string& each : files)
    if (shown.size() < kShownNamingFiles) shown.push_back(displayName(each));
  const std::size_t more = files.size() - shown.size();
  return fmt::format("{}{}", fmt::join(shown, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

// Looks for files that name folders of the samples, or beginnings of their names; or else, where nothing says a class,
// for those with a line for each sample. Returns what they have to do with the samples; empty if there are none.
std::string whyAbout(const fs::path& root, const std::vector<std::string>& candidates, const LabelledFiles& found,
                     const UnreadWords& words, std::vector<std::string>& files) {
  const std::string_view samples = words.samples;
  std::set<std::string> folders = foldersOf(found.files);
  folders.insert(found.classes.begin(), found.classes.end());
  for (const std::string& each : candidates)
    if (namesFolders(root / each, folders)) files.push_back(each);
  if (!files.empty())
    return fmt::format("the folders of the {} are named in {}, in a form that is not known here", samples,
                       shownNames(files));
  const std::set<std::string> beginnings = beginningsOf(found.files);
  for (const std::string& each : candidates)
    if (namesBeginnings(root / each, beginnings)) files.push_back(each);
  if (!files.empty())
    return fmt::format("the {} are named in {} by the beginnings of their names, in a form that is not known here",
                       samples, shownNames(files));
  for (const std::string& each : candidates)
    if (found.classes.empty() && hasALineForEach(root / each, found.files.size(), words.kind)) files.push_back(each);
  if (files.empty()) return {};
  return fmt::format("nothing else says a class, and {} may: it has about as many lines as there are {}",
                     displayName(files[0]), samples);
}

std::string chosenWithout(const LabelledFiles& found, std::string_view samples) {
  return found.classes.empty()       ? fmt::format("{} without labels", samples)
         : found.classes.size() == 1 ? std::string("one class, by the only folder")
                                     : std::string("classes by folders or names");
}

}  // namespace

Result<std::optional<ImportDecision>> askAboutNamingFiles(const fs::path& root, const LabelledFiles& found,
                                                          const UnreadWords& words, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return std::optional<ImportDecision>();
  FOVEA_TRY(const auto candidates, possibleLists(root, found, look));
  if (candidates.empty()) return std::optional<ImportDecision>();
  const Names names(found.files);
  std::vector<std::string> naming;
  std::string prompts;  // why the first file is not read, if it is for a language model
  for (const std::string& each : candidates) {
    FOVEA_CHECK(look.check());
    const std::string why = words.kind == FileKind::Image ? whyPromptsAreUnread(root, each) : std::string();
    if (why.empty() && !namesSamples(root / each, names, found.files.size(), words.kind)) continue;
    if (naming.empty()) prompts = why;
    naming.push_back(each);
  }
  // A file of the same name in the folder of another split may have too few lines to be seen as such.
  for (const std::string& each : std::vector<std::string>(naming))
    for (const std::string& other : candidates)
      if (lastPartOf(other) == lastPartOf(each) && std::ranges::count(naming, other) == 0) naming.push_back(other);
  std::string because =
      fmt::format("the {} are named in {}, in a form that is not known here", words.samples, shownNames(naming));
  if (naming.empty()) {
    FOVEA_CHECK(look.check());
    because = whyAbout(root, candidates, found, words, naming);
    if (naming.empty()) return std::optional<ImportDecision>();
  }
  ImportDecision question{fmt::format("the labels and splits of the {}", words.samples),
                          fmt::format("{}; {} not read", chosenWithout(found, words.samples),
                                      naming.size() == 1 ? "one file is" : grouped(std::ssize(naming)) + " files are"),
                          std::move(because),
                          {"ignore_annotations=true"},
                          false};
  if (!prompts.empty()) {
    question.because = prompts;
    return std::optional(std::move(question));
  }
  bool opens = false;
  for (const char* kind : words.kinds) {
    if (accepts(kind, root, look))
      question.alternatives.push_back(std::string(kKindOption) + kind);
    else
      opens = opens || labelsAlone(kind, root / naming[0], look);
  }
  if (opens)
    question.because +=
        fmt::format("; {} can be imported by itself, with the {} that it names", displayName(naming[0]), words.samples);
  return std::optional(std::move(question));
}

Status takeAgreeingFiles(const fs::path& root, LabelledFiles& found, const UnreadWords& words, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code) || found.classes.size() < 2) return {};
  FOVEA_TRY(const auto candidates, possibleLists(root, found, look));
  const KnownClasses classes(found);
  std::vector<std::string> agreeing;
  for (const std::string& each : candidates) {
    FOVEA_CHECK(look.check());
    if (classes.agreeWith(root / each) || classes.areCountedIn(root / each)) agreeing.push_back(each);
  }
  if (agreeing.empty()) return {};
  found.decisions.push_back(
      {fmt::format("the classes of the {}", words.samples),
       "those of the folders",
       fmt::format("what is said of the {} agrees with them: {}", words.samples, shownNames(agreeing)),
       {}});
  found.lists.insert(agreeing.begin(), agreeing.end());
  return {};
}

Result<std::optional<ImportDecision>> askAboutAnnotations(const fs::path& root, const LabelledFiles& found,
                                                          const UnreadWords& words, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code) || found.annotations < 2) return std::optional<ImportDecision>();
  const auto isAnnotation = [](std::string_view name) {
    const std::string ending = endingOf(name);
    return ending == ".json" || ending == ".xml" || ending == ".mat";
  };
  FOVEA_TRY(const FoundFiles beside, findFiles(root, isAnnotation, look.scan, kLookLimits));
  std::set<std::string> folders, annotated;
  for (std::size_t i = 0; i < found.files.size(); ++i) folders.insert(found.files.folder(found.files.folderOf(i)));
  for (std::size_t i = 0; i < beside.files.size(); ++i) {
    const std::string& folder = beside.files.folder(beside.files.folderOf(i));
    if (folders.contains(folder)) annotated.insert(folder);
  }
  const bool everywhere = annotated.size() > 1 && annotated.size() * 2 > folders.size();
  if (!everywhere && found.annotations * 2 <= found.files.size()) return std::optional<ImportDecision>();
  return std::optional(ImportDecision{
      "the kind of this data",
      found.classes.empty() ? fmt::format("{} without labels", words.samples) : std::string("a class per folder"),
      fmt::format("{} of JSON, XML or MATLAB beside the {}, such as {}, are in no format that is known",
                  counted(static_cast<std::int64_t>(found.annotations), "file"), words.samples,
                  displayName(found.annotation)),
      {"ignore_annotations=true"},
      false});
}

}  // namespace fovea
