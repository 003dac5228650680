// Completes the rows of tables after all are read: the order of the classes, fill values, and items.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "core/data/importers/deep_images.h"
#include "core/data/importers/emnist.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/image_list_lines.h"
#include "core/data/importers/numbered_classes.h"
#include "core/data/importers/table_names.h"
#include "core/data/importers/table_source.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kLongestInput = 1 << 20;
constexpr std::size_t kPicturesToJudge = 16;
constexpr std::size_t kListedFills = 20;

}  // namespace

void TableSource::finish() {
  orderClasses();
  nameClasses();
  findTracks();
  const bool square = plan_.shape.size() == 3 && plan_.shape[0] == 1 && plan_.shape[1] == plan_.shape[2];
  if (square && (plan_.byteFeatures || plan_.pixels >= 0) && !files_.empty())
    turned_ = turnsPictures(orientation_, emnistSetOf(fs::path(files_[0]).filename().string()).has_value(), decisions_);
  for (const Row& row : rows_) trains_.push_back(row.split.value_or(Split::Train) == Split::Train);
  chooseFills();
  if (plan_.texts.empty()) return;
  if (cutTexts_ == 0)
    decisions_.push_back({"the length of a text",
                          counted(plan_.textLength, "byte"),
                          fmt::format("the longest has {}", counted(longestText_, "byte")),
                          {fmt::format("text_length={}", 2 * plan_.textLength)}});
  else
    decisions_.push_back({"the length of a text",
                          counted(plan_.textLength, "byte"),
                          fmt::format("{} of {}{} are longer and cut there; the longest has {}", grouped(cutTexts_),
                                      counted(std::ssize(texts_), "text"), complete_ ? "" : " that were looked at",
                                      counted(longestText_, "byte")),
                          {fmt::format("text_length={}", std::min(longestText_, kLongestInput))}});
}

void TableSource::askAboutSeveralClasses() {
  constexpr std::size_t kFewestRepeated = 4;
  if (task_ != Task::Classification || images_.size() != rows_.size() || plan_.label < 0) return;
  std::unordered_map<std::string_view, std::int32_t> classes;
  std::size_t repeated = 0, other = 0;
  std::string_view example;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto [known, isNew] = classes.try_emplace(images_[i], rows_[i].label);
    repeated += !isNew;
    if (isNew || known->second == rows_[i].label) continue;
    if (other++ == 0) example = images_[i];
  }
  if (repeated < kFewestRepeated || other * 2 < repeated) return;
  const std::string& column = plan_.columns[static_cast<std::size_t>(plan_.label)];
  decisions_.push_back(
      {"the classes of the images",
       fmt::format("those of {}, a sample for each row", columnTitle(column)),
       fmt::format("most images in several rows have several of them, such as {}, so that the column may "
                   "say something else",
                   displayName(example)),
       {"label_column=" + column, std::string(kKindOption) + "folder"},
       false});
}

void TableSource::takeSplits(std::span<const std::uint8_t> splits) {
  for (std::size_t i = 0; i < rows_.size(); ++i) trains_[i] = splits[i] == static_cast<std::uint8_t>(Split::Train);
  drawn_ = true;
  chooseFills();
}

void TableSource::chooseFills() {
  if (!gaps_ || plan_.leaveOutMissing) return;
  fills_.assign(width_, 0);
  eachFilled([this](const TableFeature&, std::size_t place) { fills_[place] = fillOf(place); });
}

void TableSource::eachFilled(const std::function<void(const TableFeature&, std::size_t place)>& use) const {
  std::size_t place = 0;
  for (const TableFeature& feature : plan_.features) {
    if (feature.kind == TableFeature::Kind::Number || feature.kind == TableFeature::Kind::Date) use(feature, place);
    place += static_cast<std::size_t>(feature.width());
  }
}

// Returns the mean or median of the training rows.
float TableSource::fillOf(std::size_t column) const {
  std::vector<float> values;
  double sum = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const float value = features_[i * width_ + column];
    if (std::isnan(value) || !trains_[i]) continue;
    sum += value;
    values.push_back(value);
  }
  if (values.empty()) return 0;
  if (!plan_.fillMedian) return static_cast<float>(sum / static_cast<double>(values.size()));
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return *middle;
  return static_cast<float>((static_cast<double>(*middle) + *std::max_element(values.begin(), middle)) / 2);
}

// Keeps the numbers of labels that count from 0, even if up to a quarter of them never occurs; puts others in natural
// order.
void TableSource::orderClasses() {
  if ((task_ != Task::Classification && task_ != Task::MultiLabel) || !plan_.classNames.empty()) return;
  const bool numbers = allWhole_ && fromZero_ && 3 * (highest_ + 1) <= 4 * std::ssize(classes_);
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

// Names the classes by the mapping of EMNIST beside the first file, or else by a list of names there, if it has a name
// for each of their numbers.
void TableSource::nameClasses() {
  if (task_ != Task::Classification || !plan_.classNames.empty() || files_.empty()) return;
  const std::vector<std::int64_t> numbers = classNumbersOf(classes_);
  if (numbers.empty()) return;
  const fs::path first = files_[0];
  const EmnistMapping mapping = emnistMappingBeside(first);
  if (mapping.empty()) {
    NumberedClasses found = namesOfClassesIn(first.parent_path(), numbers);
    if (found.names.empty()) return;
    classes_ = std::move(found.names);
    decisions_.push_back({"the names of the classes",
                          fmt::format("those of {} ({}, …)", found.file, classes_[0]),
                          fmt::format("it has one for each of the numbers {} to {}", numbers.front(), numbers.back()),
                          {}});
    return;
  }
  std::vector<std::string> names;
  for (const std::int64_t number : numbers) {
    const auto name = mapping.find(number);
    if (name == mapping.end()) return;
    names.push_back(name->second);
  }
  if (names.empty()) return;
  classes_ = std::move(names);
  const auto set = emnistSetOf(first.filename().string());
  decisions_.push_back(mappedClasses(classes_.size(), fmt::format("emnist-{}-mapping.txt", set.value_or(""))));
}

// Recognises Kaggle's table of GTSRB, in which consecutive images show one sign.
void TableSource::findTracks() {
  if (plan_.image < 0 || plan_.embedded) return;
  const auto has = [&](const char* name) {
    return std::any_of(plan_.columns.begin(), plan_.columns.end(),
                       [&](const std::string& column) { return lowerCase(column) == name; });
  };
  if (!has("roi.x1") || !has("classid")) return;
  decisions_.push_back({"the boxes of the signs", "left out", "the class of an image is taken", {"kind=list_boxes"}});
  std::set<std::string> tracks;
  std::int64_t named = 0;
  for (const std::string& image : images_) {
    std::string track = trackInName(image);
    if (track.empty()) continue;
    ++named;
    tracks.insert(std::move(track));
  }
  tracks_ = plan_.group < 0 && std::ssize(tracks) < named;
  if (tracks_) decisions_.push_back(tracksStayTogether());
}

// Returns a hash of what a row says about its sample, which may lie in another file: a picture, or the table of inputs.
ContentHash TableSource::annotationOf(std::size_t row) const {
  if (several_.empty() && targets_.empty()) return {};
  if (!several_.empty()) return annotationOfLabels(several_[row], classes_);
  std::string text;
  for (std::size_t i = 0; i < plan_.targets.size(); ++i)
    text += fmt::format("{}\n", targets_[row * plan_.targets.size() + i]);
  return annotationOfText(text);
}

fs::path TableSource::imagePath(std::size_t row) const {
  return (fs::path(bases_[rows_[row].file]) / images_[row]).lexically_normal();
}

ImportItem TableSource::item(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  ImportItem item;
  const bool ownFile = plan_.image >= 0 && !plan_.embedded;
  item.source = ownFile ? imagePath(i).string() : files_[rows_[i].file];
  item.sourceIndex = ownFile ? 0 : static_cast<std::uint64_t>(rows_[i].line);
  item.label = rows_[i].label;
  item.split = rows_[i].split;
  if (plan_.group >= 0) item.group = groups_[i];
  if (tracks_) item.group = trackInName(images_[i]);
  item.annotation = annotationOf(i);
  return item;
}

Result<std::string> TableSource::embeddedPicture(std::size_t row) const {
  return pictures_[rows_[row].file]->picture(rows_[row].line - 1);
}

Result<LoadedItem> TableSource::loadPicture(std::size_t row) const {
  if (!plan_.embedded) return loadImageItem(imagePath(row));
  FOVEA_TRY(std::string content, embeddedPicture(row));
  return imageItemOf(std::move(content), fmt::format("row {}", rows_[row].line));
}

// Reports the fill value of each column and its rule.
std::optional<ImportDecision> TableSource::filledGaps() const {
  if (fills_.empty() || fillsKept_) return std::nullopt;
  std::vector<std::string> values;
  std::size_t columns = 0;
  eachFilled([&](const TableFeature& feature, std::size_t place) {
    bool any = false;
    for (std::size_t i = 0; i < rows_.size() && !any; ++i) any = std::isnan(features_[i * width_ + place]);
    if (any && ++columns <= kListedFills)
      values.push_back(fmt::format("{} = {}", plan_.columns[static_cast<std::size_t>(feature.column)], fills_[place]));
  });
  if (values.empty()) return std::nullopt;
  if (columns > kListedFills) values.push_back(fmt::format("and {} more", columns - kListedFills));
  const char* const rows =
      drawn_ ? "the training rows" : "the rows that were examined; an import uses the training rows";
  return ImportDecision{"what fills the gaps",
                        fmt::format("{}", fmt::join(values, ", ")),
                        plan_.fillMedian ? fmt::format("it is the median of the values that are there in {}", rows)
                                         : fmt::format("it is the mean of the values that are there in {}", rows),
                        {plan_.fillMedian ? "missing=mean" : "missing=median", "missing=flag", "missing=leave_out"}};
}

std::vector<ImportDecision> TableSource::decisions() const {
  std::vector<ImportDecision> all = plan_.embedded ? decisions_ : ListedSource::decisions();
  if (auto filled = filledGaps()) all.push_back(std::move(*filled));
  if (!plan_.embedded || deep_ != "ask") return all;
  const std::size_t step = std::max<std::size_t>(1, rows_.size() / kPicturesToJudge);
  for (std::size_t i = 0; i < rows_.size(); i += step) {
    const auto content = embeddedPicture(i);
    if (!content.ok()) continue;
    auto asked = depthQuestion(*content, fmt::format("row {}", rows_[i].line));
    if (!asked) continue;
    all.push_back(std::move(*asked));
    break;
  }
  return all;
}

// Returns the bytes of a text, padded with zeros: i32 [length].
Result<Tensor> TableSource::textInput(const std::string& text) const {
  FOVEA_TRY(Tensor input, Tensor::tryMake({DataType::Int32, Shape{plan_.textLength}}));
  const auto values = input.values<std::int32_t>();
  std::fill(values.begin(), values.end(), 0);
  for (std::size_t i = 0; i < text.size(); ++i) values[i] = static_cast<unsigned char>(text[i]);
  return input;
}

// Returns the symbols of a row from an index on: i32 of `shape`.
Result<Tensor> TableSource::symbolsOf(std::size_t row, std::size_t from, const Shape& shape) const {
  FOVEA_TRY(Tensor symbols, Tensor::tryMake({DataType::Int32, shape}));
  const float* const values = features_.data() + row * width_ + from;
  std::transform(values, values + shape.elementCount(), symbols.data<std::int32_t>(),
                 [](float value) { return static_cast<std::int32_t>(value); });
  return symbols;
}

Result<LoadedItem> TableSource::load(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  LoadedItem item;
  if (plan_.image >= 0) {
    FOVEA_TRY(LoadedItem picture, loadPicture(i));
    FOVEA_TRY(item, withDepth(std::move(picture), deep_));
  } else if (!plan_.texts.empty()) {
    FOVEA_TRY(item.input, textInput(texts_[i]));
  } else if (plan_.pixels >= 0 || plan_.byteFeatures) {
    FOVEA_TRY(item.input, Tensor::tryMake({DataType::UInt8, shape_}));
    std::copy_n(pixels_.data() + i * width_, width_, item.input.data<std::uint8_t>());
    if (turned_) swapRowsAndColumns(item.input.data<std::uint8_t>(), shape_[1]);
  } else if (plan_.symbols > 0 && !plan_.symbolsBeside) {
    FOVEA_TRY(item.input, symbolsOf(i, 0, shape_));
  } else {
    FOVEA_TRY(item.input, Tensor::tryMake({DataType::Float32, shape_}));
    float* values = item.input.data<float>();
    std::copy_n(features_.data() + i * width_, inputWidth_, values);
    for (std::size_t k = 0; k < std::min(fills_.size(), inputWidth_); ++k)
      if (std::isnan(values[k])) values[k] = fills_[k];
  }
  if (plan_.symbolsBeside) {
    FOVEA_TRY(item.parts.emplace_back(), symbolsOf(i, inputWidth_, Shape{plan_.besideWidth()}));
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
