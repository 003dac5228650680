// Reads the annotations of tools that write one JSON file for each image: Supervisely, SuperAnnotate and V7 Darwin.
#include <fmt/format.h>

#include "core/data/importers/annotated_image.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/outline_shapes.h"
#include "core/data/importers/stored_bitmap.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

void sayUnread(const AnnotatedImage& image, const std::string& kind, AnnotationFile& file) {
  file.leaveOut(
      image, fmt::format("an object of the type \"{}\" is not read or has no area", displayName(kind.substr(0, 40))));
}

bool isSupervisely(const Json& content) {
  return jsonArray(content, "objects") && jsonObject(content, "size") && jsonArray(content, "tags");
}

// The corners of a rectangle are pixels, of which the last ones belong to it.
bool addSuperviselyShape(const Json& object, const std::string& kind, std::vector<ChosenValue> chosen,
                         AnnotatedImage& image) {
  const Json* points = jsonObject(object, "points");
  const Json* exterior = points ? jsonArray(*points, "exterior") : nullptr;
  if (!exterior) return false;
  if (kind == "rectangle" && exterior->size() == 2) {
    const auto at = [&](std::size_t corner, std::size_t axis) {
      const Json& each = (*exterior)[corner];
      return each.is_array() && each.size() == 2 ? jsonCoordinate(each[axis]) : std::nullopt;
    };
    if (!image.addCorners(at(0, 0), at(0, 1), at(1, 0), at(1, 1), std::move(chosen))) return false;
    std::vector<float>& outline = image.areas.back().shape.outline;
    for (const std::size_t last : {2, 4, 5, 7}) outline[last] += 1;
    return true;
  }
  if (kind != "polygon" || !image.addOutline(annotatedPoints(exterior), std::move(chosen))) return false;
  if (const Json* holes = jsonArray(*points, "interior"))
    for (const Json& hole : *holes)
      if (const auto inside = annotatedPoints(&hole)) {
        std::vector<float>& outline = image.areas.back().shape.outline;
        outline = outlineWithHole(std::move(outline), *inside);
      }
  return true;
}

void addSuperviselyObject(const Json& object, AnnotatedImage& image, AnnotationFile& file) {
  const std::string kind = jsonText(object, "geometryType");
  const std::vector<ChosenValue> chosen{{"class", jsonText(object, "classTitle")}};
  const Json* bitmap = jsonObject(object, "bitmap");
  if (kind == "bitmap" && bitmap) {
    const Json* origin = jsonArray(*bitmap, "origin");
    const Json* data = jsonField(*bitmap, "data");
    const auto at = [&](std::size_t i) {
      return origin && origin->size() == 2 ? jsonCoordinate((*origin)[i]) : std::nullopt;
    };
    if (!data || !data->is_string() || !at(0) || !at(1)) return sayUnread(image, kind, file);
    auto area = areaOfStoredBitmap(data->get_ref<const std::string&>(), true, static_cast<std::int64_t>(*at(0)),
                                   static_cast<std::int64_t>(*at(1)));
    if (!area.ok()) {
      const std::string& reason = area.error().message;
      return file.leaveOut(image, "an object: " + reason.substr(0, reason.find_last_not_of('.') + 1));
    }
    image.areas.push_back({std::move(*area), false, chosen});
    return;
  }
  if (!addSuperviselyShape(object, kind, chosen, image)) sayUnread(image, kind, file);
}

void readSupervisely(const Json& content, const std::string& name, AnnotationFile& file) {
  AnnotatedImage image;
  // The annotation of "ds/img/a.jpg" is "ds/ann/a.jpg.json", in older exports "ds/ann/a.json".
  image.name = std::string(stemOf(name));
  image.nearby = true;
  image.size = {jsonWhole(content["size"], "height").value_or(0), jsonWhole(content["size"], "width").value_or(0)};
  for (const Json& object : content["objects"]) addSuperviselyObject(object, image, file);
  for (const Json& tag : content["tags"]) {
    const std::string title = tag.is_string() ? tag.get<std::string>() : jsonText(tag, "name");
    const std::string value = jsonText(tag, "value");
    if (const auto split = splitOfName(title); split && value.empty())
      image.split = split;
    else if (!title.empty())
      image.values.push_back(value.empty() ? ChosenValue{"tags", title} : ChosenValue{title, value});
  }
  file.images.push_back(std::move(image));
}

bool isSuperAnnotate(const Json& content) {
  const Json* metadata = jsonObject(content, "metadata");
  return metadata && jsonField(*metadata, "name") && jsonArray(content, "instances");
}

void addSuperAnnotateObject(const Json& object, AnnotatedImage& image, AnnotationFile& file) {
  const std::string kind = jsonText(object, "type");
  const std::vector<ChosenValue> chosen{{"class", jsonText(object, "className")}};
  const Json* points = jsonField(object, "points");
  const auto at = [&](const char* name) { return points ? jsonCoordinate(*points, name) : std::nullopt; };
  bool added = false;
  if (kind == "bbox") added = image.addCorners(at("x1"), at("y1"), at("x2"), at("y2"), chosen);
  if (kind == "polygon") added = image.addOutline(annotatedPoints(points), chosen);
  if (kind == "ellipse")
    added = image.addEllipse(jsonCoordinate(object, "cx"), jsonCoordinate(object, "cy"), jsonCoordinate(object, "rx"),
                             jsonCoordinate(object, "ry"), jsonCoordinate(object, "angle").value_or(0), chosen);
  if (kind == "rbbox") {
    std::vector<float> corners;
    for (const char* name : {"x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4"})
      if (const auto number = at(name)) corners.push_back(*number);
    if (corners.size() == 8) added = image.addOutline(std::move(corners), chosen);
  }
  if (kind == "tag") {
    image.values.push_back(chosen[0]);
    return;
  }
  if (!added) sayUnread(image, kind, file);
}

void readSuperAnnotate(const Json& content, const std::string&, AnnotationFile& file) {
  const Json& metadata = content["metadata"];
  AnnotatedImage image;
  image.name = jsonText(metadata, "name");
  image.nearby = true;
  image.size = {jsonWhole(metadata, "height").value_or(0), jsonWhole(metadata, "width").value_or(0)};
  for (const Json& object : content["instances"]) addSuperAnnotateObject(object, image, file);
  if (const Json* tags = jsonArray(content, "tags"))
    for (const Json& tag : *tags)
      if (tag.is_string()) image.values.push_back({"tags", tag.get<std::string>()});
  file.images.push_back(std::move(image));
}

bool isDarwin(const Json& content) {
  if (!jsonArray(content, "annotations")) return false;
  const Json* item = jsonObject(content, "item");
  const Json* image = jsonObject(content, "image");
  return (item && jsonField(*item, "slots")) || (image && jsonField(*image, "original_filename"));
}

void addDarwinObject(const Json& object, AnnotatedImage& image, AnnotationFile& file) {
  const std::vector<ChosenValue> chosen{{"class", jsonText(object, "name")}};
  const auto at = [](const Json* holder, const char* name) {
    return holder ? jsonCoordinate(*holder, name) : std::nullopt;
  };
  if (jsonField(object, "tag")) {
    image.values.push_back(chosen[0]);
    return;
  }
  bool added = false;
  // A polygon also states the box around it.
  if (const Json* polygon = jsonObject(object, "polygon")) {
    const Json* paths = jsonArray(*polygon, "paths");
    added = image.addOutline(annotatedPoints(paths && !paths->empty() ? &(*paths)[0] : jsonField(*polygon, "path")),
                             chosen);
    for (std::size_t i = 1; added && paths && i < paths->size(); ++i)
      if (const auto part = annotatedPoints(&(*paths)[i])) {
        std::vector<float>& outline = image.areas.back().shape.outline;
        outline = outlineWithHole(std::move(outline), *part);
      }
  } else if (const Json* ellipse = jsonObject(object, "ellipse")) {
    const Json* centre = jsonField(*ellipse, "center");
    const Json* radius = jsonField(*ellipse, "radius");
    constexpr double kDegrees = 57.29577951308232;  // the angle is in radians
    added = image.addEllipse(at(centre, "x"), at(centre, "y"), at(radius, "x"), at(radius, "y"),
                             at(ellipse, "angle").value_or(0) * kDegrees, chosen);
  } else if (const Json* box = jsonObject(object, "bounding_box")) {
    added = image.addBox(at(box, "x"), at(box, "y"), at(box, "w"), at(box, "h"), chosen);
  }
  if (!added) file.leaveOut(image, "an object has no area");
}

void readDarwin(const Json& content, const std::string&, AnnotationFile& file) {
  AnnotatedImage image;
  const Json* item = jsonObject(content, "item");
  const Json* slots = item ? jsonArray(*item, "slots") : nullptr;
  const Json* holder = slots && !slots->empty() ? &(*slots)[0] : jsonObject(content, "image");
  if (item) image.name = jsonText(*item, "name");
  if (holder) image.size = {jsonWhole(*holder, "height").value_or(0), jsonWhole(*holder, "width").value_or(0)};
  if (holder && image.name.empty()) image.name = jsonText(*holder, "filename");
  if (holder && image.name.empty()) image.name = jsonText(*holder, "original_filename");
  if (slots && slots->size() > 1)
    image.unjudged = "its item has several images; export those one by one";
  else
    for (const Json& object : content["annotations"]) addDarwinObject(object, image, file);
  file.images.push_back(std::move(image));
}

}  // namespace

AnnotationForm superviselyForm() {
  return {"Supervisely", true, isSupervisely, readSupervisely};
}

AnnotationForm superAnnotateForm() {
  return {"SuperAnnotate", true, isSuperAnnotate, readSuperAnnotate};
}

AnnotationForm darwinForm() {
  return {"V7 Darwin", true, isDarwin, readDarwin};
}

}  // namespace fovea
