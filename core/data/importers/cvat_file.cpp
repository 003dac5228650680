#include "core/data/importers/cvat_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/importers/outline_shapes.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr double kMostCvatPixels = 1e6;
constexpr std::int64_t kMostShapes = 10'000'000;
constexpr std::int64_t kLastFrame = 100'000'000;
constexpr std::size_t kLongestLabel = 200;

std::optional<float> coordinate(const std::string& text) {
  const auto number = realNumber(text);
  if (!number || std::abs(*number) > kMostCvatPixels) return std::nullopt;
  return static_cast<float>(*number);
}

// Returns the attributes with these names as numbers; nothing if one of them is not a number.
std::optional<std::vector<float>> numbersAt(const XmlElement& shape, std::initializer_list<const char*> names) {
  std::vector<float> numbers;
  for (const char* name : names) {
    const auto number = coordinate(shape.attribute(name));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::vector<float>> cvatPoints(const XmlElement& shape) {
  std::vector<float> points;
  for (const std::string& point : splitList(shape.attribute("points"), ';'))
    for (const std::string& text : splitList(point)) {
      const auto number = coordinate(text);
      if (!number) return std::nullopt;
      points.push_back(*number);
    }
  if (points.size() < 6 || points.size() % 2 != 0) return std::nullopt;
  return points;
}

std::optional<std::vector<float>> cvatOutline(const XmlElement& shape) {
  if (shape.name == "polygon") return cvatPoints(shape);
  const double degrees = realNumber(shape.attribute("rotation")).value_or(0);
  if (shape.name == "ellipse") {
    const auto at = numbersAt(shape, {"cx", "cy", "rx", "ry"});
    if (!at) return std::nullopt;
    return outlineOfEllipse((*at)[0], (*at)[1], (*at)[2], (*at)[3], degrees);
  }
  const auto at = numbersAt(shape, {"xtl", "ytl", "xbr", "ybr"});
  if (!at) return std::nullopt;
  const float left = (*at)[0], top = (*at)[1], right = (*at)[2], bottom = (*at)[3];
  std::vector<float> points = outlineOfBox(left, top, right, bottom);
  turnOutline(points, degrees, (left + right) / 2, (top + bottom) / 2);
  return points;
}

// Reads "rle" within the rectangle at left, top; returns false if it does not fill the rectangle.
bool readRuns(const XmlElement& shape, ObjectArea& area) {
  const auto whole = [&](const char* name) { return wholeNumber(shape.attribute(name)).value_or(-1); };
  area.left = whole("left"), area.top = whole("top"), area.width = whole("width"), area.height = whole("height");
  const auto isSide = [](std::int64_t side) { return side > 0 && side <= static_cast<std::int64_t>(kMostCvatPixels); };
  if (area.left < 0 || area.top < 0 || !isSide(area.width) || !isSide(area.height)) return false;
  std::int64_t sum = 0;
  for (const std::string& text : splitList(shape.attribute("rle"))) {
    const auto run = wholeNumber(text);
    if (!run || *run < 0 || (sum += *run) > area.width * area.height) return false;
    area.runs.push_back(static_cast<std::uint32_t>(*run));
  }
  return !area.runs.empty() && sum == area.width * area.height;
}

class CvatReader {
 public:
  Result<CvatFile> read(const XmlElement& annotations) {
    for (const XmlElement& element : annotations.children) {
      if (element.name == "image") addImage(element);
      if (element.name == "track") addTrack(element);
      if (file_.boxes + file_.outlines + file_.tags > kMostShapes)
        return fail(ErrorCode::InvalidArgument, "It holds more than 10 million shapes.", "Divide the task.");
    }
    for (auto& [number, frame] : frames_) file_.images.push_back(std::move(frame));
    return std::move(file_);
  }

 private:
  void addImage(const XmlElement& element) {
    CvatImage image;
    image.name = element.attribute("name");
    image.line = element.line;
    image.split = splitOfName(element.attribute("subset"));
    image.size = {wholeNumber(element.attribute("height")).value_or(0),
                  wholeNumber(element.attribute("width")).value_or(0)};
    if (image.size.height <= 0 || image.size.width <= 0) image.size = {};
    for (const XmlElement& shape : element.children) addShape(shape, shape.attribute("label"), image);
    file_.images.push_back(std::move(image));
  }

  // Adds an object to all frames in which it is visible.
  void addTrack(const XmlElement& track) {
    file_.video = true;
    for (const XmlElement& shape : track.children) {
      if (shape.attribute("outside") == "1") continue;
      const auto frame = wholeNumber(shape.attribute("frame"));
      if (!frame || *frame < 0 || *frame > kLastFrame) {
        file_.problems.push_back({shape.line, "this shape says no frame"});
        continue;
      }
      CvatImage& image = frames_[*frame];
      image.frame = *frame;
      if (image.line == 0) image.line = shape.line;
      addShape(shape, track.attribute("label"), image);
    }
  }

  void addShape(const XmlElement& shape, const std::string& label, CvatImage& image) {
    if (shape.name == "tag") return addTag(shape, label, image);
    const bool isArea =
        shape.name == "box" || shape.name == "polygon" || shape.name == "ellipse" || shape.name == "mask";
    if (!isArea) {
      if (!shape.attribute("points").empty())
        file_.problems.push_back({shape.line, fmt::format("\"{}\" has no area", displayName(shape.name))});
      return;
    }
    ObjectArea area;
    area.label = label.substr(0, kLongestLabel);
    area.level = wholeNumber(shape.attribute("z_order")).value_or(0);
    bool good = !area.label.empty();
    if (shape.name == "mask") {
      good = good && readRuns(shape, area);
    } else if (auto outline = cvatOutline(shape)) {
      area.outline = std::move(*outline);
    } else {
      good = false;
    }
    if (!good) return file_.problems.push_back({shape.line, "this shape has no label, or its corners are no numbers"});
    ++(shape.name == "box" ? file_.boxes : file_.outlines);
    image.areas.push_back(std::move(area));
  }

  void addTag(const XmlElement& tag, const std::string& label, CvatImage& image) {
    if (label.empty()) return file_.problems.push_back({tag.line, "this tag has no label"});
    if (++file_.tags > kMostShapes) return;
    image.tags.push_back({"", label.substr(0, kLongestLabel)});
  }

  CvatFile file_;
  std::map<std::int64_t, CvatImage> frames_;
};

}  // namespace

Result<CvatFile> readCvat(const XmlElement& annotations) {
  return CvatReader().read(annotations);
}

}  // namespace fovea
