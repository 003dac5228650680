// Why: many annotation formats mean the same: an image, and boxes with labels. This decides for all of them what
// happens to boxes outside the image, and to images whose size differs from the stated one.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/data/importers/deep_images.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/listed_source.h"

namespace fovea {

struct DetectionOptions {
  std::string outside = "clip";
  std::string withoutBoxes = "keep";
  std::string deep = "ask";
};

// Appends the fields that every importer of boxes has. P derives from DetectionOptions.
template <class P>
TypedSchema<P> withDetectionOptions(TypedSchema<P> schema) {
  return std::move(schema)
      .field(static_cast<std::string P::*>(&P::outside),
             {.name = "outside",
              .title = "Boxes outside the image",
              .help = "What becomes of boxes that reach over the border of their image.",
              .choices = {{"clip", "Cut at the border"}, {"refuse", "Leave the image out"}}})
      .field(static_cast<std::string P::*>(&P::withoutBoxes),
             {.name = "without_boxes",
              .title = "Images without boxes",
              .help = "Whether images on which there is nothing are of use.",
              .choices = {{"keep", "Keep"}, {"leave_out", "Leave out"}}})
      .field(static_cast<std::string P::*>(&P::deep), deepField());
}

// Images with boxes. For every image call addImage(), then addBox() for each of its boxes; call finish() at the end.
class DetectionSource : public ListedSource {
 public:
  // Units of box coordinates: pixels, or fractions of the image's width and height.
  enum class Unit { Pixels, Shares };

  DetectionSource(const std::filesystem::path& source, const std::filesystem::path& root, Unit unit,
                  const DetectionOptions& options);

  // `relative` is the path below the root. `stated` is the size in the annotation; 0 if it states none.
  void addImage(const std::string& relative, std::optional<Split> split, ImageSize stated = {});
  // Keeps the last image in one split with all others of that group; an empty group has no effect.
  void groupLast(std::string group);
  // Adds a box to the last image. A box without area, with invalid numbers or an unknown label is left out and listed
  // as a problem under `file` and `line`.
  void addBox(const Box& box, const std::string& file, std::int64_t line);
  // Completes the last image.
  void finish();
  // Returns the label of a class; adds an unknown class, up to a limit.
  Result<std::int32_t> labelNamed(const std::string& name);
  void nameClasses(std::vector<std::string> classes);
  // Sorts classes in natural order and updates the labels of the boxes; for classes collected in any order.
  void sortClasses();
  void addProblem(std::string source, std::int64_t line, const std::string& reason);
  void addRemark(std::string remark) { remarks_.push_back(std::move(remark)); }
  void addDecision(ImportDecision decision) { decisions_.push_back(std::move(decision)); }
  void setIncomplete() { complete_ = false; }
  // From now on, reads the size of each image with boxes from its file where the annotation states none, so that boxes
  // outside of it are listed as problems. For whole reads only, as it opens every file.
  void measureImages() { measures_ = true; }

  std::int64_t size() const override { return static_cast<std::int64_t>(images_.size()); }
  ImportItem item(std::int64_t index) const override;
  Result<LoadedItem> load(std::int64_t index) const override;
  std::size_t boxCount() const { return boxes_.size(); }

 private:
  struct Image {
    std::size_t firstBox;
    std::optional<Split> split;
    ImageSize stated;
  };
  // Returns the size of the last image, as stated or measured; 0 if it is not known.
  const ImageSize& sizeOfLast();
  ContentHash annotationOf(std::size_t index) const;
  Status takeBoxes(std::size_t index, const ImageSize& size, LoadedItem& item) const;

  std::filesystem::path root_;
  std::string rootText_;
  Unit unit_;
  DetectionOptions options_;
  std::uint32_t folder_ = 0;
  FileList files_;
  std::vector<Image> images_;
  std::vector<Box> boxes_;
  std::unordered_map<std::size_t, std::string> groups_;   // group of an image, if any, by its index
  std::unordered_map<std::string, std::int32_t> labels_;  // label of each class, by name
  bool open_ = false;                                     // an image is being filled
  bool measures_ = false;
  std::optional<ImageSize> measured_;  // size of the last image from its file
};

// Returns the smallest box around points given as x, y, x, y, …; there must be at least one point.
Box boxAround(std::span<const float> points, std::int32_t label);

}  // namespace fovea
