// Imports boxes from lists in JSON with an entry for each image, which may be large and are read one entry after the
// other: CrowdHuman (Shao et al. 2018; lines of JSON in files that end in .odgt) and BDD100K (Yu et al. 2020; the form
// of Scalabel).
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/json_entries.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_boxes.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMostBytesOfEntries = std::uint64_t{4} << 30;
constexpr std::size_t kStartOfEntries = 256 << 10;  // in which a file shows its form
constexpr std::size_t kQuickBytes = 4 << 20;        // that are read during recognition
constexpr std::size_t kMostEntryListsOfFolder = 8;  // a folder with more holds a file for each image
constexpr std::size_t kMostListsOfEntries = 256;
constexpr std::size_t kEntriesToJudge = 8;
constexpr std::size_t kLongestEntryClass = 100;

struct EntryBoxesOptions : DetectionOptions {
  std::string boxes = "fbox";
};

const TypedSchema<EntryBoxesOptions>& entryBoxesSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<EntryBoxesOptions>().field(
      &EntryBoxesOptions::boxes, {.name = "boxes",
                                  .title = "Boxes of a person",
                                  .help = "Which of the three boxes of CrowdHuman is taken.",
                                  .choices = {{"fbox", "The whole person, hidden parts too"},
                                              {"vbox", "What is visible of the person"},
                                              {"hbox", "The head"}}}));
  return schema;
}

// Returns the box [left, top, width, height]; nothing if there is none.
std::optional<Box> boxOfSides(const Json* sides) {
  if (!sides || !sides->is_array() || sides->size() != 4) return std::nullopt;
  std::array<float, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = jsonCoordinate((*sides)[i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return Box{numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3], 0};
}

// Returns the box {"x1", "y1", "x2", "y2"}; nothing if there is none.
std::optional<Box> boxOfCorners(const Json* corners) {
  if (!corners || !corners->is_object()) return std::nullopt;
  const auto left = jsonCoordinate(*corners, "x1"), top = jsonCoordinate(*corners, "y1");
  const auto right = jsonCoordinate(*corners, "x2"), bottom = jsonCoordinate(*corners, "y2");
  if (!left || !top || !right || !bottom) return std::nullopt;
  return Box{*left, *top, *right, *bottom, 0};
}

enum class EntryForm : std::uint8_t { None, CrowdHuman, Scalabel };

EntryForm formOfEntry(const Json& entry) {
  if (!jsonText(entry, "ID").empty() && jsonArray(entry, "gtboxes")) return EntryForm::CrowdHuman;
  if (jsonText(entry, "name").empty()) return EntryForm::None;
  const Json* labels = jsonArray(entry, "labels");
  for (std::size_t i = 0; labels && i < labels->size(); ++i)
    if (!jsonText((*labels)[i], "category").empty() && jsonObject((*labels)[i], "box2d")) return EntryForm::Scalabel;
  return EntryForm::None;
}

// Returns the form of the first entries of a file that shows one.
EntryForm formOfEntries(const fs::path& file) {
  const std::string start = beginningOfFile(file, kStartOfEntries);
  if (start.find("\"gtboxes\"") == std::string::npos && start.find("\"box2d\"") == std::string::npos)
    return EntryForm::None;
  JsonEntries entries(start);
  while (const auto entry = entries.next()) {
    if (entries.number() > static_cast<std::int64_t>(kEntriesToJudge)) break;
    const auto json = parseJson(*entry);
    if (!json.ok()) return EntryForm::None;
    if (const EntryForm form = formOfEntry(*json); form != EntryForm::None) return form;
  }
  return EntryForm::None;
}

// Adds the boxes of entries to a source.
class EntryReader {
 public:
  EntryReader(const EntryBoxesOptions& options, ListedBoxes& boxes, DetectionSource& source)
      : options_(options), boxes_(boxes), source_(source) {}

  Status read(const fs::path& root, const std::string& file, Look look) {
    const fs::path path = root / file;
    FOVEA_TRY(const std::string text, look == Look::Quick ? Result<std::string>(beginningOfFile(path, kQuickBytes))
                                                          : readSource(path, kMostBytesOfEntries));
    boxes_.open(file);
    JsonEntries entries(text);
    while (const auto entry = entries.next()) {
      if (boxes_.enough()) return {};
      if (entries.number() % 256 == 0) FOVEA_CHECK(look.check());
      const auto json = parseJson(*entry);
      if (json.ok())
        addEntry(*json, entries.number());
      else
        source_.addProblem(boxes_.place(), 0, fmt::format("entry {}: {}", entries.number(), json.error().message));
    }
    if (!entries.damaged()) return {};
    if (look == Look::Quick)
      source_.setIncomplete();
    else
      source_.addProblem(boxes_.place(), 0, fmt::format("it is damaged behind entry {}", entries.number()));
    return {};
  }

  EntryForm form() const { return form_; }
  std::int64_t ignored() const { return ignored_; }
  std::int64_t shapes() const { return shapes_; }

 private:
  void addEntry(const Json& entry, std::int64_t number) {
    const bool crowd = !jsonText(entry, "ID").empty();
    const std::string image = jsonText(entry, crowd ? "ID" : "name");
    const Json* objects = jsonArray(entry, crowd ? "gtboxes" : "labels");
    if (image.empty()) return source_.addProblem(boxes_.place(), 0, fmt::format("entry {} names no image", number));
    if (!boxes_.begin(image, 0)) return;
    for (std::size_t i = 0; objects && i < objects->size(); ++i) {
      const Status added = crowd ? addPerson((*objects)[i]) : addLabel((*objects)[i]);
      if (!added.ok())
        source_.addProblem(boxes_.place(), 0,
                           fmt::format("box {} of {}: {}", i + 1, displayName(image), added.error().message));
    }
  }

  // Adds {"tag": "person", "fbox": […], "vbox": […], "hbox": […], "head_attr": {…}, "extra": {…}}. The tag "mask" marks
  // a crowd whose members are not told apart.
  Status addPerson(const Json& person) {
    form_ = EntryForm::CrowdHuman;
    const std::string tag = jsonText(person, "tag");
    const bool head = options_.boxes == "hbox";
    const Json* marks = jsonObject(person, head ? "head_attr" : "extra");
    if (tag == "mask" || (marks && jsonWhole(*marks, "ignore").value_or(0) != 0)) {
      ++ignored_;
      return {};
    }
    return add(boxOfSides(jsonField(person, options_.boxes.c_str())), head ? "head" : tag);
  }

  // Adds {"category": "car", "box2d": {"x1": …}}; lanes and areas have "poly2d" instead.
  Status addLabel(const Json& label) {
    form_ = EntryForm::Scalabel;
    if (!jsonField(label, "box2d")) {
      ++shapes_;
      return {};
    }
    return add(boxOfCorners(jsonField(label, "box2d")), jsonText(label, "category"));
  }

  Status add(std::optional<Box> box, const std::string& name) {
    if (!box) return fail(ErrorCode::Corrupt, "its corners are no four numbers");
    if (name.empty()) return fail(ErrorCode::Corrupt, "it has no class");
    FOVEA_TRY(box->label, source_.labelNamed(name.substr(0, kLongestEntryClass)));
    source_.addBox(*box, boxes_.place(), 0);
    return {};
  }

  const EntryBoxesOptions& options_;
  ListedBoxes& boxes_;
  DetectionSource& source_;
  EntryForm form_ = EntryForm::None;
  std::int64_t ignored_ = 0;  // persons that do not count
  std::int64_t shapes_ = 0;   // labels without a box
};

class EntryBoxesImporter : public ListImporter {
 public:
  std::string name() const override { return "entry_boxes"; }
  std::string title() const override { return "Boxes of CrowdHuman and BDD100K (JSON)"; }
  Schema options() const override { return entryBoxesSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const EntryBoxesOptions options = entryBoxesSchema().read(values);
    FOVEA_TRY(const FilesNearRoot found, filesOfEntries(path, look));
    auto source = std::make_unique<DetectionSource>(path, found.root, DetectionSource::Unit::Pixels, options);
    FOVEA_TRY(ListedBoxes boxes, ListedBoxes::of(found.root, look, *source));
    EntryReader reader(options, boxes, *source);
    for (const std::string& file : found.files) FOVEA_CHECK(reader.read(found.root, file, look));
    FOVEA_CHECK(boxes.finish());
    source->sortClasses();
    tell(options, reader, *source);
    return std::unique_ptr<ListedSource>(std::move(source));
  }

 private:
  static Result<FilesNearRoot> filesOfEntries(const fs::path& path, Look look) {
    std::error_code code;
    FilesNearRoot found;
    if (fs::is_directory(path, code)) {
      found.root = path;
      FOVEA_TRY(found.files, listsBelow(path, look));
    } else {
      const fs::path file = fs::absolute(path, code);
      found.root = file.parent_path();
      if (isEntryList(file.filename().string()) && formOfEntries(file) != EntryForm::None)
        found.files.push_back(file.filename().string());
    }
    if (found.files.empty()) return nothingFound("list of boxes by image", path);
    return found;
  }

  static bool isEntryList(std::string_view name) { return endingOf(name) == ".odgt" || endingOf(name) == ".json"; }

  // Returns the lists in the form of the first one. BDD100K keeps them two folders down: labels/det_20/det_train.json.
  static Result<std::vector<std::string>> listsBelow(const fs::path& root, Look look) {
    FOVEA_TRY(const FoundFiles found,
              findFiles(root, isEntryList, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
    EntryForm form = EntryForm::None;
    std::vector<std::string> lists;
    std::vector<std::size_t> seen(found.files.folders());
    std::size_t opened = 0;
    for (std::size_t i = 0; i < found.files.size() && opened < kMostListsOfEntries; ++i) {
      FOVEA_CHECK(look.check());
      if (++seen[found.files.folderOf(i)] > kMostEntryListsOfFolder) continue;
      ++opened;
      const EntryForm own = formOfEntries(root / found.files.relative(i));
      if (form == EntryForm::None) form = own;
      if (own != EntryForm::None && own == form) lists.push_back(found.files.relative(i));
    }
    return lists;
  }

  static void tell(const EntryBoxesOptions& options, const EntryReader& reader, DetectionSource& source) {
    if (reader.form() == EntryForm::CrowdHuman) {
      std::vector<std::string> others;
      for (const char* each : {"fbox", "vbox", "hbox"})
        if (options.boxes != each) others.push_back(std::string("boxes=") + each);
      source.addDecision({"the boxes of persons",
                          options.boxes == "fbox"   ? "the whole person, hidden parts too (fbox)"
                          : options.boxes == "vbox" ? "what is visible of the person (vbox)"
                                                    : "the head (hbox)",
                          "CrowdHuman has three boxes for each", std::move(others)});
    }
    if (reader.ignored() > 0)
      source.addDecision({"what is marked not to count",
                          "left out, " + counted(reader.ignored(), "box", "boxes"),
                          "the tag is \"mask\", or \"ignore\" is 1",
                          {}});
    if (reader.shapes() > 0)
      source.addDecision({"the lanes and areas", "left out, " + grouped(reader.shapes()), "they have no box", {}});
  }
};

}  // namespace

std::shared_ptr<const Importer> entryBoxesImporter() {
  return std::make_shared<EntryBoxesImporter>();
}

}  // namespace fovea
