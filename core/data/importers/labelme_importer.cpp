// Imports LabelMe (Russell et al. 2008, in the format of its Python successor): one JSON file per image with outlines,
// as boxes around them or as masks over a class "background".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/library.h"
#include "core/data/importers/outline_shapes.h"
#include "core/data/importers/stem_index.h"
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
      &LabelMeOptions::use, {.name = "use",
                             .title = "Use",
                             .help = "What is taken from the outlines.",
                             .choices = {{"boxes", "Boxes around them"}, {"masks", "Masks"}}}));
  return schema;
}

struct LabelMeFile {
  std::string image;
  ImageSize size;
  std::vector<ObjectArea> outlines;
  std::vector<std::string> problems;
};

std::string textOf(const Json& json, const char* name) {
  return json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : std::string();
}

std::int64_t wholeNumberOf(const Json& json, const char* name) {
  return json.contains(name) && json[name].is_number_integer() ? json[name].get<std::int64_t>() : 0;
}

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

// Reads an annotation. Fails with Unsupported for JSON of another kind.
Result<LabelMeFile> readLabelMe(const fs::path& path) {
  FOVEA_TRY(const std::string text, readSource(path, kMaximumLabelMeJson));
  FOVEA_TRY(const Json json, parseJson(text));
  if (!json.is_object() || !json.contains("shapes") || !json["shapes"].is_array() || !json.contains("imagePath"))
    return fail(ErrorCode::Unsupported, "this is no annotation of LabelMe");
  LabelMeFile file;
  std::string image = textOf(json, "imagePath");
  std::replace(image.begin(), image.end(), '\\', '/');
  file.image = fs::path(image).filename().string();
  file.size = {wholeNumberOf(json, "imageHeight"), wholeNumberOf(json, "imageWidth")};
  if (file.size.height <= 0 || file.size.width <= 0) file.size = {};
  std::size_t number = 0;
  for (const Json& shape : json["shapes"]) {
    ++number;
    const std::string label = shape.is_object() ? textOf(shape, "label").substr(0, 200) : "";
    const std::string type = shape.is_object() ? textOf(shape, "shape_type") : "";
    auto points = shape.is_object() ? pointsOfShape(shape) : std::nullopt;
    auto outline = points ? outlineOfShape(type, std::move(*points)) : std::nullopt;
    if (!outline || label.empty())
      file.problems.push_back(fmt::format("shape {} ({}) has no label, no points or no area", number,
                                          type.empty() ? "polygon" : displayName(type.substr(0, 40))));
    else
      file.outlines.push_back(ObjectArea{.label = label, .outline = std::move(*outline), .runs = {}});
  }
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
    std::size_t read = 0;
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
      source->add(std::move(file->outlines), files.relative(*image), splitOfPath(folder), file->size, place);
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
