#include "core/data/importers/table_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/importers/delimited_file.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/names.h"
#include "core/data/importers/text_lines.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRowsBetweenChecks = 1024;
constexpr std::size_t kQuickRows = 20'000;
constexpr std::size_t kMaximumNumbers = std::size_t{1} << 30;
constexpr std::int32_t kMaximumClasses = 100'000;

}  // namespace

TableSource::TableSource(const fs::path& source, TablePlan plan, const TableChoices& choices)
    : plan_(std::move(plan)), textLength_(choices.textLength) {
  name_ = nameOfSource(source);
  task_ = plan_.task;
  noun_ = plan_.image >= 0 ? "image" : plan_.text >= 0 ? "text" : "row";
  remarks_ = plan_.remarks;
  classes_ = plan_.classNames;
  for (std::size_t i = 0; i < classes_.size(); ++i) places_[classes_[i]] = static_cast<std::int32_t>(i);
  std::error_code code;
  const fs::path folder = fs::is_directory(source, code) ? source : source.parent_path();
  base_ = absoluteText(choices.baseFolder.empty() ? folder : fs::path(choices.baseFolder));
  const auto width = static_cast<std::int64_t>(plan_.features.size());
  shape_ = choices.featureShape.empty() ? Shape{width} : Shape(std::span<const std::int64_t>(choices.featureShape));
}

Status TableSource::checkShape() const {
  if (plan_.image >= 0 || plan_.text >= 0 || shape_.elementCount() == std::ssize(plan_.features)) return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("A sample has {} numbers, and the feature shape {} has {}.",
                                                      plan_.features.size(), shape_.toString(), shape_.elementCount()));
}

Status TableSource::read(const TableFile& file, Look look) {
  FOVEA_TRY(const auto table, DelimitedFile::open(file.path, plan_.delimiter));
  files_.push_back(absoluteText(file.path));
  std::vector<std::string_view> fields;
  for (int i = 0; i < plan_.skippedRecords; ++i) FOVEA_CHECK(table->next(fields));
  for (;;) {
    FOVEA_TRY(const bool more, table->next(fields));
    if (!more) return {};
    if (rows_.size() % kRowsBetweenChecks == 0) FOVEA_CHECK(look.check());
    if (look == Look::Quick && rows_.size() >= kQuickRows) {
      complete_ = false;
      return {};
    }
    if ((rows_.size() + 1) * std::max<std::size_t>(plan_.features.size() + plan_.targets.size(), 1) > kMaximumNumbers)
      return fail(ErrorCode::InvalidArgument, "This table is larger than a billion numbers.", "Divide it.");
    if (const auto added = add(fields, file, table->line()); !added.ok())
      skip(files_.back(), static_cast<std::uint64_t>(table->line()),
           fmt::format("line {}: {}", table->line(), added.error().message));
  }
}

Result<std::string_view> TableSource::fieldAt(const std::vector<std::string_view>& fields, int column) const {
  const auto i = static_cast<std::size_t>(column);
  if (i >= fields.size())
    return fail(ErrorCode::Corrupt,
                fmt::format("it has {} fields and \"{}\" is number {}", fields.size(), plan_.columns[i], i + 1));
  if (isMissing(fields[i])) return fail(ErrorCode::Corrupt, fmt::format("\"{}\" has no value", plan_.columns[i]));
  return fields[i];
}

Status TableSource::addNumbers(const std::vector<std::string_view>& fields, const std::vector<int>& columns,
                               std::vector<float>& numbers) const {
  for (const int column : columns) {
    FOVEA_TRY(const std::string_view field, fieldAt(fields, column));
    const auto number = realNumber(field);
    if (!number || std::abs(*number) > 3.4e38)
      return fail(ErrorCode::Corrupt,
                  fmt::format("\"{}\" is \"{}\" and not a number", plan_.columns[static_cast<std::size_t>(column)],
                              displayName(field.substr(0, 40))));
    numbers.push_back(static_cast<float>(*number));
  }
  return {};
}

// Its place among the labels met so far, or among the names that the file gives; see finish().
Result<std::int32_t> TableSource::labelOf(std::string_view field) {
  const auto number = wholeNumber(field);
  if (!plan_.classNames.empty() && number) {
    if (*number >= 0 && *number < std::ssize(plan_.classNames)) return static_cast<std::int32_t>(*number);
    return fail(ErrorCode::Corrupt,
                fmt::format("the label {} is beyond the {} classes", *number, plan_.classNames.size()));
  }
  const std::string name = displayName(field);
  if (const auto known = places_.find(name); known != places_.end()) return known->second;
  if (!plan_.classNames.empty()) return fail(ErrorCode::Corrupt, fmt::format("there is no class named \"{}\"", name));
  if (std::ssize(classes_) >= kMaximumClasses) return fail(ErrorCode::Corrupt, "there are too many classes");
  allWhole_ = allWhole_ && number && *number >= 0 && *number < kMaximumClasses && std::to_string(*number) == name;
  if (number) highest_ = std::max(highest_, *number);
  const auto place = static_cast<std::int32_t>(classes_.size());
  places_.emplace(name, place);
  classes_.push_back(name);
  return place;
}

// Ascending, each once.
Result<std::vector<std::int32_t>> TableSource::labelsOf(const std::vector<std::string_view>& fields) {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < plan_.labels.size(); ++i) {
    FOVEA_TRY(const std::string_view field, fieldAt(fields, plan_.labels[i]));
    const auto number = realNumber(field);
    const std::string word = lowerCase(field);
    const bool yes = (number && *number == 1) || word == "true" || word == "yes";
    if (!yes && !(number && (*number == 0 || *number == -1)) && word != "false" && word != "no")
      return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is \"{}\", and not 0 or 1", plan_.classNames[i],
                                                  displayName(field.substr(0, 40))));
    if (yes) labels.push_back(static_cast<std::int32_t>(i));
  }
  if (plan_.separator.empty()) return labels;
  const auto column = static_cast<std::size_t>(plan_.label);
  for (std::string_view rest = column < fields.size() ? fields[column] : std::string_view(); !rest.empty();) {
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
  const std::size_t targets = targets_.size();
  const auto fill = [&]() -> Status {
    Row row{static_cast<std::uint32_t>(files_.size() - 1), kNoLabel, file.split, line};
    std::string_view image;
    if (plan_.image >= 0) {
      FOVEA_TRY(image, fieldAt(fields, plan_.image));
    }
    FOVEA_CHECK(addNumbers(fields, plan_.features, features_));
    FOVEA_CHECK(addNumbers(fields, plan_.targets, targets_));
    if (plan_.split >= 0) {
      FOVEA_TRY(const std::string_view split, fieldAt(fields, plan_.split));
      row.split = splitOfName(split);
      if (!row.split)
        return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is no split", displayName(split.substr(0, 40))));
    }
    std::string_view text;
    if (plan_.text >= 0) {
      FOVEA_TRY(text, fieldAt(fields, plan_.text));
    }
    if (task_ == Task::MultiLabel) {
      FOVEA_TRY(auto labels, labelsOf(fields));
      several_.push_back(std::move(labels));
    } else if (plan_.label >= 0) {
      FOVEA_TRY(const std::string_view label, fieldAt(fields, plan_.label));
      FOVEA_TRY(row.label, labelOf(label));
    }
    if (plan_.image >= 0) images_.emplace_back(image);
    if (plan_.text >= 0) texts_.emplace_back(text.substr(0, static_cast<std::size_t>(textLength_)));
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
  targets_.resize(targets);
  return filled;
}

// Labels that are all numbers from 0 keep them; others get the order of a person.
void TableSource::finish() {
  if ((task_ != Task::Classification && task_ != Task::MultiLabel) || !plan_.classNames.empty()) return;
  const bool numbers = allWhole_ && highest_ < std::max<std::int64_t>(2 * std::ssize(classes_), 16);
  std::vector<std::string> names;
  if (numbers) {
    for (std::int64_t i = 0; i <= highest_; ++i) names.push_back(std::to_string(i));
  } else {
    names = classes_;
    std::sort(names.begin(), names.end(), naturalLess);
  }
  std::map<std::string, std::int32_t> place;
  for (std::size_t i = 0; i < names.size(); ++i) place[names[i]] = static_cast<std::int32_t>(i);
  const auto moved = [&](std::int32_t label) { return place[classes_[static_cast<std::size_t>(label)]]; };
  if (task_ == Task::Classification)
    for (Row& row : rows_) row.label = moved(row.label);
  for (auto& labels : several_) {
    for (std::int32_t& label : labels) label = moved(label);
    std::sort(labels.begin(), labels.end());
  }
  classes_ = std::move(names);
}

ImportItem TableSource::item(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  ImportItem item;
  item.source = plan_.image >= 0 ? (fs::path(base_) / images_[i]).lexically_normal().string() : files_[rows_[i].file];
  item.sourceIndex = plan_.image >= 0 ? 0 : static_cast<std::uint64_t>(rows_[i].line);
  item.label = rows_[i].label;
  item.split = rows_[i].split;
  if (plan_.group >= 0) item.group = groups_[i];
  return item;
}

// Its bytes, zeros behind them: i32 [length].
Result<Tensor> TableSource::textInput(const std::string& text) const {
  FOVEA_TRY(Tensor input, Tensor::tryMake({DataType::Int32, Shape{textLength_}}));
  const auto values = input.values<std::int32_t>();
  std::fill(values.begin(), values.end(), 0);
  for (std::size_t i = 0; i < text.size(); ++i) values[i] = static_cast<unsigned char>(text[i]);
  return input;
}

Result<LoadedItem> TableSource::load(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  LoadedItem item;
  if (plan_.image >= 0) {
    FOVEA_TRY(item, loadImageItem(fs::path(base_) / images_[i]));
  } else if (plan_.text >= 0) {
    FOVEA_TRY(item.input, textInput(texts_[i]));
  } else {
    FOVEA_TRY(item.input, Tensor::tryMake({DataType::Float32, shape_}));
    std::copy_n(features_.data() + i * plan_.features.size(), plan_.features.size(), item.input.data<float>());
  }
  if (task_ == Task::MultiLabel) item.labels = several_[i];
  if (task_ == Task::Regression) {
    const std::size_t count = plan_.targets.size();
    FOVEA_TRY(item.target, Tensor::tryMake({DataType::Float32, Shape{static_cast<std::int64_t>(count)}}));
    std::copy_n(targets_.data() + i * count, count, item.target.data<float>());
  }
  return item;
}

}  // namespace fovea
