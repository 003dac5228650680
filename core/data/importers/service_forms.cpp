// Reads the annotations of labelling services: Labelbox, Scale, SageMaker Ground Truth, Vertex AI, Azure Custom Vision;
// and of Prodigy for images.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "core/data/importers/annotated_image.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

// Returns the first of a list of objects whose field it is; null if the list is empty.
const Json* firstWith(const Json& content, const char* name) {
  if (!content.is_array() || content.empty() || !jsonField(content[0], name)) return nullptr;
  return &content[0];
}

// Reads each object of `content` as an image.
template <class Read>
void readEach(const Json& content, AnnotationFile& file, Read read) {
  for (const Json& entry : content) {
    AnnotatedImage image;
    image.number = std::ssize(file.images) + 1;
    if (entry.is_object()) read(entry, image);
    file.images.push_back(std::move(image));
  }
}

bool addServiceBox(const Json& box, const char* left, const char* top, const char* width, const char* height,
                   std::string label, AnnotatedImage& image) {
  return image.addBox(jsonCoordinate(box, left), jsonCoordinate(box, top), jsonCoordinate(box, width),
                      jsonCoordinate(box, height), {{"", std::move(label)}});
}

bool isLabelbox(const Json& content) {
  return firstWith(content, "data_row") && jsonObject(content[0], "projects");
}

void addLabelboxClass(const Json& classification, AnnotatedImage& image) {
  const std::string name = jsonText(classification, "name");
  if (const Json* answer = jsonObject(classification, "radio_answer"))
    image.values.push_back({name, jsonText(*answer, "name")});
  if (const Json* answers = jsonArray(classification, "checklist_answers"))
    for (const Json& answer : *answers) image.values.push_back({name, jsonText(answer, "name")});
}

void addLabelboxAnnotations(const Json& annotations, AnnotatedImage& image, AnnotationFile& file) {
  if (const Json* objects = jsonArray(annotations, "objects"))
    for (const Json& object : *objects) {
      const std::string name = jsonText(object, "name");
      const Json* box = jsonObject(object, "bounding_box");
      const bool added = box ? addServiceBox(*box, "left", "top", "width", "height", name, image)
                             : image.addOutline(annotatedPoints(jsonField(object, "polygon")), {{"", name}});
      if (!added) file.leaveOut(image, "an object is neither a box nor a polygon");
    }
  if (const Json* classes = jsonArray(annotations, "classifications"))
    for (const Json& each : *classes) addLabelboxClass(each, image);
}

void readLabelbox(const Json& content, const std::string&, AnnotationFile& file) {
  readEach(content, file, [&](const Json& entry, AnnotatedImage& image) {
    if (const Json* row = jsonObject(entry, "data_row"))
      for (const char* name : {"external_id", "global_key", "row_data"})
        if (fileKindOf(image.name) != FileKind::Image) image.name = pictureOfUrl(jsonText(*row, name));
    if (const Json* media = jsonObject(entry, "media_attributes"))
      image.size = {jsonWhole(*media, "height").value_or(0), jsonWhole(*media, "width").value_or(0)};
    std::size_t labels = 0;
    if (const Json* projects = jsonObject(entry, "projects"))
      for (const Json& project : *projects)
        if (const Json* list = jsonArray(project, "labels"))
          for (const Json& label : *list)
            if (const Json* annotations = jsonObject(label, "annotations"); annotations && labels++ == 0)
              addLabelboxAnnotations(*annotations, image, file);
    if (labels == 0) image.unjudged = "nobody annotated this image";
    if (labels > 1) file.leaveOut(image, fmt::format("this image has {} annotations; the first is taken", labels));
  });
}

bool isScale(const Json& content) {
  return firstWith(content, "task_id") && jsonField(content[0], "response") && jsonField(content[0], "params");
}

void readScale(const Json& content, const std::string&, AnnotationFile& file) {
  readEach(content, file, [&](const Json& task, AnnotatedImage& image) {
    if (const Json* params = jsonObject(task, "params")) image.name = pictureOfUrl(jsonText(*params, "attachment"));
    const Json* response = jsonObject(task, "response");
    const Json* objects = response ? jsonArray(*response, "annotations") : nullptr;
    if (!objects) image.unjudged = "its task has no response";
    for (std::size_t i = 0; objects && i < objects->size(); ++i) {
      const Json& object = (*objects)[i];
      const std::string label = jsonText(object, "label");
      const Json* corners = jsonField(object, "vertices");
      const bool added = corners ? image.addOutline(annotatedPoints(corners), {{"", label}})
                                 : addServiceBox(object, "left", "top", "width", "height", label, image);
      if (!added) file.leaveOut(image, "an annotation is neither a box nor a polygon");
    }
  });
}

bool isGroundTruth(const Json& content) {
  return firstWith(content, "source-ref");
}

// Returns the name of a class in "class-map", whose keys are numbers.
std::string groundTruthClass(const Json& metadata, const Json* number) {
  const Json* names = jsonObject(metadata, "class-map");
  if (!number || !number->is_number_integer()) return {};
  return names ? jsonText(*names, std::to_string(number->get<std::int64_t>()).c_str()) : std::string();
}

void addGroundTruthJob(const std::string& job, const Json& value, const Json& metadata, AnnotatedImage& image,
                       AnnotationFile& file) {
  const std::string single = jsonText(metadata, "class-name");
  if (!single.empty()) image.values.push_back({job, single});
  if (value.is_array())
    for (const Json& each : value) image.values.push_back({job, groundTruthClass(metadata, &each)});
  const Json* sizes = jsonArray(value, "image_size");
  if (sizes && !sizes->empty())
    image.size = {jsonWhole((*sizes)[0], "height").value_or(0), jsonWhole((*sizes)[0], "width").value_or(0)};
  if (const Json* boxes = jsonArray(value, "annotations"))
    for (const Json& box : *boxes) {
      const std::string label = groundTruthClass(metadata, jsonField(box, "class_id"));
      if (!addServiceBox(box, "left", "top", "width", "height", label, image))
        file.leaveOut(image, "an annotation is no box");
      else
        image.areas.back().values[0].name = job;
    }
}

void readGroundTruth(const Json& content, const std::string&, AnnotationFile& file) {
  readEach(content, file, [&](const Json& entry, AnnotatedImage& image) {
    image.name = pictureOfUrl(jsonText(entry, "source-ref"));
    bool judged = false;
    for (const auto& [name, metadata] : entry.items()) {
      if (!name.ends_with("-metadata") || !metadata.is_object()) continue;
      const std::string job = name.substr(0, name.size() - std::string_view("-metadata").size());
      const Json* value = jsonField(entry, job.c_str());
      judged = judged || value;
      if (value) addGroundTruthJob(job, *value, metadata, image, file);
    }
    if (!judged) image.unjudged = "nobody annotated this image";
  });
}

bool isVertex(const Json& content) {
  return firstWith(content, "imageGcsUri");
}

void readVertex(const Json& content, const std::string&, AnnotationFile& file) {
  readEach(content, file, [&](const Json& entry, AnnotatedImage& image) {
    image.name = pictureOfUrl(jsonText(entry, "imageGcsUri"));
    image.shares = true;
    if (const Json* labels = jsonObject(entry, "dataItemResourceLabels"))
      image.split = splitOfName(jsonText(*labels, "aiplatform.googleapis.com/ml_use"));
    if (const Json* one = jsonObject(entry, "classificationAnnotation"))
      image.values.push_back({"", jsonText(*one, "displayName")});
    if (const Json* several = jsonArray(entry, "classificationAnnotations"))
      for (const Json& each : *several) image.values.push_back({"", jsonText(each, "displayName")});
    if (const Json* boxes = jsonArray(entry, "boundingBoxAnnotations"))
      for (const Json& box : *boxes) {
        const auto at = [&](const char* name) { return jsonCoordinate(box, name); };
        if (!image.addCorners(at("xMin"), at("yMin"), at("xMax"), at("yMax"), {{"", jsonText(box, "displayName")}}))
          file.leaveOut(image, "an annotation is no box");
      }
  });
}

// Returns the column with the URL in a table without a header: the first, or the second after the split; else -1.
int urlColumn(const Json& row) {
  return jsonText(row, "0").starts_with("gs://") ? 0 : jsonText(row, "1").starts_with("gs://") ? 1 : -1;
}

bool isAutoMl(const Json& content) {
  return content.is_array() && !content.empty() && urlColumn(content[0]) >= 0;
}

// A row is the split, the URL, a label, and the corners of a box, of which the second and the fourth may be empty.
void readAutoMl(const Json& content, const std::string&, AnnotationFile& file) {
  std::map<std::string, std::size_t> places;
  for (const Json& row : content) {
    const int at = urlColumn(row);
    if (at < 0) continue;
    const auto cell = [&](int offset) { return jsonText(row, std::to_string(at + offset).c_str()); };
    const auto [place, isNew] = places.try_emplace(pictureOfUrl(cell(0)), file.images.size());
    if (isNew) {
      file.images.emplace_back();
      AnnotatedImage& made = file.images.back();
      made.number = std::ssize(file.images);
      made.name = place->first;
      made.shares = true;
      if (at == 1) made.split = splitOfName(jsonText(row, "0"));
    }
    AnnotatedImage& image = file.images[place->second];
    const auto share = [&](int offset) {
      const auto number = realNumber(cell(offset));
      return number && std::abs(*number) <= 2 ? std::optional<float>(static_cast<float>(*number)) : std::nullopt;
    };
    const std::string label = cell(1);
    if (label.empty()) continue;
    if (cell(2).empty())
      image.values.push_back({"", label});
    else if (!image.addCorners(share(2), share(3), share(6), share(7), {{"", label}}))
      file.leaveOut(image, "a row has no box in shares of the image");
  }
}

bool isCustomVision(const Json& content) {
  return firstWith(content, "originalImageUri");
}

void readCustomVision(const Json& content, const std::string&, AnnotationFile& file) {
  readEach(content, file, [&](const Json& entry, AnnotatedImage& image) {
    image.name = pictureOfUrl(jsonText(entry, "originalImageUri"));
    image.shares = true;
    if (const Json* tags = jsonArray(entry, "tags"))
      for (const Json& tag : *tags) image.values.push_back({"", jsonText(tag, "tagName")});
    if (const Json* regions = jsonArray(entry, "regions"))
      for (const Json& region : *regions)
        if (!addServiceBox(region, "left", "top", "width", "height", jsonText(region, "tagName"), image))
          file.leaveOut(image, "a region is no box");
    // The tags of an image with regions are those of the regions.
    if (!image.areas.empty()) image.values.clear();
  });
}

bool isProdigy(const Json& content) {
  if (!firstWith(content, "image")) return false;
  const std::string answer = jsonText(content[0], "answer");
  return (answer == "accept" || answer == "reject" || answer == "ignore") &&
         (jsonField(content[0], "spans") || jsonField(content[0], "accept") || jsonField(content[0], "label"));
}

void readProdigy(const Json& content, const std::string&, AnnotationFile& file) {
  readEach(content, file, [&](const Json& entry, AnnotatedImage& image) {
    image.name = pictureOfUrl(jsonText(entry, "image"));
    if (jsonField(entry, "spans"))
      image.size = {jsonWhole(entry, "height").value_or(0), jsonWhole(entry, "width").value_or(0)};
    const std::string answer = jsonText(entry, "answer");
    if (answer != "accept") {
      image.unjudged = fmt::format("its answer is \"{}\"", displayName(answer.substr(0, 40)));
      return;
    }
    if (const std::string label = jsonText(entry, "label"); !label.empty()) image.values.push_back({"", label});
    if (const Json* options = jsonArray(entry, "accept"))
      for (const Json& option : *options)
        if (option.is_string()) image.values.push_back({"", option.get<std::string>()});
    if (const Json* spans = jsonArray(entry, "spans"))
      for (const Json& span : *spans) {
        const std::string label = jsonText(span, "label");
        const bool added = jsonField(span, "width")
                               ? addServiceBox(span, "x", "y", "width", "height", label, image)
                               : image.addOutline(annotatedPoints(jsonField(span, "points")), {{"", label}});
        if (!added) file.leaveOut(image, "a span has no area");
      }
  });
}

}  // namespace

AnnotationForm labelboxForm() {
  return {"Labelbox", false, isLabelbox, readLabelbox};
}

AnnotationForm scaleForm() {
  return {"Scale", false, isScale, readScale};
}

AnnotationForm groundTruthForm() {
  return {"SageMaker Ground Truth", false, isGroundTruth, readGroundTruth};
}

AnnotationForm vertexForm() {
  return {"Vertex AI", false, isVertex, readVertex};
}

AnnotationForm autoMlForm() {
  return {"AutoML", false, isAutoMl, readAutoMl};
}

AnnotationForm customVisionForm() {
  return {"Azure Custom Vision", false, isCustomVision, readCustomVision};
}

AnnotationForm prodigyForm() {
  return {"Prodigy", false, isProdigy, readProdigy};
}

}  // namespace fovea
