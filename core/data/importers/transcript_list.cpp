#include "core/data/importers/transcript_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/base/utf8.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/delimited_file.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/transcript_texts.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickEntries = 20'000;
constexpr std::size_t kQuickTextFilesRead = 2'000;  // limit for transcripts in files of their own
constexpr std::size_t kLongestTranscript = 65'536;
constexpr std::size_t kJudged = 64;

constexpr std::array kPathNames = {"path",           "file", "filename", "file_name", "audio",
                                   "audio_filepath", "wav",  "image",    "sound",     "id"};
constexpr std::array kSpeakerNames = {"client_id", "speaker", "speaker_id"};
// Columns that say more of an image than what is written in it.
constexpr std::array kClassNames = {"label", "labels", "class", "category", "target"};
constexpr std::array kTextNames = {"text",      "transcript", "transcription", "sentence", "normalized_text",
                                   "utterance", "words"};

bool isMedium(std::string_view name) {
  const FileKind kind = fileKindOf(name);
  return kind == FileKind::Audio || kind == FileKind::Image;
}

template <std::size_t count>
int columnOf(const std::vector<std::string>& columns, const std::array<const char*, count>& names) {
  for (const char* name : names)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (lowerCase(columns[i]) == name) return static_cast<int>(i);
  return -1;
}

// Returns the split in a folder of the path: "dev-clean/84/121123".
std::optional<Split> splitInFolders(const std::string& relative) {
  for (const fs::path& part : fs::path(relative))
    if (const auto split = splitInName(part.string())) return split;
  return std::nullopt;
}

std::vector<std::string_view> fieldsOf(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    fields.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return fields;
}

// Returns true if the first lines all have as many bars, like lists of LJ Speech whose texts are full of commas.
bool hasBars(std::string_view content) {
  TextLines lines(content);
  std::ptrdiff_t bars = -1;
  for (std::size_t i = 0; i < kJudged; ++i) {
    const auto line = lines.nextFilled();
    if (!line) break;
    const auto count = std::count(line->begin(), line->end(), '|');
    if (count == 0 || (bars >= 0 && count != bars)) return false;
    bars = count;
  }
  return bars > 0;
}

// The meaning of the third field between bars: the transcript as spoken, the transcript after a speaker, or something
// else after the transcript.
enum class Third { Spoken, Transcript, Other };
Third thirdField(std::string_view content) {
  constexpr std::size_t kSame = 4;  // number of equal letters at the beginning
  TextLines lines(content);
  std::size_t judged = 0, same = 0, second = 0, third = 0;
  while (const auto line = lines.nextFilled()) {
    const auto fields = fieldsOf(*line, '|');
    if (fields.size() != 3) return Third::Other;
    ++judged;
    same += fields[1].substr(0, kSame) == fields[2].substr(0, kSame);
    second += fields[1].size();
    third += fields[2].size();
  }
  if (same * 2 > judged) return Third::Spoken;
  return third > 2 * second ? Third::Transcript : Third::Other;
}

class TranscriptReader {
 public:
  TranscriptReader(const TranscriptChoices& choices, Look look) : choices_(choices), look_(look) {}

  Status readFile(const fs::path& file, std::optional<Split> split) {
    listed_ = absoluteText(file);
    split_ = split;
    base_.reset();
    const std::string ending = endingOf(file.filename().string());
    if (ending == ".json" || ending == ".jsonl") return readJson(file);
    if (ending == ".csv") return readTable(file);
    FOVEA_TRY(const std::string content, textOf(file));
    return readLines(content);
  }

  // Reads lines such as "84-121123-0000 GO DO YOU HEAR", beside 84-121123-0000.flac.
  Status readBeside(const fs::path& root, const std::string& relative) {
    const fs::path file = root / relative;
    listed_ = absoluteText(file);
    FOVEA_TRY(const std::string content, textOf(file));
    named_ = true;
    const fs::path folder = fs::path(listed_).parent_path();
    const std::string speaker = folder.parent_path().filename().string();
    split_ = splitInFolders(relative);
    const std::string ending = endingBeside(folder, content);
    TextLines lines(content);
    while (const auto line = lines.nextFilled()) {
      if (full()) break;
      const std::size_t blank = line->find_first_of(" \t");
      const std::string id(line->substr(0, blank));
      add((folder / (id + ending)).string(), blank == std::string_view::npos ? "" : line->substr(blank), lines.number(),
          speaker);
    }
    return {};
  }

  // Reads one text file per sound; see transcript_texts.h.
  Status readTexts(const fs::path& root) {
    FOVEA_TRY(const SoundTexts found, textsOfSounds(root, look_));
    if (found.pairs.empty()) return {};
    named_ = true;
    for (ImportDecision& each : decisionsOn(found)) decide(std::move(each));
    for (const SoundText& pair : found.pairs) {
      FOVEA_CHECK(look_.check());
      if (full() || (look_ == Look::Quick && list_.entries.size() >= kQuickTextFilesRead)) {
        list_.complete = false;
        break;
      }
      listed_ = absoluteText(root / pair.text);
      split_ = splitInFolders(fs::path(pair.sound).parent_path().string());
      const auto text = spokenText(root / pair.text);
      if (text.ok())
        add(absoluteText(root / pair.sound), *text, 1, pair.speaker);
      else
        skip(1, text.error().message);
    }
    list_.complete = list_.complete && found.complete;
    for (const SkippedSample& each : found.problems)
      if (list_.problems.size() < kListedProblems)
        list_.problems.push_back({absoluteText(root / each.source), 0, each.reason});
    return {};
  }

  bool full() {
    if (look_ != Look::Quick || list_.entries.size() < kQuickEntries) return false;
    list_.complete = false;
    return true;
  }
  void skip(std::int64_t line, const std::string& reason) {
    if (list_.problems.size() < kListedProblems)
      list_.problems.push_back({listed_, static_cast<std::uint64_t>(line), fmt::format("line {}: {}", line, reason)});
  }
  void decide(ImportDecision decision) {
    for (const ImportDecision& each : list_.decisions)
      if (each.what == decision.what) return;
    list_.decisions.push_back(std::move(decision));
  }
  TranscriptList take() { return std::move(list_); }
  const TranscriptList& list() const { return list_; }
  // Returns true if the names of columns or files identify these as transcripts.
  bool isNamed() const { return named_; }

 private:
  static Result<std::string> textOf(const fs::path& file) {
    FOVEA_TRY(const std::string bytes, readSource(file, kMaximumTextFile));
    return utf8Of(bytes);
  }

  static std::string endingBeside(const fs::path& folder, std::string_view content) {
    const std::string_view id = content.substr(0, content.find_first_of(" \t\r\n"));
    std::error_code code;
    for (const char* ending : {".flac", ".wav", ".ogg", ".mp3", ".png", ".jpg"})
      if (fs::exists(folder / (std::string(id) + ending), code)) return ending;
    return ".flac";
  }

  void add(std::string path, std::string_view text, std::int64_t line, std::string group = {}) {
    Transcript entry;
    entry.path = std::move(path);
    entry.listed = listed_;
    entry.line = line;
    std::string read = isUtf8(text) ? std::string(text) : utf8Of(text);
    std::ranges::replace_if(
        read, [](char c) { return c == '\r' || c == '\n'; }, ' ');
    entry.text = fmt::format("{}", fmt::join(wordsOf(read), " "));
    entry.group = std::move(group);
    entry.split = split_;
    const fs::path below = fs::path(entry.path).lexically_relative(fs::path(listed_).parent_path());
    for (const fs::path& part : below.parent_path())
      if (const auto split = splitOfName(part.string()); split && !entry.split) entry.split = split;
    if (entry.text.empty()) return skip(line, "it has no transcript");
    if (entry.text.size() > kLongestTranscript) return skip(line, "its transcript is longer than 65,536 bytes");
    list_.entries.push_back(std::move(entry));
  }

  // The folder of the listed files, and the ending that the list omits.
  struct Base {
    fs::path folder;
    std::string ending;
  };
  Result<std::string> pathOf(const std::string& name) {
    if (name.empty()) return fail(ErrorCode::Corrupt, "it names no file");
    if (name.find('\0') != std::string::npos) return fail(ErrorCode::Corrupt, "its path holds a zero byte");
    if (!base_) findBase(name);
    const std::string ending = fileKindOf(name) == FileKind::Other ? base_->ending : "";
    return (base_->folder / (name + ending)).lexically_normal().string();
  }
  void findBase(const std::string& name) {
    const fs::path folder = fs::path(listed_).parent_path();
    std::error_code code;
    std::vector<fs::path> places{folder};
    for (const char* below : {"clips", "wavs", "wav", "audio", "images"}) places.push_back(folder / below);
    places.push_back(folder.parent_path());
    if (!choices_.baseFolder.empty()) places = {fs::absolute(choices_.baseFolder, code)};
    for (const fs::path& place : places)
      for (const char* ending : {"", ".wav", ".flac", ".mp3", ".png", ".jpg"})
        if (fs::is_regular_file(place / (name + ending), code)) {
          base_ = Base{place, ending};
          return;
        }
    if (!base_) base_ = Base{places.front(), ""};
  }

  // The columns of path and text, and whether the first row names them.
  struct Columns {
    int path = 0;
    int text = 1;
    int speaker = -1;
    bool header = false;
  };
  void addRow(const std::vector<std::string_view>& fields, const Columns& columns, std::int64_t line) {
    const int pathColumn = columns.path, textColumn = columns.text;
    const auto has = [&](int column) { return static_cast<std::size_t>(column) < fields.size(); };
    if (!has(pathColumn) || !has(textColumn)) return skip(line, fmt::format("it has only {} fields", fields.size()));
    const auto path = pathOf(std::string(trimmed(fields[static_cast<std::size_t>(pathColumn)])));
    if (!path.ok()) return skip(line, path.error().message);
    // The split of a list already keeps its speakers apart.
    const bool grouped = !split_ && columns.speaker >= 0 && has(columns.speaker);
    add(*path, fields[static_cast<std::size_t>(textColumn)], line,
        grouped ? std::string(fields[static_cast<std::size_t>(columns.speaker)]) : "");
  }

  Result<Columns> columnsOf(const std::vector<std::string>& first) {
    Columns columns;
    const int path = columnOf(first, kPathNames);
    const int text = columnOf(first, kTextNames);
    columns.header = path >= 0 && text >= 0;
    named_ = named_ || columns.header;
    list_.classes = list_.classes || (columns.header && columnOf(first, kClassNames) >= 0);
    if (columns.header) columns.path = path, columns.text = text, columns.speaker = columnOf(first, kSpeakerNames);
    for (const auto& [name, column] :
         {std::pair(&choices_.pathColumn, &columns.path), std::pair(&choices_.textColumn, &columns.text)}) {
      if (name->empty()) continue;
      const auto found = std::find(first.begin(), first.end(), *name);
      const auto number = wholeNumber(*name);
      if (found != first.end())
        *column = static_cast<int>(found - first.begin()), columns.header = true;
      else if (number && *number >= 1 && *number <= 1000)
        *column = static_cast<int>(*number - 1);
      else
        return fail(ErrorCode::InvalidArgument, fmt::format("The list has no column \"{}\".", *name));
    }
    return columns;
  }

  Status readTable(const fs::path& file) {
    FOVEA_TRY(const std::string content, textOf(file));
    if (hasBars(content)) return readLines(content);
    FOVEA_TRY(const auto table, DelimitedFile::open(file));
    std::vector<std::string_view> fields;
    FOVEA_TRY(bool more, table->next(fields));
    if (!more) return nothingFound("transcript", file);
    FOVEA_TRY(const Columns columns, columnsOf({fields.begin(), fields.end()}));
    for (bool first = true; more && !full(); first = false) {
      if (!first || !columns.header) addRow(fields, columns, table->line());
      FOVEA_TRY(more, table->next(fields));
    }
    return {};
  }

  // Reads fields between tabs or bars, where quotes have no meaning.
  Status readLines(const std::string& content) {
    TextLines lines(content);
    std::optional<Columns> columns;
    char separator = '\t';
    while (const auto line = lines.nextFilled()) {
      if (full()) break;
      if (!columns) separator = line->find('\t') != std::string_view::npos ? '\t' : '|';
      // The first field may be empty, as of a speaker that nobody named.
      const std::vector<std::string_view> fields = fieldsOf(lines.whole(), separator);
      const bool first = !columns;
      if (first) {
        FOVEA_TRY(columns, columnsOf({fields.begin(), fields.end()}));
        if (separator == '|' && !columns->header && choices_.textColumn.empty()) chooseField(content, *columns);
      }
      if (!first || !columns->header) addRow(fields, *columns, lines.number());
    }
    return {};
  }

  void chooseField(const std::string& content, Columns& columns) {
    const Third third = thirdField(content);
    if (third == Third::Other) return;
    columns.text = 2;
    if (third == Third::Transcript) columns.speaker = 1;
    decide({"the transcript",
            "the third field",
            third == Third::Spoken ? "it begins as the second, which therefore is the text before numbers became words"
                                   : "it is longer than the second, which therefore is the speaker",
            {"text_column=2", "text_column=3"}});
  }

  template <std::size_t count>
  static std::string textAt(const Json& entry, const std::string& chosen, const std::array<const char*, count>& names) {
    if (!chosen.empty()) return entry.contains(chosen) && entry[chosen].is_string() ? entry[chosen] : Json("");
    for (const char* name : names)
      if (const auto found = entry.find(name); found != entry.end() && found->is_string()) return *found;
    return "";
  }
  void addJson(const Json& entry, std::int64_t line) {
    if (!entry.is_object()) return skip(line, "it is no object");
    const auto path = pathOf(textAt(entry, choices_.pathColumn, kPathNames));
    if (!path.ok()) return skip(line, path.error().message);
    for (const char* name : kClassNames) list_.classes = list_.classes || entry.contains(name);
    add(*path, textAt(entry, choices_.textColumn, kTextNames), line);
  }
  Status readJson(const fs::path& file) {
    FOVEA_TRY(const std::string content, textOf(file));
    if (trimmed(content).starts_with('[')) {
      FOVEA_TRY(const Json all, parseJson(content));
      std::int64_t number = 0;
      for (const Json& entry : all) addJson(entry, ++number);
      return {};
    }
    TextLines lines(content);
    while (const auto line = lines.nextFilled()) {
      if (full()) break;
      const auto entry = parseJson(std::string(*line));
      if (entry.ok())
        addJson(*entry, lines.number());
      else
        skip(lines.number(), entry.error().message);
    }
    return {};
  }

  const TranscriptChoices& choices_;
  const Look look_;
  TranscriptList list_;
  std::string listed_;
  std::optional<Split> split_;
  std::optional<Base> base_;
  bool named_ = false;
};

bool isList(const std::string& name) {
  const std::string ending = endingOf(name);
  return ending == ".txt" || ending == ".tsv" || ending == ".csv" || ending == ".json" || ending == ".jsonl" ||
         ending == ".lst";
}

// The lists of a folder to read (those of splits, or the one that names everything, or those that the user chose), and
// the others.
struct ChosenLists {
  std::vector<std::string> read;
  std::vector<std::string> left;
};

ChosenLists chooseLists(const std::vector<std::string>& files, const std::string& asked) {
  ChosenLists lists;
  const std::vector<std::string> wanted = splitList(asked);
  const auto isWanted = [&](const std::string& name) {
    return std::ranges::count(wanted, name) + std::ranges::count(wanted, stemOf(name)) > 0;
  };
  const auto isUsual = [](const std::string& name) {
    static const std::set<std::string, std::less<>> names{"metadata", "transcripts", "transcript", "manifest"};
    return splitOfName(stemOf(name)) || names.contains(stemOf(name));
  };
  const auto isValidated = [](const std::string& name) { return stemOf(name) == "validated"; };
  const bool usual =
      std::any_of(files.begin(), files.end(), [&](const std::string& name) { return isList(name) && isUsual(name); });
  for (const std::string& name : files) {
    if (!isList(name)) continue;
    const std::string ending = endingOf(name);
    if (!wanted.empty() ? isWanted(name) : usual ? isUsual(name) : isValidated(name))
      lists.read.push_back(name);
    else if (ending == ".tsv" || ending == ".csv" || ending == ".jsonl")
      lists.left.push_back(name);
  }
  return lists;
}

Status readFolder(const fs::path& folder, const TranscriptChoices& choices, Look look, TranscriptReader& reader) {
  FOVEA_TRY(const FolderEntries entries, listFolder(folder, look.scan));
  const ChosenLists lists = chooseLists(entries.files, choices.lists);
  bool any = !lists.read.empty();
  for (const std::string& name : lists.read) FOVEA_CHECK(reader.readFile(folder / name, splitOfName(stemOf(name))));
  if (any && !lists.left.empty()) {
    std::string names, alternative = "lists=";
    for (const std::string& name : lists.left) names += (names.empty() ? "" : ", ") + displayName(name);
    for (const std::string& name : lists.read) alternative += displayName(name) + ",";
    reader.decide({names,
                   "left out",
                   choices.lists.empty() ? "other lists name the splits or everything" : "others were asked for",
                   {alternative + displayName(lists.left[0])}});
  }
  // Looks for train/metadata.csv and test/metadata.csv.
  for (const std::string& below : entries.folders) {
    if (any && !lists.read.empty()) break;
    const auto split = splitOfName(below);
    if (!split) continue;
    FOVEA_TRY(const FolderEntries inner, listFolder(folder / below, look.scan));
    for (const std::string& name : chooseLists(inner.files, choices.lists).read) {
      any = true;
      FOVEA_CHECK(reader.readFile(folder / below / name, split));
    }
  }
  if (any) return {};
  FOVEA_TRY(const FoundFiles found, findFiles(
                                        folder, [](std::string_view name) { return name.ends_with(".trans.txt"); },
                                        look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  for (std::size_t i = 0; i < found.files.size() && !reader.full() && look.check().ok(); ++i)
    FOVEA_CHECK(reader.readBeside(folder, found.files.relative(i)));
  return found.files.empty() ? reader.readTexts(folder) : Status();
}

// Returns true if the entries are clearly text and not a class: sounds or images with different words.
bool looksTranscribed(const TranscriptList& list, bool named) {
  std::set<std::string> texts;
  std::size_t media = 0, there = 0, sounds = 0, words = 0;
  const std::size_t judged = std::min(list.entries.size(), kJudged);
  for (std::size_t i = 0; i < judged; ++i) {
    const Transcript& entry = list.entries[i];
    std::error_code code;
    media += isMedium(entry.path);
    sounds += fileKindOf(entry.path) == FileKind::Audio;
    there += fs::is_regular_file(entry.path, code);
    words += !realNumber(entry.text) && entry.text.size() > 1;
    texts.insert(entry.text);
  }
  if (list.classes && sounds == 0) return false;
  if (judged == 0 || media * 2 <= judged || there == 0 || list.problems.size() > list.entries.size()) return false;
  if (named && sounds * 2 > judged) return true;
  return words * 2 > judged && texts.size() * 2 > judged && (sounds * 2 > judged || texts.size() > 4);
}

}  // namespace

Result<TranscriptList> readTranscripts(const fs::path& source, const TranscriptChoices& choices, Look look) {
  TranscriptReader reader(choices, look);
  std::error_code code;
  Status read;
  if (fs::is_directory(source, code)) {
    read = readFolder(source, choices, look, reader);
  } else {
    const std::string name = source.filename().string();
    if (!isList(name)) return nothingFound("transcript", source);
    read = name.ends_with(".trans.txt") ? reader.readBeside(source.parent_path(), name)
                                        : reader.readFile(source, splitOfName(stemOf(name)));
  }
  // During recognition, a list that cannot be read as transcripts may be of another kind.
  if (look == Look::Quick && look.check().ok() && (!read.ok() || !looksTranscribed(reader.list(), reader.isNamed())))
    return nothingFound("transcript", source);
  FOVEA_CHECK(read);
  FOVEA_CHECK(look.check());
  if (reader.list().entries.empty() && reader.list().problems.empty()) return nothingFound("transcript", source);
  return reader.take();
}

}  // namespace fovea
