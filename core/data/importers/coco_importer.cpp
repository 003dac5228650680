// Imports COCO JSON (Lin et al. 2014) as boxes, as masks drawn from the outlines over a class "background", or as the
// set of classes in each image.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/data/importers/coco_file.h"
#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/polygon_mask.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kQuickCocoBytes = std::uint64_t{16} << 20;
constexpr std::size_t kMaximumMaskClasses = 254;
constexpr int kMostFoldersDropped = 4;  // folders in front of the name of an image that may be foreign
constexpr std::size_t kCocoImagesToJudge = 20;
constexpr int kMostBesideCoco = 200;  // entries of a folder among which the images are looked for
constexpr std::ptrdiff_t kUsualBases = 8;
constexpr std::size_t kShownNames = 5;

struct CocoOptions : DetectionOptions {
  std::string use = "boxes";
  std::string parents = "leave_out";
};

const TypedSchema<CocoOptions>& cocoSchema() {
  static const auto schema = withDetectionOptions(
      TypedSchema<CocoOptions>()
          .field(&CocoOptions::use, {.name = "use",
                                     .title = "Use",
                                     .help = "What is taken from the annotations.",
                                     .choices = {{"boxes", "Boxes"},
                                                 {"masks", "Masks from the outlines"},
                                                 {"labels", "The classes in an image"}}})
          .field(
              &CocoOptions::parents,
              {.name = "supercategories",
               .title = "Categories above others",
               .help = "What becomes of a category that no annotation has and that another names as its supercategory.",
               .choices = {{"leave_out", "Leave out"}, {"keep", "Keep, as a class"}}}));
  return schema;
}

struct CocoSet {
  fs::path json;
  std::optional<Split> split;
};

// An annotation that was read.
struct CocoRead {
  CocoSet set;
  CocoFile file;
  fs::path images;  // their folder
  bool shares = false;  // the file has boxes in shares of the width and height
};

struct FoundSets {
  std::vector<CocoSet> sets;
  std::vector<std::string> others;  // names of files with captions, key points or further images
};

// Finds the annotations at a path: a file, or the files of a folder, its folder "annotations" and its split folders.
Result<FoundSets> findSets(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  FoundSets found;
  std::vector<CocoSet>& sets = found.sets;
  const auto take = [&](const fs::path& json, const fs::path& folder) {
    if (endingOf(json.filename().string()) != ".json" || !looksLikeCoco(json)) return;
    const std::string stem(stemOf(json.filename().string()));
    auto split = splitInName(stem);
    if (!split) split = splitOfName(folder.filename().string());
    sets.push_back({json, split});
  };
  if (!fs::is_directory(source, code)) {
    take(source, source.parent_path());
  } else {
    FOVEA_TRY(const FolderEntries entries, listFolder(source, scan));
    for (const std::string& name : entries.files) take(source / name, source);
    for (const std::string& name : entries.folders) {
      if (name != "annotations" && !splitInName(name)) continue;
      const auto inside = listFolder(source / name, scan);
      for (std::size_t i = 0; inside.ok() && i < inside->files.size(); ++i)
        take(source / name / inside->files[i], source / name);
    }
  }
  const auto isInstances = [](const CocoSet& set) { return set.json.filename().string().starts_with("instances_"); };
  if (std::any_of(sets.begin(), sets.end(), isInstances)) {
    for (const CocoSet& set : sets)
      if (!isInstances(set)) found.others.push_back(set.json.filename().string());
    std::erase_if(sets, [&](const CocoSet& set) { return !isInstances(set); });
  }
  if (sets.empty()) return nothingFound("annotation of COCO", source);
  return found;
}

// The first names of a list, then "…" if there are more.
std::string firstNames(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names)
    if (shown.size() <= kShownNames) shown.push_back(shown.size() < kShownNames ? displayName(name) : "…");
  return fmt::format("{}", fmt::join(shown, ", "));
}

ImportDecision decisionAboutOthers(const FoundSets& found) {
  return {"the annotations that are read",
          fmt::format("{} left out: {}", counted(std::ssize(found.others), "file"), firstNames(found.others)),
          "objects are in the files named “instances_…”; to import one of the others, name that file as the source",
          {}};
}

// Finds the folder of the first images of a file. Also tries their names without their first folders, which may be
// those of the machine that wrote the file or of a URL.
Result<fs::path> findImages(const fs::path& json, CocoFile& file) {
  std::error_code code;
  const fs::path folder = json.parent_path();
  const std::string stem(stemOf(json.filename().string()));
  const std::string last = stem.substr(stem.rfind('_') == std::string::npos ? 0 : stem.rfind('_') + 1);
  const fs::path above = folder.parent_path();
  std::vector<fs::path> bases{folder,        above / last, above / "images" / last, folder / "images",
                              folder / last, above,        above / "images",        folder / "images" / last};
  // Other folders beside the annotation.
  int beside = 0;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    if (++beside > kMostBesideCoco) break;
    std::error_code ignored;
    if (entry->is_directory(ignored)) bases.push_back(entry->path());
  }
  std::sort(bases.begin() + kUsualBases, bases.end());
  const std::string first = file.images[0].file;
  int dropped = 0;
  do {
    for (const fs::path& base : bases)
      for (std::size_t i = 0; i < std::min(file.images.size(), kCocoImagesToJudge); ++i)
        if (fs::is_regular_file(base / file.images[i].file, code)) return base;
  } while (dropped++ < kMostFoldersDropped && dropFirstFolder(file));
  return fail(
      ErrorCode::NotFound,
      fmt::format("The images of {} are not found, for instance {}.", displayName(json.string()), displayName(first)),
      "Put them beside the annotations, or into a folder \"images\".");
}

Box boxOfObject(const CocoObject& object, std::int32_t label) {
  return {static_cast<float>(object.box[0]), static_cast<float>(object.box[1]),
          static_cast<float>(object.box[0] + object.box[2]), static_cast<float>(object.box[1] + object.box[3]), label};
}

// Returns the objects of each image as indices into `file.objects`.
std::vector<std::vector<std::uint32_t>> objectsByImage(const CocoFile& file) {
  std::unordered_map<std::int64_t, std::size_t> places;
  for (std::size_t i = 0; i < file.images.size(); ++i) places.emplace(file.images[i].id, i);
  std::vector<std::vector<std::uint32_t>> objects(file.images.size());
  for (std::size_t i = 0; i < file.objects.size(); ++i)
    if (const auto place = places.find(file.objects[i].image); place != places.end())
      objects[place->second].push_back(static_cast<std::uint32_t>(i));
  return objects;
}

// Returns the names of the categories that no object of any file has and that another category names as its
// supercategory: some services put one above all classes. Empty if a file was not read to its end.
std::set<std::string> unusedParents(const std::vector<CocoRead>& files) {
  std::set<std::string> above, named, used;
  for (const CocoRead& each : files) {
    if (!each.file.complete) return {};
    std::unordered_set<std::int64_t> ids;
    for (const CocoObject& object : each.file.objects) ids.insert(object.category);
    for (const CocoCategory& category : each.file.categories) {
      named.insert(category.name);
      if (category.above != category.name) above.insert(category.above);
      if (ids.contains(category.id)) used.insert(category.name);
    }
  }
  if (used.empty()) return {};
  std::erase_if(above, [&](const std::string& name) { return used.contains(name) || !named.contains(name); });
  return above;
}

ImportDecision decisionAboutParents(const std::set<std::string>& names) {
  return {"the categories that only stand above others",
          fmt::format("left out, {}: {}", names.size(), firstNames({names.begin(), names.end()})),
          "no annotation has them, and other categories name them as their supercategory",
          {"supercategories=keep"}};
}

class CocoSource : public DetectionSource {
 public:
  CocoSource(const fs::path& source, const fs::path& root, const CocoOptions& options)
      : DetectionSource(source, root, Unit::Pixels, options),
        root_(root),
        masks_(options.use == "masks"),
        keepEmpty_(options.withoutBoxes == "keep") {
    if (options.use == "masks") task_ = Task::Segmentation;
    if (options.use == "labels") task_ = Task::MultiLabel;
    if (masks_) nameClasses({"background"});
  }

  // Reads an annotation and finds its images. Fails with Unsupported if it is of another kind, or if it says nothing
  // about its images.
  Result<CocoRead> read(const CocoSet& set, Look look) const {
    CocoLimits limits;
    limits.quick = look == Look::Quick;
    limits.outlines = masks_;
    if (limits.quick) limits.bytes = kQuickCocoBytes;
    FOVEA_TRY(CocoFile file, readCoco(set.json, limits));
    if (file.complete && file.categories.empty() && !namesCategories(file))
      return fail(ErrorCode::Unsupported,
                  fmt::format("{} names no categories, and its {} have none.", displayName(set.json.string()),
                              counted(std::ssize(file.images), "image")));
    const bool shares = scaleShares(file);
    FOVEA_TRY(fs::path images, findImages(set.json, file));
    return CocoRead{set, std::move(file), std::move(images), shares};
  }

  // Adds the images of an annotation. Fails with Unsupported if masks cannot hold its categories, and with
  // InvalidArgument if masks are wanted and it has boxes only.
  Status add(CocoRead read) {
    const CocoSet& set = read.set;
    CocoFile& file = read.file;
    const fs::path& base = read.images;
    if (files_.empty() && task_ == Task::Detection && !masks_) takeLabels(set, file);
    if (read.shares)
      decisions_.push_back({"the numbers of the boxes",
                            "shares of the width and height",
                            "none of those in " + displayName(set.json.filename().string()) + " is above 1",
                            {}});
    complete_ = complete_ && file.complete;
    if (masks_ && file.complete && !file.objects.empty() && std::ranges::all_of(file.objects, lacksOutline))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds boxes only, no outlines from which masks could be drawn.",
                              displayName(set.json.string())),
                  "Choose use=boxes.");
    FOVEA_CHECK(nameCategories(set, file));
    const std::string place = absoluteText(set.json);
    const auto objects = objectsByImage(file);
    for (std::size_t i = 0; i < file.images.size(); ++i)
      addEntry(file, file.images[i], objects[i], (base / file.images[i].file).lexically_relative(root_).string(),
               set.split, place);
    finish();
    reportStrays(file, place);
    files_.push_back(std::make_shared<const CocoFile>(std::move(file)));
    return {};
  }

  ImportItem item(std::int64_t index) const override;
  Result<LoadedItem> load(std::int64_t index) const override;

 private:
  struct Entry {
    std::uint32_t file;
    std::vector<std::uint32_t> objects;
  };

  static bool lacksOutline(const CocoObject& object) { return object.numbers == 0; }

  static bool namesCategories(const CocoFile& file) {
    return std::any_of(file.objects.begin(), file.objects.end(),
                       [](const CocoObject& object) { return object.category != 0 || object.boxNumbers > 0; });
  }

  // Treats annotations without any box as the classes of images, as in iNaturalist.
  void takeLabels(const CocoSet& set, const CocoFile& file) {
    const auto boxes = std::any_of(file.objects.begin(), file.objects.end(),
                                   [](const CocoObject& object) { return object.boxNumbers > 0; });
    if (boxes || file.objects.empty()) return;
    std::unordered_map<std::int64_t, std::int64_t> categories;
    bool several = false;
    for (const CocoObject& object : file.objects)
      several = several || categories.emplace(object.image, object.category).first->second != object.category;
    task_ = several ? Task::MultiLabel : Task::Classification;
    decisions_.push_back({"what the annotations say", several ? "the classes in an image" : "the class of an image",
                          "none of those in " + displayName(set.json.filename().string()) + " has a box",
                          several ? std::vector<std::string>() : std::vector<std::string>{"use=labels"}});
  }

  Status nameCategories(const CocoSet& set, CocoFile& file) {
    std::sort(file.categories.begin(), file.categories.end(),
              [](const CocoCategory& a, const CocoCategory& b) { return a.id < b.id; });
    labels_.clear();
    for (const CocoCategory& category : file.categories) {
      FOVEA_TRY(const std::int32_t label, labelNamed(category.name));
      labels_[category.id] = label;
    }
    if (labels_.empty() && file.complete)
      return fail(ErrorCode::Corrupt, displayName(set.json.string()) + " names no categories.");
    // A large file names the classes only at its end, which a quick look does not read.
    for (const CocoObject& object : file.objects)
      if (!file.complete && !labels_.contains(object.category)) {
        FOVEA_TRY(labels_[object.category], labelNamed(fmt::format("category {}", object.category)));
      }
    if (masks_ && classes_.size() > kMaximumMaskClasses)
      return fail(ErrorCode::Unsupported,
                  fmt::format("Masks can hold {} classes, and there are {}.", kMaximumMaskClasses, classes_.size()));
    return {};
  }

  void addEntry(const CocoFile& file, const CocoImage& image, const std::vector<std::uint32_t>& objects,
                const std::string& relative, std::optional<Split> split, const std::string& place) {
    const ImageSize stated{image.height > 0 && image.width > 0 ? image.height : 0,
                           image.height > 0 && image.width > 0 ? image.width : 0};
    if (task_ == Task::Classification && objects.empty())
      return addProblem(place, 0, fmt::format("nothing says the class of {}", displayName(image.file)));
    if (task_ != Task::Detection) {
      if (objects.empty() && !keepEmpty_) return;
      addImage(relative, split, stated);
      entries_.push_back({static_cast<std::uint32_t>(files_.size()), {}});
    } else {
      addImage(relative, split, stated);
    }
    int bare = 0;  // objects without an outline, where one is needed
    for (const std::uint32_t i : objects) {
      const CocoObject& object = file.objects[i];
      const auto label = labels_.find(object.category);
      if (label == labels_.end()) {
        addProblem(place, 0,
                   fmt::format("an object in {} is of the category {}, which is not named", displayName(image.file),
                               object.category));
      } else if (task_ != Task::Detection) {
        if (masks_ && lacksOutline(object)) ++bare;
        entries_.back().objects.push_back(static_cast<std::uint32_t>(objects_.size()));
        objects_.push_back({i, label->second});
      } else if (object.boxNumbers != 4) {
        addProblem(place, 0, fmt::format("an object in {} has no box of four numbers", displayName(image.file)));
      } else if (!object.crowd) {
        addBox(boxOfObject(object, label->second), place, 0);
      }
    }
    const std::string name = displayName(image.file);
    if (bare > 0)
      addProblem(
          place, 0,
          bare == 1 ? fmt::format("an object in {} has no outline; its box counts as ignored pixels", name)
                    : fmt::format("{} objects in {} have no outline; their boxes count as ignored pixels", bare, name));
  }

  // Reports objects of images that do not exist.
  void reportStrays(const CocoFile& file, const std::string& place) {
    if (!file.complete) return;
    std::unordered_map<std::int64_t, int> images;
    for (const CocoImage& image : file.images)
      if (++images[image.id] == 2)
        addProblem(place, 0, fmt::format("two images have the id {}; objects go to the first", image.id));
    for (const CocoObject& object : file.objects)
      if (!images.contains(object.image))
        addProblem(place, 0, fmt::format("an object belongs to the image {}, which is not listed", object.image));
  }

  Result<Tensor> maskOf(const Entry& entry, const ImageSize& size) const;

  struct Object {
    std::uint32_t place;
    std::int32_t label;
  };
  fs::path root_;
  const bool masks_;
  const bool keepEmpty_;
  std::map<std::int64_t, std::int32_t> labels_;  // labels of the categories in the file that is being read
  std::vector<std::shared_ptr<const CocoFile>> files_;
  std::vector<Entry> entries_;
  std::vector<Object> objects_;
};

// Draws smaller objects over larger ones; crowds, and the boxes of objects without an outline, become ignored pixels,
// below all others.
Result<Tensor> CocoSource::maskOf(const Entry& entry, const ImageSize& size) const {
  const CocoFile& file = *files_[entry.file];
  struct Drawn {
    double area;
    std::uint8_t value;
    const CocoObject* object;
  };
  std::vector<Drawn> drawn;
  for (const std::uint32_t place : entry.objects) {
    const CocoObject& object = file.objects[objects_[place].place];
    const bool ignored = object.crowd || lacksOutline(object);
    const double area = ignored ? 1e18 : object.box[2] * object.box[3];
    drawn.push_back({area, ignored ? kIgnoredPixel : static_cast<std::uint8_t>(objects_[place].label), &object});
  }
  std::stable_sort(drawn.begin(), drawn.end(), [](const Drawn& a, const Drawn& b) { return a.area > b.area; });
  FOVEA_TRY(Tensor mask, Tensor::tryMake({DataType::UInt8, Shape{1, size.height, size.width}}));
  std::ranges::fill(mask.values<std::uint8_t>(), std::uint8_t{0});
  for (const Drawn& each : drawn) {
    if (lacksOutline(*each.object) && each.object->boxNumbers == 4)
      fillBox(boxOfObject(*each.object, kNoLabel), each.value, mask);
    const auto numbers = std::span(file.outlines).subspan(each.object->firstNumber, each.object->numbers);
    for (std::size_t i = 0; i < numbers.size();) {
      const auto count = static_cast<std::size_t>(std::abs(numbers[i]));
      const auto outline = numbers.subspan(i + 1, std::min(count, numbers.size() - i - 1));
      if (numbers[i] > 0)
        fillPolygon(outline, each.value, mask);
      else
        fillRuns(outline, each.value, mask);
      i += count + 1;
    }
  }
  return mask;
}

ImportItem CocoSource::item(std::int64_t index) const {
  ImportItem item = DetectionSource::item(index);
  if (task_ == Task::Detection) return item;
  const Entry& entry = entries_[static_cast<std::size_t>(index)];
  if (task_ == Task::Classification) {
    if (!entry.objects.empty()) item.label = objects_[entry.objects[0]].label;
    return item;
  }
  const CocoFile& file = *files_[entry.file];
  std::string text;
  for (const std::uint32_t place : entry.objects) {
    const CocoObject& object = file.objects[objects_[place].place];
    text += classes_[static_cast<std::size_t>(objects_[place].label)] + (object.crowd ? "\n-" : "\n");
    const auto numbers = std::span(file.outlines).subspan(object.firstNumber, object.numbers);
    text.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    if (masks_ && lacksOutline(object)) text.append(reinterpret_cast<const char*>(object.box), sizeof object.box);
  }
  item.annotation = annotationOfText(text);
  return item;
}

Result<LoadedItem> CocoSource::load(std::int64_t index) const {
  FOVEA_TRY(LoadedItem item, DetectionSource::load(index));
  if (task_ == Task::Detection || task_ == Task::Classification) return item;
  const Entry& entry = entries_[static_cast<std::size_t>(index)];
  if (task_ == Task::MultiLabel) {
    for (const std::uint32_t place : entry.objects) item.labels.push_back(objects_[place].label);
    std::sort(item.labels.begin(), item.labels.end());
    item.labels.erase(std::unique(item.labels.begin(), item.labels.end()), item.labels.end());
    return item;
  }
  FOVEA_TRY(const ImageSize size, sizeOf(item));
  FOVEA_TRY(item.target, maskOf(entry, size));
  return item;
}

class CocoImporter : public ListImporter {
 public:
  std::string name() const override { return "coco"; }
  std::string title() const override { return "COCO (JSON)"; }
  Schema options() const override { return cocoSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(const FoundSets found, findSets(source, look.scan));
    std::error_code code;
    CocoOptions options = cocoSchema().read(values);
    fs::path root = fs::absolute(fs::is_directory(source, code) ? source : source.parent_path(), code);
    if (root.filename() == "annotations") root = root.parent_path();
    auto coco = std::make_unique<CocoSource>(source, root, options);
    std::size_t leftOut = 0;
    // One file of another kind must not keep the others out.
    const auto check = [&](const CocoSet& set, const Error& error) -> Status {
      if (error.code != ErrorCode::Unsupported || ++leftOut == found.sets.size()) return error;
      coco->addDecision({"the file " + displayName(set.json.filename().string()),
                         "left out, with the images that it names",
                         error.message,
                         {}});
      return {};
    };
    std::vector<CocoRead> files;
    for (CocoSet set : found.sets) {
      set.json = fs::absolute(set.json, code);
      FOVEA_CHECK(look.check());
      auto read = coco->read(set, look);
      if (read.ok())
        files.push_back(std::move(read).value());
      else
        FOVEA_CHECK(check(set, read.error()));
    }
    const auto parents = options.parents == "keep" ? std::set<std::string>() : unusedParents(files);
    for (CocoRead& each : files) {
      FOVEA_CHECK(look.check());
      std::erase_if(each.file.categories,
                    [&](const CocoCategory& category) { return parents.contains(category.name); });
      const CocoSet set = each.set;
      if (const Status added = coco->add(std::move(each)); !added.ok()) FOVEA_CHECK(check(set, added.error()));
    }
    if (!parents.empty()) coco->addDecision(decisionAboutParents(parents));
    if (!found.others.empty()) coco->addDecision(decisionAboutOthers(found));
    return std::unique_ptr<ListedSource>(std::move(coco));
  }
};

}  // namespace

std::shared_ptr<const Importer> cocoImporter() {
  return std::make_shared<CocoImporter>();
}

}  // namespace fovea
