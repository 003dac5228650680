#include "core/data/importers/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/importers/table_names.h"
#include "core/data/importers/table_planner.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr const char* kTheText = "the text";  // what a decision is on
constexpr std::size_t kListedColumns = 20;
constexpr std::int64_t kSmallestPixels = 64;
constexpr std::int64_t kAlwaysWhole = 1024;  // texts up to this length are never cut
constexpr double kShareWhole = 0.95;         // fraction of longer texts that are not cut

bool holds(const std::vector<int>& columns, int column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

}  // namespace

TablePlanner::TablePlanner(TableLook table, const TableChoices& choices)
    : table_(std::move(table)), looks_(table_.looks), choices_(choices) {
  plan_.delimiter = table_.delimiter;
  plan_.columns = table_.columns;
  plan_.classNames = table_.classNames;
}

Result<TablePlan> TablePlanner::plan() {
  FOVEA_CHECK(takeNamed());
  const bool open = choices_.featureColumns.empty();
  if (open && plan_.texts.empty() && plan_.image < 0) guessImage();
  takeEmbedded();
  plan_.namedImages = plan_.image >= 0 && plan_.image == table_.imageNames;
  guessSplitAndGroup();
  if (open && plan_.texts.empty() && plan_.image < 0) guessPixels();
  if (open && plan_.texts.empty() && plan_.image < 0 && plan_.pixels < 0) guessText();
  guessDecimal();
  FOVEA_CHECK(takeTask());
  askAboutTellingTexts();
  // Without a target, the question about that comes first, and any of several texts may be learned.
  if (const auto text = std::ranges::find(plan_.decisions, kTheText, &ImportDecision::what);
      plan_.task == Task::Unlabelled && text != plan_.decisions.end())
    text->sure = !numbersInstead_;
  if (plan_.label >= 0 && declaresClasses(plan_.label))
    plan_.classNames = table_.columnClasses.at(name(static_cast<std::size_t>(plan_.label)));
  leaveOutNoLabels();
  offerNumbers();
  FOVEA_CHECK(takeFeatures());
  if (isNestedMostly()) return nestedRows();
  if (!plan_.hasInput() && open) takeAnyText();
  if (!plan_.hasInput() && !table_.nested.empty() && plan_.label < 0 && plan_.targets.empty()) return nestedRows();
  if (!plan_.hasInput()) {
    sayGroups();
    return withoutInput();
  }
  chooseTextLength();
  reportOrder();
  sayGroups();
  return std::move(plan_);
}

// Returns true if lists or objects are half of the columns or more, or a row or two hold some, and the rest is no
// target or no input: what is to be learned is in them.
bool TablePlanner::isNestedMostly() const {
  constexpr std::int64_t kFewRowsOfDocument = 2;
  if (table_.nested.empty() || !choices_.featureColumns.empty() || hasOwnInput()) return false;
  if (table_.nested.size() * 2 < plan_.columns.size() && looks_[0].rows() > kFewRowsOfDocument) return false;
  return !plan_.hasInput() || (plan_.task == Task::Unlabelled && choices_.task == "auto");
}

Error TablePlanner::nestedRows() const {
  return fail(ErrorCode::InvalidArgument,
              fmt::format("What is to be learned is in lists or objects, such as \"{}\", which are not read.",
                          table_.nested[0].name),
              "Write a table (CSV) or JSON lines, a sample a row with a value in each field, and import that.");
}

// Names what was left out, and the column to predict, which may be the only one of numbers.
Error TablePlanner::withoutInput() const {
  const int target = plan_.targets.empty() ? plan_.label : plan_.targets[0];
  if (target < 0 && plan_.decisions.empty())
    return fail(ErrorCode::Unsupported, "This table has no column of numbers, of images or of texts.");
  std::vector<std::pair<std::string, std::string>> reasons;  // with what they hold for
  for (const ImportDecision& each : plan_.decisions) {
    if (each.chosen != "left out") continue;
    const auto same = std::ranges::find(reasons, each.because, &std::pair<std::string, std::string>::first);
    if (same == reasons.end())
      reasons.emplace_back(each.because, each.what);
    else
      same->second += ", " + each.what;
  }
  std::vector<std::string> leftOut;
  for (const auto& [because, what] : reasons) leftOut.push_back(fmt::format("{} ({})", what, because));
  std::string message = target >= 0 ? fmt::format("This table has no column from which \"{}\" can be predicted.",
                                                  name(static_cast<std::size_t>(target)))
                                    : "This table has no column of numbers, of images or of texts that can be learned "
                                      "from.";
  if (!leftOut.empty()) message += " " + fmt::format("Left out: {}.", fmt::join(leftOut, "; "));
  return fail(leftOut.empty() ? ErrorCode::Unsupported : ErrorCode::InvalidArgument, std::move(message),
              target >= 0 ? "Name what is to be used with keep_columns, feature_columns or text_column, or import all "
                            "columns as inputs with task=unlabelled."
                          : "Name what is to be used with keep_columns, feature_columns or text_column.");
}

void TablePlanner::decide(std::string what, std::string chosen, std::string because,
                          std::vector<std::string> alternatives, bool sure) {
  std::erase(alternatives, "");
  plan_.decisions.push_back({std::move(what), std::move(chosen), std::move(because), std::move(alternatives), sure});
}

void TablePlanner::put(const std::string& chosen, const std::string& because, const std::string& option,
                       std::size_t column) {
  auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& each) {
    return each.chosen == chosen && each.because == because && each.option == option;
  });
  if (group == groups_.end()) group = groups_.insert(groups_.end(), {chosen, because, option, {}});
  group->names.push_back(name(column));
}

void TablePlanner::sayGroups() {
  for (const Group& group : groups_) {
    std::string names;
    for (std::size_t i = 0; i < std::min(group.names.size(), kListedColumns); ++i)
      names += (i > 0 ? ", " : "") + group.names[i];
    if (group.names.size() > kListedColumns) names += fmt::format(" and {} more", group.names.size() - kListedColumns);
    std::vector<std::string> alternatives;
    if (group.option == "keep_columns" || group.option == "leave_out_columns")
      alternatives.push_back(group.option + "=" + fmt::format("{}", fmt::join(group.names, ",")));
    else if (!group.option.empty())
      for (const std::string& option : splitList(group.option, ';')) alternatives.push_back(option);
    decide(group.names.size() == 1 ? columnTitle(names) : "columns " + names, group.chosen, group.because,
           std::move(alternatives));
  }
  groups_.clear();
}

bool TablePlanner::used(int column) const {
  return column == plan_.image || column == plan_.pixels || holds(plan_.texts, column) || column == plan_.label ||
         holds(plan_.labels, column) || column == plan_.split || column == plan_.group ||
         holds(plan_.targets, column) || holds(unwanted_, column);
}

bool TablePlanner::isNested(std::size_t column) const {
  return isPicture(column) || std::any_of(table_.nested.begin(), table_.nested.end(),
                                          [&](const NestedColumn& each) { return each.name == name(column); });
}

bool TablePlanner::isPicture(std::size_t column) const {
  return std::find(table_.pictures.begin(), table_.pictures.end(), name(column)) != table_.pictures.end();
}

Result<int> TablePlanner::columnOf(const std::string& text) const {
  for (std::size_t i = 0; i < plan_.columns.size(); ++i)
    if (plan_.columns[i] == text) return static_cast<int>(i);
  for (std::size_t i = 0; i < plan_.columns.size(); ++i)
    if (lowerCase(plan_.columns[i]) == lowerCase(text)) return static_cast<int>(i);
  const auto number = wholeNumber(text);
  if (number && *number >= 1 && *number <= std::ssize(plan_.columns)) return static_cast<int>(*number - 1);
  std::string known;
  for (std::size_t i = 0; i < std::min(plan_.columns.size(), kListedColumns); ++i)
    known += (i > 0 ? ", " : "") + plan_.columns[i];
  return fail(ErrorCode::InvalidArgument, fmt::format("The table has no column \"{}\".", text),
              fmt::format("It has: {}{}.", known, plan_.columns.size() > kListedColumns ? ", …" : ""));
}

Status TablePlanner::takeOne(const std::string& text, int& column) const {
  if (text.empty()) return {};
  FOVEA_TRY(column, columnOf(text));
  return {};
}

Result<std::vector<int>> TablePlanner::columnsOf(const std::string& list) const {
  std::vector<int> columns;
  for (const std::string& name : splitList(list)) {
    // A name may itself contain commas, which only the whole list resolves.
    const auto column = columnOf(name);
    if (!column.ok() && columnOf(list).ok()) return std::vector<int>{*columnOf(list)};
    if (!column.ok()) return column.error();
    columns.push_back(*column);
  }
  return columns;
}

Status TablePlanner::takeNamed() {
  FOVEA_CHECK(takeOne(choices_.imageColumn, plan_.image));
  FOVEA_CHECK(takeOne(choices_.labelColumn, plan_.label));
  FOVEA_CHECK(takeOne(choices_.splitColumn, plan_.split));
  FOVEA_CHECK(takeOne(choices_.groupColumn, plan_.group));
  FOVEA_TRY(plan_.texts, columnsOf(choices_.textColumn));
  FOVEA_TRY(plan_.targets, columnsOf(choices_.targetColumns));
  FOVEA_TRY(plan_.labels, columnsOf(choices_.labelColumns));
  FOVEA_TRY(kept_, columnsOf(choices_.keepColumns));
  FOVEA_TRY(unwanted_, columnsOf(choices_.leaveOutColumns));
  return {};
}

// Detects a column that contains image files.
bool TablePlanner::guessEmbedded() {
  std::vector<std::string> alternatives;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    if (!isPicture(i) || used(static_cast<int>(i))) continue;
    if (plan_.image < 0) plan_.image = static_cast<int>(i);
    alternatives.push_back("image_column=" + name(i));
  }
  if (plan_.image < 0) return false;
  const bool one = alternatives.size() == 1;
  decide(titleOf(static_cast<std::size_t>(plan_.image)), "the picture of a row",
         one ? "it holds the bytes of picture files"
             : fmt::format("{} columns hold the bytes of picture files, and one of them is taken", alternatives.size()),
         one ? std::vector<std::string>() : std::move(alternatives), one);
  return true;
}

// Records whether the image column contains the files themselves.
void TablePlanner::takeEmbedded() {
  plan_.embedded = plan_.image >= 0 && isPicture(static_cast<std::size_t>(plan_.image));
}

void TablePlanner::guessImage() {
  if (guessEmbedded()) return;
  if (table_.imageNames >= 0 && !used(table_.imageNames)) {
    plan_.image = table_.imageNames;
    const std::string& column = name(static_cast<std::size_t>(plan_.image));
    const bool masks = lowerCase(column).find("mask") != std::string::npos;
    decide(columnTitle(column), "the name of a picture",
           masks ? "it names images, but its own name speaks of masks, which belong to others" : table_.imageEvidence,
           {"image_column=" + column}, !masks);
    return;
  }
  for (std::size_t i = 0; i < looks_.size() && plan_.image < 0; ++i)
    if (!used(static_cast<int>(i)) && looks_[i].filled > 0 && looks_[i].paths == looks_[i].filled)
      plan_.image = static_cast<int>(i);
}

// Detects "70 80 82 …": all pixels of a square grey image in one field (FER2013).
void TablePlanner::guessPixels() {
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const ColumnLook& look = looks_[i];
    if (used(static_cast<int>(i)) || look.pixels == 0 || look.pixels != look.filled) continue;
    if (look.pixelCount < kSmallestPixels) continue;
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(look.pixelCount)) + 0.5);
    if (side * side != look.pixelCount) continue;
    plan_.pixels = static_cast<int>(i);
    plan_.shape = {1, side, side};
    decide(titleOf(i), fmt::format("grey pictures of {0}×{0} pixels", side),
           fmt::format("every value is {} whole numbers from 0 to 255", grouped(look.pixelCount)),
           {"leave_out_columns=" + name(i)});
    return;
  }
}

// Takes a column as the split if its values name splits; if only some of them do, the user decides.
void TablePlanner::guessSplit(std::size_t column) {
  const ColumnLook& look = looks_[column];
  if (look.filled == 0 || look.manyValues()) return;
  std::vector<std::string> named, others;
  bool plain = true, trains = false;
  std::int64_t lost = 0;
  for (std::size_t i = 0; i < look.values.size(); ++i) {
    const auto split = splitOfField(look.values[i]);
    split ? named.push_back(splitSaid(look.values[i], *split)) : others.push_back(displayName(look.values[i]));
    if (!split) lost += look.valueCounts[i];
    plain = plain && splitOfName(look.values[i]);
    trains = trains || split == Split::Train;
  }
  if (named.empty() || (!others.empty() && !trains)) return;
  plan_.split = static_cast<int>(column);
  if (!others.empty())
    return decide(titleOf(column), "the split of a row",
                  fmt::format("some of its values are splits ({}), but {} with {} would be left out",
                              fmt::join(named, ", "), counted(lost, "row"), others[0]),
                  {"split_column=" + name(column), "leave_out_columns=" + name(column)}, false);
  decide(titleOf(column), "the split of a row",
         plain ? fmt::format("its values are {}", fmt::join(look.values, ", "))
               : fmt::format("its values begin with words for splits ({})", fmt::join(named, ", ")),
         {"leave_out_columns=" + name(column)});
}

void TablePlanner::guessSplitAndGroup() {
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const ColumnLook& look = looks_[i];
    if (used(static_cast<int>(i))) continue;
    if (plan_.split < 0 && isSplitName(name(i))) guessSplit(i);
    // A column whose values are all different does not group anything.
    const auto isCode = [](const std::string& value) {
      return value.find_first_of("0123456789") != std::string::npos && value.find(' ') == std::string::npos;
    };
    const bool people = isPersonName(name(i)) && look.filled > 0 && std::ranges::all_of(look.values, isCode);
    if (plan_.group < 0 && (isGroupName(name(i)) || people) && !look.allDifferent()) {
      plan_.group = static_cast<int>(i);
      decide(titleOf(i), "rows of one value stay in one split", "its name says that rows of one value belong together",
             {"leave_out_columns=" + name(i)});
    }
  }
}

// Returns true for values of many words, which are neither numbers nor classes.
bool TablePlanner::isFreeText(std::size_t column) const {
  const ColumnLook& look = looks_[column];
  if (used(static_cast<int>(column)) || isNested(column) || look.filled == 0 || look.numbers * 2 > look.filled ||
      dateOrderOf(column))
    return false;
  return look.distinct() >= 3 &&
         (look.distinct() * 2 >= std::min<std::size_t>(static_cast<std::size_t>(look.filled), ColumnLook::kMostValues));
}

// Returns true for free text of about five words or more, which are hardly ever a name.
bool TablePlanner::holdsSentences(std::size_t column) const {
  constexpr std::int64_t kFewestBlanks = 4;
  return isFreeText(column) && looks_[column].blanks >= kFewestBlanks * looks_[column].words();
}

// Returns true for short texts beside the text, of three words on average, such as the choices of a question. Titles
// are put in front of the text, and names have fewer words.
bool TablePlanner::isFurtherText(std::size_t column) const {
  return isFreeText(column) && looks_[column].blanks >= 2 * looks_[column].words();
}

// Returns true for numbers that may be the input; the values of ids and counters say nothing.
bool TablePlanner::isMeasure(std::size_t column) const {
  const ColumnLook& look = looks_[column];
  return !used(static_cast<int>(column)) && look.allNumbers() && !isIdName(name(column)) && !look.counts();
}

// Names the numbers that are no target as the alternative to the text.
void TablePlanner::offerNumbers() {
  if (!numbersInstead_) return;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < looks_.size(); ++i)
    if (isMeasure(i)) numbers.push_back(name(i));
  if (numbers.empty()) return;
  const auto text = std::ranges::find(plan_.decisions, kTheText, &ImportDecision::what);
  text->alternatives.push_back(fmt::format("feature_columns={}", fmt::join(numbers, ",")));
}

// Returns true for whole numbers of few kinds, which may be classes. In a few rows no number repeats often.
bool TablePlanner::isFewWhole(std::size_t column) const {
  constexpr std::size_t kFewKinds = 20, kFewRows = 8;
  const ColumnLook& look = looks_[column];
  const auto rows = static_cast<std::size_t>(look.filled);
  return look.whole == look.filled && look.distinct() <= kFewKinds && (rows < kFewRows || look.distinct() * 2 <= rows);
}

// Detects text by the column name, or by many words if no column holds numbers.
void TablePlanner::guessText() {
  int best = -1;
  bool named = false;
  bool measures = false;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const ColumnLook& look = looks_[i];
    const auto column = static_cast<int>(i);
    measures = measures || (isMeasure(i) && !isFewWhole(i) && !labelRank(name(i)));
    // Ids are no texts, however long they are.
    if (!isFreeText(i) || (isIdName(name(i)) && !holdsSentences(i))) continue;
    const bool says = isTextName(name(i)) && !isTitleName(name(i));
    const bool words = look.meanLength() > 16 && look.files < look.filled;
    if (!says && !words && !isTextName(name(i))) continue;
    const bool longer = best < 0 || look.letters > looks_[static_cast<std::size_t>(best)].letters;
    if ((says && !named) || (says == named && longer)) best = column;
    named = named || says;
  }
  if (best < 0) return;
  const auto text = static_cast<std::size_t>(best);
  if (!named && measures && !isTextName(name(text)) && !holdsSentences(text)) return;
  // Puts a title in front of the text; if no column has a name, puts every text in front.
  for (std::size_t i = 0; i < looks_.size(); ++i)
    if (static_cast<int>(i) == best ||
        (isFreeText(i) && (table_.named ? isTitleName(name(i)) : looks_[i].meanLength() > 16)))
      plan_.texts.push_back(static_cast<int>(i));
  takeTextPair(text);
  if (plan_.texts.size() == 1 && named) return;
  std::vector<std::string> names;
  std::vector<std::string> alternatives;
  for (const int column : plan_.texts) {
    names.push_back(name(static_cast<std::size_t>(column)));
    alternatives.push_back("text_column=" + names.back());
  }
  alternatives.insert(alternatives.end(), otherPairs_.begin(), otherPairs_.end());
  std::vector<std::string> all = names;
  for (std::size_t i = 0; i < looks_.size() && !pair_ && !named; ++i)
    if (!holds(plan_.texts, static_cast<int>(i)) && (holdsSentences(i) || isFurtherText(i))) {
      all.push_back(name(i));
      alternatives.push_back("text_column=" + name(i));
    }
  const bool alone = all.size() == names.size();
  if (!alone) alternatives.push_back(fmt::format("text_column={}", fmt::join(all, ",")));
  // A title beside measures describes a row as they do.
  numbersInstead_ = !named && measures;
  decide(kTheText, fmt::format("{}", fmt::join(names, ", then ")),
         pair_                    ? "their names say that they are the two texts of a pair"
         : plan_.texts.size() > 1 ? "these columns hold words that hardly ever repeat"
         : alone                  ? "this column holds words that hardly ever repeat"
                                  : "this column holds the longest of several texts",
         std::move(alternatives), alone && !numbersInstead_);
}

// Takes the longest words if nothing else can be the input, such as the formulas of molecules, and asks.
void TablePlanner::takeAnyText() {
  int best = -1;
  std::vector<std::string> alternatives;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    if (!isFreeText(i) || isIdName(name(i)) || looks_[i].files == looks_[i].filled) continue;
    alternatives.push_back("text_column=" + name(i));
    if (best < 0 || looks_[i].letters > looks_[static_cast<std::size_t>(best)].letters) best = static_cast<int>(i);
  }
  if (best < 0) return;
  plan_.texts = {best};
  const std::string& taken = name(static_cast<std::size_t>(best));
  std::erase_if(groups_, [](const Group& group) { return group.option.starts_with("most_categories"); });
  decide(kTheText, taken, "no other column can be learned from, and this one holds the longest words",
         std::move(alternatives), false);
}

// Takes both texts of a pair, since one alone is meaningless. Of several pairs ("sentence1" and "sentence2",
// "sentence1_parse" and "sentence2_parse"), takes the one whose names the others only extend.
void TablePlanner::takeTextPair(std::size_t column) {
  if (!table_.named) return;
  const auto isPair = [&](std::size_t i, std::size_t k) {
    const auto isText = [&](std::size_t each) {
      return holds(plan_.texts, static_cast<int>(each)) || isFreeText(each);
    };
    return i != k && areTextPair(name(i), name(k)) && isText(i) && isText(k);
  };
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < looks_.size(); ++i)
    for (std::size_t k = 0; k < looks_.size(); ++k)
      if (isPair(i, k)) pairs.emplace_back(i, k);
  const auto holdsIt = [&](const auto& pair) { return pair.first == column || pair.second == column; };
  auto best = std::find_if(pairs.begin(), pairs.end(), holdsIt);
  if (best == pairs.end()) return;
  const auto extends = [&](std::size_t longer, std::size_t shorter) {
    return longer != shorter && lowerCase(name(longer)).starts_with(lowerCase(name(shorter)));
  };
  for (auto pair = pairs.begin(); pair != pairs.end(); ++pair)
    if (extends(best->first, pair->first) && extends(best->second, pair->second)) best = pair;
  for (const auto& pair : pairs)
    if (pair != *best) otherPairs_.push_back(fmt::format("text_column={},{}", name(pair.first), name(pair.second)));
  pair_ = true;
  const int first = static_cast<int>(best->first), second = static_cast<int>(best->second);
  const bool keeps = holdsIt(*best);
  std::erase_if(plan_.texts, [&](int text) {
    return static_cast<std::size_t>(text) == column ? !keeps : text == first || text == second;
  });
  if (!holds(plan_.texts, first)) plan_.texts.insert(keeps ? plan_.texts.begin() : plan_.texts.end(), first);
  if (!holds(plan_.texts, second)) plan_.texts.push_back(second);
}

void TablePlanner::chooseTextLength() {
  plan_.textLength = choices_.textLength;
  if (plan_.texts.empty() || plan_.textLength > 0) return;
  std::int64_t whole = 0;
  std::int64_t most = 0;
  for (const int column : plan_.texts) {
    whole += looks_[static_cast<std::size_t>(column)].lengthOf(1);
    most += looks_[static_cast<std::size_t>(column)].lengthOf(kShareWhole);
  }
  plan_.textLength = whole <= kAlwaysWhole ? whole : std::max(most, kAlwaysWhole);
}

Result<TablePlan> planTable(TableLook look, const TableChoices& choices) {
  return TablePlanner(std::move(look), choices).plan();
}

}  // namespace fovea
