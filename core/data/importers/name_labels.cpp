#include "core/data/importers/name_labels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/importers/text_lines.h"

namespace fovea {
namespace {

using NameParts = std::vector<std::string_view>;
using Codes = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr std::size_t kFewestNames = 4;
constexpr std::size_t kMostNamedClasses = 1000;
constexpr std::size_t kMostParts = 12;
constexpr std::size_t kShown = 4;
constexpr std::ptrdiff_t kSameLetters = 3;  // common first letters that make words doubtful as classes
constexpr double kShare = 0.95;             // fraction of the names that must have the form

bool isAsciiDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool allLetters(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), isLetter);
}

// Removes all known file endings: "a.jpg.chip.jpg" becomes "a".
std::string_view bareName(std::string_view name) {
  std::string_view stem = stemOf(name);
  for (std::string_view shorter = stemOf(stem);
       shorter.size() < stem.size() && (fileKindOf(stem) != FileKind::Other || stem.ends_with(".chip"));
       shorter = stemOf(stem))
    stem = shorter;
  return stem;
}

// Returns "great_pyrenees" for "great_pyrenees_12"; empty if no number is at the end, or nothing before it.
std::string_view beforeNumber(std::string_view name) {
  const std::string_view stem = bareName(name);
  std::size_t end = stem.size();
  const auto drop = [&](auto drops) {
    const std::size_t before = end;
    while (end > 0 && drops(stem[end - 1])) --end;
    return end < before;
  };
  const auto stands = [](char c) { return c == '_' || c == '-' || c == '.' || c == ' '; };
  // Handles "cat (12)".
  if (stem.ends_with(')')) --end;
  if (!drop(isAsciiDigit)) return {};
  if (end > 0 && stem.ends_with(')') && stem[end - 1] == '(') --end;
  drop(stands);
  return stem.substr(0, end);
}

// Returns true for words before numbers that describe a file and are not a class.
bool isPlainWord(std::string_view word) {
  static const std::set<std::string, std::less<>> plain = {
      "img",    "image", "images", "pic",   "picture", "photo", "dsc",   "dscn",    "dscf",     "frame",     "file",
      "sample", "scan",  "page",   "crop",  "patch",   "tile",  "slice", "data",    "wav",      "audio",     "sound",
      "clip",   "video", "rec",    "track", "part",    "item",  "test",  "train",   "val",      "record",    "p",
      "screen", "shot",  "text",   "doc",   "msg",     "left",  "right", "capture", "untitled", "recording", "im"};
  const std::string lower = lowerCase(word);
  return plain.contains(lower);
}

std::string exampleNames(const std::map<std::string, std::size_t, std::less<>>& values) {
  std::vector<std::string> shown;
  for (const auto& [value, count] : values) shown.push_back(displayName(value));
  std::sort(shown.begin(), shown.end(), naturalLess);
  if (shown.size() > kShown) shown.resize(kShown);
  return fmt::format("{}{}", fmt::join(shown, ", "), values.size() > kShown ? ", …" : "");
}

// The naming form of a published set.
struct KnownForm {
  bool (*fits)(const NameParts& parts);
  NameForm form;
  const char* source;
  const char* what;         // description of the class: "the digit that is spoken"
  bool overFolders = true;  // the form is so strict that it takes precedence over folders of classes
};

bool digitsOf(std::string_view text, std::size_t length) {
  return text.size() == length && onlyDigits(text);
}

bool isSpokenDigit(const NameParts& parts) {
  return parts.size() == 3 && digitsOf(parts[0], 1) && allLetters(parts[1]) && onlyDigits(parts[2]);
}

constexpr std::size_t kRavdessParts = 7;
bool isRavdess(const NameParts& parts) {
  return parts.size() == kRavdessParts &&
         std::all_of(parts.begin(), parts.end(), [](std::string_view part) { return digitsOf(part, 2); }) &&
         parts[0] >= "01" && parts[0] <= "03" && parts[2] >= "01" && parts[2] <= "08";
}

const Codes& cremaCodes() {
  static const Codes codes = {{"ANG", "angry"}, {"DIS", "disgust"}, {"FEA", "fearful"},
                              {"HAP", "happy"}, {"NEU", "neutral"}, {"SAD", "sad"}};
  return codes;
}

bool isCrema(const NameParts& parts) {
  return parts.size() == 4 && digitsOf(parts[0], 4) && allLetters(parts[1]) && allLetters(parts[3]) &&
         std::any_of(cremaCodes().begin(), cremaCodes().end(),
                     [&](const auto& code) { return code.first == parts[2]; });
}

const Codes& emoDbCodes() {
  static const Codes codes = {{"W", "anger"}, {"L", "boredom"}, {"E", "disgust"}, {"A", "fear"},
                              {"F", "joy"},   {"T", "sadness"}, {"N", "neutral"}};
  return codes;
}

bool isEmoDb(const NameParts& parts) {
  constexpr std::size_t kEmotion = 5;
  if (parts.size() != 1 || parts[0].size() < 6 || parts[0].size() > 7) return false;
  const std::string_view name = parts[0];
  return onlyDigits(name.substr(0, 2)) && (name[2] == 'a' || name[2] == 'b') && onlyDigits(name.substr(3, 2)) &&
         std::any_of(emoDbCodes().begin(), emoDbCodes().end(),
                     [&](const auto& code) { return code.first[0] == name[kEmotion]; });
}

const Codes& saveeCodes() {
  static const Codes codes = {{"a", "anger"},   {"d", "disgust"},  {"f", "fear"},     {"h", "happiness"},
                              {"n", "neutral"}, {"sa", "sadness"}, {"su", "surprise"}};
  return codes;
}

bool isSavee(const NameParts& parts) {
  if (parts.size() != 2 || (parts[0] != "DC" && parts[0] != "JE" && parts[0] != "JK" && parts[0] != "KL")) return false;
  const std::size_t digit = parts[1].find_first_of("0123456789");
  return digit != std::string_view::npos && digitsOf(parts[1].substr(digit), 2) &&
         std::any_of(saveeCodes().begin(), saveeCodes().end(),
                     [&](const auto& code) { return code.first == parts[1].substr(0, digit); });
}

const std::vector<KnownForm>& knownForms() {
  static const std::vector<KnownForm> forms = {
      {isSpokenDigit,
       {.part = 1, .testPart = 3, .lastTest = 4},
       "the Free Spoken Digit Dataset",
       "the digit that is spoken",
       false},
      {isRavdess,
       {.part = 3,
        .groupPart = 7,
        .codes = {{"01", "neutral"},
                  {"02", "calm"},
                  {"03", "happy"},
                  {"04", "sad"},
                  {"05", "angry"},
                  {"06", "fearful"},
                  {"07", "disgust"},
                  {"08", "surprised"}}},
       "RAVDESS",
       "the emotion"},
      {isCrema, {.part = 3, .groupPart = 1, .codes = cremaCodes()}, "CREMA-D", "the emotion"},
      {isEmoDb,
       {.part = 1, .letter = 6, .groupPart = 1, .groupLetters = 2, .codes = emoDbCodes()},
       "Emo-DB",
       "the emotion"},
      {isSavee, {.part = 2, .beforeDigits = true, .groupPart = 1, .codes = saveeCodes()}, "SAVEE", "the emotion"}};
  return forms;
}

// A known form whose class part is uncertain.
struct AskedForm {
  bool (*fits)(const NameParts& parts);
  const char* source;
  std::vector<std::pair<int, const char*>> parts;  // parts that may be the class
  int number;                                      // the part that is a measure; 0: none
};

bool isUtkFace(const NameParts& parts) {
  constexpr std::size_t kDate = 17;
  return parts.size() == 4 && onlyDigits(parts[0]) && parts[0].size() <= 3 && digitsOf(parts[1], 1) &&
         parts[1] <= "1" && digitsOf(parts[2], 1) && parts[2] <= "4" && digitsOf(parts[3], kDate);
}

bool isMarket(const NameParts& parts) {
  if (parts.size() != 4 || !digitsOf(parts[2], 6) || !onlyDigits(parts[3]) || !onlyDigits(parts[0])) return false;
  const std::string_view camera = parts[1];
  return camera.size() >= 4 && camera[0] == 'c' && isAsciiDigit(camera[1]) && camera[2] == 's' &&
         onlyDigits(camera.substr(3));
}

const std::vector<AskedForm>& askedForms() {
  static const std::vector<AskedForm> forms = {
      {isUtkFace, "UTKFace", {{1, "the age"}, {2, "the gender"}, {3, "the ethnicity"}}, 1},
      {isMarket, "Market-1501", {{1, "the person"}, {2, "the camera"}}, 0}};
  return forms;
}

std::string classOfOne(std::string_view noun) {
  return noun.starts_with('i') ? fmt::format("the class of an {}", noun) : fmt::format("the class of a {}", noun);
}

std::string otherwise(bool folders) {
  return folders ? "class_from=path" : "class_from=none";
}

std::string nameOption(std::int64_t part) {
  return fmt::format("class_from=name; name_part={}", part);
}

class Judge {
 public:
  Judge(const std::vector<std::string_view>& names, const NamedFiles& files)
      : names_(names), kind_(files.kind), folders_(files.folders), noun_(files.noun) {
    for (const std::string_view name : names) parts_.push_back(partsOfName(name));
  }

  template <class Fits>
  bool most(Fits fits) const {
    const auto count = std::count_if(parts_.begin(), parts_.end(), fits);
    return static_cast<double>(count) >= kShare * static_cast<double>(parts_.size());
  }

  const KnownForm* known() const {
    if (kind_ != FileKind::Audio && kind_ != FileKind::Video) return nullptr;
    for (const KnownForm& form : knownForms())
      if ((form.overFolders || !folders_) && most(form.fits) && valuesOf(form.form).size() > 1) return &form;
    return nullptr;
  }

  std::optional<NameLabels> judge() const {
    if (names_.size() < kFewestNames) return std::nullopt;
    if (const KnownForm* form = known()) return takeKnown(*form);
    for (const AskedForm& form : askedForms())
      if (kind_ == FileKind::Image && most(form.fits)) return ask(form);
    if (folders_) return std::nullopt;
    if (auto found = takeBeforeNumber()) return found;
    return askParts();
  }

 private:
  using Values = std::map<std::string, std::size_t, std::less<>>;

  Values valuesOf(const NameForm& form) const {
    Values values;
    for (const std::string_view name : names_)
      if (std::string label = form.classOf(name); !label.empty() && values.size() <= kMostNamedClasses) ++values[label];
    return values;
  }

  std::string evidence() const { return displayName(names_[0]); }

  NameLabels takeKnown(const KnownForm& known) const {
    NameLabels found{known.form, true, {}};
    // If all files or none would be for testing, the splits are unknown.
    const auto tests = std::count_if(names_.begin(), names_.end(),
                                     [&](std::string_view name) { return known.form.splitOf(name) == Split::Test; });
    if (tests == 0 || tests == std::ssize(names_)) found.form.testPart = 0;
    const std::string groups = known.form.groupPart > 0 ? "; files of one speaker stay in one split" : "";
    found.decision = {classOfOne(noun_),
                      fmt::format("{} in its name ({}){}", known.what, exampleNames(valuesOf(known.form)), groups),
                      fmt::format("names such as {} have the form of {}", evidence(), known.source),
                      {otherwise(folders_)}};
    return found;
  }

  NameLabels ask(const AskedForm& form) const {
    NameLabels found;
    std::vector<std::string> alternatives, meanings;
    for (const auto& [part, meaning] : form.parts) {
      if (part == form.number) alternatives.push_back(fmt::format("class_from=number; name_part={}", part));
      alternatives.push_back(nameOption(part));
      meanings.push_back(fmt::format("part {} is {} ({})", part, meaning, exampleNames(valuesOf({.part = part}))));
    }
    alternatives.push_back(otherwise(folders_));
    if (folders_) alternatives.emplace_back("class_from=none");
    found.decision = {classOfOne(noun_), fmt::format("{} in its name", form.parts[0].second),
                      fmt::format("names such as {} have the form of {}, where {}", evidence(), form.source,
                                  fmt::join(meanings, ", ")),
                      std::move(alternatives), false};
    return found;
  }

  // Handles "cat.0", "dog.0": words followed by counting numbers.
  std::optional<NameLabels> takeBeforeNumber() const {
    std::set<std::string_view> different;
    Values values;
    std::size_t fitting = 0;
    for (const std::string_view name : names_) {
      const std::string_view word = beforeNumber(name);
      const bool plain = word.find_first_of("0123456789") != std::string_view::npos;
      if (word.empty() || plain || !std::any_of(word.begin(), word.end(), isLetter)) continue;
      ++fitting;
      different.insert(bareName(name));
      ++values[std::string(word)];
      if (values.size() > kMostNamedClasses) return std::nullopt;
    }
    if (static_cast<double>(fitting) < kShare * static_cast<double>(names_.size())) return std::nullopt;
    if (values.size() < 2 || values.size() * 2 > fitting || different.size() != fitting) return std::nullopt;
    const auto plain =
        std::count_if(values.begin(), values.end(), [](const auto& value) { return isPlainWord(value.first); });
    const auto single = std::count_if(values.begin(), values.end(), [](const auto& value) { return value.second < 2; });
    if (plain == std::ssize(values)) return std::nullopt;
    NameLabels found;
    // "patient_a" and "patient_b" share one word, like origins of files.
    const std::string &first = values.begin()->first, &last = std::prev(values.end())->first;
    const auto same = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first - first.begin();
    std::set<std::string> words;
    for (const auto& [word, count] : values) words.insert(word);
    const bool joined = wordsJoinedIn(words).has_value();
    found.sure = plain == 0 && single == 0 && same < kSameLetters && !joined;
    std::vector<std::string> alternatives{nameOption(kBeforeNumber), otherwise(folders_)};
    if (joined) alternatives.insert(alternatives.begin() + 1, nameOption(1));
    found.decision = {
        classOfOne(noun_), fmt::format("what stands before the number in its name ({})", exampleNames(values)),
        fmt::format("names such as {} begin with one of {} words and end in a number{}", evidence(), values.size(),
                    joined ? "; the words join each of some with each of others, such as people and what they do" : ""),
        std::move(alternatives), found.sure};
    return found;
  }

  // Handles names with equal numbers of parts, where some parts repeat and at least one of those contains words.
  std::optional<NameLabels> askParts() const {
    const std::size_t count = parts_[0].size();
    if (count < 2 || count > kMostParts) return std::nullopt;
    if (!most([&](const NameParts& parts) { return parts.size() == count; })) return std::nullopt;
    std::vector<std::string> alternatives, meanings;
    bool words = false;
    for (std::size_t i = 0; i < count; ++i) {
      const NameForm form{.part = static_cast<std::int64_t>(i + 1)};
      const Values values = valuesOf(form);
      if (values.size() < 2 || values.size() > kMostNamedClasses || values.size() * 2 > names_.size()) continue;
      words = words || std::all_of(values.begin(), values.end(), [](const auto& value) {
                const std::string_view start =
                    std::string_view(value.first).substr(0, value.first.find_first_of("0123456789"));
                return allLetters(start) && !isPlainWord(start);
              });
      words = words || (i == 0 && count == 2 && areNumbersOfClasses(values));
      alternatives.push_back(nameOption(form.part));
      meanings.push_back(fmt::format("part {} is one of {} ({})", i + 1, values.size(), exampleNames(values)));
    }
    if (!words) return std::nullopt;
    NameLabels found;
    alternatives.push_back(otherwise(folders_));
    found.decision = {
        classOfOne(noun_), "none",
        fmt::format("no folder names it, and in names such as {}: {}", evidence(), fmt::join(meanings, ", ")),
        std::move(alternatives), false};
    return found;
  }

  // Returns true for whole numbers without a gap from 0 or 1 on, each of which is met several times: "3_17" is class 3.
  static bool areNumbersOfClasses(const Values& values) {
    std::set<std::int64_t> numbers;
    for (const auto& [text, count] : values) {
      const auto number = onlyDigits(text) && count > 1 ? wholeNumber(text) : std::nullopt;
      if (!number || (*number > 0 && text.front() == '0')) return false;
      numbers.insert(*number);
    }
    return *numbers.begin() <= 1 && *numbers.rbegin() - *numbers.begin() + 1 == std::ssize(numbers);
  }

  const std::vector<std::string_view>& names_;
  const FileKind kind_;
  const bool folders_;
  const std::string_view noun_;
  std::vector<NameParts> parts_;
};

}  // namespace

bool onlyDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), isAsciiDigit);
}

std::vector<std::string_view> partsOfName(std::string_view name) {
  NameParts parts;
  std::string_view rest = bareName(name);
  while (!rest.empty() && parts.size() <= kMostParts) {
    const std::size_t end = std::min(rest.find_first_of("_-. "), rest.size());
    if (end > 0) parts.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  return parts;
}

std::optional<JoinedWords> wordsJoinedIn(const std::set<std::string>& names) {
  std::set<std::string> firsts, seconds;
  for (const std::string& name : names) {
    const std::size_t mark = name.find_first_of("_-");
    if (mark == std::string::npos || mark != name.find_last_of("_-")) return std::nullopt;
    firsts.insert(lowerCase(name.substr(0, mark)));
    seconds.insert(lowerCase(name.substr(mark + 1)));
  }
  if (firsts.size() < 2 || seconds.size() < 2 || names.size() * 5 < firsts.size() * seconds.size() * 4)
    return std::nullopt;
  return JoinedWords{firsts.size(), seconds.size()};
}

std::string NameForm::classOf(std::string_view name) const {
  std::string_view text;
  if (part == kBeforeNumber) {
    text = beforeNumber(name);
  } else {
    const NameParts parts = partsOfName(name);
    if (static_cast<std::size_t>(part) > parts.size()) return {};
    text = parts[static_cast<std::size_t>(part - 1)];
  }
  if (beforeDigits) text = text.substr(0, text.find_first_of("0123456789"));
  if (letter > 0) {
    if (static_cast<std::size_t>(letter) > text.size()) return {};
    text = text.substr(static_cast<std::size_t>(letter - 1), 1);
  }
  if (codes.empty()) return displayName(text);
  for (const auto& [code, meaning] : codes)
    if (code == text) return std::string(meaning);
  return {};
}

std::string NameForm::groupOf(std::string_view name) const {
  if (groupPart == 0) return {};
  const NameParts parts = partsOfName(name);
  if (static_cast<std::size_t>(groupPart) > parts.size()) return {};
  const std::string_view text = parts[static_cast<std::size_t>(groupPart - 1)];
  return std::string(groupLetters > 0 ? text.substr(0, static_cast<std::size_t>(groupLetters)) : text);
}

std::optional<Split> NameForm::splitOf(std::string_view name) const {
  if (testPart == 0) return std::nullopt;
  const auto number = NameForm{.part = testPart}.numberOf(name);
  if (!number) return std::nullopt;
  return *number <= static_cast<float>(lastTest) ? Split::Test : Split::Train;
}

std::optional<float> NameForm::numberOf(std::string_view name) const {
  const NameParts parts = partsOfName(name);
  if (part < 1 || static_cast<std::size_t>(part) > parts.size()) return std::nullopt;
  const auto number = realNumber(parts[static_cast<std::size_t>(part - 1)]);
  return number ? std::optional(static_cast<float>(*number)) : std::nullopt;
}

std::optional<NameLabels> labelsInNames(const std::vector<std::string_view>& names, const NamedFiles& files) {
  return Judge(names, files).judge();
}

NameForm chosenForm(const std::vector<std::string_view>& names, FileKind kind, std::int64_t part) {
  const KnownForm* known = names.empty() ? nullptr : Judge(names, {kind, "", false}).known();
  if (known && known->form.part == part) return known->form;
  return {.part = part};
}

}  // namespace fovea
