// Imports the boxes of Apple's Create ML: JSON files that list images, each with labels and boxes by their centre and
// size in pixels. Such a file lies beside its images.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_boxes.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumCreateMl = std::uint64_t{64} << 20;
constexpr std::size_t kCreateMlStart = 64 << 10;
constexpr std::size_t kLongestCreateMlLabel = 200;

const TypedSchema<DetectionOptions>& createMlSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<DetectionOptions>());
  return schema;
}

const Json* imageOfEntry(const Json& entry) {
  const Json* name = jsonField(entry, "image");
  if (!name) name = jsonField(entry, "imagefilename");
  return name && name->is_string() ? name : nullptr;
}

const Json* boxesField(const Json& entry) {
  const Json* boxes = jsonField(entry, "annotations");
  return boxes ? boxes : jsonField(entry, "annotation");
}

// Returns the list of boxes of an image; null for none.
const Json* boxesOfEntry(const Json& entry) {
  const Json* boxes = boxesField(entry);
  return boxes && boxes->is_array() ? boxes : nullptr;
}

// Returns the corners of an object, the label still open; nothing if it states no four numbers.
std::optional<Box> createMlBoxOf(const Json& object) {
  const Json* place = jsonObject(object, "coordinates");
  if (!place) return std::nullopt;
  const auto x = jsonCoordinate(*place, "x"), y = jsonCoordinate(*place, "y");
  const auto width = jsonCoordinate(*place, "width"), height = jsonCoordinate(*place, "height");
  if (!x || !y || !width || !height) return std::nullopt;
  return Box{*x - *width / 2, *y - *height / 2, *x + *width / 2, *y + *height / 2, 0};
}

// Returns true if the beginning of a file contains the names of such a list; readCreateMl() looks closer.
bool looksLikeCreateMl(const fs::path& file) {
  const std::string start = beginningOfFile(file, kCreateMlStart);
  const auto has = [&](const char* word) { return start.find(word) != std::string::npos; };
  return trimmed(start).starts_with('[') && (has("\"image\"") || has("\"imagefilename\"")) &&
         (has("\"annotations\"") || has("\"annotation\""));
}

// Reads a file. Fails with Unsupported if no entry names an image, or if none has a box; a file whose name says that it
// is of Create ML may list images without boxes alone.
Result<Json> readCreateMl(const fs::path& file) {
  FOVEA_TRY(const std::string text, readSource(file, kMaximumCreateMl));
  auto json = parseJson(text);
  const std::string shown = displayName(file.string());
  if (!json.ok()) return json.error().within(shown);
  std::size_t images = 0, others = 0, boxes = 0;
  for (const Json& entry : *json) {
    if (!imageOfEntry(entry)) continue;
    ++images;
    const Json* list = boxesOfEntry(entry);
    others += !list;
    for (std::size_t i = 0; list && i < list->size(); ++i) {
      const bool box = (*list)[i].is_object() && (*list)[i].contains("coordinates");
      boxes += box;
      others += !box;
    }
  }
  const bool named = lowerCase(file.filename().string()).find("createml") != std::string::npos;
  if (!json->is_array() || images == 0 || (boxes == 0 && (others > 0 || !named)))
    return fail(ErrorCode::Unsupported, shown + " lists no boxes as Create ML does.");
  return json;
}

void addCreateMlEntry(const Json& entry, std::int64_t number, ListedBoxes& boxes, DetectionSource& source) {
  const Json* image = imageOfEntry(entry);
  if (!image) return source.addProblem(boxes.place(), 0, fmt::format("entry {} names no image", number));
  const auto& name = image->get_ref<const std::string&>();
  if (!boxes.begin(name, 0)) return;
  const Json* list = boxesOfEntry(entry);
  if (!list && boxesField(entry))
    return source.addProblem(boxes.place(), 0,
                             fmt::format("what belongs to {} is no list of boxes", displayName(name.substr(0, 200))));
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const Json& object = (*list)[i];
    const std::string label = jsonText(object, "label").substr(0, kLongestCreateMlLabel);
    auto box = createMlBoxOf(object);
    if (!box || label.empty()) {
      source.addProblem(boxes.place(), 0,
                        fmt::format("box {} of {} has no label, or its coordinates are no four numbers", i + 1,
                                    displayName(name.substr(0, 200))));
      continue;
    }
    const auto known = source.labelNamed(label);
    if (!known.ok()) {
      source.addProblem(boxes.place(), 0, known.error().message);
      continue;
    }
    box->label = *known;
    source.addBox(*box, boxes.place(), 0);
  }
}

class CreateMlImporter : public ListImporter {
 public:
  std::string name() const override { return "createml"; }
  std::string title() const override { return "Boxes of Create ML (JSON)"; }
  Schema options() const override { return createMlSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const FilesNearRoot found = filesNearRoot(path, ".json", looksLikeCreateMl, look);
    if (found.files.empty()) return nothingFound("list of boxes of Create ML", path);
    auto source = std::make_unique<DetectionSource>(path, found.root, DetectionSource::Unit::Pixels,
                                                    createMlSchema().read(values));
    FOVEA_TRY(ListedBoxes boxes, ListedBoxes::of(found.root, look, *source));
    std::size_t leftOut = 0;
    for (const std::string& file : found.files) {
      FOVEA_CHECK(look.check());
      const auto json = readCreateMl(found.root / file);
      if (!json.ok()) {
        // One file of another kind must not keep the others out.
        if (json.error().code != ErrorCode::Unsupported || ++leftOut == found.files.size()) return json.error();
        source->addDecision(
            {"the file " + displayName(file), "left out, with the images that it names", json.error().message, {}});
        continue;
      }
      boxes.open(file);
      for (std::size_t i = 0; i < json->size() && !boxes.enough(); ++i) {
        if (i % 1024 == 0) FOVEA_CHECK(look.check());
        addCreateMlEntry((*json)[i], static_cast<std::int64_t>(i) + 1, boxes, *source);
      }
    }
    FOVEA_CHECK(boxes.finish());
    source->sortClasses();
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> createMlImporter() {
  return std::make_shared<CreateMlImporter>();
}

}  // namespace fovea
