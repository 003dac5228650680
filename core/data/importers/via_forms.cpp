// Reads the VGG Image Annotator (Dutta and Zisserman 2019): regions of versions 1 and 2 (JSON, a project, CSV) and the
// projects of version 3.
#include <fmt/format.h>

#include <map>

#include "core/data/importers/annotated_image.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kMostViaNames = 1000;  // attributes of a project, and options of an attribute

// Attributes are texts, or check boxes as {"cat": true, "dog": false}.
std::vector<ChosenValue> viaValues(const Json* attributes) {
  std::vector<ChosenValue> values;
  if (!attributes || !attributes->is_object()) return values;
  for (const auto& [name, value] : attributes->items()) {
    if (value.is_string() && !trimmed(value.get_ref<const std::string&>()).empty())
      values.push_back({name, std::string(trimmed(value.get_ref<const std::string&>()))});
    if (value.is_object())
      for (const auto& [choice, chosen] : value.items())
        if (chosen.is_boolean() && chosen.get<bool>()) values.push_back({name, choice});
  }
  return values;
}

std::optional<std::vector<float>> viaOutline(const Json& shape) {
  const Json* xs = jsonArray(shape, "all_points_x");
  const Json* ys = jsonArray(shape, "all_points_y");
  if (!xs || !ys || xs->size() != ys->size() || xs->size() < 3) return std::nullopt;
  std::vector<float> points;
  for (std::size_t i = 0; i < xs->size(); ++i) {
    const auto x = jsonCoordinate((*xs)[i]), y = jsonCoordinate((*ys)[i]);
    if (!x || !y) return std::nullopt;
    points.insert(points.end(), {*x, *y});
  }
  return points;
}

void addViaRegion(const Json& shape, std::vector<ChosenValue> values, AnnotatedImage& image, AnnotationFile& file) {
  const auto at = [&](const char* name) { return jsonCoordinate(shape, name); };
  const std::string kind = jsonText(shape, "name");
  bool added = false;
  if (kind == "rect") added = image.addBox(at("x"), at("y"), at("width"), at("height"), std::move(values));
  if (kind == "polygon") added = image.addOutline(viaOutline(shape), std::move(values));
  if (kind == "circle") added = image.addEllipse(at("cx"), at("cy"), at("r"), at("r"), 0, std::move(values));
  if (kind == "ellipse") {
    constexpr double kDegrees = 57.29577951308232;  // the angle is in radians
    const double angle = at("theta").value_or(0) * kDegrees;
    added = image.addEllipse(at("cx"), at("cy"), at("rx"), at("ry"), angle, std::move(values));
  }
  if (!added) file.leaveOut(image, fmt::format("a region ({}) has no area", displayName(kind.substr(0, 40))));
}

const Json& viaImages(const Json& content) {
  const Json* images = jsonObject(content, "_via_img_metadata");
  return images ? *images : content;
}

bool isVia(const Json& content) {
  const Json& images = viaImages(content);
  if (!images.is_object() || images.empty()) return false;
  const Json& first = *images.begin();
  return jsonField(first, "filename") && jsonField(first, "regions");
}

void readVia(const Json& content, const std::string&, AnnotationFile& file) {
  std::int64_t number = 0;
  for (const auto& [key, entry] : viaImages(content).items()) {
    AnnotatedImage image;
    image.number = ++number;
    image.name = pictureOfUrl(jsonText(entry, "filename"));
    image.nearby = true;
    const Json* regions = jsonField(entry, "regions");  // an array, or an object in version 1
    if (regions && regions->is_structured())
      for (const auto& region : *regions)
        if (const Json* shape = jsonObject(region, "shape_attributes"))
          addViaRegion(*shape, viaValues(jsonObject(region, "region_attributes")), image, file);
    image.values = viaValues(jsonObject(entry, "file_attributes"));
    file.images.push_back(std::move(image));
  }
}

// The cells of the table hold JSON, which arrives here as such.
bool isViaTable(const Json& content) {
  return content.is_array() && !content.empty() && jsonField(content[0], "region_shape_attributes");
}

void readViaTable(const Json& content, const std::string&, AnnotationFile& file) {
  std::map<std::string, std::size_t> places;
  for (const Json& row : content) {
    std::string name = jsonText(row, "filename");
    if (name.empty()) name = jsonText(row, "#filename");
    const auto [place, isNew] = places.try_emplace(name, file.images.size());
    if (isNew) {
      file.images.emplace_back();
      file.images.back().number = std::ssize(file.images);
      file.images.back().name = pictureOfUrl(name);
      file.images.back().nearby = true;
      file.images.back().values = viaValues(jsonObject(row, "file_attributes"));
    }
    const Json* shape = jsonObject(row, "region_shape_attributes");
    if (shape && !shape->empty())
      addViaRegion(*shape, viaValues(jsonObject(row, "region_attributes")), file.images[place->second], file);
  }
}

bool isViaProject(const Json& content) {
  return jsonObject(content, "metadata") && jsonObject(content, "file") && jsonObject(content, "view") &&
         jsonObject(content, "attribute");
}

// Values are numbers of options, "0" or "0,2", except in text fields.
std::vector<ChosenValue> viaChosen(const Json* values, const Json& attributes) {
  std::vector<ChosenValue> chosen;
  if (!values || !values->is_object() || attributes.size() > kMostViaNames) return chosen;
  for (const auto& [id, value] : values->items()) {
    const Json* attribute = jsonObject(attributes, id.c_str());
    if (!attribute || !value.is_string()) continue;
    const Json* options = jsonObject(*attribute, "options");
    if (options && options->size() > kMostViaNames) options = nullptr;
    for (const std::string& each : splitList(value.get_ref<const std::string&>())) {
      const std::string option = options ? jsonText(*options, each.c_str()) : "";
      chosen.push_back({jsonText(*attribute, "aname"), option.empty() ? each : option});
    }
  }
  return chosen;
}

void addViaShape(const Json& numbers, std::vector<ChosenValue> values, AnnotatedImage& image, AnnotationFile& file) {
  const auto at = [&](std::size_t i) { return i < numbers.size() ? jsonCoordinate(numbers[i]) : std::nullopt; };
  const std::int64_t kind = numbers[0].is_number_integer() ? numbers[0].get<std::int64_t>() : 0;
  bool added = false;
  if (kind == 2) added = image.addBox(at(1), at(2), at(3), at(4), std::move(values));
  if (kind == 3) added = image.addEllipse(at(1), at(2), at(3), at(3), 0, std::move(values));
  if (kind == 4) added = image.addEllipse(at(1), at(2), at(3), at(4), 0, std::move(values));
  if (kind == 7) {
    const Json points(Json::array_t(numbers.begin() + 1, numbers.end()));
    added = image.addOutline(annotatedPoints(&points), std::move(values));
  }
  if (!added) file.leaveOut(image, "a region has no area, or is a point or a line");
}

void readViaProject(const Json& content, const std::string&, AnnotationFile& file) {
  const Json& attributes = content["attribute"];
  std::map<std::string, const Json*> files;
  for (const auto& [id, entry] : content["file"].items()) files.emplace(id, &entry);
  std::map<std::string, std::size_t> places;  // by view
  for (const auto& [view, entry] : content["view"].items()) {
    const Json* ids = jsonArray(entry, "fid_list");
    const auto shown = files.find(ids && ids->size() == 1 && (*ids)[0].is_string() ? (*ids)[0].get<std::string>() : "");
    if (shown == files.end()) continue;
    places.emplace(view, file.images.size());
    file.images.emplace_back();
    file.images.back().number = std::ssize(file.images);
    file.images.back().name = pictureOfUrl(jsonText(*shown->second, "fname"));
    file.images.back().nearby = true;
  }
  for (const auto& [id, entry] : content["metadata"].items()) {
    const auto place = places.find(jsonText(entry, "vid"));
    if (place == places.end()) continue;
    AnnotatedImage& image = file.images[place->second];
    std::vector<ChosenValue> values = viaChosen(jsonObject(entry, "av"), attributes);
    const Json* shape = jsonArray(entry, "xy");
    if (shape && !shape->empty())
      addViaShape(*shape, std::move(values), image, file);
    else
      image.values.insert(image.values.end(), values.begin(), values.end());
  }
}

}  // namespace

AnnotationForm viaForm() {
  return {"the VGG Image Annotator", false, isVia, readVia};
}

AnnotationForm viaTableForm() {
  return {"the VGG Image Annotator", false, isViaTable, readViaTable};
}

AnnotationForm viaProjectForm() {
  return {"the VGG Image Annotator 3", false, isViaProject, readViaProject};
}

}  // namespace fovea
