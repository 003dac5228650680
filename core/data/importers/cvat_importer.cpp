// CVAT for images 1.1 (the XML that the annotation tool of that name writes): one file for all images, boxes and
// outlines in attributes; outlines become the boxes around them.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/xml_tree.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumXml = std::uint64_t{64} << 20;
constexpr std::size_t kStart = 64 << 10;
constexpr std::size_t kMostBeside = 100'000;

const TypedSchema<DetectionOptions>& cvatSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<DetectionOptions>());
  return schema;
}

// By the elements at its beginning.
bool looksLikeCvat(const fs::path& path) {
  const auto text = readFile(path, kMaximumXml);
  if (!text.ok()) return false;
  const std::string_view start = std::string_view(*text).substr(0, kStart);
  return start.find("<annotations") != std::string_view::npos &&
         (start.find("<image ") != std::string_view::npos || start.find("<task>") != std::string_view::npos ||
          start.find("<job>") != std::string_view::npos);
}

// The annotations of a folder, or a file of them.
Result<fs::path> findAnnotations(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  if (!fs::is_directory(source, code)) {
    if (endingOf(source.filename().string()) == ".xml" && looksLikeCvat(source)) return source;
    return nothingFound("annotation of CVAT", source);
  }
  FOVEA_TRY(const FolderEntries entries, listFolder(source, scan, kMostBeside));
  std::vector<std::string> files;
  for (const std::string& name : entries.files)
    if (endingOf(name) == ".xml") files.push_back(name);
  // One file is for all images; many are another format's.
  if (files.size() == 1 && looksLikeCvat(source / files[0])) return source / files[0];
  return nothingFound("annotation of CVAT", source);
}

std::optional<Box> boxOf(const XmlElement& shape, std::int32_t label) {
  std::vector<float> numbers;
  if (shape.name == "box") {
    for (const char* name : {"xtl", "ytl", "xbr", "ybr"}) {
      const auto number = realNumber(shape.attribute(name));
      if (!number) return std::nullopt;
      numbers.push_back(static_cast<float>(*number));
    }
  } else {
    for (const std::string& point : splitList(shape.attribute("points"), ';'))
      for (const std::string& text : splitList(point)) {
        const auto number = realNumber(text);
        if (!number) return std::nullopt;
        numbers.push_back(static_cast<float>(*number));
      }
  }
  if (numbers.size() < 4 || numbers.size() % 2 != 0) return std::nullopt;
  return boxAround(numbers, label);
}

class CvatReader {
 public:
  CvatReader(fs::path root, fs::path file, const DetectionOptions& options)
      : root_(std::move(root)),
        place_(absoluteText(file)),
        source_(std::make_unique<DetectionSource>(root_, root_, DetectionSource::Unit::Pixels, options)) {}

  Result<std::unique_ptr<ListedSource>> read(const XmlElement& annotations, Look look) {
    for (const XmlElement& image : annotations.children) {
      if (image.name != "image") continue;
      FOVEA_CHECK(look.check());
      addImage(image);
    }
    source_->finish();
    source_->sortClasses();
    return std::unique_ptr<ListedSource>(std::move(source_));
  }

 private:
  void addImage(const XmlElement& image) {
    const fs::path name = fs::path(image.attribute("name")).lexically_normal();
    std::error_code code;
    fs::path found;
    const bool inside = !name.empty() && name.is_relative() && *name.begin() != "..";
    for (const fs::path& place : {name, "images" / name, name.filename(), "images" / name.filename()})
      if (inside && found.empty() && fs::is_regular_file(root_ / place, code)) found = place;
    if (found.empty())
      return source_->addProblem(place_, image.line, fmt::format("there is no image {}", displayName(name.string())));
    ImageSize size{wholeNumber(image.attribute("height")).value_or(0),
                   wholeNumber(image.attribute("width")).value_or(0)};
    if (size.height <= 0 || size.width <= 0) size = {};
    source_->addImage(found.string(), splitOfName(image.attribute("subset")), size);
    for (const XmlElement& shape : image.children) addShape(shape);
  }

  void addShape(const XmlElement& shape) {
    if (shape.name != "box" && shape.name != "polygon") {
      if (!shape.attribute("points").empty() || !shape.attribute("rle").empty())
        source_->addProblem(place_, shape.line, fmt::format("\"{}\" has no area", displayName(shape.name)));
      return;
    }
    const std::string name = shape.attribute("label").substr(0, 200);
    const auto label = source_->labelNamed(name);
    const auto box = label.ok() ? boxOf(shape, *label) : std::nullopt;
    if (!box || name.empty())
      return source_->addProblem(place_, shape.line, "this shape has no label, or its corners are no numbers");
    source_->addBox(*box, place_, shape.line);
  }

  const fs::path root_;
  const std::string place_;
  std::unique_ptr<DetectionSource> source_;
};

class CvatImporter : public ListImporter {
 public:
  std::string name() const override { return "cvat"; }
  std::string title() const override { return "Boxes of CVAT (XML)"; }
  Schema options() const override { return cvatSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(const fs::path file, findAnnotations(source, look.scan));
    FOVEA_TRY(const std::string text, readFile(file, kMaximumXml));
    const auto xml = parseXml(text);
    if (!xml.ok()) return xml.error().within(displayName(file.string()));
    if (xml->name != "annotations") return nothingFound("annotation of CVAT", source);
    if (xml->child("track"))
      return fail(ErrorCode::Unsupported, fmt::format("{} holds tracks of a video.", displayName(file.string())),
                  "Export the task as \"CVAT for images\".");
    std::error_code code;
    const fs::path root = fs::absolute(file, code).parent_path();
    return CvatReader(root, file, cvatSchema().read(values)).read(*xml, look);
  }
};

}  // namespace

std::shared_ptr<const Importer> cvatImporter() {
  return std::make_shared<CvatImporter>();
}

}  // namespace fovea
