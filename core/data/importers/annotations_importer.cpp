// Imports images that were labelled in a tool or service, in the form in which it exports its annotations: Label
// Studio, CVAT and Datumaro, the VGG Image Annotator, Supervisely, FiftyOne and others; see annotated_image.h.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/data/importers/annotated_source.h"
#include "core/data/importers/annotation_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/named_pictures.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kStudioPrefix = 9;  // eight hexadecimal digits and a hyphen
constexpr std::size_t kShownForms = 5;

// Label Studio writes such digits before the names of files that are uploaded.
bool hasStudioPrefix(std::string_view name) {
  return name.size() > kStudioPrefix && name[kStudioPrefix - 1] == '-' &&
         name.substr(0, kStudioPrefix - 1).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Finds the images of annotations below a folder.
class AnnotatedPictures {
 public:
  static Result<AnnotatedPictures> of(const fs::path& root, Look look) {
    const WalkLimits limits = look == Look::Quick ? kLookLimits : WalkLimits{};
    AnnotatedPictures pictures;
    FOVEA_TRY(pictures.named_, NamedPictures::of(root, limits, look.scan));
    const auto isPicture = [](std::string_view name) { return fileKindOf(name) == FileKind::Image; };
    FOVEA_TRY(FoundFiles found, findFiles(root, isPicture, look.scan, limits));
    pictures.files_ = std::make_unique<FileList>(std::move(found.files));
    pictures.nearest_ = std::make_unique<StemIndex>(*pictures.files_, FileKind::Image);
    return pictures;
  }

  std::size_t size() const { return files_->size(); }

  // Returns the path below the root. `annotation` is the file that names the image.
  Result<std::string> find(const AnnotatedImage& image, const std::string& annotation) const {
    const std::string folder = annotation.substr(0, std::min(annotation.rfind('/'), annotation.size()));
    std::string name = image.name;
    std::replace(name.begin(), name.end(), '\\', '/');
    const std::string last = name.substr(name.rfind('/') + 1);
    if (last.empty()) return fail(ErrorCode::NotFound, "an entry names no image");
    if (image.nearby) return findNear(last, annotation.find('/') == std::string::npos ? "" : folder);
    if (!named_) return missing(last);
    const auto split = image.split ? image.split : splitOfPath(annotation);
    auto found = named_->find(name, split);
    if (!found.ok() && found.error().code == ErrorCode::NotFound && hasStudioPrefix(last))
      found = named_->find(last.substr(kStudioPrefix), split);
    return found;
  }

 private:
  static Error missing(const std::string& name) {
    return fail(ErrorCode::NotFound, fmt::format("there is no picture {}", displayName(name.substr(0, 80))));
  }

  Result<std::string> findNear(const std::string& name, const std::string& folder) const {
    auto place = nearest_->findName(name, folder);
    if (!place && fileKindOf(name) != FileKind::Image) place = nearest_->find(name, folder);
    if (!place) return missing(name);
    // An image of the same name in another split is another image.
    const auto own = splitOfPath(folder), others = splitOfPath(files_->folder(files_->folderOf(*place)));
    if (own && others && own != others) return missing(name);
    return files_->relative(*place);
  }

  std::shared_ptr<const NamedPictures> named_;  // null if there are no images
  std::unique_ptr<FileList> files_;
  std::unique_ptr<StemIndex> nearest_;
};

class AnnotationsImporter : public ListImporter {
 public:
  std::string name() const override { return "annotations"; }
  std::string title() const override { return "Exports of labelling tools (JSON, CSV)"; }
  Schema options() const override { return annotatedSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    std::error_code code;
    const bool folder = fs::is_directory(source, code);
    const fs::path root = fs::absolute(folder ? source : source.parent_path(), code);
    FOVEA_TRY(FoundAnnotations found,
              findAnnotationFiles(root, folder ? std::string() : source.filename().string(), look));
    FOVEA_TRY(const AnnotatedPictures pictures, AnnotatedPictures::of(root, look));
    std::vector<SkippedSample> problems = std::move(found.problems);
    std::set<std::string> named;  // images of any annotation
    FOVEA_TRY(auto images, match(root, found, pictures, named, problems, look));
    auto made = annotatedSource(root, std::move(images), annotatedSchema().read(values));
    if (!made.ok()) return withProblems(made.error(), problems);
    std::unique_ptr<OutlineSource> listed = std::move(made).value();
    if (!found.complete) listed->setIncomplete();
    listed->addDecision({"the form of the annotations",
                         fmt::format("an export of {}", found.form->tool),
                         fmt::format("{} has its names and structure", displayName(found.files[0].name)),
                         {}});
    for (const SkippedSample& each : problems)
      listed->addProblem(
          each.source, 0,
          each.sourceIndex > 0 ? fmt::format("entry {}: {}", each.sourceIndex, each.reason) : each.reason);
    sayLeftOut(found, pictures.size() - named.size(), *listed);
    return std::unique_ptr<ListedSource>(std::move(listed));
  }

 private:
  // Finds the image of each annotation, and collects those that are named. Fails with NotFound if there is none at all.
  static Result<std::vector<FoundAnnotation>> match(const fs::path& root, FoundAnnotations& found,
                                                    const AnnotatedPictures& pictures, std::set<std::string>& named,
                                                    std::vector<SkippedSample>& problems, Look look) {
    std::vector<FoundAnnotation> images;
    std::string firstMissing;
    for (ReadAnnotations& each : found.files) {
      const std::string place = absoluteText(root / each.name);
      const auto skip = [&](std::int64_t number, std::string reason) {
        if (problems.size() < kListedProblems)
          problems.push_back({place, static_cast<std::uint64_t>(number), std::move(reason)});
      };
      for (auto& [number, reason] : each.file.problems) skip(number, std::move(reason));
      for (AnnotatedImage& image : each.file.images) {
        FOVEA_CHECK(look.check());
        const auto picture = pictures.find(image, each.name);
        if (!picture.ok() && firstMissing.empty()) firstMissing = image.name;
        if (!picture.ok()) {
          skip(image.number, picture.error().message);
        } else if (!named.insert(*picture).second) {
          skip(image.number, "the image " + displayName(*picture) + " is named more than once; the first is taken");
        } else if (!image.unjudged.empty()) {
          skip(image.number, image.unjudged);
        } else if (const Status sized = toPixels(root / *picture, image); !sized.ok()) {
          skip(image.number, sized.error().message);
        } else {
          if (!image.split) image.split = splitOfPath(*picture);
          images.push_back({std::move(image), *picture, place});
        }
      }
    }
    if (images.empty() && !firstMissing.empty())
      return fail(
          ErrorCode::NotFound,
          fmt::format("The images of {}, an export of {}, are not found, for instance {}.",
                      displayName(found.files[0].name), found.form->tool, displayName(firstMissing.substr(0, 200))),
          "Put them beside the annotations, or into a folder \"images\".");
    if (images.empty())
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{}, an export of {}, holds nothing that can be learned.",
                              displayName(found.files[0].name), found.form->tool),
                  problems.empty() ? "" : fmt::format("The first reason: {}.", problems[0].reason));
    return images;
  }

  static Error withProblems(Error error, const std::vector<SkippedSample>& problems) {
    if (!problems.empty())
      error.message += fmt::format(" {} left out; the first of them: {}.",
                                   counted(std::ssize(problems), "entry was", "entries were"), problems[0].reason);
    return error;
  }

  // Converts shares of the image to pixels, which requires its size.
  static Status toPixels(const fs::path& path, AnnotatedImage& image) {
    if (!image.shares || image.areas.empty()) return {};
    FOVEA_TRY(const LoadedItem item, loadImageItem(path));
    FOVEA_TRY(image.size, sizeOf(item));
    for (AnnotatedArea& area : image.areas)
      for (std::size_t i = 0; i < area.shape.outline.size(); ++i)
        area.shape.outline[i] *= static_cast<float>(i % 2 == 0 ? image.size.width : image.size.height);
    return {};
  }

  static void sayLeftOut(const FoundAnnotations& found, std::size_t others, OutlineSource& listed) {
    if (others > 0 && found.complete)
      listed.addDecision({"the images that no annotation names",
                          fmt::format("left out, {}", grouped(static_cast<std::int64_t>(others))),
                          "an image that no annotation names may be one that nobody looked at",
                          {}});
    if (found.otherForms.empty()) return;
    std::vector<std::string> shown = found.otherForms;
    if (shown.size() > kShownForms) shown.resize(kShownForms);
    listed.addDecision(
        {"the annotations of other tools",
         fmt::format("left out, {}", counted(std::ssize(found.otherForms), "file")),
         fmt::format("there are {}, and those of {} come first", fmt::join(shown, ", "), found.form->tool),
         {}});
  }
};

}  // namespace

std::shared_ptr<const Importer> annotationsImporter() {
  return std::make_shared<AnnotationsImporter>();
}

}  // namespace fovea
