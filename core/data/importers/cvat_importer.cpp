// Imports CVAT for images and for video 1.1 (the XML of that annotation tool): one file for all images or frames, with
// boxes, outlines and masks in attributes.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/files/stand_in.h"
#include "core/data/importers/annotated_source.h"
#include "core/data/importers/cvat_file.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/xml_tree.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumCvatXml = std::uint64_t{64} << 20;
constexpr std::size_t kCvatStart = 64 << 10;
constexpr std::size_t kMostCvatFiles = 100'000;
constexpr std::int64_t kStretches = 20;  // number of parts of a video; each part is in one split

struct CvatOptions : DetectionOptions {
  std::string use = "automatic";
};

const TypedSchema<CvatOptions>& cvatSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<CvatOptions>().field(
      &CvatOptions::use, {.name = "use",
                          .title = "Use",
                          .help = "What is taken of outlines and masks.",
                          .choices = {{"automatic", "Boxes where there are some, else ask"},
                                      {"boxes", "Boxes around them"},
                                      {"masks", "Masks"},
                                      {"labels", "The classes in an image"}}}));
  return schema;
}

// Decides by the elements at the beginning of the file.
bool looksLikeCvat(const fs::path& path) {
  const auto text = readSource(path, kMaximumCvatXml);
  if (!text.ok()) return false;
  const std::string_view start = std::string_view(*text).substr(0, kCvatStart);
  return start.find("<annotations") != std::string_view::npos &&
         (start.find("<image ") != std::string_view::npos || start.find("<task>") != std::string_view::npos ||
          start.find("<job>") != std::string_view::npos);
}

// Returns the annotation file of a folder, or the file itself.
Result<fs::path> findAnnotations(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  if (!fs::is_directory(source, code)) {
    if (endingOf(source.filename().string()) == ".xml" && looksLikeCvat(source)) return source;
    return nothingFound("annotation of CVAT", source);
  }
  FOVEA_TRY(const FolderEntries entries, listFolder(source, scan, kMostCvatFiles));
  std::vector<std::string> files;
  for (const std::string& name : entries.files)
    if (endingOf(name) == ".xml") files.push_back(name);
  // One file describes all images; many files are another format.
  if (files.size() == 1 && looksLikeCvat(source / files[0])) return source / files[0];
  return nothingFound("annotation of CVAT", source);
}

// Returns the last number in a file name: 12 for "frame_000012.png".
std::optional<std::int64_t> frameOf(const std::string& name) {
  const std::string stem(stemOf(name));
  const std::size_t end = stem.find_last_of("0123456789");
  if (end == std::string::npos) return std::nullopt;
  const std::size_t before = stem.find_last_not_of("0123456789", end);
  return wholeNumber(std::string_view(stem).substr(before + 1, end - before));
}

// Finds the image that an annotation names, beside it or in the folder "images". Returns its path below `root`.
Result<std::string> cvatPicture(const fs::path& root, const std::string& named) {
  const fs::path name = fs::path(named).lexically_normal();
  std::error_code code;
  const bool inside = !name.empty() && name.is_relative() && *name.begin() != "..";
  for (const fs::path& place : {name, "images" / name, name.filename(), "images" / name.filename()})
    if (inside && fs::is_regular_file(root / place, code)) return place.string();
  return fail(ErrorCode::NotFound, fmt::format("there is no image {}", displayName(name.string())));
}

class CvatSource : public OutlineSource {
 public:
  CvatSource(const fs::path& root, const fs::path& file, const CvatOptions& options, bool masks)
      : OutlineSource(root, options, masks), root_(root), place_(absoluteText(file)) {}

  Status fill(CvatFile file, Look look) {
    for (const CvatProblem& each : file.problems) addProblem(place_, each.line, each.reason);
    if (file.video) {
      FOVEA_CHECK(addFrames(std::move(file), look));
    } else {
      for (CvatImage& image : file.images) {
        FOVEA_CHECK(look.check());
        addNamed(std::move(image));
      }
    }
    return finishClasses();
  }

 private:
  void addNamed(CvatImage image) {
    const auto found = cvatPicture(root_, image.name);
    if (!found.ok()) return addProblem(place_, image.line, found.error().message);
    add(std::move(image.areas), *found, image.split, image.size, place_);
  }

  // Adds the frames that are stored beside the annotation as images. Consecutive frames hardly differ, so stretches of
  // them stay in one split.
  Status addFrames(CvatFile file, Look look) {
    std::map<std::int64_t, std::string> images;
    std::size_t twice = 0;
    for (const char* folder : {"", "images"}) {
      if (!images.empty()) break;
      const auto entries = listFolder(root_ / folder, look.scan);
      if (!entries.ok() && entries.error().code != ErrorCode::NotFound) return entries.error();
      if (!entries.ok()) continue;
      for (const std::string& name : entries->files)
        if (const auto frame = frameOf(name); frame && fileKindOf(name) == FileKind::Image)
          twice += !images.emplace(*frame, (fs::path(folder) / name).string()).second;
    }
    if (images.empty() || twice > 0)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds tracks through the frames of a video, and {}.", displayName(place_),
                              twice > 0 ? "several images beside it have the same number"
                                        : "those are not beside it as images"),
                  "Export the task with its images (\"Save images\"), or as \"CVAT for images\".");
    const std::int64_t stretch = std::max<std::int64_t>(1, std::ssize(images) / kStretches);
    std::map<std::int64_t, CvatImage> shapes;
    for (CvatImage& image : file.images) shapes.emplace(image.frame, std::move(image));
    std::int64_t number = 0;
    for (const auto& [frame, name] : images) {
      FOVEA_CHECK(look.check());
      auto found = shapes.find(frame);
      add(found == shapes.end() ? std::vector<ObjectArea>() : std::move(found->second.areas), name, std::nullopt, {},
          place_, fmt::format("frames {}", number++ / stretch));
      if (found != shapes.end()) shapes.erase(found);
    }
    for (const auto& [frame, shape] : shapes)
      addProblem(place_, shape.line, fmt::format("there is no image of frame {}", frame));
    addDecision({"the frames of the video",
                 fmt::format("{} in a row stay in one split", counted(stretch, "frame")),
                 "a frame is hardly another than the next",
                 {}});
    return {};
  }

  const fs::path root_;
  const std::string place_;
};

// Decides which shapes are used. If there are no boxes, only the user can decide.
ImportDecision useOf(const CvatFile& file, const std::string& asked) {
  const bool masks = asked == "masks";
  ImportDecision decision{"what is taken of the shapes",
                          masks ? "masks" : "boxes around them",
                          fmt::format("there are {} and {}", counted(file.boxes, "box", "boxes"),
                                      counted(file.outlines, "outline or mask", "outlines and masks")),
                          {"use=boxes", "use=masks"},
                          asked != "automatic" || file.boxes > 0};
  if (file.tags == 0) return decision;
  decision.because += fmt::format(", and {} of whole images", counted(file.tags, "tag"));
  decision.alternatives.emplace_back("use=labels");
  return decision;
}

// Makes the tags of images, or else the labels of their shapes, their classes.
Result<std::unique_ptr<OutlineSource>> cvatLabels(const fs::path& root, const fs::path& path, CvatFile file,
                                                  const DetectionOptions& options) {
  const std::string place = absoluteText(path);
  std::vector<FoundAnnotation> found;
  for (CvatImage& image : file.images) {
    const auto picture = cvatPicture(root, image.name);
    if (!picture.ok()) {
      file.problems.push_back({image.line, picture.error().message});
      continue;
    }
    AnnotatedImage annotated;
    annotated.split = image.split;
    annotated.values = std::move(image.tags);
    for (ObjectArea& area : image.areas) annotated.areas.push_back({std::move(area), true, {}});
    for (AnnotatedArea& area : annotated.areas) area.values = {{"", area.shape.label}};
    found.push_back({std::move(annotated), *picture, place});
  }
  AnnotatedOptions taken;
  static_cast<DetectionOptions&>(taken) = options;
  taken.use = "labels";
  FOVEA_TRY(auto source, annotatedSource(root, std::move(found), taken));
  for (const CvatProblem& each : file.problems) source->addProblem(place, each.line, each.reason);
  return source;
}

class CvatImporter : public ListImporter {
 public:
  std::string name() const override { return "cvat"; }
  std::string title() const override { return "Boxes and masks of CVAT (XML)"; }
  Schema options() const override { return cvatSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(const fs::path path, findAnnotations(source, look.scan));
    FOVEA_TRY(const std::string text, readSource(path, kMaximumCvatXml));
    const auto xml = parseXml(text);
    if (!xml.ok()) return xml.error().within(displayName(path.string()));
    if (xml->name != "annotations") return nothingFound("annotation of CVAT", source);
    FOVEA_TRY(CvatFile file, readCvat(*xml));
    const CvatOptions options = cvatSchema().read(values);
    std::error_code code;
    const fs::path root = fs::absolute(path, code).parent_path();
    const bool onlyTags = options.use == "automatic" && file.tags > 0 && file.boxes + file.outlines == 0;
    if (!file.video && (onlyTags || options.use == "labels")) {
      FOVEA_TRY(auto labelled, cvatLabels(root, path, std::move(file), options));
      return std::unique_ptr<ListedSource>(std::move(labelled));
    }
    auto found = std::make_unique<CvatSource>(root, path, options, options.use == "masks");
    if (file.outlines > 0 || file.tags > 0) found->addDecision(useOf(file, options.use));
    FOVEA_CHECK(found->fill(std::move(file), look));
    return std::unique_ptr<ListedSource>(std::move(found));
  }
};

}  // namespace

std::shared_ptr<const Importer> cvatImporter() {
  return std::make_shared<CvatImporter>();
}

}  // namespace fovea
