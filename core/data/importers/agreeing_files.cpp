#include "core/data/importers/agreeing_files.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/data/files/stand_in.h"
#include "core/data/importers/name_labels.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kAgreeingStart = 64 << 10;  // number of bytes of a file that are examined
constexpr std::size_t kMostBehindName = 600;      // number of bytes behind a name that may say its class
constexpr std::size_t kShortestInside = 3;        // letters of a class that is found inside of other words
constexpr std::size_t kFewestNamed = 4;
constexpr std::size_t kMostOtherWords = 8;  // such as the names of columns; a file with more says something else, too
constexpr std::int32_t kOfSeveral = -2;
constexpr std::string_view kBetweenTokens = " \t\r\n,;|\"'[]{}:";

// Returns the letters and digits in lower case: "Alarm_Clock" and "alarm clock" are the same class.
std::string plainName(std::string_view text) {
  std::string plain;
  for (const char c : lowerCase(text))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80) plain += c;
  return plain;
}

// Calls `use` with the begin and end of each word of a text until it returns false.
void eachWord(std::string_view text, const auto& use) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kBetweenTokens, at), text.size());
    if (end > at && !use(at, end)) return;
    at = end + 1;
  }
}

}  // namespace

// A word of a text that names a sample.
struct KnownClasses::Token {
  std::size_t begin = 0, end = 0;
  std::int32_t label = kNoLabel;
};

KnownClasses::KnownClasses(const LabelledFiles& found) : found_(found) {
  constexpr std::size_t kLongNumber = 5;  // digits of a name without ending; shorter numbers may be something else
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const std::string_view name = found.files.name(i), stem = stemOf(name);
    const std::int32_t label = i < found.labels.size() ? found.labels[i] : kNoLabel;
    splits_ = splits_ || (i < found.splits.size() && found.splits[i].has_value());
    ++counts_[lastPartOf(found.files.folder(found.files.folderOf(i)))];
    for (const std::string_view each : {name, stem}) {
      if (each == stem && onlyDigits(stem) && stem.size() < kLongNumber) continue;
      const auto [known, isNew] = labels_.try_emplace(each, label);
      if (!isNew && known->second != label) known->second = kOfSeveral;
    }
  }
}

// Returns true if the path of a name, or what follows until `end`, says its class.
bool KnownClasses::agrees(std::string_view text, const Token& token, std::size_t end) const {
  const std::string_view path = parentOf(text.substr(token.begin, token.end - token.begin));
  if (token.label == kOfSeveral) {
    const std::string folder(lastPartOf(path));
    return !folder.empty() && counts_.contains(folder);
  }
  const std::string& title = found_.classes[static_cast<std::size_t>(token.label)];
  const std::string name = plainName(lastPartOf(title));
  const std::string_view behind = text.substr(token.end, std::min(end - token.end, kMostBehindName));
  if (name.size() >= kShortestInside)
    return plainName(path).find(name) != std::string::npos || plainName(behind).find(name) != std::string::npos;
  for (const std::string_view part : {path, behind})
    for (std::size_t at = 0; at < part.size();) {
      const std::size_t stop = std::min(part.find_first_of(" \t\r\n,;|\"'[]{}:/", at), part.size());
      if (plainName(part.substr(at, stop - at)) == name) return true;
      at = stop + 1;
    }
  return false;
}

bool KnownClasses::agreeWith(const fs::path& file) const {
  if (found_.classes.size() < 2 || (!splits_ && splitInName(file.filename().string()))) return false;
  const std::string start = beginningOfFile(file, kAgreeingStart);
  const std::string_view text = start;
  std::vector<Token> tokens;
  std::unordered_set<std::string_view> others;  // words of which the samples know nothing
  eachWord(text, [&](std::size_t begin, std::size_t end) {
    const std::string_view word = text.substr(begin, end - begin);
    const auto known = labels_.find(lastPartOf(word));
    if (known != labels_.end() && known->second != kNoLabel)
      tokens.push_back({begin, end, known->second});
    else if (!counts_.contains(lastPartOf(word)))
      others.insert(word);
    return others.size() <= kMostOtherWords;
  });
  if (others.size() > kMostOtherWords) return false;
  std::size_t agreeing = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    agreeing += agrees(text, tokens[i], i + 1 < tokens.size() ? tokens[i + 1].begin : text.size());
  if (tokens.size() < kFewestNamed || agreeing * 20 < tokens.size() * 19) return false;
  // A list of some samples may be a split.
  return splits_ || namesNearlyAll(file);
}

bool KnownClasses::namesNearlyAll(const fs::path& file) const {
  constexpr std::size_t kMostNames = std::size_t{16} << 20;  // bytes
  const std::string start = beginningOfFile(file, kMostNames);
  const std::string_view text = start;
  std::size_t named = 0;
  eachWord(text, [&](std::size_t begin, std::size_t end) {
    named += labels_.contains(lastPartOf(text.substr(begin, end - begin)));
    return true;
  });
  return named * 10 >= found_.files.size() * 9 || start.size() == kMostNames;
}

bool KnownClasses::areCountedIn(const fs::path& file) const {
  const std::string start = beginningOfFile(file, kAgreeingStart);
  TextLines lines(start);
  std::size_t named = 0, counted = 0;
  while (const auto line = lines.nextFilled()) {
    const std::size_t end = std::min(line->find_first_of(",;\t "), line->size());
    const auto folder = counts_.find(trimmed(line->substr(0, end)));
    if (folder == counts_.end()) continue;
    ++named;
    const auto number = wholeNumber(trimmed(line->substr(std::min(end + 1, line->size()))));
    counted += number == static_cast<std::int64_t>(folder->second);
  }
  return named >= kFewestNamed && counted * 20 >= named * 19;
}

}  // namespace fovea
