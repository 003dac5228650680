#include "core/data/importers/xml_tree.h"

#include <fmt/format.h>

#include <cstring>

#include <algorithm>

#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kMaximumBytes = std::size_t{16} << 20;
constexpr int kMaximumXmlDepth = 32;
constexpr std::size_t kMaximumElements = 200'000;

void appendCharacter(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    text += static_cast<char>(0xf0 | code >> 18);
    text += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<XmlElement> document() {
    if (text_.size() > kMaximumBytes) return fail(ErrorCode::Corrupt, "The XML text is larger than 16 MiB.");
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    FOVEA_CHECK(passOver());
    XmlElement root;
    FOVEA_CHECK(element(root, 0));
    FOVEA_CHECK(passOver());
    if (at_ < text_.size()) return damaged("something follows the root element");
    return root;
  }

 private:
  // Returns the current line. Continues counting from the last position, so that a whole file costs one pass.
  std::int64_t lineAt() {
    const std::size_t end = std::min(at_, text_.size());
    line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                        text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    counted_ = end;
    return line_;
  }
  Error damaged(std::string_view what) {
    return fail(ErrorCode::Corrupt, fmt::format("The XML text is damaged at line {}: {}.", lineAt(), what));
  }
  bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }
  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  Status jumpBehind(std::string_view mark) {
    const std::size_t found = text_.find(mark, at_);
    if (found == std::string_view::npos) return damaged(fmt::format("\"{}\" is missing", mark));
    at_ = found + mark.size();
    return {};
  }

  // Skips white space, comments, processing instructions and a document type without definitions.
  Status passOver() {
    for (blanks(); at_ < text_.size(); blanks()) {
      if (starts("<!--")) {
        FOVEA_CHECK(jumpBehind("-->"));
      } else if (starts("<?")) {
        FOVEA_CHECK(jumpBehind("?>"));
      } else if (starts("<!DOCTYPE")) {
        const std::size_t end = text_.find('>', at_);
        if (end == std::string_view::npos || text_.substr(at_, end - at_).find('[') != std::string_view::npos)
          return damaged("a document type with definitions is not taken");
        at_ = end + 1;
      } else {
        return {};
      }
    }
    return {};
  }

  Result<std::string> name() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n/><=\"'&", at_), text_.size());
    if (end == at_ || end - at_ > 256) return damaged("a name was expected");
    std::string found(text_.substr(at_, end - at_));
    at_ = end;
    return found;
  }

  // Reads up to the end of a tag; returns whether the element is empty.
  Result<bool> attributes(XmlElement& into) {
    for (;;) {
      blanks();
      if (starts("/>")) {
        at_ += 2;
        return true;
      }
      if (starts(">")) {
        ++at_;
        return false;
      }
      FOVEA_TRY(std::string attribute, name());
      blanks();
      if (!starts("=")) return damaged(fmt::format("the attribute \"{}\" has no value", displayName(attribute)));
      ++at_;
      blanks();
      if (!starts("\"") && !starts("'")) return damaged("the value of an attribute is not in quotes");
      const char quote = text_[at_++];
      const std::size_t begin = at_;
      FOVEA_CHECK(jumpBehind(std::string_view(&quote, 1)));
      into.attributes.emplace_back(std::move(attribute), text_.substr(begin, at_ - 1 - begin));
    }
  }

  Status entity(std::string& into) {
    const std::size_t end = text_.find(';', at_);
    if (end == std::string_view::npos || end - at_ > 12) return damaged("\"&\" is not followed by a name and \";\"");
    const std::string_view word = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (word == "amp")
      into += '&';
    else if (word == "lt")
      into += '<';
    else if (word == "gt")
      into += '>';
    else if (word == "quot")
      into += '"';
    else if (word == "apos")
      into += '\'';
    else if (word.starts_with('#'))
      return numbered(word.substr(1), into);
    else
      return damaged(fmt::format("\"&{};\" is not known", displayName(word)));
    return {};
  }

  Status numbered(std::string_view digits, std::string& into) {
    const bool hexadecimal = digits.starts_with('x');
    if (hexadecimal) digits.remove_prefix(1);
    std::uint32_t code = 0;
    for (const char c : lowerCase(digits)) {
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
      if (digit >= (hexadecimal ? 16 : 10) || code > 0x110000) return damaged("a numbered character is wrong");
      code = code * (hexadecimal ? 16 : 10) + static_cast<std::uint32_t>(digit);
    }
    if (digits.empty() || code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
      return damaged("a numbered character is wrong");
    appendCharacter(into, code);
    return {};
  }

  Status element(XmlElement& into, int depth) {
    if (depth > kMaximumXmlDepth) return damaged("elements are nested too deep");
    if (++elements_ > kMaximumElements) return damaged("there are too many elements");
    if (!starts("<")) return damaged("an element was expected");
    into.line = lineAt();
    ++at_;
    FOVEA_TRY(into.name, name());
    FOVEA_TRY(const bool empty, attributes(into));
    if (empty) return {};
    FOVEA_CHECK(content(into, depth));
    at_ += 2;
    FOVEA_TRY(const std::string closed, name());
    if (closed != into.name)
      return damaged(fmt::format("\"{}\" is closed as \"{}\"", displayName(into.name), displayName(closed)));
    blanks();
    if (!starts(">")) return damaged("\">\" is missing");
    ++at_;
    into.text = std::string(trimmed(into.text));
    return {};
  }

  // Reads up to the closing tag.
  Status content(XmlElement& into, int depth) {
    while (at_ < text_.size()) {
      if (starts("</")) return {};
      if (starts("<![CDATA[")) {
        const std::size_t begin = at_ + 9;
        FOVEA_CHECK(jumpBehind("]]>"));
        into.text += text_.substr(begin, at_ - 3 - begin);
      } else if (starts("<!--") || starts("<?")) {
        FOVEA_CHECK(jumpBehind(starts("<?") ? "?>" : "-->"));
      } else if (starts("<")) {
        into.children.emplace_back();
        FOVEA_CHECK(element(into.children.back(), depth + 1));
      } else if (starts("&")) {
        FOVEA_CHECK(entity(into.text));
      } else {
        const std::size_t end = std::min(text_.find_first_of("<&", at_), text_.size());
        into.text += text_.substr(at_, end - at_);
        at_ = end;
      }
    }
    return damaged(fmt::format("\"{}\" is not closed", displayName(into.name)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t elements_ = 0;
  std::size_t counted_ = 0;
  std::int64_t line_ = 1;
};

}  // namespace

const XmlElement* XmlElement::child(std::string_view childName) const {
  for (const XmlElement& element : children)
    if (element.name == childName) return &element;
  return nullptr;
}

std::string_view XmlElement::textOf(std::string_view childName) const {
  const XmlElement* found = child(childName);
  return found ? std::string_view(found->text) : std::string_view();
}

std::string XmlElement::attribute(std::string_view attributeName) const {
  for (const auto& [attribute, written] : attributes) {
    if (attribute != attributeName) continue;
    std::string value = written;
    for (const auto& [entity, letter] : {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&quot;", "\""),
                                         std::pair("&apos;", "'"), std::pair("&amp;", "&")})
      for (std::size_t at = value.find(entity); at != std::string::npos; at = value.find(entity, at + 1))
        value.replace(at, std::strlen(entity), letter);
    return value;
  }
  return {};
}

Result<XmlElement> parseXml(std::string_view text) {
  return Parser(text).document();
}

}  // namespace fovea
