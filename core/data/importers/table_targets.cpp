// Decides which column of a table is the target, and whether it holds classes or numbers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/data/importers/table_names.h"
#include "core/data/importers/table_planner.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::size_t kFewValues = 20;
constexpr std::size_t kMostPixelLabels = 100;  // a column of pixels has more values
constexpr std::size_t kSmallestPicture = 256;  // number of columns from which unnamed numbers count as a picture

// Returns the beginning of a value, or a number of many digits in its shortest form: "1000" for
// "1.000000000000000000e+03".
std::string shortValue(const std::string& value) {
  constexpr std::size_t kLongestValue = 20;
  if (value.size() > kLongestValue)
    if (const auto number = realNumber(value)) return fmt::format("{:g}", *number);
  return displayName(value.substr(0, kLongestValue));
}

}  // namespace

std::string TablePlanner::examples(const ColumnLook& look) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(look.values.size(), 4); ++i)
    text += (i > 0 ? ", " : "") + shortValue(look.values[i]);
  return look.values.size() > 4 ? text + ", …" : text;
}

// Returns the labels that name no class as the others do: a dash among names, because nobody or not enough people said
// the class, "NaN", "null" and "?" among words, and every word for a missing value among numbers. "NA" and "None" among
// words are classes.
std::vector<std::string> TablePlanner::labelsOfNoClass(const ColumnLook& look) const {
  const auto isName = [](const std::string& value) {
    return std::count_if(value.begin(), value.end(), [](char c) {
             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
           }) > 1;
  };
  const bool numbers = look.numbers > 0 && look.numbers + look.missingWords == look.filled;
  const bool words =
      std::ranges::all_of(look.values, [&](const std::string& value) { return value == "-" || isName(value); });
  const std::vector<std::string> kept = splitList(choices_.keepLabels);
  std::vector<std::string> found;
  for (const std::string& value : look.values) {
    const bool never = isAnyOf(lowerCase(value), {"nan", "null", "?"});
    const bool none = numbers ? isMissing(value) : never || (words && value == "-");
    if (none && std::ranges::count(kept, value) == 0) found.push_back(value);
  }
  // Nothing is told apart by one class alone.
  return found.size() + 2 <= look.distinct() ? found : std::vector<std::string>();
}

void TablePlanner::leaveOutNoLabels() {
  if (plan_.task != Task::Classification || plan_.label < 0 || !plan_.classNames.empty()) return;
  const ColumnLook& look = looks_[static_cast<std::size_t>(plan_.label)];
  if (look.manyValues()) return;
  plan_.noLabels = labelsOfNoClass(look);
  if (plan_.noLabels.empty()) return;
  std::int64_t rows = 0;
  for (const std::string& label : plan_.noLabels) rows += look.countOf(label).value_or(0);
  decide(fmt::format("the label \"{}\"", fmt::join(plan_.noLabels, "\", \"")),
         fmt::format("left out, with {}", counted(rows, "row")),
         fmt::format("it names no class as the other labels do ({})", examples(look)),
         {fmt::format("keep_labels={}", fmt::join(plan_.noLabels, ","))});
}

Status TablePlanner::takeTask() {
  if (choices_.task == "unlabelled") return {};
  takeLabelColumns();
  if (!plan_.labels.empty() || !choices_.labelSeparator.empty() || choices_.task == "multi_label")
    return takeMultiLabel();
  if (!table_.labelSeparator.empty() && choices_.task == "auto" && choices_.labelColumn.empty()) {
    FOVEA_CHECK(takeMultiLabel());
    decide(titleOf(static_cast<std::size_t>(plan_.label)), "all labels of a row", "some rows have several",
           {"task=unlabelled"});
    return {};
  }
  if (takeLabelList() || takeJoinedLabels()) return {};
  if (!plan_.targets.empty() || choices_.task == "regression") {
    plan_.task = Task::Regression;
    if (!plan_.targets.empty()) return {};
    const LabelGuess guess = plan_.label >= 0 ? LabelGuess{plan_.label, true, ""} : guessLabel();
    plan_.label = -1;
    if (guess.column < 0) return fail(ErrorCode::InvalidArgument, "This table has no column of numbers to predict.");
    plan_.targets = {guess.column};
    return {};
  }
  if (!choices_.labelColumn.empty()) {
    plan_.task = Task::Classification;
    return {};
  }
  const LabelGuess guess = guessLabel();
  if (guess.column >= 0) judgeLabel(guess);
  if (plan_.task != Task::Unlabelled || choices_.task == "classification") return {};
  // A table of words without a class is training text for a language model, or has no target.
  std::vector<std::string> alternatives{"task=unlabelled"};
  for (std::size_t i = 0; i < looks_.size() && alternatives.size() < 4; ++i)
    if (!used(static_cast<int>(i)) && !isNested(i)) alternatives.push_back("label_column=" + name(i));
  const bool instructs =
      std::any_of(plan_.columns.begin(), plan_.columns.end(), [](const auto& each) { return isInstructionName(each); });
  if (!plan_.texts.empty())
    decide("the target of the texts", "nothing",
           instructs ? "its columns are instructions and answers, and none holds classes. To train on the words "
                       "themselves, write them to a .txt file and import that"
                     : "no column holds classes",
           std::move(alternatives), false);
  else if (plan_.embedded && !table_.nested.empty())
    decide("the target of the pictures", "nothing",
           fmt::format("no column holds classes, and lists and records such as \"{}\" are not read",
                       table_.nested[0].name),
           std::move(alternatives), false);
  else if (guess.column >= 0 && plan_.pixels < 0)
    askForTarget(guess.column);
  return {};
}

// `column` was guessed, and its values hardly ever repeat, or are all the same.
void TablePlanner::askForTarget(int column) {
  std::vector<std::string> alternatives{"task=unlabelled"};
  addOtherTargets(column, alternatives);
  // Words beside a picture may say what is written or seen there.
  const ColumnLook& look = looks_[static_cast<std::size_t>(column)];
  const bool unread = plan_.image >= 0 && look.words() * 2 > look.filled;
  if (alternatives.size() == 1 && !unread) return;  // nothing else could be predicted
  // Beside a picture, numbers alone are most often its size or its place.
  std::vector<std::string> repeating;
  for (std::size_t i = 0; i < looks_.size(); ++i)
    if (!used(static_cast<int>(i)) && isFewValued(i)) repeating.push_back(name(i));
  if (plan_.image >= 0 && repeating.empty() && !unread) return;
  decide("the target of the rows", "nothing",
         plan_.image >= 0 && repeating.size() > 1
             ? fmt::format("{} columns hold values that repeat, and none is named like a class",
                           grouped(std::ssize(repeating)))
         : look.distinct() < 2
             ? fmt::format("no column has the name of a target, and the last one, \"{}\", has one value",
                           name(static_cast<std::size_t>(column)))
             : fmt::format(
                   "no column has the name of a target, and the values of the last one, \"{}\", hardly ever repeat",
                   name(static_cast<std::size_t>(column))),
         std::move(alternatives), false);
}

// Returns true for repeating values: words or integers. Fractions are measures; words among them belong to a heading.
bool TablePlanner::isFewValued(std::size_t column) const {
  const ColumnLook& look = looks_[column];
  if (look.filled == 0 || isNested(column) || look.distinct() < 2 || look.distinct() > kFewValues) return false;
  if ((look.allNumbers() && look.whole != look.filled) || 2 * (look.numbers - look.whole) > look.filled) return false;
  return look.distinct() <= std::max<std::size_t>(2, static_cast<std::size_t>(look.filled) / 2);
}

// Returns true for few values, or for up to kMostPixelLabels integers without a gap from 0 or 1 on, such as letters.
bool TablePlanner::mayLabelPixels(int column) const {
  const auto place = static_cast<std::size_t>(column);
  const ColumnLook& look = looks_[place];
  if (isFewValued(place)) return true;
  const bool whole = look.whole == look.filled && look.filled > 0 && (look.lowest == 0 || look.lowest == 1);
  return whole && look.distinct() > 1 && look.distinct() <= kMostPixelLabels &&
         look.distinct() <= static_cast<std::size_t>(look.filled) / 2 &&
         look.highest - look.lowest + 1 == static_cast<double>(look.distinct());
}

// Returns true if a mapping beside the table names the class of every value.
bool TablePlanner::areMapped(const ColumnLook& look) const {
  return !table_.mapping.empty() && !look.manyValues() &&
         std::all_of(look.values.begin(), look.values.end(), [&](const std::string& value) {
           const auto number = wholeNumber(value);
           return number && table_.mapping.contains(*number);
         });
}

bool TablePlanner::declaresClasses(int column) const {
  return table_.columnClasses.contains(name(static_cast<std::size_t>(column)));
}

// Returns a column whose classes the table itself names; among several, an unsure guess by the name of a target.
TablePlanner::LabelGuess TablePlanner::declaredLabel() const {
  LabelGuess guess;
  int rank = 0;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const auto column = static_cast<int>(i);
    if (!declaresClasses(column) || used(column) || looks_[i].filled == 0) continue;
    const int found = labelRank(name(i)).value_or(1000);
    if (guess.column < 0)
      guess = {column, true, "the table names its classes"};
    else
      guess = {found < rank ? column : guess.column, false, "the table names classes of several columns"};
    rank = guess.column == column ? found : rank;
  }
  return guess;
}

// Returns true for ambiguous names: incomes are classes only with two values, y beside x may be a coordinate, and a
// rating of a text may be one of many.
bool TablePlanner::isDoubtfulTarget(std::size_t column) const {
  const std::string lower = lowerCase(name(column));
  if (hasOwnInput() && !isClassName(name(column))) {
    constexpr std::size_t kManyMeasures = 4;
    std::size_t measures = 0;
    for (std::size_t i = 0; i < looks_.size(); ++i) measures += i != column && isMeasure(i);
    if (measures >= kManyMeasures) return true;
  }
  if (lower == "income") return looks_[column].distinct() != 2;
  if (lower != "y") return false;
  for (std::size_t i = 0; i < looks_.size(); ++i)
    if (lowerCase(name(i)) == "x" && looks_[i].allNumbers()) return true;
  return false;
}

// Returns another column of few values with the name of a class, such as "target" beside "diagnosis"; -1 if there is
// none, if it is the same class under another name, and beside "label" or "class", which say it plainly.
int TablePlanner::otherClass(int column) const {
  const auto plain = [](const std::string& title) { return labelRank(title) < labelRank("category"); };
  const auto place = static_cast<std::size_t>(column);
  if (!isClassName(name(place)) || plain(name(place))) return -1;
  for (std::size_t i = 0; i < looks_.size(); ++i)
    if (i != place && !used(static_cast<int>(i)) && isClassName(name(i)) && isFewValued(i) && isFewValued(place) &&
        looks_[i].pattern != looks_[place].pattern)
      return static_cast<int>(i);
  return -1;
}

TablePlanner::LabelGuess TablePlanner::guessLabel() const {
  for (std::size_t i = 0; i < looks_.size() && choices_.labelSeparator == ","; ++i)
    if (!used(static_cast<int>(i)) && isLabelList(i)) return {static_cast<int>(i), true, "it holds lists of numbers"};
  if (table_.missing >= 0 && !used(table_.missing))
    return {table_.missing, true, "the table of the test rows lacks it"};
  if (LabelGuess declared = declaredLabel(); declared.column >= 0) return declared;
  int best = -1;
  int rank = 0;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const auto found = labelRank(name(i));
    if (!found || used(static_cast<int>(i)) || looks_[i].filled == 0 || isNested(i)) continue;
    if (best >= 0 && *found >= rank) continue;
    best = static_cast<int>(i);
    rank = *found;
  }
  if (const int other = best < 0 ? -1 : otherClass(best); other >= 0)
    return {best, false,
            fmt::format("its name may be that of what is to be predicted, and so may \"{}\"",
                        name(static_cast<std::size_t>(other)))};
  if (best >= 0 && !isDoubtfulTarget(static_cast<std::size_t>(best)))
    return {best, true, "its name is that of what is to be predicted"};
  if (best >= 0) return {best, false, "its name may be that of what is to be predicted, or of a measure like others"};
  return labelByPlace();
}

// Returns true if a column other than `column` holds numbers that hardly repeat, which may be the target as well.
bool TablePlanner::hasOtherMeasure(int column) const {
  for (std::size_t i = 0; i < looks_.size(); ++i)
    if (static_cast<int>(i) != column && isMeasure(i) && !looks_[i].enumerates() && !looks_[i].constant() &&
        !isFewValued(i))
      return true;
  return false;
}

// Returns true if the last column holds whole numbers that repeat, and most columns before it fractions, as the rings
// of an abalone behind its sizes.
bool TablePlanner::countsBehindMeasures(const std::vector<int>& open) const {
  const ColumnLook& last = looks_[static_cast<std::size_t>(open.back())];
  if (last.filled == 0 || last.whole != last.filled || last.manyValues() ||
      last.distinct() * 2 > static_cast<std::size_t>(last.filled))
    return false;
  std::size_t fractions = 0, numbers = 0;
  for (const int column : open) {
    const ColumnLook& look = looks_[static_cast<std::size_t>(column)];
    if (column == open.back() || !look.allNumbers()) continue;
    ++numbers;
    fractions += look.whole < look.filled;
  }
  return fractions * 2 > numbers;
}

// Guesses without a helpful name: the only column of classes, or the last column.
TablePlanner::LabelGuess TablePlanner::labelByPlace() const {
  std::vector<int> open;
  std::vector<int> few;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    if (used(static_cast<int>(i)) || looks_[i].filled == 0 || isNested(i)) continue;
    open.push_back(static_cast<int>(i));
    if (isFewValued(i)) few.push_back(open.back());
  }
  if (open.empty()) return {};
  // A column of one value tells nothing apart, and an id says nothing.
  const auto isUseless = [&](int column) {
    const auto place = static_cast<std::size_t>(column);
    return looks_[place].constant() || (isIdName(name(place)) && looks_[place].allDifferent());
  };
  const auto useful = std::find_if(open.rbegin(), open.rend(), [&](int column) { return !isUseless(column); });
  const int end = table_.named && useful != open.rend() ? *useful : open.back();
  const char* why =
      end == open.back() ? "it is the last column" : "it is the last column that is no id and has several values";
  const auto isWords = [&](int column) {
    const ColumnLook& look = looks_[static_cast<std::size_t>(column)];
    return look.words() > look.missingWords;
  };
  if (hasOwnInput()) {
    std::erase_if(few, [&](int column) { return isIdName(name(static_cast<std::size_t>(column))); });
    if (few.size() == 1)
      return {few[0], !hasOtherMeasure(few[0]) || labelRank(name(static_cast<std::size_t>(few[0]))).has_value(),
              "it is the only column whose values repeat"};
    // Whole numbers of few kinds may be the classes as well, and the words a source or a product.
    const std::size_t kinds = few.size();
    std::erase_if(few, [&](int column) { return !isWords(column); });
    if (few.size() == 1)
      return {few[0], kinds == 1 || few[0] + 1 == std::ssize(looks_), "it is the only column of words that repeat"};
    return {end, false, why};
  }
  // All columns but one may be the pixels of a square picture.
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(open.size() - 1)) + 0.5);
  if (!table_.named && open.size() > kSmallestPicture && side * side == open.size() - 1) {
    std::string because = fmt::format("all others are {0}×{0} pixels", side);
    if (table_.emnist) return {open.front(), true, std::move(because)};
    const bool first = mayLabelPixels(open.front()), last = mayLabelPixels(open.back());
    if (first || last) return {first ? open.front() : open.back(), first != last, std::move(because)};
  }
  std::vector<int> words = few;
  std::erase_if(words, [&](int column) { return !isWords(column); });
  if (words.size() == 1 && (words[0] == open.back() || words[0] == open.front())) {
    const bool doubtful = table_.named ? isAttributeName(name(static_cast<std::size_t>(words[0])))
                                       : words[0] != open.back() && countsBehindMeasures(open);
    return {words[0], !doubtful, "it is the only column of words that repeat"};
  }
  if (!table_.named && !words.empty() && words.back() == open.back())
    return {open.back(), true, "it is the last column, holds words, and the table has no header"};
  if (!table_.named && few.size() == 1) return {few[0], false, "it is the only column of few values"};
  return {end, !table_.classNames.empty(), why};
}

// Adds the columns of few values and the last column of numbers, which is most often the target, but not `guessed`.
void TablePlanner::addOtherTargets(int guessed, std::vector<std::string>& alternatives) const {
  constexpr std::size_t kMostTargets = 6;
  // Of many, columns of words are offered first, and the later ones, as a class most often stands behind the rest.
  std::vector<std::size_t> numbers, words;
  for (std::size_t i = looks_.size(); i-- > 0;)
    if (!used(static_cast<int>(i)) && (isFewValued(i) || declaresClasses(static_cast<int>(i))))
      (looks_[i].words() > looks_[i].missingWords ? words : numbers).push_back(i);
  words.insert(words.end(), numbers.begin(), numbers.end());
  words.resize(std::min(words.size(), kMostTargets - std::min(kMostTargets, alternatives.size())));
  std::ranges::sort(words);
  for (const std::size_t i : words) alternatives.push_back("label_column=" + name(i));
  for (std::size_t i = looks_.size(); i-- > 0;) {
    if (used(static_cast<int>(i)) || !looks_[i].allNumbers() || static_cast<int>(i) == guessed) continue;
    alternatives.push_back("target_columns=" + name(i));
    return;
  }
}

void TablePlanner::decideTarget(const LabelGuess& guess, const std::string& chosen, const std::string& because,
                                bool sure, std::vector<std::string> alternatives) {
  const bool classes = plan_.task == Task::Classification;
  const std::string& column = name(static_cast<std::size_t>(guess.column));
  if (!guess.sure) {
    // Each answer names the column, since the kind of its values alone would leave open which one is meant.
    const std::string asClasses = "label_column=" + column, asNumbers = "target_columns=" + column;
    std::vector<std::string> answers{classes ? asClasses : asNumbers};
    for (const std::string& kind : alternatives) {
      if (kind == "task=regression" && classes) answers.push_back(asNumbers);
      if (kind == "task=classification" && !classes) answers.push_back(asClasses + "; " + kind);
    }
    alternatives = std::move(answers);
    addOtherTargets(guess.column, alternatives);
  }
  alternatives.push_back("task=unlabelled");
  // An option that the user set needs no question.
  const bool asked = choices_.task == "auto";
  decide(columnTitle(column), chosen, guess.because + (because.empty() ? "" : ", and " + because),
         std::move(alternatives), (sure || !asked) && guess.sure);
}

void TablePlanner::judgeLabel(LabelGuess guess) {
  const auto column = static_cast<std::size_t>(guess.column);
  const ColumnLook& look = looks_[column];
  const auto filled = static_cast<std::size_t>(look.filled);
  if (declaresClasses(guess.column)) {
    plan_.label = guess.column;
    plan_.task = Task::Classification;
    return decideTarget(guess, "the class of a row", "", true, {"task=regression"});
  }
  // A column of one value tells nothing apart, unless it is named as the class.
  if (look.distinct() < 2 && !labelRank(name(column)) && choices_.task != "classification") return;
  if (isTargetNumbers(column) && table_.classNames.empty() && choices_.task != "classification")
    return judgeNumbers(std::move(guess));
  const bool repeats = look.distinct() <= std::max<std::size_t>(2, filled / 2);
  if (!repeats && choices_.task != "classification" && table_.classNames.empty()) return;
  plan_.label = guess.column;
  plan_.task = Task::Classification;
  decideTarget(guess, "the class of a row",
               look.distinct() == 1
                   ? fmt::format("it has one value ({})", examples(look))
                   : fmt::format("it has {} different values ({})",
                                 look.manyValues() ? fmt::format("more than {}", ColumnLook::kMostValues)
                                                   : std::to_string(look.distinct()),
                                 examples(look)),
               true, {});
}

// Returns true for numbers, possibly with gaps. A few integers with words among them are classes, too.
bool TablePlanner::isTargetNumbers(std::size_t column) const {
  const ColumnLook& look = looks_[column];
  const std::int64_t numbers = look.numbersAs(plan_.decimal);
  if (numbers == look.filled) return true;
  return numbers + look.missingWords == look.filled &&
         (look.wholeAs(plan_.decimal) < numbers || look.distinct() > kFewValues);
}

void TablePlanner::judgeNumbers(LabelGuess guess) {
  const auto column = static_cast<std::size_t>(guess.column);
  const ColumnLook& look = looks_[column];
  const auto filled = static_cast<std::size_t>(look.filled);
  const auto asClass = [&](const std::string& because, bool sure, std::vector<std::string> alternatives) {
    plan_.task = Task::Classification;
    plan_.label = guess.column;
    decideTarget(guess, "the class of a row", because, sure, std::move(alternatives));
  };
  const auto asNumber = [&](const std::string& because, bool sure, std::vector<std::string> alternatives) {
    plan_.task = Task::Regression;
    plan_.targets = {guess.column};
    decideTarget(guess, "a number to predict", because, sure, std::move(alternatives));
  };
  const bool allWhole = look.wholeAs(plan_.decimal) == look.filled - look.missingWords;
  if (!allWhole) return asNumber("it holds fractions", true, {"task=classification"});
  const bool repeats = look.distinct() <= std::max<std::size_t>(2, filled / 2) && !look.manyValues();
  const std::string values = fmt::format(
      "it holds {} different whole numbers ({})",
      look.manyValues() ? fmt::format("more than {}", ColumnLook::kMostValues) : std::to_string(look.distinct()),
      examples(look));
  const bool few = look.distinct() <= kFewValues;
  if (!repeats) return asNumber(values, guess.sure, {"task=classification"});
  if (look.distinct() <= 2) return asClass(values, true, {"task=regression"});
  if (look.zeroLed > 0) return asClass("its numbers begin with zeros, as codes do", true, {"task=regression"});
  if (areMapped(look)) return asClass("a mapping beside the table names its classes", true, {"task=regression"});
  const bool pixels = guess.because.find("pixels") != std::string::npos;
  if (pixels && table_.emnist) return asClass(values, true, {"task=regression"});
  const std::string lower = lowerCase(name(column));
  const bool open = lower == "target" || lower == "y" || lower == "outcome" || lower == "income";
  if (isClassName(name(column)) && (few || !open)) return asClass(values, true, {"task=regression"});
  // For a picture or a text, few integers are classes, unless their name means a rating.
  if (few && guess.sure && (hasOwnInput() || pixels) && !labelRank(name(column)))
    return asClass(values, true, {"task=regression"});
  const std::string doubt = values + ", which may be classes or a measure";
  const std::vector<std::string> both{"task=classification", "task=regression"};
  return few ? asClass(doubt, false, both) : asNumber(doubt, labelRank(name(column)).has_value(), both);
}

// Reports rows sorted by class, for which a column that counts rows reveals the class.
void TablePlanner::reportOrder() {
  if (plan_.task != Task::Classification || plan_.label < 0) return;
  const ColumnLook& look = looks_[static_cast<std::size_t>(plan_.label)];
  if (!look.sorted() || look.filled < 3 * static_cast<std::int64_t>(look.distinct())) return;
  decide("the order of the rows", "shuffled when they are divided into splits",
         fmt::format("they are sorted by \"{}\", so that a column that counts them would give the class away",
                     name(static_cast<std::size_t>(plan_.label))),
         {});
}

}  // namespace fovea
