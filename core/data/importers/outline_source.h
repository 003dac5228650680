// Why: annotation tools store outlines of objects; this converts them to boxes or masks in the same way for all file
// formats.
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/detection_source.h"

namespace fovea {

// The area of one object: an outline x, y, x, y, …, or a run-length mask of a rectangle.
struct ObjectArea {
  std::string label;
  std::vector<float> outline;
  // Run-length mask: lengths of runs through the rows of the rectangle, alternately outside and inside, starting
  // outside.
  std::vector<std::uint32_t> runs;
  std::int64_t left = 0, top = 0, width = 0, height = 0;  // the rectangle of the mask
  std::int64_t level = 0;                                 // objects on higher levels are drawn later

  Box box(std::int32_t label) const;
  double area() const;
};

// Images with areas of objects, used as bounding boxes or as masks over a class "background".
class OutlineSource : public DetectionSource {
 public:
  static constexpr std::size_t kMostMaskClasses = 254;

  // Outlines and rectangles are in `unit`; run-length masks are in pixels.
  OutlineSource(const std::filesystem::path& root, const DetectionOptions& options, bool masks,
                Unit unit = Unit::Pixels);

  // Adds an image. Within a level, larger areas are drawn first, so that smaller ones on top of them stay visible.
  // `place` is the annotation and `group` as in ImportItem.
  void add(std::vector<ObjectArea> areas, const std::string& image, std::optional<Split> split, const ImageSize& stated,
           const std::string& place, std::string group = {});
  // Must be called after the last image. Fails with Unsupported for more classes than a mask can hold.
  Status finishClasses();

  ImportItem item(std::int64_t index) const override;
  Result<LoadedItem> load(std::int64_t index) const override;

 private:
  const bool masks_;
  const bool shares_;  // outlines are in fractions of the image
  const bool keepEmpty_;
  std::vector<std::vector<ObjectArea>> areas_;  // for masks: areas of each image
  std::vector<std::string> groups_;             // group of each image
};

}  // namespace fovea
