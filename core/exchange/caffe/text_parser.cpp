// Parses the protocol buffer text format with one character of lookahead.
#include <fmt/format.h>

#include "core/exchange/caffe/text_message.h"

namespace fovea {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<TextMessage> parse() {
    if (text_.size() > kMostTextBytes)
      return fault(fmt::format("The text has {} bytes, and at most {} are read.", text_.size(), kMostTextBytes));
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    TextMessage message;
    skipBlanks();
    while (at_ < text_.size()) FOVEA_CHECK(readField(message, 0));
    return message;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  TextPlace here() const { return {line_, static_cast<int>(at_ - lineBegin_) + 1}; }
  Error fault(const std::string& words) const { return failAt(here(), words); }
  // Describes the current token for messages: "an “x”".
  std::string found() const {
    if (at_ >= text_.size()) return "the end of the text";
    const char c = peek();
    return c > ' ' && c < 127 ? fmt::format("“{}”", c) : "a character that cannot be here";
  }

  void skipBlanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        lineBegin_ = at_ + 1;
      } else if (c == '#') {
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      } else if (c != ' ' && c != '\t' && c != '\r' && c != '\v' && c != '\f') {
        return;
      }
    }
  }
  bool take(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    end_ = at_;
    skipBlanks();
    return true;
  }

  Result<std::string> readName() {
    const std::size_t begin = at_;
    if (take('[')) {
      const std::size_t inside = at_;
      while (isLetter(peek()) || isDigit(peek()) || peek() == '.' || peek() == '/' || peek() == '-') ++at_;
      const std::string name(text_.substr(inside, at_ - inside));
      skipBlanks();
      if (name.empty() || !take(']')) return fault("The name of an extension does not end: there is " + found() + ".");
      return "[" + name + "]";
    }
    if (!isLetter(peek())) return fault("Here should be the name of a field, but there is " + found() + ".");
    while (isLetter(peek()) || isDigit(peek())) ++at_;
    std::string name(text_.substr(begin, at_ - begin));
    end_ = at_;
    skipBlanks();
    return name;
  }

  Status readField(TextMessage& into, int depth) {
    TextField field;
    field.place = here();
    field.begin = static_cast<std::uint32_t>(at_);
    FOVEA_TRY(field.name, readName());
    const bool colon = take(':');
    if (peek() == '[' && colon) {
      FOVEA_CHECK(readList(into, field, depth));
    } else {
      FOVEA_CHECK(readValue(into, std::move(field), colon, depth));
    }
    if (!take(',')) take(';');
    return {};
  }

  Status readList(TextMessage& into, const TextField& field, int depth) {
    take('[');
    if (take(']')) return {};
    do {
      TextField element = field;
      element.place = here();
      element.begin = static_cast<std::uint32_t>(at_);
      FOVEA_CHECK(readValue(into, std::move(element), true, depth));
    } while (take(','));
    if (!take(']')) return fault("The list does not end: there is " + found() + " instead of “]”.");
    return {};
  }

  Status readValue(TextMessage& into, TextField field, bool colon, int depth) {
    if (++fields_ > kMostTextFields)
      return fault(fmt::format("There are more than {} fields, which is more than any network has.", kMostTextFields));
    const char c = peek();
    if (c == '{' || c == '<') {
      FOVEA_CHECK(readMessage(field, depth));
    } else if (!colon) {
      return fault(fmt::format("After “{}” there should be a colon or “{{”, but there is {}.", field.name, found()));
    } else if (c == '"' || c == '\'') {
      field.kind = TextField::Kind::Text;
      while (peek() == '"' || peek() == '\'') FOVEA_CHECK(readString(field.value));
    } else {
      FOVEA_CHECK(readWord(field));
    }
    field.end = static_cast<std::uint32_t>(end_);
    into.fields.push_back(std::move(field));
    return {};
  }

  Status readMessage(TextField& field, int depth) {
    const TextPlace opened = here();
    const char closing = peek() == '{' ? '}' : '>';
    if (depth >= kDeepestText)
      return fault(fmt::format("Groups of fields are nested more than {} deep.", kDeepestText));
    take(peek());
    field.kind = TextField::Kind::Message;
    field.message = std::make_shared<TextMessage>();
    while (!take(closing)) {
      if (at_ >= text_.size())
        return failAt(opened, fmt::format("The group “{}” does not end: a “{}” is missing.", field.name, closing));
      FOVEA_CHECK(readField(*field.message, depth + 1));
    }
    field.message->fields.shrink_to_fit();
    return {};
  }

  Status readWord(TextField& field) {
    const std::size_t begin = at_;
    if (peek() == '-') {
      ++at_;
      skipBlanks();
    }
    const std::size_t word = at_;
    while (isLetter(peek()) || isDigit(peek()) || peek() == '.' ||
           ((peek() == '+' || peek() == '-') && at_ > word && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')))
      ++at_;
    if (at_ == word) return fault(fmt::format("A value should follow “{}”, but there is {}.", field.name, found()));
    field.value = (word > begin ? "-" : "") + std::string(text_.substr(word, at_ - word));
    end_ = at_;
    skipBlanks();
    return {};
  }

  Status readString(std::string& into) {
    const TextPlace opened = here();
    const char quote = text_[at_++];
    for (;; ++at_) {
      if (at_ >= text_.size() || text_[at_] == '\n') return failAt(opened, "The text in quotes does not end.");
      const char c = text_[at_];
      if (c == quote) break;
      if (c != '\\')
        into += c;
      else if (++at_ >= text_.size() || !readEscape(into))
        return fault("There is no such escape in a text in quotes.");
    }
    end_ = ++at_;
    skipBlanks();
    return {};
  }

  // Reads an escape after the backslash; stays at its last character.
  bool readEscape(std::string& into) {
    constexpr std::string_view kLetters = "abfnrtv\\'\"?", kMeanings = "\a\b\f\n\r\t\v\\'\"?";
    const char c = text_[at_];
    if (const std::size_t which = kLetters.find(c); which != std::string_view::npos) {
      into += kMeanings[which];
      return true;
    }
    const int base = c == 'x' || c == 'X' ? 16 : 8;
    if (base == 16) ++at_;
    const std::size_t begin = at_;
    unsigned value = 0;
    for (; at_ < text_.size() && at_ - begin < (base == 16 ? 2u : 3u); ++at_) {
      const char digit = text_[at_];
      const int number = isDigit(digit)                 ? digit - '0'
                         : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                         : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                                        : 16;
      if (number >= base) break;
      value = value * static_cast<unsigned>(base) + static_cast<unsigned>(number);
    }
    if (at_ == begin || value > 255) return false;
    --at_;
    into += static_cast<char>(value);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0, lineBegin_ = 0, fields_ = 0;
  std::size_t end_ = 0;  // end of the last token, without the blanks after it
  int line_ = 1;
};

}  // namespace

Result<TextMessage> parseTextMessage(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace fovea
