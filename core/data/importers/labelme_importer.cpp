// Imports LabelMe (Russell et al. 2008, in the format of its Python successor): one JSON file per image with outlines,
// as boxes around them or as masks over a class "background".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/annotated_source.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/library.h"
#include "core/data/importers/outline_shapes.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/stored_bitmap.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumLabelMeJson = std::uint64_t{64} << 20;  // the file may contain the image
constexpr std::size_t kLabelMeFilesToJudge = 5;
constexpr std::size_t kQuickLabelMeFiles = 300;
constexpr std::size_t kMostPoints = 1'000'000;  // limit for one file
constexpr float kMostLabelMePixels = 1e6f;

struct LabelMeOptions : DetectionOptions {
  std::string use = "boxes";
};

const TypedSchema<LabelMeOptions>& labelMeSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<LabelMeOptions>().field(
      &LabelMeOptions::use,
      {.name = "use",
       .title = "Use",
       .help = "What is taken from the outlines.",
       .choices = {{"boxes", "Boxes around them"}, {"masks", "Masks"}, {"labels", "The classes in an image"}}}));
  return schema;
}

struct LabelMeFile {
  std::string image;
  ImageSize size;
  std::vector<ObjectArea> outlines;
  std::vector<ChosenValue> flags;  // those of the whole image that are set
  std::vector<std::string> problems;
};

// Returns the points of a shape; nothing if they are not numbers.
std::optional<std::vector<float>> pointsOfShape(const Json& shape) {
  if (!shape.contains("points") || !shape["points"].is_array()) return std::nullopt;
  std::vector<float> points;
  for (const Json& point : shape["points"]) {
    if (!point.is_array() || point.size() != 2 || points.size() > kMostPoints) return std::nullopt;
    for (const Json& number : point) {
      const double value = number.is_number() ? number.get<double>() : NAN;
      if (!(std::abs(value) <= kMostLabelMePixels)) return std::nullopt;
      points.push_back(static_cast<float>(value));
    }
  }
  return points;
}

// Converts rectangles and circles to outlines; nothing for shapes without area.
std::optional<std::vector<float>> outlineOfShape(const std::string& type, std::vector<float> points) {
  if ((type.empty() || type == "polygon") && points.size() >= 6) return points;
  if (points.size() != 4) return std::nullopt;
  const float left = points[0], top = points[1], right = points[2], bottom = points[3];
  if (type == "rectangle") return outlineOfBox(left, top, right, bottom);
  if (type != "circle") return std::nullopt;
  const float radius = std::hypot(right - left, bottom - top);
  return outlineOfEllipse(left, top, radius, radius);
}

// Reads the bitmap of an object, whose points are the corners of the rectangle around it.
std::optional<ObjectArea> bitmapOfShape(const Json& shape, const std::vector<float>& points) {
  const Json* mask = jsonField(shape, "mask");
  if (!mask || !mask->is_string() || points.size() != 4) return std::nullopt;
  auto area = areaOfStoredBitmap(mask->get_ref<const std::string&>(), false, static_cast<std::int64_t>(points[0]),
                                 static_cast<std::int64_t>(points[1]));
  return area.ok() ? std::optional(std::move(area).value()) : std::nullopt;
}

// Returns the area of a shape; nothing if it has none.
std::optional<ObjectArea> areaOfShape(const Json& shape, const std::string& type) {
  auto points = pointsOfShape(shape);
  if (!points) return std::nullopt;
  if (type == "mask") return bitmapOfShape(shape, *points);
  auto outline = outlineOfShape(type, std::move(*points));
  if (!outline) return std::nullopt;
  return ObjectArea{.label = {}, .outline = std::move(*outline), .runs = {}};
}

// Reads an annotation. Fails with Unsupported for JSON of another kind.
Result<LabelMeFile> readLabelMe(const fs::path& path) {
  FOVEA_TRY(const std::string text, readSource(path, kMaximumLabelMeJson));
  FOVEA_TRY(const Json json, parseJson(text));
  if (!json.is_object() || !json.contains("shapes") || !json["shapes"].is_array() || !json.contains("imagePath"))
    return fail(ErrorCode::Unsupported, "this is no annotation of LabelMe");
  LabelMeFile file;
  std::string image = jsonText(json, "imagePath");
  std::replace(image.begin(), image.end(), '\\', '/');
  file.image = fs::path(image).filename().string();
  file.size = {jsonWhole(json, "imageHeight").value_or(0), jsonWhole(json, "imageWidth").value_or(0)};
  if (file.size.height <= 0 || file.size.width <= 0) file.size = {};
  std::size_t number = 0;
  for (const Json& shape : json["shapes"]) {
    ++number;
    const std::string type = jsonText(shape, "shape_type");
    auto area = shape.is_object() ? areaOfShape(shape, type) : std::nullopt;
    if (area) area->label = jsonText(shape, "label").substr(0, 200);
    if (!area || area->label.empty())
      file.problems.push_back(fmt::format("shape {} ({}) has no label, no points or no area", number,
                                          type.empty() ? "polygon" : displayName(type.substr(0, 40))));
    else
      file.outlines.push_back(std::move(*area));
  }
  if (const Json* flags = jsonObject(json, "flags"))
    for (const auto& [name, set] : flags->items())
      if (set.is_boolean() && set.get<bool>()) file.flags.push_back({"", name});
  return file;
}

bool isJson(std::string_view name) {
  return endingOf(name) == ".json";
}

// Returns true if one of the first JSON files is LabelMe.
bool looksLikeLabelMe(const fs::path& root, const FileList& files) {
  std::size_t judged = 0;
  for (std::size_t i = 0; i < files.size() && judged < kLabelMeFilesToJudge; ++i) {
    if (!isJson(files.name(i))) continue;
    ++judged;
    if (readLabelMe(root / files.relative(i)).ok()) return true;
  }
  return false;
}

// Makes the flags of images, or else the labels of their shapes, their classes.
Result<std::unique_ptr<ListedSource>> labelMeLabels(const fs::path& root, std::vector<FoundAnnotation> found,
                                                    const DetectionOptions& options, const OutlineSource& read) {
  AnnotatedOptions taken;
  static_cast<DetectionOptions&>(taken) = options;
  taken.use = "labels";
  FOVEA_TRY(auto source, annotatedSource(root, std::move(found), taken));
  for (const SkippedSample& problem : read.problems()) source->addProblem(problem.source, 0, problem.reason);
  if (!read.complete()) source->setIncomplete();
  return std::unique_ptr<ListedSource>(std::move(source));
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
    const LabelMeOptions options = labelMeSchema().read(values);
    auto source = std::make_unique<OutlineSource>(root, options, options.use == "masks");
    if (!found.complete) source->setIncomplete();
    const StemIndex images(files, FileKind::Image);
    std::size_t read = 0, shapes = 0, flags = 0;
    std::vector<FoundAnnotation> labelled;  // with the flags, and the labels of the shapes
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!isJson(files.name(i))) continue;
      FOVEA_CHECK(look.check());
      if (look == Look::Quick && ++read > kQuickLabelMeFiles) {
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
      for (const std::string& problem : file->problems) source->addProblem(place, 0, problem);
      shapes += file->outlines.size();
      flags += file->flags.size();
      labelled.push_back({{}, files.relative(*image), place});
      labelled.back().annotated.split = splitOfPath(folder);
      labelled.back().annotated.values = std::move(file->flags);
      for (const ObjectArea& area : file->outlines)
        labelled.back().annotated.areas.push_back({{}, false, {{"", area.label}}});
      source->add(std::move(file->outlines), files.relative(*image), splitOfPath(folder), file->size, place);
    }
    if (options.use == "labels" || (shapes == 0 && flags > 0))
      return labelMeLabels(root, std::move(labelled), options, *source);
    if (flags > 0)
      source->addDecision(
          {"the flags of the images",
           "left out",
           fmt::format("there are {} and {}", counted(static_cast<std::int64_t>(shapes), "shape"),
                       counted(static_cast<std::int64_t>(flags), "flag that is set", "flags that are set")),
           {"use=labels"}});
    FOVEA_CHECK(source->finishClasses());
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> labelMeImporter() {
  return std::make_shared<LabelMeImporter>();
}

}  // namespace fovea
