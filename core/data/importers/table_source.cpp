#include "core/data/importers/table_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/parquet_rows.h"
#include "core/data/importers/table_rows.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRowsBetweenChecks = 1024;
constexpr std::size_t kQuickRows = 20'000;
constexpr std::size_t kMaximumNumbers = std::size_t{1} << 30;
constexpr std::int32_t kMaximumTableClasses = 100'000;
constexpr double kLargestNumber = 3.4e38;
constexpr std::int64_t kMostTableSymbols = 1 << 24;  // largest integer that a float holds exactly

// Converts "1.0", "-1.00" and "1.0e+00" to "1", "-1" and "1", so that a class has one name; other texts are unchanged.
std::string wholeText(std::string_view field) {
  constexpr double kLargestClass = 1e15;
  const auto number = field.find_first_of("eE") == std::string_view::npos ? std::nullopt : realNumber(field);
  if (number && *number == std::floor(*number) && std::abs(*number) < kLargestClass)
    return std::to_string(static_cast<std::int64_t>(*number));
  const std::size_t point = field.find('.');
  if (point == std::string_view::npos || point == 0 ||
      field.find_first_not_of('0', point + 1) != std::string_view::npos)
    return std::string(field);
  const std::string_view whole = field.substr(0, point);
  return std::string(wholeNumber(whole) ? whole : field);
}

// Returns "train" for "train.csv", which describes the pictures in "train" regardless of the splits of its rows.
std::optional<Split> splitOfPictures(const TableFile& file) {
  const auto named = splitOfFolder(stemOf(file.path.filename().string()));
  return named ? std::optional(named->split) : std::nullopt;
}

}  // namespace

TableSource::TableSource(const fs::path& source, TablePlan plan, const TableChoices& choices)
    : plan_(std::move(plan)),
      missing_(choices.missingWords),
      baseFolder_(choices.baseFolder),
      orientation_(choices.orientation) {
  name_ = nameOfSource(source);
  task_ = plan_.task;
  const bool pictures = plan_.image >= 0 || plan_.pixels >= 0 || plan_.byteFeatures;
  noun_ = pictures ? "image" : !plan_.texts.empty() ? "text" : "row";
  decisions_ = plan_.decisions;
  if (plan_.image >= 0) deep_ = choices.deep;
  classes_ = plan_.classNames;
  for (std::size_t i = 0; i < classes_.size(); ++i) places_[classes_[i]] = static_cast<std::int32_t>(i);
  const std::int64_t inputs = plan_.width() - plan_.besideWidth();
  shape_ = plan_.shape.empty() ? Shape{inputs} : Shape(std::span<const std::int64_t>(plan_.shape));
  width_ = static_cast<std::size_t>(plan_.pixels >= 0 ? shape_.elementCount() : plan_.width());
  inputWidth_ = plan_.pixels >= 0 ? width_ : static_cast<std::size_t>(inputs);
}

std::vector<DataPart> TableSource::parts() const {
  if (!plan_.symbolsBeside) return {};
  return {{kCategoriesPart, {DataType::Int32, Shape{plan_.besideWidth()}}, plan_.symbols}};
}

Status TableSource::checkShape() const {
  if (plan_.symbols > kMostTableSymbols)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The columns have {} categories together, more than an embedding supports.",
                            grouped(plan_.symbols)),
                "Leave some out, or lower most_categories.");
  if (plan_.image >= 0 || plan_.pixels >= 0 || !plan_.texts.empty() ||
      shape_.elementCount() == static_cast<std::int64_t>(inputWidth_))
    return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("A sample has {} numbers, and the feature shape {} has {}.",
                                                      inputWidth_, shape_.toString(), shape_.elementCount()));
}

Status TableSource::read(const TableFile& file, Look look) {
  FOVEA_TRY(const auto table, openRows(file, plan_.delimiter));
  files_.push_back(absoluteText(file.path));
  const fs::path base = plan_.namedImages && named_ ? named_->root() : file.path.parent_path();
  bases_.push_back(absoluteText(baseFolder_.empty() ? base : fs::path(baseFolder_)));
  columns_ = &file.columns;
  if (plan_.embedded) FOVEA_CHECK(openPictures(file));
  std::vector<std::string_view> fields;
  for (int i = 0; i < file.skippedRecords; ++i) FOVEA_CHECK(table->next(fields));
  for (;;) {
    FOVEA_TRY(const bool more, table->next(fields));
    if (!more) return {};
    if (rows_.size() % kRowsBetweenChecks == 0) FOVEA_CHECK(look.check());
    if (look == Look::Quick && rows_.size() >= kQuickRows) {
      complete_ = false;
      return {};
    }
    if ((rows_.size() + 1) * std::max<std::size_t>(width_ + plan_.targets.size(), 1) > kMaximumNumbers)
      return fail(ErrorCode::InvalidArgument, "This table is larger than a billion numbers.", "Divide it.");
    missing_.clear(fields);
    if (const auto added = add(fields, file, table->line()); !added.ok())
      skip(files_.back(), static_cast<std::uint64_t>(table->line()),
           fmt::format("line {}: {}", table->line(), added.error().message));
  }
}

Status TableSource::openPictures(const TableFile& file) {
  const auto column = static_cast<std::size_t>(plan_.image);
  FOVEA_TRY(auto pictures, openParquetPictures(file.path, plan_.columns[column]));
  pictures_.push_back(std::move(pictures));
  return {};
}

Result<std::string_view> TableSource::fieldAt(const std::vector<std::string_view>& fields, int column) const {
  const auto i = static_cast<std::size_t>(column);
  const int place = (*columns_)[i];
  if (place < 0) return fail(ErrorCode::Corrupt, fmt::format("its table has no column \"{}\"", plan_.columns[i]));
  if (static_cast<std::size_t>(place) >= fields.size())
    return fail(ErrorCode::Corrupt,
                fmt::format("it has {} fields and \"{}\" is number {}", fields.size(), plan_.columns[i], place + 1));
  const std::string_view field = fields[static_cast<std::size_t>(place)];
  if (field.empty()) return fail(ErrorCode::Corrupt, fmt::format("\"{}\" has no value", plan_.columns[i]));
  return field;
}

Error TableSource::notANumber(int column, std::string_view field) const {
  const std::string& name = plan_.columns[static_cast<std::size_t>(column)];
  if (isMissing(field)) return fail(ErrorCode::Corrupt, fmt::format("\"{}\" has no value", name));
  return fail(ErrorCode::Corrupt,
              fmt::format("\"{}\" is \"{}\" and not a number", name, displayName(field.substr(0, 40))));
}

Status TableSource::addTargets(const std::vector<std::string_view>& fields) {
  for (const int column : plan_.targets) {
    FOVEA_TRY(const std::string_view field, fieldAt(fields, column));
    const auto number = numberOf(field, plan_.decimal);
    if (!number || std::abs(*number) > kLargestNumber) return notANumber(column, field);
    targets_.push_back(static_cast<float>(*number));
  }
  return {};
}

Status TableSource::addFeature(const TableFeature& feature, std::string_view field) {
  using Kind = TableFeature::Kind;
  const bool number = feature.kind == Kind::Number || feature.kind == Kind::Date;
  const bool missing = field.empty() || (number && isMissing(field));
  if (missing && plan_.leaveOutMissing) return notANumber(feature.column, {});
  if (number) {
    const auto value = feature.kind == Kind::Date ? dateOf(field, feature.order) : numberOf(field, plan_.decimal);
    if (!missing && (!value || std::abs(*value) > kLargestNumber)) return notANumber(feature.column, field);
    features_.push_back(missing ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(*value));
    gaps_ = gaps_ || missing;
  } else {
    const auto found = std::lower_bound(feature.categories.begin(), feature.categories.end(), field, naturalLess);
    const bool known = !missing && found != feature.categories.end() && *found == field;
    const auto place = static_cast<std::size_t>(found - feature.categories.begin());
    const auto symbol = static_cast<float>(place) + static_cast<float>(feature.firstSymbol);
    if (feature.kind == Kind::CategoryNumber || feature.kind == Kind::Symbol)
      features_.push_back(known ? symbol : -1.0f);
    else
      for (std::size_t i = 0; i < feature.categories.size(); ++i)
        features_.push_back(known && i == place ? 1.0f : 0.0f);
  }
  if (feature.flag) features_.push_back(missing ? 1.0f : 0.0f);
  return {};
}

Status TableSource::addFeatures(const std::vector<std::string_view>& fields) {
  for (const TableFeature& feature : plan_.features) {
    const int place = (*columns_)[static_cast<std::size_t>(feature.column)];
    if (place < 0 || static_cast<std::size_t>(place) >= fields.size()) return fieldAt(fields, feature.column).error();
    const std::string_view field = fields[static_cast<std::size_t>(place)];
    if (plan_.byteFeatures) {
      const auto value = wholeNumber(field);
      const auto number = value ? std::optional<double>() : realNumber(field);
      const double grey = value ? static_cast<double>(*value) : number.value_or(-1);
      if (grey < 0 || grey > 255) return notANumber(feature.column, field);
      pixels_.push_back(static_cast<std::uint8_t>(grey));
    } else {
      FOVEA_CHECK(addFeature(feature, field));
    }
  }
  return {};
}

Status TableSource::addPixels(std::string_view field) {
  const std::size_t before = pixels_.size();
  for (const std::string_view word : wordsOf(field, width_ + 1)) {
    const auto value = wholeNumber(word);
    if (!value || *value < 0 || *value > 255)
      return fail(ErrorCode::Corrupt,
                  fmt::format("the pixel \"{}\" is no number from 0 to 255", displayName(word.substr(0, 40))));
    pixels_.push_back(static_cast<std::uint8_t>(*value));
  }
  if (pixels_.size() - before != width_)
    return fail(ErrorCode::Corrupt, fmt::format("it has not {} pixels", grouped(static_cast<std::int64_t>(width_))));
  return {};
}

// Returns all texts of a row, separated by line ends.
Result<std::string> TableSource::textAt(const std::vector<std::string_view>& fields) const {
  std::string text;
  for (const int column : plan_.texts) {
    const auto part = fieldAt(fields, column);
    if (!part.ok() && plan_.texts.size() == 1) return part.error();
    if (!part.ok()) continue;
    if (!text.empty()) text += '\n';
    text += *part;
  }
  if (text.empty()) return fail(ErrorCode::Corrupt, "it has no text");
  return text;
}

// Returns the index among the labels seen so far, or among the names in the file; finish() may reorder labels.
Result<std::int32_t> TableSource::labelOf(std::string_view field) {
  if (plan_.isNoLabel(field)) return fail(ErrorCode::Corrupt, fmt::format("the label \"{}\" names no class", field));
  const std::string plain = wholeText(field);
  field = plain;
  const auto number = wholeNumber(field);
  if (!plan_.classNames.empty() && number) {
    if (*number >= 0 && *number < std::ssize(plan_.classNames)) return static_cast<std::int32_t>(*number);
    return fail(ErrorCode::Corrupt,
                fmt::format("the label {} is beyond the {} classes", *number, plan_.classNames.size()));
  }
  const std::string name = displayName(field);
  if (const auto known = places_.find(name); known != places_.end()) return known->second;
  if (!plan_.classNames.empty()) return fail(ErrorCode::Corrupt, fmt::format("there is no class named \"{}\"", name));
  if (std::ssize(classes_) >= kMaximumTableClasses) return fail(ErrorCode::Corrupt, "there are too many classes");
  allWhole_ = allWhole_ && number && *number >= 0 && *number < kMaximumTableClasses && std::to_string(*number) == name;
  if (number) highest_ = std::max(highest_, *number);
  fromZero_ = fromZero_ || number == 0;
  const auto place = static_cast<std::int32_t>(classes_.size());
  places_.emplace(name, place);
  classes_.push_back(name);
  return place;
}

// Returns labels in ascending order without duplicates.
Result<std::vector<std::int32_t>> TableSource::labelsOf(const std::vector<std::string_view>& fields) {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < plan_.labels.size(); ++i) {
    FOVEA_TRY(const std::string_view field, fieldAt(fields, plan_.labels[i]));
    const auto flag = flagOf(field);
    if (!flag)
      return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is \"{}\", and not 0 or 1", plan_.classNames[i],
                                                  displayName(field.substr(0, 40))));
    if (*flag) labels.push_back(static_cast<std::int32_t>(i));
  }
  if (plan_.separator.empty()) return labels;
  const auto whole = fieldAt(fields, plan_.label);
  for (std::string_view rest = whole.ok() ? *whole : std::string_view(); !rest.empty();) {
    const std::size_t end = std::min(rest.find(plan_.separator), rest.size());
    const std::string_view name = trimmed(rest.substr(0, end));
    if (!name.empty()) {
      FOVEA_TRY(const std::int32_t label, labelOf(name));
      labels.push_back(label);
    }
    rest.remove_prefix(std::min(rest.size(), end + plan_.separator.size()));
  }
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

Status TableSource::add(const std::vector<std::string_view>& fields, const TableFile& file, std::int64_t line) {
  const std::size_t features = features_.size();
  const std::size_t pixels = pixels_.size();
  const std::size_t targets = targets_.size();
  const auto fill = [&]() -> Status {
    Row row{static_cast<std::uint32_t>(files_.size() - 1), kNoLabel, file.split, line};
    std::string image;
    if (plan_.image >= 0 && !plan_.embedded) {
      FOVEA_TRY(const std::string_view field, fieldAt(fields, plan_.image));
      image = field;
      if (plan_.namedImages && named_) {
        FOVEA_TRY(image, named_->find(field, splitOfPictures(file)));
      }
    }
    if (plan_.pixels >= 0) {
      FOVEA_TRY(const std::string_view field, fieldAt(fields, plan_.pixels));
      FOVEA_CHECK(addPixels(field));
    }
    FOVEA_CHECK(addFeatures(fields));
    FOVEA_CHECK(addTargets(fields));
    if (plan_.split >= 0) {
      FOVEA_TRY(const std::string_view split, fieldAt(fields, plan_.split));
      row.split = splitOfField(split);
      if (!row.split)
        return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is no split", displayName(split.substr(0, 40))));
    }
    std::string text;
    if (!plan_.texts.empty()) {
      FOVEA_TRY(text, textAt(fields));
    }
    if (task_ == Task::MultiLabel) {
      FOVEA_TRY(auto labels, labelsOf(fields));
      several_.push_back(std::move(labels));
    } else if (!plan_.labels.empty()) {
      FOVEA_TRY(const auto labels, labelsOf(fields));
      if (labels.size() != 1)
        return fail(ErrorCode::Corrupt,
                    fmt::format("it has {} and not one", counted(std::ssize(labels), "class", "classes")));
      row.label = labels[0];
    } else if (plan_.label >= 0) {
      FOVEA_TRY(const std::string_view label, fieldAt(fields, plan_.label));
      FOVEA_TRY(row.label, labelOf(label));
    }
    if (plan_.image >= 0 && !plan_.embedded) images_.push_back(std::move(image));
    if (!plan_.texts.empty()) addText(std::move(text));
    if (plan_.group >= 0) {
      const auto group = fieldAt(fields, plan_.group);
      groups_.emplace_back(group.ok() ? *group : std::string_view());
    }
    rows_.push_back(row);
    return {};
  };
  const Status filled = fill();
  if (filled.ok()) return {};
  features_.resize(features);
  pixels_.resize(pixels);
  targets_.resize(targets);
  return filled;
}

void TableSource::addText(std::string text) {
  const auto most = static_cast<std::size_t>(plan_.textLength);
  longestText_ = std::max(longestText_, static_cast<std::int64_t>(text.size()));
  cutTexts_ += text.size() > most;
  if (text.size() > most) text.resize(most);
  text.shrink_to_fit();
  texts_.push_back(std::move(text));
}

}  // namespace fovea
