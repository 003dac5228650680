// Reads the exports of Label Studio: JSON, and JSON-MIN or CSV (one object or row for each annotation). Coordinates are
// percent of the image; a rectangle is rotated around its top left corner.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/data/importers/annotated_image.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/outline_shapes.h"
#include "core/data/importers/tool_rows.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

// Returns the image among the data of a task; empty if there is none.
std::string pictureOfTask(const Json& data) {
  if (!data.is_object()) return {};
  for (const auto& [name, value] : data.items()) {
    if (!value.is_string() || value.get_ref<const std::string&>().size() > 4096) continue;
    std::string picture = pictureOfUrl(value.get_ref<const std::string&>());
    if (fileKindOf(picture) == FileKind::Image) return picture;
  }
  return {};
}

// Returns the labels of a region: the list "rectanglelabels", "polygonlabels" or another name with that ending.
std::vector<ChosenValue> studioLabels(const Json& value, const std::string& name) {
  std::vector<ChosenValue> labels;
  for (const auto& [key, list] : value.items())
    if (key.ends_with("labels") && list.is_array())
      for (const Json& label : list)
        if (label.is_string()) labels.push_back({name, label.get<std::string>()});
  return labels;
}

// Appends the choices of a value: {"choices": ["a"]}, or a text.
void addStudioChoices(const Json& value, const std::string& name, std::vector<ChosenValue>& into) {
  if (value.is_string() && !value.get_ref<const std::string&>().empty())
    into.push_back({name, value.get<std::string>()});
  if (const Json* choices = jsonArray(value, "choices"))
    for (const Json& choice : *choices)
      if (choice.is_string()) into.push_back({name, choice.get<std::string>()});
}

// Adds the area of a region. The numbers become pixels of the stated size, since rotations need them.
bool addStudioArea(const Json& value, const ImageSize& size, std::vector<ChosenValue> labels, AnnotatedImage& image) {
  const float toX = static_cast<float>(size.width) / 100, toY = static_cast<float>(size.height) / 100;
  const auto at = [&](const char* name, float scale) {
    const auto number = jsonCoordinate(value, name);
    return number ? std::optional<float>(*number * scale) : std::nullopt;
  };
  const auto x = at("x", toX), y = at("y", toY), width = at("width", toX), height = at("height", toY);
  const double degrees = jsonCoordinate(value, "rotation").value_or(0);
  if (jsonField(value, "points")) {
    auto points = annotatedPoints(jsonField(value, "points"));
    for (std::size_t i = 0; points && i < points->size(); ++i) (*points)[i] *= i % 2 == 0 ? toX : toY;
    return image.addOutline(std::move(points), std::move(labels));
  }
  if (jsonField(value, "radiusX"))
    return image.addEllipse(x, y, at("radiusX", toX), at("radiusY", toY), degrees, std::move(labels));
  if (!image.addBox(x, y, width, height, std::move(labels))) return false;
  turnOutline(image.areas.back().shape.outline, degrees, *x, *y);
  return true;
}

// Adds a region with the size that it states. `holder` has the size: the region, or its value in JSON-MIN.
void addStudioRegion(const Json& value, const Json& holder, std::vector<ChosenValue> labels, AnnotatedImage& image,
                     AnnotationFile& file) {
  const ImageSize size{jsonWhole(holder, "original_height").value_or(0),
                       jsonWhole(holder, "original_width").value_or(0)};
  if (size.height <= 0 || size.width <= 0 || size.height > 1'000'000 || size.width > 1'000'000)
    return file.leaveOut(image, "a region does not state the size of its image");
  if (jsonField(value, "rle") || jsonField(value, "format"))
    return file.leaveOut(image, "a brush stroke is not read; export those as COCO, or as PNG masks");
  image.size = size;
  if (!addStudioArea(value, size, std::move(labels), image)) file.leaveOut(image, "a region has no area");
}

// Returns the annotation that counts: the one marked as ground truth, or else the first that was not skipped.
const Json* annotationOfTask(const Json& task, AnnotatedImage& image, AnnotationFile& file) {
  const Json* annotations = jsonArray(task, "annotations");
  if (!annotations) annotations = jsonArray(task, "completions");
  const auto isTrue = [](const Json& each, const char* name) {
    const Json* value = jsonField(each, name);
    return value && value->is_boolean() && value->get<bool>();
  };
  const Json* chosen = nullptr;
  std::size_t usable = 0;
  for (std::size_t i = 0; annotations && i < annotations->size(); ++i) {
    const Json& each = (*annotations)[i];
    if (isTrue(each, "was_cancelled") || !jsonArray(each, "result")) continue;
    ++usable;
    if (!chosen || (isTrue(each, "ground_truth") && !isTrue(*chosen, "ground_truth"))) chosen = &each;
  }
  if (!chosen) image.unjudged = "nobody annotated this image, or the annotation was skipped";
  if (usable > 1) file.leaveOut(image, fmt::format("this image has {} annotations; one of them is taken", usable));
  return chosen;
}

void readStudioResults(const Json& results, AnnotatedImage& image, AnnotationFile& file) {
  // A region and its labels may be several entries with the same id.
  std::map<std::string, std::vector<const Json*>> regions;
  std::vector<std::string> order;
  for (const Json& result : results) {
    const Json* value = jsonObject(result, "value");
    if (!value) continue;
    const bool region = jsonField(*value, "x") || jsonField(*value, "points") || jsonField(*value, "rle");
    const std::string name = jsonText(result, "from_name");
    if (!region && jsonField(*value, "choices")) addStudioChoices(*value, name, image.values);
    if (!region) continue;
    std::string id = jsonText(result, "id");
    if (id.empty()) id = fmt::format("#{}", order.size());
    auto& entries = regions[id];
    if (entries.empty()) order.push_back(id);
    entries.push_back(&result);
  }
  for (const std::string& id : order) {
    std::vector<ChosenValue> values;
    for (const Json* entry : regions[id]) {
      const std::string name = jsonText(*entry, "from_name");
      for (ChosenValue& label : studioLabels((*entry)["value"], name)) values.push_back(std::move(label));
      addStudioChoices((*entry)["value"], name, values);
    }
    const Json& first = *regions[id].front();
    addStudioRegion(first["value"], first, std::move(values), image, file);
  }
}

bool isLabelStudio(const Json& content) {
  if (!content.is_array() || content.empty()) return false;
  if (!jsonArray(content[0], "annotations") && !jsonArray(content[0], "completions")) return false;
  return std::any_of(content.begin(), content.end(), [](const Json& task) {
    const Json* data = jsonObject(task, "data");
    return data && !pictureOfTask(*data).empty();
  });
}

void readLabelStudio(const Json& content, const std::string&, AnnotationFile& file) {
  std::int64_t number = 0;
  for (const Json& task : content) {
    AnnotatedImage image;
    image.number = ++number;
    if (const Json* data = jsonObject(task, "data")) image.name = pictureOfTask(*data);
    if (const Json* annotation = annotationOfTask(task, image, file))
      readStudioResults((*annotation)["result"], image, file);
    file.images.push_back(std::move(image));
  }
}

bool isLabelStudioRows(const Json& content) {
  return content.is_array() && !content.empty() && jsonField(content[0], "annotation_id") &&
         jsonField(content[0], "annotator") && jsonField(content[0], "lead_time") && !pictureOfTask(content[0]).empty();
}

void readLabelStudioRows(const Json& content, const std::string&, AnnotationFile& file) {
  static constexpr std::string_view kNoChoices[] = {"id",         "annotator", "annotation_id", "created_at",
                                                    "updated_at", "lead_time", "agreement",     "comments"};
  std::int64_t number = 0;
  for (const Json& row : content) {
    AnnotatedImage image;
    image.number = ++number;
    image.name = pictureOfTask(row);
    for (const auto& [name, value] : row.items()) {
      if (std::find(std::begin(kNoChoices), std::end(kNoChoices), name) != std::end(kNoChoices)) continue;
      if (value.is_array()) {
        for (const Json& region : value)
          if (region.is_object()) addStudioRegion(region, region, studioLabels(region, name), image, file);
      } else if (!value.is_string() || pictureOfUrl(value.get_ref<const std::string&>()) != image.name) {
        addStudioChoices(value, name, image.values);
      }
    }
    file.images.push_back(std::move(image));
  }
}

// Returns the choices of an annotation by the names of their controls.
std::map<std::string, Json> choicesOfResults(const Json& results) {
  std::map<std::string, Json> choices;
  for (const Json& result : results) {
    const Json* value = jsonObject(result, "value");
    if (const Json* chosen = value ? jsonArray(*value, "choices") : nullptr)
      choices[jsonText(result, "from_name")] = *chosen;
  }
  return choices;
}

}  // namespace

bool isLabelStudioTask(const Json& entry) {
  return jsonObject(entry, "data") && (jsonArray(entry, "annotations") || jsonArray(entry, "completions"));
}

Json labelStudioRow(const Json& task) {
  Json row = *jsonObject(task, "data");
  std::map<std::string, Json> choices;
  AnnotatedImage unused;
  AnnotationFile file;
  if (const Json* annotation = annotationOfTask(task, unused, file))
    choices = choicesOfResults((*annotation)["result"]);
  // Annotations that differ do not say which of them is right.
  for (const char* list : {"annotations", "completions"})
    if (const Json* annotations = jsonArray(task, list); annotations && !file.problems.empty())
      for (const Json& each : *annotations)
        if (const Json* results = jsonArray(each, "result"))
          for (const auto& [name, chosen] : choicesOfResults(*results))
            if (auto own = choices.find(name); own != choices.end() && own->second != chosen) own->second = nullptr;
  for (auto& [name, chosen] : choices) row[name] = std::move(chosen);
  return row;
}

AnnotationForm labelStudioForm() {
  return {"Label Studio", false, isLabelStudio, readLabelStudio};
}

AnnotationForm labelStudioRowsForm() {
  return {"Label Studio", false, isLabelStudioRows, readLabelStudioRows};
}

}  // namespace fovea
