// Decides which columns of a table hold several labels of a row: one column of 0 and 1 for each label, or one in which
// the labels are joined.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/data/importers/table_names.h"
#include "core/data/importers/table_planner.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

// Takes columns of zeros and ones beside a picture or a text for its labels, if no column is named like a target:
// "healthy", "rust" and "scab". As many ones as rows stand for one class a row.
void TablePlanner::takeLabelColumns() {
  if ((choices_.task != "auto" && choices_.task != "multi_label") || !hasOwnInput() ||
      !choices_.labelSeparator.empty() || !plan_.labels.empty() || plan_.label >= 0 || !plan_.targets.empty() ||
      !table_.labelSeparator.empty() || table_.missing >= 0)
    return;
  std::vector<int> found;
  std::vector<std::string> alternatives;
  std::int64_t ones = 0, rows = 0;
  bool others = false;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const ColumnLook& look = looks_[i];
    if (used(static_cast<int>(i)) || look.filled == 0 || isNested(i)) continue;
    if (labelRank(name(i)) || declaresClasses(static_cast<int>(i))) return;
    const bool isFlag = look.empty == 0 && look.whole == look.filled && !look.manyValues() &&
                        std::ranges::all_of(look.values, [](const auto& each) { return each == "0" || each == "1"; });
    // A title or a measure beside them may make them facts like others; an id does not.
    others = others || (!isFlag && (isFewValued(i) || !isIdName(name(i))));
    if (!isFlag) continue;
    found.push_back(static_cast<int>(i));
    ones += look.countOf("1").value_or(0);
    rows = look.filled;
    if (alternatives.size() < 3) alternatives.push_back("label_column=" + name(i));
  }
  if (found.size() < 2) return;
  plan_.labels = std::move(found);
  const bool one = ones == rows && choices_.task == "auto";
  if (one) plan_.task = Task::Classification;
  alternatives.insert(alternatives.begin(), "task=unlabelled");
  if (one) alternatives.insert(alternatives.begin(), "task=multi_label");
  addOtherTargets(-1, alternatives);
  std::vector<std::string> names;
  for (const int column : plan_.labels) names.push_back(name(static_cast<std::size_t>(column)));
  constexpr std::size_t kListedLabels = 6;
  const bool more = names.size() > kListedLabels;
  names.resize(std::min(names.size(), kListedLabels));
  decide(fmt::format("columns {}{}", fmt::join(names, ", "), more ? ", …" : ""),
         one ? "the class of a row" : "the labels of a row",
         one ? "each holds 0 and 1 alone, and there are as many ones as rows" : "each holds 0 and 1 alone",
         std::move(alternatives), plan_.labels.size() > 2 && !others);
}

// Refuses a column of labels in which most rows hold neither 0 nor 1: the option was meant for the class of a row.
Status TablePlanner::checkLabelColumns() const {
  for (const int column : plan_.labels) {
    const ColumnLook& look = looks_[static_cast<std::size_t>(column)];
    std::int64_t flags = 0;
    for (std::size_t i = 0; i < look.values.size(); ++i)
      if (flagOf(look.values[i])) flags += look.valueCounts[i];
    if (2 * flags >= look.filled) continue;
    const std::string title = titleOf(static_cast<std::size_t>(column));
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} holds {}, and label_columns takes columns of 0 and 1.", title, examples(look)),
                "Name the column that holds the class of a row with label_column.");
  }
  return {};
}

Status TablePlanner::takeMultiLabel() {
  const bool one = choices_.task == "classification" || plan_.task == Task::Classification;
  plan_.task = one && !plan_.labels.empty() ? Task::Classification : Task::MultiLabel;
  if (!plan_.labels.empty()) {
    FOVEA_CHECK(checkLabelColumns());
    plan_.classNames.clear();
    for (const int column : plan_.labels) plan_.classNames.push_back(name(static_cast<std::size_t>(column)));
    return {};
  }
  if (plan_.label < 0) plan_.label = joinedColumn();
  if (plan_.label < 0) plan_.label = guessLabel().column;
  if (plan_.label < 0) return fail(ErrorCode::InvalidArgument, "This table has no column of labels.");
  plan_.separator = separatorOfOption(choices_.labelSeparator);
  if (plan_.separator.empty()) plan_.separator = table_.labelSeparator.empty() ? "," : table_.labelSeparator;
  return {};
}

// Returns true for whole numbers and lists of them that repeat, beside a text or picture: "3", "27", "3,27". A list of
// two numbers may also be a fraction.
bool TablePlanner::isLabelList(std::size_t column) const {
  const ColumnLook& look = looks_[column];
  if (choices_.decimal == "comma" || !hasOwnInput() || look.lists == 0 || look.whole == 0 || look.manyValues())
    return false;
  return look.whole + look.lists + look.missingWords == look.filled &&
         look.distinct() * 2 <= static_cast<std::size_t>(look.filled);
}

// Asks whether lists of numbers are several labels, if no option says what is to be predicted from a text or picture.
bool TablePlanner::takeLabelList() {
  if (choices_.task != "auto" || !plan_.targets.empty()) return false;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const bool isIt = plan_.label < 0 ? !used(static_cast<int>(i)) : plan_.label == static_cast<int>(i);
    if (!isIt || !isLabelList(i)) continue;
    const auto& values = looks_[i].values;
    const auto list = std::find_if(values.begin(), values.end(),
                                   [](const std::string& each) { return each.find(',') != std::string::npos; });
    plan_.task = Task::MultiLabel;
    plan_.label = static_cast<int>(i);
    plan_.separator = ",";
    decide(titleOf(i), "all labels of a row",
           fmt::format("it holds whole numbers and lists of them ({}), which may also be fractions or classes",
                       displayName(*list)),
           {"label_separator=,", "decimal=comma", "task=classification", "task=unlabelled"}, false);
    return true;
  }
  return false;
}

// Returns how several labels are joined in the values of a column, if they are.
std::optional<JoinedLabels> TablePlanner::joinedLabels(std::size_t column) const {
  const ColumnLook& look = looks_[column];
  if (look.filled == 0 || isNested(column) || look.dates[0] + look.dates[1] + look.dates[2] > 0) return std::nullopt;
  return joinedLabelsIn(look.values, plan_.decimal == DecimalSign::Point);
}

// Returns the column of joined labels whose name is most like that of a target; -1 if there is none.
int TablePlanner::joinedColumn() const {
  int best = -1, rank = 0;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const auto column = static_cast<int>(i);
    if (plan_.label >= 0 ? plan_.label != column : used(column)) continue;
    const int found = labelRank(name(i)).value_or(1000);
    if ((best >= 0 && found >= rank) || !joinedLabels(i)) continue;
    best = column;
    rank = found;
  }
  return best;
}

// Takes a column of several labels a row ("Edema|Effusion") beside a text or picture, if no option says what is to be
// predicted; asks unless bars separate the labels and no other column is like a target.
bool TablePlanner::takeJoinedLabels() {
  if (choices_.task != "auto" || !plan_.targets.empty() || !hasOwnInput()) return false;
  const int best = joinedColumn();
  if (best < 0) return false;
  const LabelGuess guess = plan_.label >= 0 ? LabelGuess{plan_.label, true, {}} : guessLabel();
  const bool other = guess.sure && guess.column >= 0 && guess.column != best;
  if (other && labelRank(name(static_cast<std::size_t>(guess.column)))) return false;
  const JoinedLabels joined = *joinedLabels(static_cast<std::size_t>(best));
  const bool sure = joined.sure && !other;
  plan_.task = Task::MultiLabel;
  plan_.label = best;
  plan_.separator = std::string(1, joined.separator);
  std::vector<std::string> alternatives{"task=classification", "task=unlabelled"};
  if (other) alternatives.insert(alternatives.begin(), "label_column=" + name(static_cast<std::size_t>(guess.column)));
  if (!sure) alternatives.insert(alternatives.begin(), "label_separator=" + joined.option());
  decide(titleOf(static_cast<std::size_t>(best)), "all labels of a row",
         fmt::format("some rows have several, with {} between them, such as \"{}\"", joined.words(),
                     joined.example.substr(0, 60)),
         std::move(alternatives), sure);
  return true;
}

}  // namespace fovea
