#include "core/data/importers/outline_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/polygon_mask.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

// Returns an outline in fractions of the image as one in pixels.
std::vector<float> outlineInPixels(std::vector<float> outline, const ImageSize& size) {
  for (std::size_t i = 0; i < outline.size(); ++i)
    outline[i] *= static_cast<float>(i % 2 == 0 ? size.width : size.height);
  return outline;
}

// Sets the pixels of an area in a mask, u8 [1, H, W], clipped to the mask.
void fillArea(const ObjectArea& area, bool shares, std::uint8_t value, Tensor& mask) {
  const std::int64_t height = mask.shape()[1], width = mask.shape()[2];
  if (area.runs.empty())
    return fillPolygon(shares ? outlineInPixels(area.outline, {height, width}) : area.outline, value, mask);
  std::uint8_t* pixels = mask.data<std::uint8_t>();
  std::int64_t at = 0;
  bool inside = false;
  for (const std::uint32_t run : area.runs) {
    const std::int64_t end = std::min(at + std::int64_t{run}, area.width * area.height);
    for (; inside && at < end; ++at) {
      const std::int64_t x = area.left + at % area.width, y = area.top + at / area.width;
      if (x >= 0 && y >= 0 && x < width && y < height) pixels[y * width + x] = value;
    }
    at = end;
    inside = !inside;
  }
}

ContentHash annotationOfAreas(const std::vector<ObjectArea>& areas) {
  std::string text;
  for (const ObjectArea& area : areas) {
    text += fmt::format("{}\n{} {} {} {} {}\n", area.label, area.level, area.left, area.top, area.width, area.height);
    text.append(reinterpret_cast<const char*>(area.outline.data()), area.outline.size() * sizeof(float));
    text.append(reinterpret_cast<const char*>(area.runs.data()), area.runs.size() * sizeof(std::uint32_t));
  }
  return annotationOfText(text);
}

}  // namespace

Box ObjectArea::box(std::int32_t of) const {
  if (runs.empty()) return boxAround(outline, of);
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(left + width),
          static_cast<float>(top + height), of};
}

double ObjectArea::area() const {
  if (runs.empty()) return polygonArea(outline);
  double inside = 0;
  for (std::size_t i = 1; i < runs.size(); i += 2) inside += runs[i];
  return inside;
}

OutlineSource::OutlineSource(const fs::path& root, const DetectionOptions& options, bool masks, Unit unit)
    : DetectionSource(root, root, unit, options),
      masks_(masks),
      shares_(unit == Unit::Shares),
      keepEmpty_(options.withoutBoxes == "keep") {
  if (masks_) task_ = Task::Segmentation;
}

void OutlineSource::add(std::vector<ObjectArea> areas, const std::string& image, std::optional<Split> split,
                        const ImageSize& stated, const std::string& place, std::string group) {
  if (masks_ && areas.empty() && !keepEmpty_) return;
  if (!group.empty() || !groups_.empty()) {
    groups_.resize(static_cast<std::size_t>(size()));
    groups_.push_back(std::move(group));
  }
  addImage(image, split, stated);
  for (const ObjectArea& area : areas)
    if (const auto label = labelNamed(area.label); label.ok() && !masks_) addBox(area.box(*label), place, 0);
  if (masks_) areas_.push_back(std::move(areas));
}

Status OutlineSource::finishClasses() {
  finish();
  if (!masks_) {
    sortClasses();
    return {};
  }
  std::sort(classes_.begin(), classes_.end(), naturalLess);
  std::erase(classes_, "background");
  classes_.insert(classes_.begin(), "background");
  if (classes_.size() <= kMostMaskClasses) return {};
  return fail(ErrorCode::Unsupported,
              fmt::format("Masks can hold {} classes, and there are {}.", kMostMaskClasses, classes_.size()));
}

ImportItem OutlineSource::item(std::int64_t index) const {
  ImportItem item = DetectionSource::item(index);
  if (static_cast<std::size_t>(index) < groups_.size()) item.group = groups_[static_cast<std::size_t>(index)];
  if (masks_) item.annotation = annotationOfAreas(areas_[static_cast<std::size_t>(index)]);
  return item;
}

Result<LoadedItem> OutlineSource::load(std::int64_t index) const {
  FOVEA_TRY(LoadedItem item, DetectionSource::load(index));
  if (!masks_) return item;
  FOVEA_TRY(const ImageSize size, sizeOf(item));
  FOVEA_TRY(item.target, Tensor::tryMake({DataType::UInt8, Shape{1, size.height, size.width}}));
  std::ranges::fill(item.target.values<std::uint8_t>(), std::uint8_t{0});
  std::vector<const ObjectArea*> order;
  for (const ObjectArea& area : areas_[static_cast<std::size_t>(index)]) order.push_back(&area);
  std::stable_sort(order.begin(), order.end(), [](const ObjectArea* a, const ObjectArea* b) {
    return a->level != b->level ? a->level < b->level : a->area() > b->area();
  });
  for (const ObjectArea* area : order) {
    const auto label = std::find(classes_.begin(), classes_.end(), displayName(area->label));
    fillArea(*area, shares_, static_cast<std::uint8_t>(label - classes_.begin()), item.target);
  }
  return item;
}

}  // namespace fovea
