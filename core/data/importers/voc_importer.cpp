// Imports Pascal VOC (Everingham et al. 2010): one XML file per image, in Annotations beside JPEGImages or beside the
// images themselves. Corners are pixels counted from 1, and the last one is included. Also imports the XML of LabelMe
// (Russell et al. 2008), which has the same structure with polygons in place of boxes, counted from 0.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/data/files/stand_in.h"
#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importers/xml_tree.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickVocFiles = 2'000;
constexpr std::uint64_t kMaximumVocXml = std::uint64_t{16} << 20;

struct VocOptions : DetectionOptions {
  bool difficult = true;
  std::string folder;  // of the annotations
};

const TypedSchema<VocOptions>& vocSchema() {
  static const auto schema = withDetectionOptions(
      TypedSchema<VocOptions>()
          .field(&VocOptions::difficult, {.name = "difficult",
                                          .title = "Difficult objects",
                                          .help = "Whether objects that are marked as difficult are taken."})
          .field(
              &VocOptions::folder,
              {.name = "annotation_folder",
               .title = "Annotation folder",
               .help = "The name of the only folder whose annotations are read; empty reads those of all folders."}));
  return schema;
}

// Reads splits by image name from train.txt and similar files in a folder ImageSets/Main.
std::map<std::string, Split, std::less<>> readImageSets(const fs::path& folder) {
  std::map<std::string, Split, std::less<>> splits;
  for (const auto& [name, split] :
       {std::pair("test", Split::Test), std::pair("train", Split::Train), std::pair("val", Split::Validation)}) {
    const auto text = readTextFile(folder / "ImageSets" / "Main" / (std::string(name) + ".txt"), kMaximumTextFile);
    if (!text.ok()) continue;
    TextLines lines(*text);
    while (const auto line = lines.nextFilled()) splits.emplace(wordsOf(*line, 1)[0], split);
  }
  return splits;
}

// Returns "a.jpg" for "b.jpg" and "a.xml": in copied annotations the name inside is that of another image.
std::string sameStem(const std::string& image, std::string_view annotation) {
  return std::string(stemOf(annotation)) + image.substr(stemOf(image).size());
}

class VocReader {
 public:
  VocReader(const fs::path& source, const VocOptions& options)
      : root_(source),
        options_(options),
        source_(std::make_unique<DetectionSource>(source, source, DetectionSource::Unit::Pixels, options)) {}

  Result<std::unique_ptr<ListedSource>> read(Look look) {
    const WalkLimits limits = look == Look::Quick ? kLookLimits : WalkLimits{};
    FOVEA_TRY(const FoundFiles found,
              findFiles(
                  root_,
                  [](std::string_view name) { return endingOf(name) == ".xml" || fileKindOf(name) == FileKind::Image; },
                  look.scan, limits));
    if (!found.files.anyEndsWith(".xml") && !found.files.anyEndsWith(".XML"))
      return nothingFound("annotation of Pascal VOC", root_);
    const StemIndex images(found.files, FileKind::Image);
    if (!found.complete) source_->setIncomplete();
    for (std::size_t i = 0; i < found.files.size(); ++i) {
      if (endingOf(found.files.name(i)) != ".xml" || !isWanted(found.files.folder(found.files.folderOf(i)))) continue;
      if (look == Look::Quick && read_ >= kQuickVocFiles) {
        source_->setIncomplete();
        break;
      }
      FOVEA_CHECK(look.check());
      addFile(found.files, i, images);
    }
    if (read_ == 0) return nothingFound("annotation of Pascal VOC", root_);
    if (parsed_ > 0 && source_->classes().empty() && source_->complete()) {
      if (look == Look::Quick) return nothingFound("annotation of Pascal VOC", root_);
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("None of the {} below {} holds an object with a box (\"bndbox\") as Pascal VOC has them.",
                              counted(static_cast<std::int64_t>(parsed_), "annotation"), displayName(root_.string())),
                  "Convert them to boxes of Pascal VOC, YOLO or COCO, or import the images alone: kind=folder.");
    }
    askAboutSeveral();
    source_->finish();
    if (polygons_ > 0)
      source_->addDecision({"the outlines of objects",
                            "boxes around them",
                            fmt::format("there are {} in the form of LabelMe", counted(polygons_, "polygon")),
                            {}});
    sayUnannotated(found);
    source_->sortClasses();
    return std::unique_ptr<ListedSource>(std::move(source_));
  }

 private:
  bool isWanted(const std::string& folder) const {
    return options_.folder.empty() || lowerCase(lastPartOf(folder)) == lowerCase(options_.folder);
  }

  // Asks which annotations are meant if two folders hold some for the same images.
  void askAboutSeveral() {
    if (repeated_ == 0) return;
    std::vector<std::string> alternatives, names;
    for (const std::string& folder : annotated_) {
      names.push_back(displayName(folder.empty() ? "." : folder));
      if (!folder.empty()) alternatives.push_back("annotation_folder=" + std::string(lastPartOf(folder)));
    }
    source_->addDecision({"the annotations", fmt::format("the first of each image; {} left out", grouped(repeated_)),
                          fmt::format("several folders hold some for the same images: {}", fmt::join(names, ", ")),
                          std::move(alternatives), false});
  }

  // Reports images without annotation, which often have another purpose: masks, or a test with withheld answers.
  void sayUnannotated(const FoundFiles& found) {
    std::int64_t others = -source_->size();
    for (std::size_t i = 0; i < found.files.size(); ++i) others += fileKindOf(found.files.name(i)) == FileKind::Image;
    if (others <= 0 || !found.complete || options_.withoutBoxes != "keep") return;
    source_->addDecision({"the kind of this data",
                          fmt::format("boxes; {} left out", counted(others, "other image")),
                          "annotations of Pascal VOC name the images that they are for",
                          {"kind=masks"}});
  }

  void addFile(const FileList& files, std::size_t i, const StemIndex& images) {
    const std::string relative = files.relative(i);
    const std::string place = absoluteText(root_ / relative);
    const auto text = readSource(root_ / relative, kMaximumVocXml);
    if (!text.ok()) return source_->addProblem(place, 0, text.error().message);
    const auto xml = parseXml(*text);
    if (!xml.ok()) {
      // Files in such folders count as annotations, so that a damaged one is listed.
      read_ += files.folder(files.folderOf(i)).ends_with("Annotations");
      return source_->addProblem(place, 0, xml.error().message);
    }
    if (xml->name != "annotation") return source_->addProblem(place, 0, "this is no annotation of Pascal VOC");
    ++read_;
    ++parsed_;
    const std::string& folder = files.folder(files.folderOf(i));
    // A mask may share the image's name except for the ending, so the file stated in the annotation comes first.
    const std::string stated = fs::path(std::string(xml->textOf("filename"))).filename().string();
    auto image = images.findName(stated, folder);
    if (image && stemOf(stated) != stemOf(files.name(i)) && images.findName(sameStem(stated, files.name(i)), folder))
      image = images.findName(sameStem(stated, files.name(i)), folder);
    if (!image) image = images.find(stemOf(files.name(i)), folder);
    if (!image) image = images.find(stemOf(stated), folder);
    if (!image) return source_->addProblem(place, 0, "there is no image of this name");
    const auto [known, isNew] = annotatedIn_.try_emplace(*image, folder);
    if (!isNew) {
      repeated_ += known->second != folder;
      if (known->second != folder) annotated_.insert({known->second, folder});
      return source_->addProblem(place, 0, "its image has another annotation");
    }
    addImage(*xml, files.relative(*image), splitOf(folder, stemOf(files.name(i))), place);
  }

  // By the lists beside the folder of annotations (VOC2007/ImageSets beside VOC2007/Annotations), or by its path.
  std::optional<Split> splitOf(const std::string& folder, std::string_view name) {
    const auto [sets, isNew] = sets_.try_emplace(folder);
    for (fs::path above = folder; isNew; above = above.parent_path()) {
      sets->second = readImageSets(root_ / above);
      if (above.empty() || !sets->second.empty()) break;
    }
    if (const auto set = sets->second.find(name); set != sets->second.end()) return set->second;
    return splitOfPath(folder);
  }

  void addImage(const XmlElement& xml, const std::string& image, std::optional<Split> split, const std::string& place) {
    ImageSize size;
    if (const XmlElement* stated = xml.child("size")) {
      size.width = wholeNumber(stated->textOf("width")).value_or(0);
      size.height = wholeNumber(stated->textOf("height")).value_or(0);
      if (size.width <= 0 || size.height <= 0) size = {};
    }
    source_->addImage(image, split, size);
    for (const XmlElement& object : xml.children) {
      if (object.name != "object" || (!options_.difficult && object.textOf("difficult") == "1")) continue;
      const XmlElement* box = object.child("bndbox");
      if (const XmlElement* polygon = box ? nullptr : object.child("polygon")) {
        addPolygon(object, *polygon, place);
        continue;
      }
      if (!box) {
        source_->addProblem(place, object.line, "this object has no bndbox");
        continue;
      }
      double corners[4] = {};
      bool numbers = true;
      int i = 0;
      for (const char* name : {"xmin", "ymin", "xmax", "ymax"}) {
        const auto number = realNumber(box->textOf(name));
        numbers = numbers && number;
        corners[i++] = number.value_or(0);
      }
      const auto label = source_->labelNamed(std::string(object.textOf("name")));
      if (!numbers || !label.ok() || object.textOf("name").empty()) {
        source_->addProblem(place, object.line, "this object has no name, or its corners are no numbers");
        continue;
      }
      source_->addBox({static_cast<float>(corners[0] - 1), static_cast<float>(corners[1] - 1),
                       static_cast<float>(corners[2]), static_cast<float>(corners[3]), *label},
                      place, box->line);
    }
  }

  // Adds the box around the polygon of an object.
  void addPolygon(const XmlElement& object, const XmlElement& polygon, const std::string& place) {
    if (object.textOf("deleted") == "1") return;
    std::vector<float> points;
    bool numbers = true;
    for (const XmlElement& point : polygon.children) {
      if (point.name != "pt") continue;
      const auto x = realNumber(point.textOf("x")), y = realNumber(point.textOf("y"));
      numbers = numbers && x && y;
      points.insert(points.end(), {static_cast<float>(x.value_or(0)), static_cast<float>(y.value_or(0))});
    }
    const std::string name(object.textOf("name"));
    const auto label = source_->labelNamed(name);
    if (!numbers || points.size() < 6 || name.empty() || !label.ok())
      return source_->addProblem(place, object.line, "this object has no name, or its corners are no numbers");
    polygons_ += object.textOf("type") != "bounding_box";
    source_->addBox(boxAround(points, *label), place, polygon.line);
  }

  fs::path root_;
  const VocOptions options_;
  std::unique_ptr<DetectionSource> source_;
  std::map<std::string, std::map<std::string, Split, std::less<>>> sets_;  // by the folder of the annotations
  std::unordered_map<std::size_t, std::string> annotatedIn_;               // the folders of the annotations, by image
  std::set<std::string> annotated_;  // folders with annotations of the same images
  std::int64_t repeated_ = 0;        // annotations of images that have one in another folder
  std::size_t read_ = 0;
  std::size_t parsed_ = 0;     // annotations that are no damaged XML
  std::int64_t polygons_ = 0;  // polygons of LabelMe
};

class VocImporter : public ListImporter {
 public:
  std::string name() const override { return "voc"; }
  std::string title() const override { return "Boxes of Pascal VOC (XML)"; }
  Schema options() const override { return vocSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    std::error_code code;
    if (!fs::is_directory(source, code)) return nothingFound("folder of Pascal VOC", source);
    return VocReader(source, vocSchema().read(values)).read(look);
  }
};

}  // namespace

std::shared_ptr<const Importer> vocImporter() {
  return std::make_shared<VocImporter>();
}

}  // namespace fovea
