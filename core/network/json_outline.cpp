#include "core/network/json_outline.h"

#include <fmt/format.h>

#include <charconv>

namespace fovea {
namespace {

constexpr int kMaximumDepth = 64;
constexpr std::size_t kShownCharacters = 24;

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool isWord(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
         c == '.' || c == '_';
}

bool isLiteral(std::string_view word) {
  if (word == "true" || word == "false" || word == "null") return true;
  double number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool digits = word.find_first_not_of("0123456789+-.eE") == word.npos;
  return digits && read.ptr == word.data() + word.size() && read.ec != std::errc::invalid_argument;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  JsonOutline scan() {
    JsonOutline outline;
    if (value(outline.root, 0)) {
      space();
      if (at_ < text_.size()) refuse("The text goes on after its end.");
    }
    outline.errorLine = errorLine_;
    outline.error = std::move(error_);
    return outline;
  }

 private:
  bool refuse(std::string words, int line = 0) {
    if (errorLine_ == 0) {
      errorLine_ = line > 0 ? line : line_;
      error_ = std::move(words);
    }
    return false;
  }

  // Skips white space, and remembers the line before it: a missing comma or bracket is reported there.
  void space() {
    solidLine_ = line_;
    while (at_ < text_.size() && isSpace(text_[at_])) {
      line_ += text_[at_] == '\n';
      ++at_;
    }
  }

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool quoted(std::string& content) {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size() || text_[at_] != '"') return refuse("The quotation mark is not closed on this line.");
    content = std::string(text_.substr(begin, at_ - begin));
    ++at_;
    return true;
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && isWord(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  bool value(JsonPlace& place, int depth) {
    if (depth > kMaximumDepth) return refuse("This is nested more than 64 levels deep.");
    space();
    if (place.key.empty()) place.line = line_;
    const bool good = content(place, depth);
    place.lastLine = line_;
    return good;
  }

  bool content(JsonPlace& place, int depth) {
    const char first = next();
    if (first == '{') return members(place, depth);
    if (first == '[') return entries(place, depth);
    if (first == '"') return quoted(place.text);
    place.text = word();
    if (!place.text.empty() && isLiteral(place.text)) return true;
    if (place.text.empty()) return refuse("A value is missing here.", first == '\0' ? solidLine_ : 0);
    const bool number = place.text[0] == '-' || (place.text[0] >= '0' && place.text[0] <= '9');
    return refuse(fmt::format("\"{}\" is no {}.", place.text.substr(0, kShownCharacters),
                              number ? "number" : "value: text stands in quotes"));
  }

  // Reads what follows an entry; `more` is true if another entry follows.
  bool separator(char close, bool& more) {
    space();
    more = next() == ',';
    if (!more && next() != close)
      return refuse(next() == '\0' ? fmt::format("The text ends, but a {} is missing.", close)
                                   : fmt::format("A comma or a {} is missing after this.", close),
                    solidLine_);
    ++at_;
    if (!more) return true;
    space();
    return next() == close ? refuse(fmt::format("There is a comma too many before the {}.", close), solidLine_) : true;
  }

  bool members(JsonPlace& place, int depth) {
    ++at_;
    space();
    if (next() == '}') return ++at_, true;
    for (bool more = true; more;) {
      JsonPlace member;
      member.line = line_;
      if (next() != '"') return refuse("A name in quotes is missing here.", next() == '\0' ? solidLine_ : 0);
      if (!quoted(member.key)) return false;
      space();
      if (next() != ':') return refuse(fmt::format("A colon is missing after \"{}\".", member.key), solidLine_);
      ++at_;
      const bool good = value(member, depth + 1);
      place.items.push_back(std::move(member));
      if (!good || !separator('}', more)) return false;
    }
    return true;
  }

  bool entries(JsonPlace& place, int depth) {
    ++at_;
    space();
    if (next() == ']') return ++at_, true;
    for (bool more = true; more;) {
      JsonPlace entry;
      const bool good = value(entry, depth + 1);
      place.items.push_back(std::move(entry));
      if (!good || !separator(']', more)) return false;
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1, solidLine_ = 1;
  int errorLine_ = 0;
  std::string error_;
};

}  // namespace

const JsonPlace* JsonPlace::find(std::string_view wanted) const {
  for (const JsonPlace& item : items)
    if (item.key == wanted) return &item;
  return nullptr;
}

JsonOutline outlineJson(std::string_view text) {
  return Scanner(text).scan();
}

}  // namespace fovea
