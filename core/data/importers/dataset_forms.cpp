// Reads the annotations of Datumaro and CVAT (default.json), of FiftyOne (labels.json, samples.json), and of the
// traffic signs of TT100K (Zhu et al. 2016).
#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/annotated_image.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/outline_shapes.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

// Returns the names in a list of texts or of objects with "name".
std::vector<std::string> namesInList(const Json* list) {
  std::vector<std::string> names;
  if (list && list->is_array())
    for (const Json& each : *list) names.push_back(each.is_string() ? each.get<std::string>() : jsonText(each, "name"));
  return names;
}

// Returns the class for a number or a name; empty if the number is none of `classes`.
std::string classOfNumber(const Json* label, const std::vector<std::string>& classes) {
  if (label && label->is_string()) return label->get<std::string>();
  if (!label || !label->is_number_integer()) return {};
  const auto number = label->get<std::int64_t>();
  if (number < 0) return {};
  if (classes.empty()) return std::to_string(number);
  return number < std::ssize(classes) ? classes[static_cast<std::size_t>(number)] : std::string();
}

std::optional<float> shareAt(const Json* numbers, std::size_t i) {
  return numbers && numbers->is_array() && numbers->size() == 4 ? jsonCoordinate((*numbers)[i]) : std::nullopt;
}

bool isDatumaro(const Json& content) {
  const Json* categories = jsonObject(content, "categories");
  return categories && jsonObject(*categories, "label") && jsonArray(content, "items");
}

void addDatumaroObject(const Json& object, const std::vector<std::string>& classes, AnnotatedImage& image,
                       AnnotationFile& file) {
  const std::string type = jsonText(object, "type");
  const std::string label = classOfNumber(jsonField(object, "label_id"), classes);
  if (label.empty()) return file.leaveOut(image, "an annotation has none of the labels of the file");
  bool added = false;
  if (type == "label") {
    image.values.push_back({"", label});
    return;
  }
  if (type == "bbox") {
    const Json* box = jsonField(object, "bbox");
    added = image.addBox(shareAt(box, 0), shareAt(box, 1), shareAt(box, 2), shareAt(box, 3), {{"", label}});
    if (added)
      if (const Json* attributes = jsonObject(object, "attributes")) {
        auto& outline = image.areas.back().shape.outline;
        turnOutline(outline, jsonCoordinate(*attributes, "rotation").value_or(0), (outline[0] + outline[2]) / 2,
                    (outline[1] + outline[5]) / 2);
      }
  }
  if (type == "polygon") added = image.addOutline(annotatedPoints(jsonField(object, "points")), {{"", label}});
  if (type == "ellipse") {
    const Json* box = jsonField(object, "points");
    const auto left = shareAt(box, 0), top = shareAt(box, 1), right = shareAt(box, 2), bottom = shareAt(box, 3);
    if (left && top && right && bottom)
      added = image.addEllipse((*left + *right) / 2, (*top + *bottom) / 2, (*right - *left) / 2, (*bottom - *top) / 2,
                               0, {{"", label}});
  }
  if (!added)
    return file.leaveOut(image, fmt::format("an annotation of the type \"{}\" is not read or has no area",
                                            displayName(type.substr(0, 40))));
  image.areas.back().shape.level = jsonWhole(object, "z_order").value_or(0);
}

void readDatumaro(const Json& content, const std::string& name, AnnotationFile& file) {
  const std::vector<std::string> classes = namesInList(jsonArray(content["categories"]["label"], "labels"));
  const auto split = splitOfName(stemOf(lastPartOf(name)));
  for (const Json& item : content["items"]) {
    AnnotatedImage image;
    image.number = std::ssize(file.images) + 1;
    image.split = split;
    for (const char* holder : {"image", "media"})
      if (const Json* picture = jsonObject(item, holder)) {
        if (image.name.empty()) image.name = pictureOfUrl(jsonText(*picture, "path"));
        const Json* size = jsonArray(*picture, "size");
        if (size && size->size() == 2 && (*size)[0].is_number_integer() && (*size)[1].is_number_integer())
          image.size = {(*size)[0].get<std::int64_t>(), (*size)[1].get<std::int64_t>()};
      }
    if (image.name.empty()) image.name = jsonText(item, "id");
    if (const Json* annotations = jsonArray(item, "annotations"))
      for (const Json& each : *annotations) addDatumaroObject(each, classes, image, file);
    file.images.push_back(std::move(image));
  }
}

bool isFiftyOneLabels(const Json& content) {
  const Json* labels = jsonObject(content, "labels");
  return labels && !labels->empty() && jsonField(content, "classes") && content.size() <= 4;
}

void addFiftyOneBox(const Json& detection, std::vector<ChosenValue> chosen, AnnotatedImage& image,
                    AnnotationFile& file) {
  const Json* box = jsonField(detection, "bounding_box");
  if (!image.addBox(shareAt(box, 0), shareAt(box, 1), shareAt(box, 2), shareAt(box, 3), std::move(chosen)))
    return file.leaveOut(image, "a detection has no box");
  if (const Json* mask = jsonField(detection, "mask"); mask && !mask->is_null())
    file.leaveOut(image, "the mask of a detection is not read, and its box is taken");
}

void readFiftyOneLabels(const Json& content, const std::string&, AnnotationFile& file) {
  const std::vector<std::string> classes = namesInList(jsonArray(content, "classes"));
  for (const auto& [stem, entry] : content["labels"].items()) {
    AnnotatedImage image;
    image.number = std::ssize(file.images) + 1;
    image.name = stem;
    image.shares = true;
    const auto add = [&](const Json& each) {
      const Json* label = each.is_object() ? jsonField(each, "label") : &each;
      const std::string named = classOfNumber(label, classes);
      if (named.empty())
        file.leaveOut(image, "a label is none of the classes of the file");
      else if (jsonField(each, "bounding_box"))
        addFiftyOneBox(each, {{"", named}}, image, file);
      else
        image.values.push_back({"", named});
    };
    if (entry.is_null()) image.unjudged = "it has no label";
    if (entry.is_array())
      for (const Json& each : entry) add(each);
    else if (!entry.is_null())
      add(entry);
    file.images.push_back(std::move(image));
  }
}

bool isFiftyOneSamples(const Json& content) {
  const Json* samples = jsonArray(content, "samples");
  return samples && !samples->empty() && jsonField((*samples)[0], "filepath");
}

void addFiftyOneField(const std::string& name, const Json& field, AnnotatedImage& image, AnnotationFile& file) {
  const std::string kind = jsonText(field, "_cls");
  const auto chosen = [&](const Json& each) { return std::vector<ChosenValue>{{name, jsonText(each, "label")}}; };
  if (kind == "Classification") image.values.push_back(chosen(field)[0]);
  for (const char* list : {"classifications", "detections", "polylines"}) {
    const Json* entries = jsonArray(field, list);
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
      const Json& each = (*entries)[i];
      if (kind == "Classifications") image.values.push_back(chosen(each)[0]);
      if (kind == "Detections") addFiftyOneBox(each, chosen(each), image, file);
      const Json* outlines = kind == "Polylines" ? jsonArray(each, "points") : nullptr;
      for (std::size_t k = 0; outlines && k < outlines->size(); ++k)
        if (!image.addOutline(annotatedPoints(&(*outlines)[k]), chosen(each)))
          file.leaveOut(image, "a line has fewer than three points");
    }
  }
}

void readFiftyOneSamples(const Json& content, const std::string&, AnnotationFile& file) {
  for (const Json& sample : content["samples"]) {
    AnnotatedImage image;
    image.number = std::ssize(file.images) + 1;
    image.name = pictureOfUrl(jsonText(sample, "filepath"));
    image.shares = true;
    if (const Json* tags = jsonArray(sample, "tags"))
      for (const Json& tag : *tags)
        if (tag.is_string() && !image.split) image.split = splitOfName(tag.get_ref<const std::string&>());
    if (sample.is_object())
      for (const auto& [name, field] : sample.items())
        if (field.is_object()) addFiftyOneField(name, field, image, file);
    file.images.push_back(std::move(image));
  }
}

// {"imgs": {"62627": {"path": "train/62627.jpg", "objects": [{"bbox": {"xmin": …}, "category": "pl40"}]}}}
bool isTrafficSigns(const Json& content) {
  const Json* images = jsonObject(content, "imgs");
  return images && !images->empty() && jsonField(*images->begin(), "path") && jsonArray(*images->begin(), "objects");
}

void readTrafficSigns(const Json& content, const std::string&, AnnotationFile& file) {
  for (const Json& entry : content["imgs"]) {
    AnnotatedImage image;
    image.number = std::ssize(file.images) + 1;
    image.name = jsonText(entry, "path");
    const Json* objects = jsonArray(entry, "objects");
    for (std::size_t i = 0; objects && i < objects->size(); ++i) {
      const Json& object = (*objects)[i];
      const Json* box = jsonObject(object, "bbox");
      const auto at = [&](const char* name) { return box ? jsonCoordinate(*box, name) : std::nullopt; };
      if (!image.addCorners(at("xmin"), at("ymin"), at("xmax"), at("ymax"), {{"", jsonText(object, "category")}}))
        file.leaveOut(image, "an object has no box");
    }
    file.images.push_back(std::move(image));
  }
}

}  // namespace

AnnotationForm trafficSignsForm() {
  return {"TT100K", false, isTrafficSigns, readTrafficSigns};
}

AnnotationForm datumaroForm() {
  return {"Datumaro", false, isDatumaro, readDatumaro};
}

AnnotationForm fiftyOneLabelsForm() {
  return {"FiftyOne", false, isFiftyOneLabels, readFiftyOneLabels};
}

AnnotationForm fiftyOneSamplesForm() {
  return {"FiftyOne", false, isFiftyOneSamples, readFiftyOneSamples};
}

}  // namespace fovea
