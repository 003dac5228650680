// Reads annotations that list their images with boxes or classes: of Hugging Face's image folders (metadata.jsonl), of
// Sloth, VoTT and Azure Machine Learning.
#include "core/data/importers/annotated_image.h"
#include "core/data/importers/json_fields.h"

namespace fovea {
namespace {

const Json* firstEntry(const Json& content) {
  return content.is_array() && !content.empty() && content[0].is_object() ? &content[0] : nullptr;
}

// Calls `read` with each object of a list and a new image for it.
void readListed(const Json& content, AnnotationFile& file, const auto& read) {
  for (const Json& entry : content) {
    AnnotatedImage image;
    image.number = std::ssize(file.images) + 1;
    if (entry.is_object()) read(entry, image);
    file.images.push_back(std::move(image));
  }
}

// {"file_name": "a.png", "objects": {"bbox": [[left, top, width, height], …], "categories": [0, …]}}
bool isHuggingFace(const Json& content) {
  const Json* first = firstEntry(content);
  const Json* objects = first && !jsonText(*first, "file_name").empty() ? jsonObject(*first, "objects") : nullptr;
  return objects && (jsonArray(*objects, "bbox") || jsonArray(*objects, "bboxes"));
}

void readHuggingFace(const Json& content, const std::string&, AnnotationFile& file) {
  readListed(content, file, [&](const Json& entry, AnnotatedImage& image) {
    image.name = jsonText(entry, "file_name");
    image.nearby = true;
    const Json* objects = jsonObject(entry, "objects");
    if (!objects) {
      image.unjudged = "it has no list of objects";
      return;
    }
    const Json* boxes = jsonArray(*objects, "bbox");
    if (!boxes) boxes = jsonArray(*objects, "bboxes");
    const Json* classes = nullptr;
    for (const char* name : {"categories", "category", "labels", "label"})
      if (!classes) classes = jsonArray(*objects, name);
    for (std::size_t i = 0; boxes && i < boxes->size(); ++i) {
      const Json& box = (*boxes)[i];
      const auto at = [&](std::size_t k) {
        return box.is_array() && box.size() == 4 ? jsonCoordinate(box[k]) : std::nullopt;
      };
      std::string label = "object";
      if (classes && i < classes->size()) {
        const Json& each = (*classes)[i];
        label = each.is_string() ? each.get<std::string>() : each.is_number_integer() ? each.dump() : std::string();
      }
      if (label.empty() || !image.addBox(at(0), at(1), at(2), at(3), {{"", label}}))
        file.leaveOut(image, "an object has no box or no class");
    }
  });
}

// [{"filename": "a.jpg", "annotations": [{"class": "cat", "type": "rect", "x": …, "y": …, "width": …, "height": …}]}]
bool isSloth(const Json& content) {
  const Json* first = firstEntry(content);
  const Json* areas = first && !jsonText(*first, "filename").empty() ? jsonArray(*first, "annotations") : nullptr;
  return areas && !areas->empty() && jsonField((*areas)[0], "class") && jsonField((*areas)[0], "width");
}

void readSloth(const Json& content, const std::string&, AnnotationFile& file) {
  readListed(content, file, [&](const Json& entry, AnnotatedImage& image) {
    image.name = jsonText(entry, "filename");
    const Json* areas = jsonArray(entry, "annotations");
    for (std::size_t i = 0; areas && i < areas->size(); ++i) {
      const Json& area = (*areas)[i];
      const auto at = [&](const char* name) { return jsonCoordinate(area, name); };
      if (!image.addBox(at("x"), at("y"), at("width"), at("height"), {{"", jsonText(area, "class")}}))
        file.leaveOut(image, "an annotation is no box");
    }
  });
}

// {"assets": {ID: {"asset": {"name": "a.jpg"}, "regions": [{"tags": ["cat"], "boundingBox": {"left": …, "top": …}}]}}}
bool isVott(const Json& content) {
  const Json* assets = jsonObject(content, "assets");
  return assets && !assets->empty() && jsonObject(*assets->begin(), "asset") && jsonArray(*assets->begin(), "regions");
}

void readVott(const Json& content, const std::string&, AnnotationFile& file) {
  for (const Json& entry : content["assets"]) {
    AnnotatedImage image;
    image.number = std::ssize(file.images) + 1;
    if (const Json* asset = jsonObject(entry, "asset")) {
      image.name = jsonText(*asset, "name");
      if (const Json* size = jsonObject(*asset, "size"))
        image.size = {jsonWhole(*size, "height").value_or(0), jsonWhole(*size, "width").value_or(0)};
    }
    const Json* regions = jsonArray(entry, "regions");
    for (std::size_t i = 0; regions && i < regions->size(); ++i) {
      const Json& region = (*regions)[i];
      const Json* box = jsonObject(region, "boundingBox");
      const Json* outline = jsonText(region, "type") == "POLYGON" ? jsonArray(region, "points") : nullptr;
      const auto at = [&](const char* name) { return box ? jsonCoordinate(*box, name) : std::nullopt; };
      std::vector<ChosenValue> chosen;
      if (const Json* tags = jsonArray(region, "tags"))
        for (const Json& tag : *tags)
          if (tag.is_string()) chosen.push_back({"", tag.get<std::string>()});
      const bool added = outline ? image.addOutline(annotatedPoints(outline), std::move(chosen))
                                 : image.addBox(at("left"), at("top"), at("width"), at("height"), std::move(chosen));
      if (!added) file.leaveOut(image, "a region is neither a box nor a polygon");
    }
    file.images.push_back(std::move(image));
  }
}

// {"image_url": "azureml://…/a.jpg", "label": "cat"}, or "label": [{"label": "cat", "topX": 0.1, "topY": …, …}]
bool isAzureTable(const Json& content) {
  const Json* first = firstEntry(content);
  return first && !jsonText(*first, "image_url").empty() && jsonField(*first, "label");
}

void readAzureTable(const Json& content, const std::string&, AnnotationFile& file) {
  readListed(content, file, [&](const Json& entry, AnnotatedImage& image) {
    image.name = pictureOfUrl(jsonText(entry, "image_url"));
    image.shares = true;
    if (const Json* details = jsonObject(entry, "image_details"))
      image.size = {jsonWhole(*details, "height").value_or(0), jsonWhole(*details, "width").value_or(0)};
    const Json* label = jsonField(entry, "label");
    if (!label) {
      image.unjudged = "nobody annotated this image";
      return;
    }
    if (label->is_string()) image.values.push_back({"", label->get<std::string>()});
    if (!label->is_array()) return;
    for (const Json& each : *label) {
      if (each.is_string()) {
        image.values.push_back({"", each.get<std::string>()});
        continue;
      }
      const auto at = [&](const char* name) { return jsonCoordinate(each, name); };
      const Json* outlines = jsonArray(each, "polygon");
      const std::string name = jsonText(each, "label");
      bool added = false;
      if (!outlines) added = image.addCorners(at("topX"), at("topY"), at("bottomX"), at("bottomY"), {{"", name}});
      for (std::size_t i = 0; outlines && i < outlines->size(); ++i)
        added = image.addOutline(annotatedPoints(&(*outlines)[i]), {{"", name}}) || added;
      if (!added) file.leaveOut(image, "an annotation is neither a box nor a polygon");
    }
  });
}

}  // namespace

AnnotationForm huggingFaceForm() {
  return {"Hugging Face", false, isHuggingFace, readHuggingFace};
}

AnnotationForm slothForm() {
  return {"Sloth", false, isSloth, readSloth};
}

AnnotationForm vottForm() {
  return {"VoTT", false, isVott, readVott};
}

AnnotationForm azureTableForm() {
  return {"Azure Machine Learning", false, isAzureTable, readAzureTable};
}

}  // namespace fovea
