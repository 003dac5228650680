// Why: annotation tools keep outlines of objects; they become boxes or masks in one way, whatever file they come from.
#pragma once
#include <string>
#include <vector>

#include "core/data/importers/detection_source.h"

namespace fovea {

// The area of one object: an outline x, y, x, y, …, or pixels of a rectangle.
struct ObjectArea {
  std::string label;
  std::vector<float> outline;
  // Of pixels: lengths of runs through the rows of the rectangle, in turn outside and inside, the first one outside.
  std::vector<std::uint32_t> runs;
  std::int64_t left = 0, top = 0, width = 0, height = 0;  // of that rectangle
  std::int64_t level = 0;                                 // what is on a higher one is drawn later

  Box box(std::int32_t label) const;
  double area() const;
};

// Images with the areas of objects, taken as boxes around them or as masks over a class "background".
class OutlineSource : public DetectionSource {
 public:
  static constexpr std::size_t kMostMaskClasses = 254;

  OutlineSource(const std::filesystem::path& root, const DetectionOptions& options, bool masks);

  // Of areas on one level larger ones are drawn first, so that what lies on them stays seen. `place` is the annotation
  // and `group` as in ImportItem.
  void add(std::vector<ObjectArea> areas, const std::string& image, std::optional<Split> split, const ImageSize& stated,
           const std::string& place, std::string group = {});
  // After the last image. Unsupported for more classes than a mask can hold.
  Status finishClasses();

  ImportItem item(std::int64_t index) const override;
  Result<LoadedItem> load(std::int64_t index) const override;

 private:
  const bool masks_;
  const bool keepEmpty_;
  std::vector<std::vector<ObjectArea>> areas_;  // of masks, by image
  std::vector<std::string> groups_;             // by image
};

}  // namespace fovea
