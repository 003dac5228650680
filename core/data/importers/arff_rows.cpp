#include "core/data/importers/arff_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/file_lines.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostArffAttributes = 100'000;
constexpr std::size_t kMostNominalValues = 100'000;

struct ArffAttribute {
  std::string name;
  std::vector<std::string> values;  // of a nominal attribute
};

struct ArffToken {
  std::string text;
  bool quoted = false;
};

// Divides a line into tokens. Quotes are single or double; a backslash takes the next character as it is.
class ArffText {
 public:
  explicit ArffText(std::string_view text) : rest_(text) {}

  void skipBlanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }
  bool atEnd() {
    skipBlanks();
    return rest_.empty() || rest_.front() == '%';
  }
  bool take(char c) {
    if (atEnd() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Reads up to one of the characters of `ends`, which stays, or to the closing quote.
  ArffToken token(std::string_view ends) {
    ArffToken token;
    skipBlanks();
    const char quote = rest_.starts_with('\'') || rest_.starts_with('"') ? rest_.front() : '\0';
    token.quoted = quote != '\0';
    std::size_t i = token.quoted ? 1 : 0;
    for (; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (token.quoted ? c == quote : ends.find(c) != std::string_view::npos) break;
      if (c == '\\' && token.quoted && i + 1 < rest_.size()) ++i;
      token.text += rest_[i];
    }
    rest_.remove_prefix(std::min(token.quoted ? i + 1 : i, rest_.size()));
    if (!token.quoted) token.text = std::string(trimmed(token.text));
    return token;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

class ArffRows : public TableRows {
 public:
  explicit ArffRows(FileLines lines) : lines_(std::move(lines)) {}

  Status readHeader() {
    while (true) {
      FOVEA_TRY(const bool more, lines_.next(line_));
      if (!more) return damaged("it has no line @data");
      ArffText text(line_);
      if (text.atEnd()) continue;
      const std::string word = lowerCase(text.token(" \t").text);
      if (word == "@data") break;
      if (word == "@attribute") FOVEA_CHECK(addAttribute(text));
      if (!word.starts_with('@')) return damaged("a line of its head does not begin with @");
    }
    if (attributes_.empty()) return damaged("it has no attributes");
    return {};
  }

  Result<bool> next(std::vector<std::string_view>& fields) override {
    fields.clear();
    if (!named_) {
      named_ = true;
      for (const ArffAttribute& each : attributes_) fields.push_back(each.name);
      return true;
    }
    for (;;) {
      FOVEA_TRY(const bool more, lines_.next(line_));
      if (!more) return false;
      ArffText text(line_);
      if (text.atEnd()) continue;
      FOVEA_CHECK(text.take('{') ? readSparse(text) : readDense(text));
      for (const ArffToken& token : tokens_)
        fields.push_back(token.text == "?" && !token.quoted ? std::string_view() : std::string_view(token.text));
      return true;
    }
  }
  std::int64_t line() const override { return lines_.number(); }
  bool isNamed() const override { return true; }
  std::vector<std::string> classNames(const std::string& column) const override {
    const ArffAttribute& last = attributes_.back();
    const bool words =
        std::ranges::none_of(last.values, [](const auto& value) { return realNumber(value).has_value(); });
    // Numbers are names if they count from 0 in this order, as the classes do.
    bool counts = last.values.size() > 1;
    for (std::size_t i = 0; i < last.values.size(); ++i) counts = counts && last.values[i] == std::to_string(i);
    return (words || counts) && column == displayName(last.name) ? last.values : std::vector<std::string>();
  }

 private:
  Error damaged(const std::string& why) const {
    return fail(ErrorCode::Corrupt,
                fmt::format("{}, line {}: {}.", displayName(lines_.path().string()), lines_.number(), why));
  }

  Status addAttribute(ArffText& text) {
    if (attributes_.size() >= kMostArffAttributes) return damaged("it has too many attributes");
    ArffAttribute attribute{text.token(" \t{").text, {}};
    if (attribute.name.empty()) return damaged("an attribute has no name");
    if (text.take('{')) {
      while (!text.take('}')) {
        if (text.atEnd() || attribute.values.size() >= kMostNominalValues)
          return damaged(fmt::format("the values of \"{}\" do not end", displayName(attribute.name)));
        attribute.values.push_back(text.token(",}").text);
        text.take(',');
      }
    } else if (lowerCase(text.token(" \t").text) == "relational") {
      return fail(ErrorCode::Unsupported,
                  fmt::format("{}: the attribute \"{}\" holds tables, which are not read.",
                              displayName(lines_.path().string()), displayName(attribute.name)));
    }
    attributes_.push_back(std::move(attribute));
    return {};
  }

  Status readDense(ArffText& text) {
    tokens_.clear();
    const bool commas = text.rest().find(',') != std::string_view::npos;
    do {
      text.skipBlanks();
      if (text.rest().starts_with('{')) break;  // the weight of the row
      if (tokens_.size() >= kMostArffAttributes) return damaged("a row has too many values");
      tokens_.push_back(text.token(commas ? "," : " \t"));
    } while (commas ? text.take(',') : !text.atEnd());
    return {};
  }

  // A value that a sparse row does not name is 0, or the first value of a nominal attribute.
  Status readSparse(ArffText& text) {
    tokens_.assign(attributes_.size(), {"0", false});
    for (std::size_t i = 0; i < attributes_.size(); ++i)
      if (!attributes_[i].values.empty()) tokens_[i].text = attributes_[i].values.front();
    while (!text.take('}')) {
      if (text.atEnd()) return damaged("a row does not end");
      const std::string place = text.token(" \t,}").text;
      const auto index = wholeNumber(place);
      if (!index || *index < 0 || *index >= std::ssize(attributes_))
        return damaged(fmt::format("\"{}\" is the number of no attribute", displayName(place.substr(0, 40))));
      tokens_[static_cast<std::size_t>(*index)] = text.token(",}");
      text.take(',');
    }
    return {};
  }

  FileLines lines_;
  std::string line_;
  std::vector<ArffAttribute> attributes_;
  std::vector<ArffToken> tokens_;  // the values of the last row
  bool named_ = false;
};

}  // namespace

bool isArffName(std::string_view name) {
  return endingOf(name) == ".arff";
}

Result<std::unique_ptr<TableRows>> openArffRows(const fs::path& path) {
  FOVEA_TRY(FileLines lines, FileLines::open(path));
  auto rows = std::make_unique<ArffRows>(std::move(lines));
  FOVEA_CHECK(rows->readHeader());
  return std::unique_ptr<TableRows>(std::move(rows));
}

}  // namespace fovea
