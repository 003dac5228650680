// LabelMe (Russell et al. 2008, as its successor in Python writes it): a JSON file an image with outlines; boxes around
// them, or masks drawn from them over a class "background".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"
#include "core/data/importers/polygon_mask.h"
#include "core/data/importers/stem_index.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumJson = std::uint64_t{64} << 20;  // the image may be in it
constexpr std::size_t kFilesToJudge = 5;
constexpr std::size_t kQuickFiles = 300;
constexpr std::size_t kMostPoints = 1'000'000;  // of one file
constexpr std::size_t kMostMaskClasses = 254;
constexpr float kMostPixels = 1e6f;
constexpr int kCirclePoints = 64;

struct LabelMeOptions : DetectionOptions {
  std::string use = "boxes";
};

const TypedSchema<LabelMeOptions>& labelMeSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<LabelMeOptions>().field(
      &LabelMeOptions::use, {.name = "use",
                             .title = "Use",
                             .help = "What is taken from the outlines.",
                             .choices = {{"boxes", "Boxes around them"}, {"masks", "Masks"}}}));
  return schema;
}

// One outline: x, y, x, y, …
struct Outline {
  std::vector<float> points;
  std::string label;
};

struct LabelMeFile {
  std::string image;
  ImageSize size;
  std::vector<Outline> outlines;
  std::vector<std::string> problems;
};

std::string textOf(const Json& json, const char* name) {
  return json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : std::string();
}

std::int64_t numberOf(const Json& json, const char* name) {
  return json.contains(name) && json[name].is_number_integer() ? json[name].get<std::int64_t>() : 0;
}

// The points of a shape; nothing where they are no numbers.
std::optional<std::vector<float>> pointsOf(const Json& shape) {
  if (!shape.contains("points") || !shape["points"].is_array()) return std::nullopt;
  std::vector<float> points;
  for (const Json& point : shape["points"]) {
    if (!point.is_array() || point.size() != 2 || points.size() > kMostPoints) return std::nullopt;
    for (const Json& number : point) {
      const double value = number.is_number() ? number.get<double>() : NAN;
      if (!(std::abs(value) <= kMostPixels)) return std::nullopt;
      points.push_back(static_cast<float>(value));
    }
  }
  return points;
}

// Rectangles and circles as outlines; nothing for shapes without an area.
std::optional<std::vector<float>> outlineOf(const std::string& type, std::vector<float> points) {
  if ((type.empty() || type == "polygon") && points.size() >= 6) return points;
  if (points.size() != 4) return std::nullopt;
  const float left = points[0], top = points[1], right = points[2], bottom = points[3];
  if (type == "rectangle") return std::vector<float>{left, top, right, top, right, bottom, left, bottom};
  if (type != "circle") return std::nullopt;
  const float radius = std::hypot(right - left, bottom - top);
  std::vector<float> circle;
  for (int i = 0; i < kCirclePoints; ++i) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / kCirclePoints;
    circle.push_back(left + radius * std::cos(angle));
    circle.push_back(top + radius * std::sin(angle));
  }
  return circle;
}

// Unsupported when it is JSON of another kind.
Result<LabelMeFile> readLabelMe(const fs::path& path) {
  FOVEA_TRY(const std::string text, readFile(path, kMaximumJson));
  FOVEA_TRY(const Json json, parseJson(text));
  if (!json.is_object() || !json.contains("shapes") || !json["shapes"].is_array() || !json.contains("imagePath"))
    return fail(ErrorCode::Unsupported, "this is no annotation of LabelMe");
  LabelMeFile file;
  std::string image = textOf(json, "imagePath");
  std::replace(image.begin(), image.end(), '\\', '/');
  file.image = fs::path(image).filename().string();
  file.size = {numberOf(json, "imageHeight"), numberOf(json, "imageWidth")};
  if (file.size.height <= 0 || file.size.width <= 0) file.size = {};
  std::size_t number = 0;
  for (const Json& shape : json["shapes"]) {
    ++number;
    const std::string label = shape.is_object() ? textOf(shape, "label").substr(0, 200) : "";
    const std::string type = shape.is_object() ? textOf(shape, "shape_type") : "";
    auto points = shape.is_object() ? pointsOf(shape) : std::nullopt;
    auto outline = points ? outlineOf(type, std::move(*points)) : std::nullopt;
    if (!outline || label.empty())
      file.problems.push_back(fmt::format("shape {} ({}) has no label, no points or no area", number,
                                          type.empty() ? "polygon" : displayName(type.substr(0, 40))));
    else
      file.outlines.push_back({std::move(*outline), label});
  }
  return file;
}

class LabelMeSource : public DetectionSource {
 public:
  LabelMeSource(const fs::path& root, const LabelMeOptions& options)
      : DetectionSource(root, root, Unit::Pixels, options),
        masks_(options.use == "masks"),
        keepEmpty_(options.withoutBoxes == "keep") {
    if (masks_) task_ = Task::Segmentation;
  }

  void add(LabelMeFile file, const std::string& image, std::optional<Split> split, const std::string& place) {
    for (const std::string& problem : file.problems) addProblem(place, 0, problem);
    if (masks_ && file.outlines.empty() && !keepEmpty_) return;
    addImage(image, split, file.size);
    for (const Outline& outline : file.outlines)
      if (const auto label = labelNamed(outline.label); label.ok() && !masks_)
        addBox(boxAround(outline.points, *label), place, 0);
    if (masks_) outlines_.push_back(std::move(file.outlines));
  }

  Status finishClasses() {
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

  // Larger outlines are drawn first, so that what lies on them stays seen.
  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(LoadedItem item, DetectionSource::load(index));
    if (!masks_) return item;
    FOVEA_TRY(const ImageSize size, sizeOf(item));
    FOVEA_TRY(item.target, Tensor::tryMake({DataType::UInt8, Shape{1, size.height, size.width}}));
    std::ranges::fill(item.target.values<std::uint8_t>(), std::uint8_t{0});
    std::vector<const Outline*> order;
    for (const Outline& outline : outlines_[static_cast<std::size_t>(index)]) order.push_back(&outline);
    std::stable_sort(order.begin(), order.end(), [](const Outline* a, const Outline* b) {
      return polygonArea(a->points) > polygonArea(b->points);
    });
    for (const Outline* outline : order) {
      const auto label = std::find(classes_.begin(), classes_.end(), displayName(outline->label));
      fillPolygon(outline->points, static_cast<std::uint8_t>(label - classes_.begin()), item.target);
    }
    return item;
  }

 private:
  const bool masks_;
  const bool keepEmpty_;
  std::vector<std::vector<Outline>> outlines_;  // of masks, by image
};

bool isJson(std::string_view name) {
  return endingOf(name) == ".json";
}

// Whether one of the first files of JSON is of LabelMe.
bool looksLikeLabelMe(const fs::path& root, const FileList& files) {
  std::size_t judged = 0;
  for (std::size_t i = 0; i < files.size() && judged < kFilesToJudge; ++i) {
    if (!isJson(files.name(i))) continue;
    ++judged;
    if (readLabelMe(root / files.relative(i)).ok()) return true;
  }
  return false;
}

class LabelMeImporter : public ListImporter {
 public:
  std::string name() const override { return "labelme"; }
  std::string title() const override { return "Outlines of LabelMe (JSON)"; }
  Schema options() const override { return labelMeSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    std::error_code code;
    if (!fs::is_directory(root, code)) return nothingFound("annotation of LabelMe", root);
    FOVEA_TRY(const FoundFiles found,
              findFiles(
                  root, [](std::string_view name) { return isJson(name) || fileKindOf(name) == FileKind::Image; },
                  look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
    const FileList& files = found.files;
    if (!looksLikeLabelMe(root, files)) return nothingFound("annotation of LabelMe", root);
    auto source = std::make_unique<LabelMeSource>(root, labelMeSchema().read(values));
    if (!found.complete) source->setIncomplete();
    const StemIndex images(files, FileKind::Image);
    std::size_t read = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!isJson(files.name(i))) continue;
      FOVEA_CHECK(look.check());
      if (look == Look::Quick && ++read > kQuickFiles) {
        source->setIncomplete();
        break;
      }
      const std::string place = absoluteText(root / files.relative(i));
      const std::string& folder = files.folder(files.folderOf(i));
      auto file = readLabelMe(root / files.relative(i));
      if (!file.ok()) {
        source->addProblem(place, 0, file.error().message);
        continue;
      }
      auto image = images.findName(file->image, folder);
      if (!image) image = images.find(stemOf(files.name(i)), folder);
      if (!image) {
        source->addProblem(place, 0, "there is no image of this name");
        continue;
      }
      const std::string relative = files.relative(*image);
      source->add(std::move(*file), relative, splitOfPath(folder), place);
    }
    FOVEA_CHECK(source->finishClasses());
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> labelMeImporter() {
  return std::make_shared<LabelMeImporter>();
}

}  // namespace fovea
