#include "core/data/importers/line_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "core/data/files/stand_in.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/record_text.h"
#include "core/data/importers/source_root.h"
#include "core/data/importers/table_files.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/text_stream.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kStart = std::size_t{128} << 10;  // number of bytes that are examined
constexpr std::size_t kMostLinesJudged = 300;
constexpr std::size_t kFewestLines = 4;
constexpr std::size_t kMostTags = 14;  // largest number of columns for words with tags
constexpr std::size_t kFewestWords = 3;
constexpr std::size_t kFilesJudged = 16;
constexpr std::size_t kListedFiles = 4;

bool most(std::size_t count, std::size_t of) {
  return of > 0 && count * 50 >= of * 49;
}

struct Lines {
  std::vector<std::string_view> filled;
  std::vector<std::string_view> whole;  // the same lines with the white space at their ends
  std::vector<std::size_t> blocks;  // number of non-empty lines between empty ones
};

Lines linesOf(std::string_view text) {
  Lines lines;
  TextLines all(text);
  std::size_t block = 0;
  while (const auto line = all.next()) {
    if (lines.filled.size() >= kMostLinesJudged) break;
    if (!line->empty()) {
      lines.filled.push_back(*line);
      lines.whole.push_back(all.whole());
      ++block;
    } else if (block > 0) {
      lines.blocks.push_back(std::exchange(block, 0));
    }
  }
  if (block > 0) lines.blocks.push_back(block);
  return lines;
}

bool isSparse(const std::vector<std::string_view>& lines) {
  const auto fits = [](std::string_view line) {
    const auto words = wordsOf(line, 64);
    if (words.size() < 2 || !realNumber(words[0])) return false;
    return std::all_of(words.begin() + 1, words.end() - (words.size() == 64 ? 1 : 0), [](std::string_view word) {
      const std::size_t colon = word.find(':');
      return colon != std::string_view::npos && (wholeNumber(word.substr(0, colon)) || word.starts_with("qid:")) &&
             realNumber(word.substr(colon + 1));
    });
  };
  return most(static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), fits)), lines.size());
}

// Returns true for capitals, a colon and a lower-case word: "DESC:manner".
bool isQuestionLabel(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == word.size()) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return c >= 'A' && c <= 'Z'; }) &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(colon) + 1, word.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

bool areQuestions(const std::vector<std::string_view>& lines) {
  std::set<std::string_view> labels;
  std::size_t fitting = 0;
  for (const std::string_view line : lines) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    if (!isQuestionLabel(word) || word.size() == line.size()) continue;
    ++fitting;
    labels.insert(word);
  }
  return most(fitting, lines.size()) && labels.size() > 1 && labels.size() * 2 <= fitting;
}

// Returns true for sentences with one of a few words behind the last `mark`.
bool endInLabels(std::span<const std::string_view> lines, char mark) {
  constexpr std::size_t kLongestWord = 30;
  constexpr std::size_t kMostLabelWords = 20;
  std::set<std::string_view> labels;
  std::size_t fitting = 0;
  for (const std::string_view line : lines) {
    const std::size_t at = line.rfind(mark);
    if (at == std::string_view::npos || line.substr(0, at).find(' ') == std::string_view::npos) continue;
    const std::string_view label = line.substr(at + 1);
    const bool word = !label.empty() && label.size() <= kLongestWord && std::ranges::all_of(label, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
    if (!word) continue;
    ++fitting;
    labels.insert(label);
  }
  return most(fitting, lines.size()) && labels.size() > 1 && labels.size() <= kMostLabelWords &&
         labels.size() * 2 <= fitting;
}

// Returns true if the word behind the last `mark` of the first line is in no other line, as the name of a column is.
bool beginsWithNames(std::span<const std::string_view> lines, char mark) {
  const auto labelOf = [mark](std::string_view line) { return line.substr(line.rfind(mark) + 1); };
  return std::ranges::none_of(lines.subspan(1),
                              [&](std::string_view line) { return labelOf(line) == labelOf(lines[0]); });
}

// Returns true if the first line that is no comment is "@problemName" with a name.
bool namesProblem(const std::vector<std::string_view>& lines) {
  const auto first = std::ranges::find_if(lines, [](std::string_view line) { return !line.starts_with('#'); });
  return first != lines.end() && lowerCase(first->substr(0, first->find_first_of(" \t"))) == "@problemname";
}

bool areTrees(const std::vector<std::string_view>& lines) {
  const auto fits = [](std::string_view line) {
    return line.size() > 4 && line[0] == '(' && line[1] >= '0' && line[1] <= '9' && line[2] == ' ' &&
           line.ends_with(')');
  };
  return most(static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), fits)), lines.size());
}

bool isTagged(const Lines& lines) {
  if (lines.blocks.size() < 2 || lines.filled.size() < 2 * lines.blocks.size()) return false;
  std::map<std::size_t, std::size_t> widths;
  std::set<std::string_view> tags, words;
  std::size_t numbers = 0, judged = 0;
  for (const std::string_view line : lines.filled) {
    if (line.starts_with("# ")) continue;
    const auto fields = wordsOf(line, kMostTags + 1);
    ++widths[fields.size()];
    ++judged;
    if (fields.size() < 2) continue;
    // CoNLL-U lines begin with the index of the word.
    const bool placed = wholeNumber(fields[0]).has_value();
    numbers += placed && fields.size() < kFewestWords;
    words.insert(fields[placed && fields.size() >= kFewestWords ? 1 : 0]);
    tags.insert(fields.back());
    numbers += realNumber(fields.back()).has_value() && !placed;
  }
  const auto width =
      std::max_element(widths.begin(), widths.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (width == widths.end() || width->first < 2 || width->first > kMostTags) return false;
  return width->second * 10 >= judged * 9 && tags.size() * 2 <= words.size() && numbers * 4 <= judged;
}

std::vector<std::string_view> lineFieldsOf(std::string_view line, char delimiter) {
  if (delimiter == ' ') return wordsOf(line);
  const std::string_view between = delimiter == ':' ? std::string_view("::") : std::string_view(&delimiter, 1);
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(between, begin), line.size());
    fields.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + between.size();
  }
  return fields;
}

// Statistics of lines with the same number of fields; the first line may hold column names and is not counted.
struct LineFields {
  std::size_t width = 0;  // 0: the lines have different numbers of fields
  double numbers = 0;     // fraction of the fields that are numbers or missing
};

LineFields lineFieldsOf(const std::vector<std::string_view>& lines, char delimiter) {
  std::map<std::size_t, std::size_t> widths;
  std::set<std::size_t> columns;  // those with a value
  std::size_t fields = 0, numbers = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto all = lineFieldsOf(lines[i], delimiter);
    // R writes no name above the names of the rows.
    const bool unnamed =
        i == 0 && lines.size() > 1 && all.size() > 1 && lineFieldsOf(lines[1], delimiter).size() == all.size() + 1;
    ++widths[all.size() + (unnamed ? 1 : 0)];
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!all[k].empty()) columns.insert(k);
    if (i == 0) continue;
    for (const std::string_view field : all) {
      ++fields;
      numbers += realNumber(field) || field.empty() || field == "?";
    }
  }
  const auto width =
      std::max_element(widths.begin(), widths.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (width == widths.end() || !most(width->second, lines.size()) || fields == 0) return {};
  // A text whose lines are indented by a tab has values in one column alone.
  if (columns.size() < 2 && width->first > 1) return {};
  return {width->first, static_cast<double>(numbers) / static_cast<double>(fields)};
}

// Returns the mark of at least three punctuation characters that each line has equally often between its words:
// "+++$+++"; empty if there is none. Dots, dashes and quotes alone are part of texts.
std::string_view markBetweenFields(const std::vector<std::string_view>& lines) {
  const auto isMark = [](std::string_view word) {
    const auto isSign = [](char c) { return c > ' ' && c < 0x7f && !std::isalnum(static_cast<unsigned char>(c)); };
    return word.size() >= 3 && std::ranges::all_of(word, isSign) &&
           word.find_first_not_of(".-_'`\"*=") != std::string_view::npos;
  };
  const auto words = wordsOf(lines[lines.size() / 2]);
  const auto first = std::ranges::find_if(words, isMark);
  if (first == words.end()) return {};
  const auto count = [&](std::string_view line) { return std::ranges::count(wordsOf(line), *first); };
  const auto often = std::ranges::count(words, *first);
  const auto alike = std::ranges::count_if(lines, [&](std::string_view line) { return count(line) == often; });
  return most(static_cast<std::size_t>(alike), lines.size()) ? *first : std::string_view();
}

// Fields between tabs or two colons always make a table. Texts also contain the other delimiters, so with those most
// fields must be numbers, or every line must have the same large number of fields.
LineForm formOfFields(const Lines& lines) {
  constexpr std::size_t kManyFields = 5;
  constexpr std::size_t kFewestSemicolons = 3;  // number of fields between them
  for (const char delimiter : {'\t', ':', ',', ';', '|', ' '}) {
    LineFields fields = lineFieldsOf(lines.filled, delimiter);
    // The first or the last fields of a line may be empty.
    if (fields.width == 0 && delimiter == '\t') fields = lineFieldsOf(lines.whole, delimiter);
    if (fields.width == 1 && delimiter == ' ' && fields.numbers == 1) return LineForm::Column;
    if (fields.width < 2) continue;
    if (delimiter == '\t' || delimiter == ':' || fields.numbers > 0.5) return LineForm::Table;
    // Sentences have no semicolons in the same number; dates, times and words are no numbers.
    if (delimiter == ';' && fields.width >= kFewestSemicolons && fields.numbers > 0.25) return LineForm::Table;
    const bool labelled = (delimiter == ';' || delimiter == '|') && fields.width == 2 &&
                          endInLabels(std::span(lines.filled).subspan(1), delimiter);
    if (labelled) return beginsWithNames(lines.filled, delimiter) ? LineForm::Table : LineForm::Behind;
    if (delimiter != ' ' && fields.width >= kManyFields) return LineForm::Table;
  }
  return LineForm::Text;
}

std::string beginningOf(const fs::path& file) {
  std::string start = beginningOfFile(file, kStart);
  const bool cut = start.size() == kStart;
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) start = utf8Of(start);
  // The last line may be incomplete.
  if (cut) start.resize(std::min(start.rfind('\n'), start.size()));
  return start;
}

Error noTask(std::string message, std::string advice) {
  return fail(ErrorCode::InvalidArgument, std::move(message),
              advice + " To train on its characters all the same, choose the kind \"text\".");
}

Error taggedWords(const fs::path& file) {
  return noTask(
      fmt::format("{} holds a word and its tags a line (as CoNLL does), and Fovea has no task that tags words.",
                  displayName(file.filename().string())),
      "To tell whole sentences apart, write a table of a sentence and its class a row, and import that.");
}

Error sparseVectors(const fs::path& file) {
  return noTask(fmt::format("{} holds sparse vectors (\"1 3:0.5\", as LIBSVM does), which are not read.",
                            displayName(file.filename().string())),
                "In Python: x, y = sklearn.datasets.load_svmlight_file(\"a.txt\"); numpy.savez(\"a.npz\", "
                "x=x.toarray(), y=y). Then import a.npz.");
}

Error trees(const fs::path& file) {
  return noTask(
      fmt::format("{} holds sentences as trees with a label for each part (as the Stanford Sentiment Treebank "
                  "does), which are not read.",
                  displayName(file.filename().string())),
      "To tell whole sentences apart, write a table of a sentence and the first label of its tree a row, and "
      "import that.");
}

Error timeSeries(const fs::path& file) {
  return noTask(fmt::format("{} holds series with attributes in front (as sktime and the UEA archive keep them), which "
                            "are not read.",
                            displayName(file.filename().string())),
                "In Python: x, y = sktime.datasets.load_from_tsfile(\"a.ts\", return_data_type=\"numpy3d\"); "
                "numpy.savez(\"a.npz\", x=x, y=y). Then import a.npz. Tables of the UCR archive (.tsv) are read.");
}

Error markedFields(const fs::path& file) {
  const std::string start = beginningOf(file);
  const std::string mark(markBetweenFields(linesOf(start).filled));
  const std::string name = displayName(file.filename().string());
  return noTask(fmt::format("{} holds rows whose fields are divided by \"{}\", which are not read as they are.", name,
                            displayName(mark)),
                fmt::format("Write them with tabs between the fields and import that: in Python, "
                            "open(\"a.tsv\", \"wb\").write(open(\"{}\", \"rb\").read().replace(b\" {} \", b\"\\t\")).",
                            name, displayName(mark)));
}

Error document(const fs::path& file) {
  return noTask(
      fmt::format("{} holds records as JSON or XML, and no rows of samples.", displayName(file.filename().string())),
      "Write a table (CSV) or JSON lines, a sample a row, and import that.");
}

// Returns true for two or three letters that name a language, and for "src" and "tgt".
bool isLanguage(std::string_view ending) {
  static const std::set<std::string, std::less<>> known = {
      ".en", ".de", ".fr", ".cs", ".es", ".it", ".pt", ".nl", ".ru", ".zh",  ".ja",  ".ko",  ".ar",  ".tr",
      ".ro", ".fi", ".et", ".lv", ".lt", ".hi", ".vi", ".pl", ".sv", ".da",  ".no",  ".hu",  ".el",  ".bg",
      ".uk", ".he", ".fa", ".id", ".th", ".ta", ".te", ".gu", ".kk", ".src", ".tgt", ".eng", ".deu", ".fra"};
  return known.contains(ending);
}

// Files of a folder that share a name but differ in language.
struct Parallel {
  std::vector<std::string> files;
  std::size_t sentences = 0;
};

// The folder, and those in it that are named like splits.
Result<std::vector<fs::path>> foldersOfLines(const fs::path& source, Look look) {
  std::vector<fs::path> folders{source};
  FOVEA_TRY(const FolderEntries entries, listFolder(source, look.scan));
  for (const std::string& name : entries.folders)
    if (splitOfName(name)) folders.push_back(source / name);
  return folders;
}

Parallel parallelFiles(const fs::path& folder, const std::vector<std::string>& files, Look look) {
  std::map<std::string, std::vector<std::string>> byStem;
  for (const std::string& name : files) {
    // ".txt" may follow the language: "train.src.txt".
    const std::string_view plain = endingOf(name) == ".txt" ? stemOf(name) : std::string_view(name);
    if (isLanguage(endingOf(plain))) byStem[std::string(stemOf(plain))].push_back(name);
  }
  for (const auto& [stem, names] : byStem) {
    if (names.size() < 2) continue;
    const std::size_t lines = countLines(folder / names[0], look);
    if (lines > 1 && std::all_of(names.begin() + 1, names.end(),
                                 [&](const std::string& name) { return countLines(folder / name, look) == lines; }))
      return {names, lines};
  }
  return {};
}

}  // namespace

LineForm lineFormOf(std::string_view text) {
  const Lines lines = linesOf(text);
  if (lines.filled.empty()) return LineForm::Text;
  if (const RecordText records = recordTextOf(text); records != RecordText::None)
    return records == RecordText::JsonRows ? LineForm::Records : LineForm::Document;
  const auto labelled = static_cast<std::size_t>(
      std::count_if(lines.filled.begin(), lines.filled.end(), [](auto line) { return line.starts_with(kLabelMark); }));
  if (most(labelled, lines.filled.size())) return LineForm::Labelled;
  if (lines.filled.size() < kFewestLines) return LineForm::Text;
  if (namesProblem(lines.filled)) return LineForm::Series;
  if (isSparse(lines.filled)) return LineForm::Sparse;
  if (areTrees(lines.filled)) return LineForm::Tree;
  if (areQuestions(lines.filled)) return LineForm::Question;
  if (endInLabels(lines.filled, '@')) return LineForm::Behind;
  if (isTagged(lines)) return LineForm::Tagged;
  if (!markBetweenFields(lines.filled).empty()) return LineForm::Marked;
  return formOfFields(lines);
}

bool holdsMoreNumbers(std::string_view text) {
  constexpr std::size_t kFewestTokens = 20;
  std::size_t tokens = 0, numbers = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n,;|", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n,;|", begin), text.size());
    ++tokens;
    numbers += realNumber(text.substr(begin, end - begin)).has_value();
    at = end;
  }
  return tokens >= kFewestTokens && numbers * 2 > tokens;
}

bool usuallyHoldsLines(std::string_view name) {
  const std::string ending = endingOf(name);
  constexpr std::array kEndings = {".txt",    ".text", ".dat",  ".asc",    ".train", ".valid",
                                   ".val",    ".dev",  ".test", ".ft",     ".label", ".conll",
                                   ".conllu", ".bio",  ".iob",  ".libsvm", ".svm"};
  return ending.size() < 2 || std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end() ||
         splitOfName(std::string_view(ending).substr(1)) || ending == ".testa" || ending == ".testb";
}

bool mayHoldLines(std::string_view name) {
  if (usuallyHoldsLines(name)) return true;
  constexpr std::array kOthers = {".md",  ".rst", ".html", ".htm",  ".tex", ".bib", ".names", ".doc", ".log", ".yaml",
                                  ".yml", ".ini", ".toml", ".cfg",  ".py",  ".pyc", ".ipynb", ".m",   ".r",   ".c",
                                  ".h",   ".cc",  ".cpp",  ".java", ".js",  ".sh",  ".pl",    ".php", ".zip", ".gz"};
  const FileKind kind = fileKindOf(name);
  const std::string ending = endingOf(name);
  return (kind == FileKind::Text || kind == FileKind::Other) && !isForeignImage(name) && !isForeignShape(name) &&
         !isTableName(std::string(name)) && std::find(kOthers.begin(), kOthers.end(), ending) == kOthers.end();
}

std::size_t countLines(const fs::path& file, Look look) {
  const auto opened = openPart(file);
  if (!opened.ok()) return 0;
  std::string block(std::size_t{1} << 20, '\0');
  std::size_t lines = 0;
  for (std::uint64_t at = 0; at < opened->size && look.check().ok();) {
    const auto count = opened->descriptor.read(opened->begin + at, block.data(),
                                               std::min<std::uint64_t>(block.size(), opened->size - at));
    if (!count.ok() || *count == 0) break;
    lines +=
        static_cast<std::size_t>(std::count(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(*count), '\n'));
    at += *count;
  }
  return lines;
}

bool isNote(std::string_view name) {
  const std::string lower = lowerCase(name);
  return isDocumentation(lower) || lower.find("_info") != std::string::npos || lower.find("about") != std::string::npos;
}

LineForm lineFormOfFile(const fs::path& file) {
  if (!mayHoldLines(file.filename().string())) return LineForm::Text;
  const std::string start = beginningOf(file);
  if (start.find('\0') != std::string::npos || !holdsText(file)) return LineForm::Text;
  return lineFormOf(start);
}

Status checkNotParallel(const fs::path& source, Look look) {
  FOVEA_TRY(const std::vector<fs::path> folders, foldersOfLines(source, look));
  for (const fs::path& folder : folders) {
    FOVEA_TRY(const FolderEntries entries, listFolder(folder, look.scan));
    const Parallel parallel = parallelFiles(folder, entries.files, look);
    if (parallel.files.empty()) continue;
    return noTask(
        fmt::format("{} hold the same {} in several languages, and Fovea has no task that translates.",
                    fmt::join(parallel.files, " and "), counted(static_cast<std::int64_t>(parallel.sentences), "line")),
        fmt::format("To train on the words of one language, import {} alone.", parallel.files[0]));
  }
  return {};
}

Status checkLines(const fs::path& source, Look look) {
  std::error_code code;
  std::vector<fs::path> files;
  if (!fs::is_directory(source, code)) {
    files.push_back(source);
  } else {
    FOVEA_CHECK(checkNotParallel(source, look));
    FOVEA_TRY(const std::vector<fs::path> folders, foldersOfLines(source, look));
    for (const fs::path& folder : folders) {
      FOVEA_TRY(const FolderEntries entries, listFolder(folder, look.scan));
      for (const std::string& name : entries.files)
        if (mayHoldLines(name) && files.size() < kFilesJudged) files.push_back(folder / name);
    }
  }
  std::map<LineForm, std::vector<const fs::path*>> forms;
  std::size_t judged = 0;
  for (const fs::path& file : files) {
    FOVEA_CHECK(look.check());
    const LineForm form = lineFormOfFile(file);
    judged += form != LineForm::Text || usuallyHoldsLines(file.filename().string());
    forms[form].push_back(&file);
  }
  constexpr std::pair<LineForm, Error (*)(const fs::path&)> kRefused[] = {
      {LineForm::Tagged, taggedWords}, {LineForm::Tree, trees},          {LineForm::Sparse, sparseVectors},
      {LineForm::Series, timeSeries},  {LineForm::Marked, markedFields}, {LineForm::Document, document}};
  // A description may be beside the files, so half of them suffice.
  for (const auto& [form, refusal] : kRefused)
    if (!forms[form].empty() && forms[form].size() * 2 >= judged) return refusal(*forms[form].front());
  return {};
}

}  // namespace fovea
