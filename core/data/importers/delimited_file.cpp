#include "core/data/importers/delimited_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaximumRecord = std::size_t{16} << 20;
constexpr std::size_t kMaximumFields = 100'000;
constexpr std::size_t kLinesToJudge = 50;
constexpr std::size_t kBytesToJudge = std::size_t{1} << 16;

bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

// Counts `delimiter` outside quotes in each of the first lines of `text`.
std::vector<std::size_t> countsPerLine(std::string_view text, char delimiter) {
  std::vector<std::size_t> counts;
  std::size_t count = 0;
  bool quoted = false;
  bool filled = false;
  char before = '\n';
  std::size_t colons = 0;  // the colons before a character
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '\n' || c == '\r')) {
      if (filled) counts.push_back(count);
      if (counts.size() >= kLinesToJudge) return counts;
      count = 0;
      filled = false;
    } else {
      // Consecutive blanks count as one, and those at the ends of a line do not count.
      if (delimiter == ' ')
        count += !quoted && !isBlank(c) && isBlank(before) && filled;
      else if (delimiter == ':')
        count += !quoted && c == ':' && colons % 2 == 1;
      else
        count += !quoted && c == delimiter;
      filled = filled || !isBlank(c) || delimiter != ' ';
    }
    before = c;
    colons = c == ':' ? colons + 1 : 0;
  }
  if (filled && counts.empty()) counts.push_back(count);
  return counts;
}

// Returns true if the first line has a field of several numbers between tabs, so that blanks separate fields as well:
// "18.0   8   307.0<tab>\"a name\"".
bool holdsNumbersBetweenTabs(std::string_view text) {
  for (std::string_view rest = text.substr(0, text.find_first_of("\r\n")); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\t'), rest.size());
    const auto words = wordsOf(rest.substr(0, end));
    const auto isNumber = [](std::string_view word) { return word == "?" || realNumber(word).has_value(); };
    if (words.size() > 1 && std::ranges::all_of(words, isNumber)) return true;
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  return false;
}

// Returns the delimiter for which the most lines agree on the number of fields. Earlier candidates win ties: texts
// contain commas, but hardly ever tabs. More semicolons than commas in as many lines, their names among them, win too:
// commas then belong to fields, such as "0,5".
char detectDelimiter(std::string_view text) {
  char best = ',';
  std::size_t bestScore = 0, bestCount = 0;
  for (const char delimiter : {'\t', ',', ';', '|', ':', ' '}) {
    auto counts = countsPerLine(text, delimiter);
    std::sort(counts.begin(), counts.end());
    std::size_t score = 0, fields = 0;
    for (std::size_t i = 0; i < counts.size();) {
      const auto run =
          static_cast<std::size_t>(std::upper_bound(counts.begin(), counts.end(), counts[i]) - counts.begin()) - i;
      if (counts[i] > 0 && run > score) {
        score = run;
        fields = counts[i];
      }
      i += run;
    }
    const bool blanksToo = delimiter == ' ' && best == '\t' && score == bestScore && holdsNumbersBetweenTabs(text);
    const bool semicolonsToo = delimiter == ';' && best == ',' && score == bestScore && fields > bestCount;
    if (score > bestScore || blanksToo || semicolonsToo) {
      best = delimiter;
      bestScore = score;
      bestCount = fields;
    }
  }
  return best;
}

}  // namespace

Result<std::unique_ptr<DelimitedFile>> DelimitedFile::open(const fs::path& path, char delimiter) {
  FOVEA_TRY(Utf8File source, Utf8File::open(path));
  auto file = std::unique_ptr<DelimitedFile>(new DelimitedFile(std::move(source)));
  FOVEA_CHECK(file->fill());
  const std::string_view start = file->buffer_;
  if (start.substr(0, 4096).find('\0') != std::string_view::npos)
    return fail(ErrorCode::Corrupt, path.string() + " is no text: it holds zero bytes.");
  file->delimiter_ = delimiter != 0 ? delimiter : detectDelimiter(start.substr(0, kBytesToJudge));
  if (file->delimiter_ == '\t') file->countUsualFields(start.substr(0, kBytesToJudge));
  return file;
}

bool DelimitedFile::isDelimiter(char c) const {
  return c == delimiter_ || (delimiter_ == ' ' && c == '\t');
}

// Reads a colon that may follow another one; returns false if there is none.
Result<bool> DelimitedFile::takesSecondColon() {
  if (at_ >= buffer_.size() && !ended_) FOVEA_CHECK(fill());
  if (peek() != ':') return false;
  ++at_;
  return true;
}

Status DelimitedFile::fill() {
  FOVEA_CHECK(source_.read(buffer_));
  at_ = 0;
  ended_ = buffer_.empty();
  return {};
}

// Returns the next byte, or -1 at the end of the data read so far.
int DelimitedFile::peek() {
  return at_ < buffer_.size() ? static_cast<unsigned char>(buffer_[at_]) : -1;
}

// Detects the number of fields that nearly all lines have if quotes are letters.
void DelimitedFile::countUsualFields(std::string_view start) {
  const bool whole = start.size() < kBytesToJudge;
  std::map<std::size_t, std::size_t> widths;
  std::size_t lines = 0;
  while (!start.empty()) {
    const std::size_t end = start.find('\n');
    if (end == std::string_view::npos && !whole) break;
    const std::string_view line = start.substr(0, end);
    start.remove_prefix(end == std::string_view::npos ? start.size() : end + 1);
    if (trimmed(line).empty()) continue;
    ++widths[static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t')) + 1];
    ++lines;
  }
  for (const auto& [fields, count] : widths)
    if (fields > 1 && count * 10 >= lines * 9) usualFields_ = fields;
}

// Returns true if the line that follows has the usual number of fields, as far as it is known.
bool DelimitedFile::nextLineFits() const {
  const std::size_t end = buffer_.find('\n', at_);
  if (end == std::string::npos) return true;
  return static_cast<std::size_t>(std::count(buffer_.begin() + static_cast<std::ptrdiff_t>(at_),
                                             buffer_.begin() + static_cast<std::ptrdiff_t>(end), '\t')) +
             1 ==
         usualFields_;
}

// Divides the record, which has a quoted field, anew with its quotes as letters, if it then has the usual number of
// fields. All records behind it have such quotes, too.
bool DelimitedFile::takesQuotesAsLetters() {
  if (!keepsRaw_ || usualFields_ == 0 || raw_.find('\n') != std::string::npos) return false;
  const auto tabs = static_cast<std::size_t>(std::count(raw_.begin(), raw_.end(), '\t'));
  if (fieldsBeforeRaw_ + tabs + 1 != usualFields_ || !nextLineFits()) return false;
  quotesAreLetters_ = true;
  record_.resize(bytesBeforeRaw_);
  ends_.resize(fieldsBeforeRaw_);
  for (const char c : raw_)
    if (c == '\t')
      ends_.push_back(record_.size());
    else
      record_ += c;
  ends_.push_back(record_.size());
  return true;
}

Result<bool> DelimitedFile::readRecord() {
  record_.clear();
  ends_.clear();
  keepsRaw_ = false;
  recordLine_ = line_;
  enum class State { Start, Plain, Quoted, QuoteInQuoted };
  State state = State::Start;
  bool any = false;
  for (;;) {
    if (at_ >= buffer_.size() && !ended_) FOVEA_CHECK(fill());
    const int c = peek();
    if (c < 0) {
      if (state == State::Quoted && takesQuotesAsLetters()) return true;
      if (state == State::Quoted)
        return fail(ErrorCode::Corrupt, fmt::format("{}, line {}: a quote is opened and never closed.",
                                                    source_.path().string(), recordLine_));
      if (!any) return false;
      endRecord();
      return true;
    }
    ++at_;
    if (record_.size() >= kMaximumRecord || ends_.size() >= kMaximumFields)
      return fail(ErrorCode::Corrupt, fmt::format("{}, line {}: this record has more than {} fields or 16 MiB.",
                                                  source_.path().string(), recordLine_, grouped(kMaximumFields)));
    if (c == '\n') ++line_;
    if (state == State::Quoted && c == '\n' && takesQuotesAsLetters()) return true;
    if (keepsRaw_ && (state == State::Quoted || (c != '\n' && c != '\r'))) raw_ += static_cast<char>(c);
    if (state == State::Quoted) {
      if (c == '"')
        state = State::QuoteInQuoted;
      else
        record_ += static_cast<char>(c);
      continue;
    }
    if (c == '\n' || c == '\r') {
      if (!any) {
        recordLine_ = line_;
        continue;
      }
      endRecord();
      return true;
    }
    bool ends = isDelimiter(static_cast<char>(c));
    if (ends && delimiter_ == ':') {
      FOVEA_TRY(ends, takesSecondColon());
    }
    if (state == State::QuoteInQuoted && c == '"') {
      record_ += '"';
      state = State::Quoted;
    } else if (ends) {
      if (delimiter_ == ' ' && state == State::Start) continue;
      any = true;
      ends_.push_back(record_.size());
      state = State::Start;
    } else if (state == State::Start && c == '"' && !quotesAreLetters_) {
      any = true;
      state = State::Quoted;
      keepRaw();
    } else if (state == State::Start && c == ' ') {
      continue;
    } else {
      any = true;
      record_ += static_cast<char>(c);
      state = State::Plain;
      takePlain();
    }
  }
}

// Adds the part of the buffer that belongs to an unquoted field.
void DelimitedFile::takePlain() {
  std::size_t end = at_;
  while (end < buffer_.size() && !isDelimiter(buffer_[end]) && buffer_[end] != '\n' && buffer_[end] != '\r') ++end;
  record_.append(buffer_, at_, end - at_);
  if (keepsRaw_) raw_.append(buffer_, at_, end - at_);
  at_ = end;
}

// Begins to keep a record as it stands in the file, from the quote that was just read on.
void DelimitedFile::keepRaw() {
  if (keepsRaw_ || usualFields_ == 0) return;
  keepsRaw_ = true;
  raw_ = '"';
  fieldsBeforeRaw_ = ends_.size();
  bytesBeforeRaw_ = record_.size();
}

void DelimitedFile::endRecord() {
  ends_.push_back(record_.size());
  if (keepsRaw_ && ends_.size() != usualFields_) takesQuotesAsLetters();
}

Result<bool> DelimitedFile::next(std::vector<std::string_view>& fields) {
  FOVEA_TRY(const bool found, readRecord());
  fields.clear();
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    fields.push_back(trimmed(std::string_view(record_).substr(begin, end - begin)));
    begin = end;
  }
  if (delimiter_ == ' ' && fields.size() > 1 && fields.back().empty()) fields.pop_back();
  return found;
}

}  // namespace fovea
