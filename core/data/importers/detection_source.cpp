#include "core/data/importers/detection_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaximumClasses = 100'000;
constexpr float kSmallestBoxSide = 1e-3f;  // in pixels

}  // namespace

DetectionSource::DetectionSource(const fs::path& source, const fs::path& root, Unit unit,
                                 const DetectionOptions& options)
    : root_(root), rootText_(absoluteText(root)), unit_(unit), options_(options) {
  name_ = nameOfSource(source);
  task_ = Task::Detection;
  if (!rootText_.ends_with('/')) rootText_ += '/';
  folder_ = files_.addFolder("");
  deep_ = options.deep;
}

void DetectionSource::addImage(const std::string& relative, std::optional<Split> split, ImageSize stated) {
  finish();
  measured_.reset();
  files_.add(folder_, relative);
  images_.push_back({boxes_.size(), split, stated});
  open_ = true;
}

void DetectionSource::finish() {
  if (!open_) return;
  open_ = false;
  if (task_ != Task::Detection || options_.withoutBoxes == "keep" || images_.back().firstBox < boxes_.size()) return;
  images_.pop_back();
  groups_.erase(images_.size());
  files_.removeLast();
}

void DetectionSource::groupLast(std::string group) {
  if (!group.empty()) groups_[images_.size() - 1] = std::move(group);
}

const ImageSize& DetectionSource::sizeOfLast() {
  const ImageSize& stated = images_.back().stated;
  if (!measures_ || stated.width > 0 || unit_ == Unit::Shares) return stated;
  if (!measured_) {
    const auto size = sizeOfImageFile(root_ / files_.relative(files_.size() - 1));
    measured_ = size.ok() ? *size : ImageSize{};
  }
  return *measured_;
}

void DetectionSource::addBox(const Box& box, const std::string& file, std::int64_t line) {
  const ImageSize& size = sizeOfLast();
  const float width = unit_ == Unit::Shares ? 1.0f : static_cast<float>(size.width);
  const float height = unit_ == Unit::Shares ? 1.0f : static_cast<float>(size.height);
  const bool finite =
      std::isfinite(box.left) && std::isfinite(box.top) && std::isfinite(box.right) && std::isfinite(box.bottom);
  if (!finite || box.right <= box.left || box.bottom <= box.top) return addProblem(file, line, "this box has no area");
  if (box.label < 0 || static_cast<std::size_t>(box.label) >= classes_.size())
    return addProblem(file, line, fmt::format("the label {} is not one of the {} classes", box.label, classes_.size()));
  if ((width > 0 && box.left >= width) || (height > 0 && box.top >= height) || box.right <= 0 || box.bottom <= 0)
    return addProblem(file, line, "this box lies outside of its image");
  boxes_.push_back(box);
}

Result<std::int32_t> DetectionSource::labelNamed(const std::string& name) {
  const std::string shown = displayName(name);
  if (const auto known = labels_.find(shown); known != labels_.end()) return known->second;
  if (classes_.size() >= kMaximumClasses) return fail(ErrorCode::InvalidArgument, "there are too many classes");
  classes_.push_back(shown);
  return labels_[shown] = static_cast<std::int32_t>(classes_.size() - 1);
}

void DetectionSource::nameClasses(std::vector<std::string> classes) {
  classes_ = std::move(classes);
  labels_.clear();
  for (std::size_t i = 0; i < classes_.size(); ++i) labels_.emplace(classes_[i], static_cast<std::int32_t>(i));
}

void DetectionSource::sortClasses() {
  std::vector<std::string> sorted = classes_;
  std::sort(sorted.begin(), sorted.end(), naturalLess);
  const std::vector<std::string> former = std::exchange(classes_, {});
  nameClasses(std::move(sorted));
  for (Box& box : boxes_) box.label = labels_[former[static_cast<std::size_t>(box.label)]];
}

void DetectionSource::addProblem(std::string source, std::int64_t line, const std::string& reason) {
  skip(std::move(source), static_cast<std::uint64_t>(line),
       line > 0 ? fmt::format("line {}: {}", line, reason) : reason);
}

ImportItem DetectionSource::item(std::int64_t index) const {
  ImportItem item;
  item.source = rootText_ + files_.relative(static_cast<std::size_t>(index));
  item.split = images_[static_cast<std::size_t>(index)].split;
  if (const auto group = groups_.find(static_cast<std::size_t>(index)); group != groups_.end())
    item.group = group->second;
  item.annotation = annotationOf(static_cast<std::size_t>(index));
  return item;
}

// Hashes the names of classes rather than labels, which change when classes are inserted.
ContentHash DetectionSource::annotationOf(std::size_t index) const {
  const std::size_t last = index + 1 < images_.size() ? images_[index + 1].firstBox : boxes_.size();
  std::string text;
  for (std::size_t i = images_[index].firstBox; i < last; ++i) {
    const Box& box = boxes_[i];
    text += fmt::format("{} {} {} {} {}\n", box.left, box.top, box.right, box.bottom,
                        classes_[static_cast<std::size_t>(box.label)]);
  }
  return annotationOfText(text);
}

// Cuts the boxes of an image at its border. A box that has no part in it is left out and named in `item.notTaken`:
// where the size of an image was not known before, addBox() could not tell.
Status DetectionSource::takeBoxes(std::size_t index, const ImageSize& size, LoadedItem& item) const {
  const std::size_t last = index + 1 < images_.size() ? images_[index + 1].firstBox : boxes_.size();
  const auto width = static_cast<float>(size.width);
  const auto height = static_cast<float>(size.height);
  for (std::size_t i = images_[index].firstBox; i < last; ++i) {
    Box box = boxes_[i];
    if (unit_ == Unit::Shares) {
      box.left *= width;
      box.right *= width;
      box.top *= height;
      box.bottom *= height;
    }
    // Annotations are rounded, so half a pixel beyond the border is accepted.
    const bool over = box.left < -0.5f || box.top < -0.5f || box.right > width + 0.5f || box.bottom > height + 0.5f;
    if (over && options_.outside == "refuse")
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("a box from ({:.0f}, {:.0f}) to ({:.0f}, {:.0f}) reaches over the border of {}×{}",
                              box.left, box.top, box.right, box.bottom, size.width, size.height));
    const Box stated = box;
    box.left = std::clamp(box.left, 0.0f, width);
    box.right = std::clamp(box.right, 0.0f, width);
    box.top = std::clamp(box.top, 0.0f, height);
    box.bottom = std::clamp(box.bottom, 0.0f, height);
    if (box.right - box.left >= kSmallestBoxSide && box.bottom - box.top >= kSmallestBoxSide)
      item.boxes.push_back(box);
    else
      item.notTaken.push_back(fmt::format("the box from ({:g}, {:g}) to ({:g}, {:g}) has no part in its image of {}×{}",
                                          stated.left, stated.top, stated.right, stated.bottom, size.width,
                                          size.height));
  }
  return {};
}

Result<LoadedItem> DetectionSource::load(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  FOVEA_TRY(LoadedItem item, loadImageItem(root_ / files_.relative(i)));
  FOVEA_TRY(const ImageSize size, sizeOf(item));
  const ImageSize& stated = images_[i].stated;
  if (stated.width > 0 && stated.height > 0 && !(stated == size))
    return fail(ErrorCode::InvalidArgument, fmt::format("the annotation is for {}×{}, and the image is {}×{}",
                                                        stated.width, stated.height, size.width, size.height));
  FOVEA_CHECK(takeBoxes(i, size, item));
  return withDepth(std::move(item), deep_);
}

Box boxAround(std::span<const float> points, std::int32_t label) {
  Box box{points[0], points[1], points[0], points[1], label};
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    box.left = std::min(box.left, points[i]);
    box.right = std::max(box.right, points[i]);
    box.top = std::min(box.top, points[i + 1]);
    box.bottom = std::max(box.bottom, points[i + 1]);
  }
  return box;
}

}  // namespace fovea
