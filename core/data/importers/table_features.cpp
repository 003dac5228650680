// Decides which columns of a table are features, and how each becomes numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/data/importers/table_names.h"
#include "core/data/importers/table_planner.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::int64_t kRowsToJudge = 8;  // with fewer rows, any column may be constant or count up by chance
constexpr std::int64_t kFewBad = 20;      // one bad cell in this many numbers counts as an error in the data
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kRowsToTell = 100;   // with fewer sampled rows, a column may tell the class by chance
constexpr std::int64_t kRowsOfSecond = 10;  // minimum of rows that are not of the most frequent class
constexpr std::size_t kRowsOfValue = 10;    // minimum on average
constexpr std::size_t kSmallestSide = 16;
constexpr std::size_t kSmallestNamedSide = 8;

}  // namespace

// Detects decimal commas, and commas between thousands: "76,211" may be either, unless a number has several commas or a
// point, or commas also separate the fields.
void TablePlanner::guessDecimal() {
  if (choices_.decimal == "comma") plan_.decimal = DecimalSign::Comma;
  if (choices_.decimal == "thousands") plan_.decimal = DecimalSign::PointAndThousands;
  if (choices_.decimal != "auto" || table_.delimiter == 0) return;
  std::int64_t commas = 0, thousands = 0, fractions = 0, clear = 0;
  std::string example;  // in quotes, so that it is shown as it is written and not as a language writes numbers
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const ColumnLook& look = looks_[i];
    if (std::max(look.commaNumbers, look.thousands) + look.numbers + look.missingWords < look.filled || isLabelList(i))
      continue;
    commas += look.commaNumbers;
    thousands += look.thousands;
    fractions += look.numbers - look.whole;
    clear += std::max<std::int64_t>(0, look.thousands - look.commaNumbers);
    for (std::size_t k = 0; look.thousands > 0 && example.empty() && k < look.values.size(); ++k)
      if (look.values[k].find(',') != std::string::npos) example = "\"" + displayName(look.values[k]) + "\"";
  }
  const bool separates = table_.delimiter == ',';
  if (thousands > 0 && thousands >= commas) {
    plan_.decimal = DecimalSign::PointAndThousands;
    return decide("the commas in numbers", "between thousands",
                  example.empty() ? "every number with a comma has three digits behind it"
                                  : fmt::format("every number with a comma has three digits behind it ({})", example),
                  {"decimal=thousands", "decimal=comma"}, separates || clear > 0 || fractions > 0);
  }
  if (separates || commas <= fractions) return;
  plan_.decimal = DecimalSign::Comma;
  decide("the decimal sign", "a comma",
         fmt::format("{} numbers have a comma and {} a point", grouped(commas), grouped(fractions)), {"decimal=point"},
         fractions == 0 || commas > 10 * fractions);
}

// Returns true if all rows except a few are numbers; the others are bad cells.
bool TablePlanner::isNumeric(std::size_t column, bool chosen) const {
  const ColumnLook& look = looks_[column];
  const std::int64_t good = look.numbersAs(plan_.decimal);
  const std::int64_t bad = look.filled - good - look.missingWords;
  if (good == 0 || isNested(column)) return false;
  if (chosen) return good >= bad;
  return bad * kFewBad <= good || (bad == 1 && good >= 3);
}

std::optional<DateOrder> TablePlanner::dateOrderOf(std::size_t column) const {
  const ColumnLook& look = looks_[column];
  const std::int64_t words = look.words() - look.missingWords;
  if (words == 0 || look.numbers > 0) return std::nullopt;
  const auto all = [&](DateOrder order) { return look.dates[static_cast<std::size_t>(order)] == words; };
  if (all(DateOrder::YearFirst)) return DateOrder::YearFirst;
  const bool day = all(DateOrder::DayFirst);
  const bool month = all(DateOrder::MonthFirst);
  if (day && (choices_.dateOrder == "day_first" || !month)) return DateOrder::DayFirst;
  if (month) return DateOrder::MonthFirst;
  return std::nullopt;
}

// Assigns a symbol to each category of columns of words and of columns that the user names. The symbols of a column
// follow those of the previous one, so that one table of an Embedding layer serves all.
bool TablePlanner::addSymbols(std::size_t column, bool chosen) {
  const ColumnLook& look = looks_[column];
  const bool few = look.distinct() <= static_cast<std::size_t>(choices_.mostCategories) && !look.manyValues();
  if (look.filled == 0 || !few || isNested(column)) return false;
  if (!chosen && (isNumeric(column, false) || dateOrderOf(column))) return false;
  TableFeature feature;
  feature.column = static_cast<int>(column);
  feature.kind = TableFeature::Kind::Symbol;
  feature.categories = look.values;
  std::sort(feature.categories.begin(), feature.categories.end(), naturalLess);
  feature.firstSymbol = plan_.symbols;
  plan_.symbols += std::ssize(feature.categories);
  plan_.features.push_back(std::move(feature));
  return true;
}

bool TablePlanner::addFeature(std::size_t column, bool chosen) {
  const bool symbols = choices_.categories == "embedding" ||
                       (choices_.categories == "parts" && !isNumeric(column, chosen) && !dateOrderOf(column));
  if (symbols) return addSymbols(column, chosen);
  const ColumnLook& look = looks_[column];
  TableFeature feature;
  feature.column = static_cast<int>(column);
  const bool gaps = look.empty + look.missingWords > 0;
  if (isNumeric(column, chosen)) {
    feature.flag = choices_.missing == "flag" && gaps;
    const std::int64_t good = look.numbersAs(plan_.decimal);
    if (good + look.missingWords < look.filled)
      put("a number, rows without one left out",
          fmt::format("few values are words, as \"{}\"", displayName(look.badExample)),
          "missing_words=" + displayName(look.badExample), column);
  } else if (const auto order = dateOrderOf(column)) {
    feature.kind = TableFeature::Kind::Date;
    feature.order = *order;
    feature.flag = choices_.missing == "flag" && gaps;
    const bool open = *order == DateOrder::MonthFirst && choices_.dateOrder == "auto" &&
                      look.dates[static_cast<std::size_t>(DateOrder::DayFirst)] == look.words() - look.missingWords;
    decide(titleOf(column),
           look.times > 0 ? "days since 1970-01-01 in UTC, times of a day rounded to about three minutes"
                          : "days since 1970-01-01",
           open ? "its values are dates, and no day is beyond the twelfth: month or day may stand first"
                : "its values are dates",
           {open ? "date_order=month_first" : "leave_out_columns=" + name(column), open ? "date_order=day_first" : ""},
           !open);
  } else {
    const bool few = look.distinct() <= static_cast<std::size_t>(choices_.mostCategories) && !isNested(column);
    const bool repeats = look.distinct() <= std::max<std::size_t>(2, static_cast<std::size_t>(look.filled) / 2);
    if (look.filled == 0 || !few || (!repeats && !chosen) || choices_.categories == "leave_out") return false;
    feature.kind = choices_.categories == "number" ? TableFeature::Kind::CategoryNumber : TableFeature::Kind::OneHot;
    feature.categories = look.values;
    std::sort(feature.categories.begin(), feature.categories.end(), naturalLess);
    feature.flag = choices_.missing == "flag" && look.empty > 0;
    const bool hot = feature.kind == TableFeature::Kind::OneHot;
    put(hot ? "categories, one number for each value (one-hot)" : "categories, as the place of the value",
        "its values are words that repeat",
        hot ? "categories=number;categories=embedding;categories=parts;categories=leave_out"
            : "categories=one_hot;categories=embedding;categories=parts;categories=leave_out",
        column);
  }
  plan_.features.push_back(std::move(feature));
  return true;
}

Status TablePlanner::takeChosenFeatures(const std::vector<int>& columns) {
  for (const int column : columns)
    if (!addFeature(static_cast<std::size_t>(column), true))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The column \"{}\" holds no numbers, dates or categories of at most {} values.",
                              name(static_cast<std::size_t>(column)), choices_.mostCategories),
                  "Choose other feature columns, or raise most_categories.");
  return {};
}

// Detects columns that are the pixels of a square grey image: by name, or all columns if there are no names.
bool TablePlanner::takePicture() {
  std::vector<std::size_t> pixels;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    if (used(static_cast<int>(i)) || looks_[i].filled == 0) continue;
    const bool grey = looks_[i].bytes == looks_[i].filled && looks_[i].empty == 0;
    if (table_.named ? isPixelName(name(i)) : true) {
      if (!grey) return false;
      pixels.push_back(i);
    }
  }
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(pixels.size())) + 0.5);
  if (side * side != pixels.size() || side < (table_.named ? kSmallestNamedSide : kSmallestSide)) return false;
  for (const std::size_t column : pixels)
    plan_.features.push_back({static_cast<int>(column), TableFeature::Kind::Number, {}, {}, false});
  plan_.byteFeatures = true;
  plan_.shape = {1, static_cast<std::int64_t>(side), static_cast<std::int64_t>(side)};
  decide(fmt::format("columns {} to {}", name(pixels.front()), name(pixels.back())),
         fmt::format("grey pictures of {0}×{0} pixels", side),
         fmt::format("they are {} columns of whole numbers from 0 to 255{}", pixels.size(),
                     table_.named ? " with names of pixels" : ""),
         {fmt::format("feature_shape={}", pixels.size())});
  return true;
}

// Returns true for a square number of unnamed columns that hold bytes. Constant columns then count as pixels.
bool TablePlanner::isGrid() const {
  if (table_.named) return false;
  std::size_t count = 0;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    if (used(static_cast<int>(i))) continue;
    if (looks_[i].bytes != looks_[i].filled || looks_[i].filled == 0) return false;
    ++count;
  }
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(count)) + 0.5);
  return side * side == count && side >= kSmallestNamedSide;
}

// Decides whether a column is useless for learning, and reports it.
bool TablePlanner::leftOut(std::size_t column) {
  const ColumnLook& look = looks_[column];
  const bool enough = look.rows() >= kRowsToJudge;
  const auto because = [&](const std::string& why) {
    put("left out", why, "keep_columns", column);
    return true;
  };
  for (const NestedColumn& nested : table_.nested)
    if (nested.name == name(column)) {
      put("left out", nested.why, "", column);
      return true;
    }
  if (look.filled == 0) {
    put("left out", "it is empty", "", column);
    return true;
  }
  if (std::find(kept_.begin(), kept_.end(), static_cast<int>(column)) != kept_.end()) return false;
  const bool numbers = isNumeric(column, false);
  if (numbers && enough && look.counts() && !isYearName(name(column)))
    return because("its values rise by one from row to row");
  if (numbers && enough && look.enumerates() && !isYearName(name(column)))
    return because(fmt::format("its values are the whole numbers from {} to {}, each once", look.lowest, look.highest));
  if (isIdName(name(column)) && look.allDifferent() && look.rows() > 2 && (look.whole == look.filled || !numbers))
    return because("it is named as an id and every row has another value");
  if (enough && look.constant()) return because("all rows have the same value");
  if (plan_.task == Task::Classification && plan_.label >= 0 && enough && !look.manyValues() && look.distinct() > 1) {
    const ColumnLook& label = looks_[static_cast<std::size_t>(plan_.label)];
    if (!label.manyValues() && look.pattern == label.pattern)
      return because(fmt::format("its values go with those of \"{}\" one to one: it is the class under another name",
                                 name(static_cast<std::size_t>(plan_.label))));
  }
  for (const int target : plan_.targets)
    if (enough && look.content == looks_[static_cast<std::size_t>(target)].content)
      return because("it is the same as what is to be predicted");
  if (const auto same = contents_.find(look.content); enough && same != contents_.end())
    return because(fmt::format("it is the same as \"{}\" in every row", name(same->second)));
  return false;
}

// Returns whether a column tells the class in all rows that were sampled: by its words, of which each is in rows of one
// class alone, or by its numbers, of which each class has a range for itself. Such a column was often written when the
// class was known, as the kind of an attack beside the mark of one.
TablePlanner::Tells TablePlanner::tellsClass(std::size_t column) const {
  if (plan_.task != Task::Classification || plan_.label < 0) return Tells::Nothing;
  const ColumnLook &look = looks_[column], &label = looks_[static_cast<std::size_t>(plan_.label)];
  if (label.manyValues()) return Tells::Nothing;
  std::vector<std::int64_t> ofClass(label.values.size());
  std::vector<std::pair<double, double>> ranges(label.values.size(), {kInfinity, -kInfinity});  // of numbers, by class
  std::map<std::int32_t, std::int32_t> classes;  // by the place of the column's value
  bool words = !look.manyValues() && look.distinct() > 1;
  std::int64_t rows = 0, numbers = 0;
  for (std::size_t i = 0; i < label.sampled().size(); ++i) {
    const std::int32_t known = label.sampled()[i].place;
    if (known < 0 || plan_.isNoLabel(label.values[static_cast<std::size_t>(known)])) continue;
    ++rows;
    ++ofClass[static_cast<std::size_t>(known)];
    const ColumnLook::Sampled& value = look.sampled()[i];
    numbers += value.number;
    auto& [lowest, highest] = ranges[static_cast<std::size_t>(known)];
    if (value.number) lowest = std::min(lowest, value.value);
    if (value.number) highest = std::max(highest, value.value);
    words = words && classes.emplace(value.place, known).first->second == known;
  }
  const std::int64_t most = ofClass.empty() ? 0 : *std::ranges::max_element(ofClass);
  if (rows < kRowsToTell || rows - most < kRowsOfSecond) return Tells::Nothing;
  if (numbers < rows)
    return words && classes.size() * kRowsOfValue <= static_cast<std::size_t>(rows) ? Tells::ByValues : Tells::Nothing;
  std::ranges::sort(ranges);  // those of classes without a row come last
  for (std::size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].first <= ranges[i - 1].second) return Tells::Nothing;
  return Tells::ByRanges;
}

void TablePlanner::askAboutTelling(const std::vector<std::string>& columns) {
  if (columns.empty()) return;
  std::vector<std::string> all = splitList(choices_.leaveOutColumns), kept = splitList(choices_.keepColumns);
  all.insert(all.end(), columns.begin(), columns.end());
  kept.insert(kept.end(), columns.begin(), columns.end());
  decide(
      columns.size() == 1 ? columnTitle(columns[0]) : fmt::format("columns {}", fmt::join(columns, ", ")), "left out",
      fmt::format("each of its values goes with one value of \"{}\" alone, so that it may have been written when that "
                  "was known",
                  name(static_cast<std::size_t>(plan_.label))),
      {fmt::format("leave_out_columns={}", fmt::join(all, ",")), fmt::format("keep_columns={}", fmt::join(kept, ","))},
      false);
}

void TablePlanner::takeGuessedFeatures() {
  const bool grid = isGrid();
  std::vector<std::string> telling;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    if (used(static_cast<int>(i)) || (!grid && leftOut(i))) continue;
    const ColumnLook& look = looks_[i];
    const bool chosen = std::find(kept_.begin(), kept_.end(), static_cast<int>(i)) != kept_.end();
    const Tells tells = grid || chosen ? Tells::Nothing : tellsClass(i);
    if (tells == Tells::ByValues) {
      telling.push_back(name(i));
      continue;
    }
    if (addFeature(i, false)) {
      if (tells == Tells::ByRanges)
        put("used, although it tells the class",
            fmt::format("each value of \"{}\" has a range of its numbers for itself",
                        name(static_cast<std::size_t>(plan_.label))),
            "leave_out_columns", i);
      contents_.try_emplace(look.content, i);
      continue;
    }
    const bool names = look.files == look.filled;
    const bool number = isNumeric(i, false) || dateOrderOf(i);
    if (choices_.categories == "embedding" && number)
      put("left out",
          "it holds numbers, and an embedding needs categories; named with feature_columns its values are some",
          "categories=parts;categories=one_hot;categories=number", i);
    else if (choices_.categories == "leave_out" && look.distinct() <= static_cast<std::size_t>(choices_.mostCategories))
      put("left out", "it holds categories", "categories=one_hot;categories=number", i);
    else
      put("left out",
          names ? "its values are names of files"
                : "its words hardly repeat or are of more kinds than most_categories allows",
          names ? "" : "most_categories=1000;text_column=" + name(i), i);
  }
  askAboutTelling(telling);
}

// If the user chose a shape, all numeric columns belong to it, except an id if the shape fits without it.
void TablePlanner::keepForShape() {
  if (choices_.featureShape.empty()) return;
  std::int64_t elements = 1;
  for (const std::int64_t extent : choices_.featureShape) elements *= extent;
  std::vector<int> numbers;
  std::vector<int> others;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    if (used(static_cast<int>(i)) || !isNumeric(i, false)) continue;
    numbers.push_back(static_cast<int>(i));
    if (!isIdName(name(i)) && !looks_[i].counts()) others.push_back(static_cast<int>(i));
  }
  const std::vector<int>& kept = std::ssize(others) == elements ? others : numbers;
  kept_.insert(kept_.end(), kept.begin(), kept.end());
}

// Returns true if the classes are few whole numbers, which may be those of answers in a list.
bool TablePlanner::holdsNumbersOfAnswers() const {
  if (plan_.task != Task::Classification || plan_.label < 0) return false;
  const ColumnLook& label = looks_[static_cast<std::size_t>(plan_.label)];
  return label.whole == label.filled && !declaresClasses(plan_.label);
}

Status TablePlanner::takeFeatures() {
  if (hasOwnInput()) {
    for (std::size_t i = 0; i < looks_.size(); ++i) {
      if (used(static_cast<int>(i)) || (looks_[i].filled == 0 && !isNested(i))) continue;
      if (isNested(i) && isChoicesName(name(i)) && holdsNumbersOfAnswers())
        decide(titleOf(i), "left out",
               "it holds lists, which are not read, and the class of a text may be the number of what is in them",
               {"leave_out_columns=" + name(i)}, false);
      else
        put("left out", "it is no part of the input", "", i);
    }
    return {};
  }
  plan_.leaveOutMissing = choices_.missing == "leave_out";
  plan_.fillMedian = choices_.missing == "median";
  plan_.shape = choices_.featureShape;
  if (!choices_.featureColumns.empty()) {
    FOVEA_TRY(const std::vector<int> columns, columnsOf(choices_.featureColumns));
    FOVEA_CHECK(takeChosenFeatures(columns));
  } else if (choices_.featureShape.empty() && takePicture()) {
    return {};
  } else {
    keepForShape();
    takeGuessedFeatures();
  }
  decideMissing();
  separateSymbols();
  if (plan_.symbols > 0 && !plan_.symbolsBeside)
    decide("the input",
           fmt::format("{} a row, of {} different ones", counted(std::ssize(plan_.features), "symbol"),
                       grouped(plan_.symbols)),
           "each category of each column is a symbol, for an Embedding layer with as many",
           {"categories=one_hot", "categories=number"});
  return {};
}

// If there are numbers as well, moves symbols behind them into a part of their own.
void TablePlanner::separateSymbols() {
  const auto isNumber = [](const TableFeature& feature) { return feature.kind != TableFeature::Kind::Symbol; };
  const auto numbers = std::count_if(plan_.features.begin(), plan_.features.end(), isNumber);
  const auto symbols = std::ssize(plan_.features) - numbers;
  if (numbers == 0 || symbols == 0) return;
  std::stable_partition(plan_.features.begin(), plan_.features.end(), isNumber);
  plan_.symbolsBeside = true;
  decide("the input",
         fmt::format("two parts: {}, and {} of {} different ones", counted(plan_.width() - symbols, "number"),
                     counted(symbols, "symbol"), grouped(plan_.symbols)),
         fmt::format("columns of numbers enter at an Input layer \"{}\", columns of words at another, \"{}\", with an "
                     "Embedding behind it",
                     kNumbersPart, kCategoriesPart),
         {"categories=one_hot", "categories=embedding", "categories=number"});
}

void TablePlanner::decideMissing() {
  for (const TableFeature& feature : plan_.features) {
    const auto column = static_cast<std::size_t>(feature.column);
    const ColumnLook& look = looks_[column];
    const bool number = feature.kind == TableFeature::Kind::Number || feature.kind == TableFeature::Kind::Date;
    if (look.empty + (number ? look.missingWords : 0) == 0) continue;
    const std::string why = "some rows have no value there";
    if (plan_.leaveOutMissing)
      put("rows without a value left out", why, "missing=mean;missing=median;missing=flag", column);
    else if (feature.kind == TableFeature::Kind::Symbol)
      put("no symbol where the value is missing", why, "missing=leave_out", column);
    else if (!number)
      put("no category where the value is missing", why, "missing=flag;missing=leave_out", column);
    else
      put(plan_.fillMedian ? feature.flag ? "missing values filled with the median, and one more number says which"
                                          : "missing values filled with the median of the column"
          : feature.flag   ? "missing values filled with the mean, and one more number says which"
                           : "missing values filled with the mean of the column",
          why,
          plan_.fillMedian ? "missing=mean;missing=flag;missing=leave_out"
                           : "missing=median;missing=flag;missing=leave_out",
          column);
  }
}

}  // namespace fovea
