#include "core/data/importers/sound_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

#include "core/data/importers/found_files.h"
#include "core/data/importers/joined_labels.h"
#include "core/data/importers/record_file.h"
#include "core/data/importers/table_names.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kJudgedRows = 64;
constexpr std::size_t kQuickSoundRows = 20'000;
constexpr std::size_t kMostRows = 50'000'000;
constexpr std::size_t kMostTables = 64;

// Column names, the clearest first: names of classes before their numbers.
constexpr std::array kLabelNames = {"label",    "labels",        "class",   "class_name", "classname",
                                    "category", "target_name",   "genre",   "emotion",    "keyword",
                                    "command",  "word",          "species", "bird",       "instrument",
                                    "language", "primary_label", "tag",     "target",     "label_id",
                                    "class_id", "classid",       "y"};
constexpr std::array kSplitNames = {"split", "set", "subset", "partition", "usage"};
constexpr std::array kGroupNames = {"fold", "fold_id", "cv_fold", "speaker", "speaker_id", "client_id"};
constexpr std::array kTranscriptNames = {"text",     "transcript",      "transcription",
                                         "sentence", "normalized_text", "utterance"};

template <std::size_t count>
int namedColumn(const Row& columns, const std::array<const char*, count>& names) {
  for (const char* name : names)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (lowerCase(columns[i]) == name) return static_cast<int>(i);
  return -1;
}

// The sounds below a folder, indexed by file name.
class SoundIndex {
 public:
  static Result<SoundIndex> of(const fs::path& root, Look look) {
    SoundIndex index;
    index.root_ = absoluteText(root);
    FOVEA_TRY(FoundFiles found, findFiles(
                                    root, [](std::string_view name) { return fileKindOf(name) == FileKind::Audio; },
                                    look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
    index.files_ = std::move(found.files);
    index.complete = found.complete;
    for (std::size_t i = 0; i < index.files_.size(); ++i)
      index.byName_[std::string(index.files_.name(i))].push_back(static_cast<std::uint32_t>(i));
    return index;
  }

  std::size_t size() const { return files_.size(); }
  std::string path(std::size_t file) const { return root_ + "/" + files_.relative(file); }
  std::string relative(std::size_t file) const { return files_.relative(file); }

  // Returns the file that a table in `folder` (relative to the root) means by `value`. If several paths match, chooses
  // the one below the table or in a folder named `hint`. -1: none, -2: several.
  std::int64_t find(const std::string& value, const std::string& folder, const std::string& hint) const {
    const std::string wanted = fs::path(value).lexically_normal().generic_string();
    const auto found = byName_.find(fs::path(wanted).filename().string());
    if (found == byName_.end()) return -1;
    std::vector<std::uint32_t> fitting;
    for (const std::uint32_t file : found->second) {
      const std::string path = files_.relative(file);
      if (path == (folder.empty() ? wanted : folder + "/" + wanted)) return file;
      if (path.size() == wanted.size() ? path == wanted : path.ends_with("/" + wanted)) fitting.push_back(file);
    }
    const auto narrow = [&](const std::string& part) {
      std::vector<std::uint32_t> some;
      for (const std::uint32_t file : fitting)
        if (("/" + files_.relative(file)).find("/" + part + "/") != std::string::npos) some.push_back(file);
      if (!some.empty()) fitting = some;
    };
    if (fitting.size() > 1 && !hint.empty()) narrow(hint);
    if (fitting.size() > 1 && !folder.empty()) narrow(folder);
    if (fitting.empty()) return -1;
    return fitting.size() == 1 ? std::int64_t{fitting[0]} : -2;
  }

  bool complete = true;

 private:
  std::string root_;
  FileList files_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> byName_;
};

// The roles of the columns of one table, from its first rows.
struct Columns {
  Row names;
  int path = -1, label = -1, split = -1, group = -1;
  std::vector<int> mayBeLabel;  // candidates if none is clear
};

bool isSplitColumn(const std::vector<Row>& rows, std::size_t column) {
  return std::all_of(rows.begin(), rows.end(),
                     [&](const Row& row) { return row[column].empty() || splitInName(row[column]).has_value(); });
}

// Returns the column in which most values are names of sounds; -1 if there is none.
int pathColumn(const std::vector<Row>& rows, std::size_t columns) {
  for (std::size_t i = 0; i < columns; ++i) {
    const auto sounds =
        std::count_if(rows.begin(), rows.end(), [&](const Row& row) { return fileKindOf(row[i]) == FileKind::Audio; });
    if (2 * sounds > std::ssize(rows)) return static_cast<int>(i);
  }
  return -1;
}

class SoundTableReader {
 public:
  SoundTableReader(const SoundIndex& index, const SoundTableChoices& choices, Look look)
      : index_(index), choices_(choices), look_(look) {
    for (const std::string& each : splitList(choices.validationGroups)) groupSplits_[each] = Split::Validation;
    for (const std::string& each : splitList(choices.testGroups)) groupSplits_[each] = Split::Test;
  }

  // Returns whether the table `relative` names sounds with classes; if so, reads its rows.
  Result<bool> read(const fs::path& root, const std::string& relative) {
    FOVEA_CHECK(look_.check());
    table_ = displayName(fs::path(relative).filename().string());
    folder_ = fs::path(relative).parent_path().generic_string();
    listed_ = absoluteText(root / relative);
    FOVEA_TRY(const auto columns, judge(root / relative));
    if (!columns) return false;
    say(*columns);
    ownSplit_ = splitInName(stemOf(fs::path(relative).filename().string()));
    const Status read = readRecords(
        root / relative, [](const Row&) { return true; },
        [&](const Row& row, std::int64_t line) { return add(*columns, row, line); });
    if (!read.ok()) skip(0, read.error().message);
    return true;
  }

  SoundTable take() {
    for (std::size_t i = 0; i < index_.size() && look_ == Look::Whole; ++i)
      if (!used_.contains(static_cast<std::int64_t>(i))) note({index_.path(i), 0, "no table says its class"});
    table.complete = table.complete && index_.complete;
    separateLabels();
    askAboutRepeated();
    return std::move(table);
  }
  SoundTable table;

 private:
  void note(SkippedSample problem) {
    if (table.problems.size() < kListedProblems) table.problems.push_back(std::move(problem));
  }
  void skip(std::int64_t line, const std::string& reason) {
    note({listed_, static_cast<std::uint64_t>(line), line > 0 ? fmt::format("line {}: {}", line, reason) : reason});
  }

  Result<std::optional<Columns>> judge(const fs::path& file) {
    Columns columns;
    std::vector<Row> rows;
    const Status read = readRecords(
        file,
        [&](const Row& names) {
          columns.names = names;
          return names.size() > 1;
        },
        [&](const Row& row, std::int64_t) {
          rows.push_back(row);
          return rows.size() < kQuickSoundRows;
        });
    if (!read.ok() && (rows.empty() || read.error().code == ErrorCode::Cancelled)) return std::optional<Columns>();
    if (rows.empty()) return std::optional<Columns>();
    const std::vector<Row> some(rows.begin(),
                                rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), kJudgedRows)));
    columns.path = pathColumn(some, columns.names.size());
    // A first row that names a sound is not a header.
    if (columns.path < 0 || fileKindOf(columns.names[static_cast<std::size_t>(columns.path)]) == FileKind::Audio)
      return std::optional<Columns>();
    if (namedColumn(columns.names, kTranscriptNames) >= 0 && choices_.labelColumn.empty())
      return std::optional<Columns>();
    const auto there = std::count_if(some.begin(), some.end(), [&](const Row& row) {
      return index_.find(row[static_cast<std::size_t>(columns.path)], folder_, "") != -1;
    });
    if (2 * there <= std::ssize(some)) return std::optional<Columns>();
    FOVEA_CHECK(chooseOthers(rows, columns));
    if (columns.label < 0 && columns.mayBeLabel.empty()) return std::optional<Columns>();
    return std::optional<Columns>(std::move(columns));
  }

  Result<int> chosen(const Columns& columns, const std::string& name) const {
    const auto found = std::find(columns.names.begin(), columns.names.end(), name);
    if (found != columns.names.end()) return static_cast<int>(found - columns.names.begin());
    return fail(ErrorCode::InvalidArgument, fmt::format("The table {} has no column \"{}\".", table_, name),
                fmt::format("It has: {}.", fmt::join(columns.names, ", ")));
  }

  Status chooseOthers(const std::vector<Row>& rows, Columns& columns) const {
    columns.split = namedColumn(columns.names, kSplitNames);
    if (columns.split >= 0 && !isSplitColumn(rows, static_cast<std::size_t>(columns.split))) columns.split = -1;
    columns.group = namedColumn(columns.names, kGroupNames);
    for (const auto& [name, column] :
         {std::pair(&choices_.splitColumn, &columns.split), std::pair(&choices_.groupColumn, &columns.group)}) {
      if (*name == "none") *column = -1;
      if (name->empty() || *name == "none") continue;
      FOVEA_TRY(*column, chosen(columns, *name));
    }
    if (!choices_.labelColumn.empty()) {
      FOVEA_TRY(columns.label, chosen(columns, choices_.labelColumn));
      return {};
    }
    columns.label = namedColumn(columns.names, kLabelNames);
    if (columns.label >= 0) return {};
    for (std::size_t i = 0; i < columns.names.size(); ++i) {
      const int column = static_cast<int>(i);
      if (column == columns.path || column == columns.split || column == columns.group) continue;
      std::set<std::string> values;
      for (const Row& row : rows) values.insert(row[i]);
      if (values.size() > 1 && values.size() * 2 <= rows.size()) columns.mayBeLabel.push_back(column);
    }
    if (!columns.mayBeLabel.empty()) columns.label = columns.mayBeLabel[0];
    return {};
  }

  // Finds out whether labels hold several, unless the option says so.
  void separateLabels() {
    if (choices_.labelSeparator == "none") return;
    table.separator = separatorOfOption(choices_.labelSeparator);
    if (!table.separator.empty()) return;
    std::set<std::string> different;
    for (const TabledSound& sound : table.sounds) different.insert(sound.label);
    const auto joined = joinedLabelsIn({different.begin(), different.end()});
    if (!joined) return;
    table.separator = std::string(1, joined->separator);
    std::vector<std::string> alternatives{"label_separator=none"};
    if (!joined->sure) alternatives.insert(alternatives.begin(), "label_separator=" + joined->option());
    decide({"the labels of a sound", "several",
            fmt::format("some rows have several, with {} between them, such as \"{}\"", joined->words(),
                        joined->example.substr(0, 60)),
            std::move(alternatives), joined->sure});
  }

  // Several rows with different classes for one sound are events in it, of which one would be its class.
  void askAboutRepeated() {
    constexpr std::int64_t kFewestRepeated = 2;
    if (choices_.repeated != "ask" || repeated_ < kFewestRepeated || repeated_ * 10 < std::ssize(table.sounds)) return;
    decide({"the class of sounds that several rows name",
            "that of the first row",
            fmt::format("{} a sound that an earlier row names with another class, as rows for events in a sound do",
                        counted(repeated_, "row names", "rows name")),
            {"repeated=first", "kind=audio"},
            false});
  }

  void decide(ImportDecision decision) {
    for (const ImportDecision& each : table.decisions)
      if (each.what == decision.what && each.chosen == decision.chosen) return;
    table.decisions.push_back(std::move(decision));
  }

  void say(const Columns& columns) {
    const auto name = [&](int column) { return displayName(columns.names[static_cast<std::size_t>(column)]); };
    std::vector<std::string> others;
    for (std::size_t i = 0; i < columns.names.size(); ++i)
      if (static_cast<int>(i) != columns.path && static_cast<int>(i) != columns.label)
        others.push_back("label_column=" + displayName(columns.names[i]));
    const bool asked = !choices_.labelColumn.empty();
    if (columns.mayBeLabel.size() > 1) {
      others.clear();
      for (const int column : columns.mayBeLabel) others.push_back("label_column=" + name(column));
    }
    decide({"the class", columnTitle(name(columns.label)),
            asked                            ? "that was asked for"
            : columns.mayBeLabel.empty()     ? fmt::format("{} has a column of that name", table_)
            : columns.mayBeLabel.size() == 1 ? "it is the only column with values that repeat"
                                             : "several columns have values that repeat",
            std::move(others), columns.mayBeLabel.size() < 2});
    if (columns.split >= 0)
      decide({"the splits", columnTitle(name(columns.split)), "its values name splits", {"split_column=none"}});
    if (columns.group >= 0 && columns.split < 0)
      decide({columnTitle(name(columns.group)),
              groupSplits_.empty() ? "samples of one value stay in one split"
                                   : fmt::format("validation: {}; test: {}; all others train",
                                                 choices_.validationGroups, choices_.testGroups),
              groupSplits_.empty() ? "its name says that samples of one value belong together" : "that was asked for",
              {"group_column=none", "validation_groups=1", "test_groups=1"}});
  }

  bool add(const Columns& columns, const Row& row, std::int64_t line) {
    if (table.sounds.size() >= (look_ == Look::Quick ? kQuickSoundRows : kMostRows)) {
      table.complete = false;
      return false;
    }
    if (line % 4096 == 0 && !look_.check().ok()) return false;
    const auto at = [&](int column) { return column < 0 ? std::string() : row[static_cast<std::size_t>(column)]; };
    const std::string value = at(columns.path), label = at(columns.label), group = at(columns.group);
    if (value.empty()) return skip(line, "it names no file"), true;
    if (label.empty()) return skip(line, "it has no class"), true;
    const std::int64_t file = index_.find(value, folder_, "fold" + group);
    if (file == -1) return skip(line, fmt::format("there is no file {}", displayName(value))), true;
    if (file == -2) return skip(line, fmt::format("several files end in {}", displayName(value))), true;
    if (const auto [before, isNew] = used_.try_emplace(file, label); !isNew) {
      repeated_ += before->second != label;
      if (before->second != label) skip(line, fmt::format("{} has another class already", displayName(value)));
      return true;
    }
    TabledSound sound;
    sound.path = index_.path(static_cast<std::size_t>(file));
    sound.label = label;
    sound.split = splitOf(at(columns.split), static_cast<std::size_t>(file));
    if (!sound.split && columns.group >= 0 && !group.empty()) {
      sound.group = columns.names[static_cast<std::size_t>(columns.group)] + " " + group;
      const auto known = groupSplits_.find(group);
      if (!groupSplits_.empty()) sound.split = known == groupSplits_.end() ? Split::Train : known->second;
    }
    table.sounds.push_back(std::move(sound));
    return true;
  }

  // Returns the split in the row, in the table's name, or else in a folder of the file.
  std::optional<Split> splitOf(const std::string& value, std::size_t file) const {
    if (const auto split = splitInName(value)) return split;
    if (ownSplit_) return ownSplit_;
    for (const fs::path& part : fs::path(index_.relative(file)).parent_path())
      if (const auto split = splitOfName(part.string())) return split;
    return std::nullopt;
  }

  const SoundIndex& index_;
  const SoundTableChoices& choices_;
  const Look look_;
  std::map<std::string, Split> groupSplits_;
  std::unordered_map<std::int64_t, std::string> used_;
  std::int64_t repeated_ = 0;  // rows that give a sound another class than an earlier one
  std::string table_, folder_, listed_;
  std::optional<Split> ownSplit_;
};

}  // namespace

Result<SoundTable> readSoundTable(const fs::path& source, const SoundTableChoices& choices, Look look) {
  const Error none = nothingFound("table of sounds", source);
  std::error_code code;
  std::vector<std::string> tables;
  fs::path root = source;
  if (fs::is_directory(source, code)) {
    FOVEA_TRY(const FoundFiles found, findFiles(source, isRecordFile, look.scan, kLookLimits));
    for (std::size_t i = 0; i < found.files.size() && tables.size() < kMostTables; ++i)
      if (const std::string path = found.files.relative(i); std::count(path.begin(), path.end(), '/') <= 2)
        tables.push_back(path);
  } else {
    const std::string name = source.filename().string();
    if (!isRecordFile(name)) return none;
    root = fs::absolute(source, code).parent_path();
    tables = {name};
  }
  if (tables.empty()) return none;
  FOVEA_TRY(SoundIndex index, SoundIndex::of(root, look));
  // Handles "meta/esc50.csv" beside "audio".
  if (index.size() == 0 && root != source && root.has_parent_path()) {
    tables = {root.filename().string() + "/" + source.filename().string()};
    root = root.parent_path();
    FOVEA_TRY(index, SoundIndex::of(root, look));
  }
  if (index.size() == 0) return none;
  SoundTableReader reader(index, choices, look);
  bool any = false;
  for (const std::string& table : tables) {
    FOVEA_TRY(const bool read, reader.read(root, table));
    any = any || read;
  }
  FOVEA_CHECK(look.check());
  if (!any) return none;
  return reader.take();
}

}  // namespace fovea
