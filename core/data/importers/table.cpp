#include "core/data/importers/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/importers/delimited_file.h"
#include "core/data/importers/names.h"
#include "core/data/importers/text_lines.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRecordsToJudge = 2000;
constexpr std::size_t kMostClasses = 1000;

using Record = std::vector<std::string>;

// What the first records show of a column.
struct ColumnLook {
  std::size_t filled = 0;
  std::size_t numbers = 0;
  std::size_t whole = 0;
  std::size_t paths = 0;
  std::size_t splits = 0;
  double highest = 0;
  bool negative = false;
  std::set<std::string> values;  // up to kMostClasses + 1

  std::size_t letters = 0;  // of all filled fields together

  bool allNumbers() const { return filled > 0 && numbers == filled; }
  bool allPaths() const { return filled > 0 && paths == filled; }
  bool allSplits() const { return filled > 0 && splits == filled && values.size() > 1; }
  // Numbers that may well be labels: whole, few, from 0.
  bool allLabels() const {
    return allNumbers() && whole == filled && !negative && values.size() <= std::max<std::size_t>(2, filled / 4) &&
           highest < static_cast<double>(values.size()) * 2 + 1;
  }
};

ColumnLook lookAt(const std::vector<Record>& records, std::size_t first, std::size_t column) {
  ColumnLook look;
  for (std::size_t i = first; i < records.size(); ++i) {
    if (column >= records[i].size() || isMissing(records[i][column])) continue;
    const std::string& field = records[i][column];
    ++look.filled;
    if (const auto number = realNumber(field)) {
      ++look.numbers;
      look.highest = std::max(look.highest, *number);
      look.negative = look.negative || *number < 0;
    }
    look.whole += wholeNumber(field).has_value();
    look.letters += field.size();
    look.paths += fileKindOf(field) == FileKind::Image;
    look.splits += splitOfName(field).has_value();
    if (look.values.size() <= kMostClasses) look.values.insert(field);
  }
  return look;
}

bool named(const std::string& column, std::initializer_list<std::string_view> names) {
  const std::string lower = lowerCase(column);
  return std::find(names.begin(), names.end(), lower) != names.end();
}

bool isTextName(const std::string& name) {
  return named(name, {"text", "review", "sentence", "comment", "content", "message", "title", "document", "tweet"});
}

bool isLabelName(const std::string& name) {
  return named(name, {"label", "labels", "class", "class_name", "classname", "category", "target", "species", "y",
                      "digit", "diagnosis", "variety"});
}

class Planner {
 public:
  Planner(const TableChoices& choices, std::vector<Record> records, char delimiter)
      : choices_(choices), records_(std::move(records)) {
    plan_.delimiter = delimiter;
  }

  Result<TablePlan> plan() {
    takeCounts();
    takeHeader();
    for (std::size_t i = 0; i < plan_.columns.size(); ++i) looks_.push_back(lookAt(records_, first_, i));
    FOVEA_CHECK(takeNamed());
    if (plan_.image < 0 && plan_.text < 0 && choices_.featureColumns.empty()) guessImage();
    if (plan_.image < 0 && plan_.text < 0 && choices_.featureColumns.empty()) guessText();
    guessSplitAndGroup();
    FOVEA_CHECK(takeTask());
    if (!hasInput()) takeFeatures();
    if (!hasInput()) return fail(ErrorCode::Unsupported, "This table has no column of numbers, of images or of texts.");
    plan_.skippedRecords = static_cast<int>(first_);
    return std::move(plan_);
  }

 private:
  bool hasInput() const { return plan_.image >= 0 || plan_.text >= 0 || !plan_.features.empty(); }

  // "150,4,setosa,versicolor,virginica": how many records and features follow, and names of classes (scikit-learn).
  void takeCounts() {
    if (records_.size() < 2 || choices_.header != "auto") return;
    const Record& row = records_[0];
    const auto samples = row.size() > 1 ? wholeNumber(row[0]) : std::nullopt;
    const auto features = row.size() > 1 ? wholeNumber(row[1]) : std::nullopt;
    if (!samples || !features || *samples < 1 || *features + 1 != std::ssize(records_[1])) return;
    for (std::size_t i = 2; i < row.size(); ++i) {
      if (realNumber(row[i])) {
        plan_.classNames.clear();
        return;
      }
      if (!row[i].empty()) plan_.classNames.push_back(displayName(row[i]));
    }
    first_ = 1;
  }

  bool looksLikeHeader(const Record& row) const {
    bool differs = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].empty() && i > 0) return false;
      if (realNumber(row[i]) || fileKindOf(row[i]) == FileKind::Image) return false;
      const ColumnLook below = lookAt(records_, first_ + 1, i);
      differs = differs || below.allNumbers() || below.allPaths() || below.allSplits() || isLabelName(row[i]) ||
                named(row[i], {"path", "file", "filename", "image", "split", "text", "group"});
    }
    return differs;
  }

  void takeHeader() {
    const bool header = choices_.header == "yes" || (choices_.header == "auto" && looksLikeHeader(records_[first_]));
    std::size_t width = 0;
    for (std::size_t i = first_; i < records_.size(); ++i) width = std::max(width, records_[i].size());
    for (std::size_t i = 0; i < width; ++i) {
      const bool has = header && i < records_[first_].size() && !records_[first_][i].empty();
      plan_.columns.push_back(has ? displayName(records_[first_][i]) : fmt::format("column {}", i + 1));
    }
    if (header) ++first_;
  }

  Result<int> columnOf(const std::string& text) const {
    for (std::size_t i = 0; i < plan_.columns.size(); ++i)
      if (plan_.columns[i] == text) return static_cast<int>(i);
    for (std::size_t i = 0; i < plan_.columns.size(); ++i)
      if (lowerCase(plan_.columns[i]) == lowerCase(text)) return static_cast<int>(i);
    const auto number = wholeNumber(text);
    if (number && *number >= 1 && *number <= std::ssize(plan_.columns)) return static_cast<int>(*number - 1);
    std::string known;
    for (std::size_t i = 0; i < std::min<std::size_t>(plan_.columns.size(), 20); ++i)
      known += (i > 0 ? ", " : "") + plan_.columns[i];
    return fail(ErrorCode::InvalidArgument, fmt::format("The table has no column \"{}\".", text),
                fmt::format("It has: {}{}.", known, plan_.columns.size() > 20 ? ", …" : ""));
  }

  Status takeOne(const std::string& text, int& column) const {
    if (text.empty()) return {};
    FOVEA_TRY(column, columnOf(text));
    return {};
  }

  Status takeNamed() {
    FOVEA_CHECK(takeOne(choices_.imageColumn, plan_.image));
    FOVEA_CHECK(takeOne(choices_.textColumn, plan_.text));
    FOVEA_CHECK(takeOne(choices_.labelColumn, plan_.label));
    FOVEA_CHECK(takeOne(choices_.splitColumn, plan_.split));
    FOVEA_CHECK(takeOne(choices_.groupColumn, plan_.group));
    for (const auto& [names, columns] :
         {std::pair(&choices_.featureColumns, &plan_.features), std::pair(&choices_.targetColumns, &plan_.targets),
          std::pair(&choices_.labelColumns, &plan_.labels)})
      for (const std::string& name : splitList(*names)) {
        FOVEA_TRY(const int column, columnOf(name));
        columns->push_back(column);
      }
    return {};
  }

  void guessImage() {
    for (std::size_t i = 0; i < looks_.size() && plan_.image < 0; ++i)
      if (looks_[i].allPaths()) plan_.image = static_cast<int>(i);
  }

  // Words of many kinds under a name that says so, or many words where no column holds numbers.
  void guessText() {
    int longest = -1;
    bool numbers = false;
    for (std::size_t i = 0; i < looks_.size(); ++i) {
      const ColumnLook& look = looks_[i];
      const auto column = static_cast<int>(i);
      if (used(column) || look.filled == 0) continue;
      numbers = numbers || (look.allNumbers() && !look.allLabels() && !isLabelName(plan_.columns[i]));
      if (look.allNumbers() || look.values.size() < 3 || look.values.size() * 2 < std::min(look.filled, kMostClasses))
        continue;
      if (isTextName(plan_.columns[i])) {
        plan_.text = column;
        return;
      }
      const bool words = look.letters > 16 * look.filled;
      if (words && (longest < 0 || look.letters > looks_[static_cast<std::size_t>(longest)].letters)) longest = column;
    }
    if (!numbers) plan_.text = longest;
  }

  void guessSplitAndGroup() {
    for (std::size_t i = 0; i < looks_.size(); ++i) {
      if (plan_.split < 0 && named(plan_.columns[i], {"split", "set", "subset", "usage", "partition"}) &&
          looks_[i].filled > 0 && looks_[i].splits == looks_[i].filled)
        plan_.split = static_cast<int>(i);
      if (plan_.group < 0 && named(plan_.columns[i], {"group", "group_id"})) plan_.group = static_cast<int>(i);
    }
  }

  bool used(int column) const {
    return column == plan_.image || column == plan_.text || column == plan_.label ||
           std::find(plan_.labels.begin(), plan_.labels.end(), column) != plan_.labels.end() || column == plan_.split ||
           column == plan_.group ||
           std::find(plan_.targets.begin(), plan_.targets.end(), column) != plan_.targets.end() ||
           std::find(plan_.features.begin(), plan_.features.end(), column) != plan_.features.end();
  }

  // The column with the name of a label, else the last one.
  int likelyLabel() const {
    for (std::size_t i = 0; i < looks_.size(); ++i)
      if (isLabelName(plan_.columns[i]) && !used(static_cast<int>(i))) return static_cast<int>(i);
    for (auto i = std::ssize(looks_) - 1; i >= 0; --i)
      if (!used(static_cast<int>(i))) return static_cast<int>(i);
    return -1;
  }

  Status takeTask() {
    if (choices_.task == "unlabelled") return {};
    if (!plan_.labels.empty()) {
      plan_.task = Task::MultiLabel;
      for (const int column : plan_.labels) plan_.classNames.push_back(plan_.columns[static_cast<std::size_t>(column)]);
      return {};
    }
    if (!choices_.labelSeparator.empty() || choices_.task == "multi_label") {
      if (plan_.label < 0) plan_.label = likelyLabel();
      if (plan_.label < 0) return fail(ErrorCode::InvalidArgument, "This table has no column of labels.");
      plan_.separator = choices_.labelSeparator.empty() ? "," : choices_.labelSeparator;
      plan_.task = Task::MultiLabel;
      return {};
    }
    if (!plan_.targets.empty() || choices_.task == "regression") {
      plan_.task = Task::Regression;
      if (plan_.targets.empty())
        plan_.targets.push_back(plan_.label >= 0 ? std::exchange(plan_.label, -1) : likelyLabel());
      return {};
    }
    if (plan_.label < 0) plan_.label = likelyLabel();
    if (plan_.label < 0) return {};
    const ColumnLook& look = looks_[static_cast<std::size_t>(plan_.label)];
    const bool fewWords = !look.allNumbers() && look.values.size() <= std::max<std::size_t>(2, look.filled / 2);
    const bool chosen = !choices_.labelColumn.empty() || choices_.task == "classification";
    if (chosen || !plan_.classNames.empty() || look.allLabels() || (fewWords && look.filled > 0)) {
      plan_.task = Task::Classification;
    } else if (look.allNumbers()) {
      plan_.task = Task::Regression;
      plan_.targets = {std::exchange(plan_.label, -1)};
    } else {
      plan_.label = -1;
    }
    return {};
  }

  void takeFeatures() {
    std::vector<std::string> left;
    std::vector<int> features;  // no columns of the plan until all are found: used() goes through those
    for (std::size_t i = 0; i < looks_.size(); ++i) {
      const auto column = static_cast<int>(i);
      if (used(column)) continue;
      if (looks_[i].allNumbers())
        features.push_back(column);
      else
        left.push_back(plan_.columns[i]);
    }
    plan_.features = std::move(features);
    if (!left.empty() && !plan_.features.empty())
      plan_.remarks.push_back(fmt::format(
          "{} not of numbers and left out, for instance \"{}\".",
          left.size() == 1 ? std::string("1 column is") : fmt::format("{} columns are", left.size()), left[0]));
  }

  const TableChoices& choices_;
  std::vector<Record> records_;
  std::size_t first_ = 0;
  std::vector<ColumnLook> looks_;
  TablePlan plan_;
};

}  // namespace

bool isMissing(std::string_view field) {
  if (field.empty()) return true;
  if (field.size() > 4) return false;
  const std::string lower = lowerCase(field);
  return lower == "na" || lower == "n/a" || lower == "nan" || lower == "null" || lower == "none" || lower == "?";
}

Result<TablePlan> planTable(const fs::path& file, const TableChoices& choices) {
  char delimiter = 0;
  if (choices.delimiter == "comma") delimiter = ',';
  if (choices.delimiter == "semicolon") delimiter = ';';
  if (choices.delimiter == "tab") delimiter = '\t';
  if (choices.delimiter == "bar") delimiter = '|';
  if (choices.delimiter == "blank") delimiter = ' ';
  FOVEA_TRY(const auto table, DelimitedFile::open(file, delimiter));
  std::vector<Record> records;
  std::vector<std::string_view> fields;
  while (records.size() < kRecordsToJudge) {
    FOVEA_TRY(const bool more, table->next(fields));
    if (!more) break;
    records.emplace_back(fields.begin(), fields.end());
  }
  if (records.empty() || (records.size() == 1 && choices.header == "yes"))
    return fail(ErrorCode::Unsupported, displayName(file.string()) + " holds no records.");
  auto plan = Planner(choices, std::move(records), table->delimiter()).plan();
  if (!plan.ok()) return plan.error().within(displayName(file.filename().string()));
  return plan;
}

}  // namespace fovea
