// A folder per class, nested or not, with or without train, val and test folders; or pictures without classes.
#include <fmt/format.h>

#include "core/data/importers/deep_images.h"
#include "core/data/importers/folder_options.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct ImageFolderOptions : FolderOptions {
  bool ignoreAnnotations = false;
  std::string deep = "ask";
};

const TypedSchema<ImageFolderOptions>& folderSchema() {
  static const auto schema =
      withFolderOptions(TypedSchema<ImageFolderOptions>())
          .field(&ImageFolderOptions::ignoreAnnotations,
                 {.name = "ignore_annotations",
                  .title = "Ignore annotations",
                  .help = "Take the images alone although files of annotations lie beside them."})
          .field(&ImageFolderOptions::deep, deepField());
  return schema;
}

class FolderSource : public LabelledSource {
 public:
  FolderSource(const fs::path& root, LabelledFiles found, std::string deep) : LabelledSource(root, std::move(found)) {
    deep_ = std::move(deep);
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(LoadedItem item, loadImageItem(path(index)));
    return withDepth(std::move(item), deep_);
  }
  void decide(ImportDecision decision) { decisions_.push_back(std::move(decision)); }
};

// Labels that nothing here reads must not be lost without a word.
Status checkAnnotations(const LabelledFiles& found, const ImageFolderOptions& options) {
  if (options.ignoreAnnotations || options.classFrom == "none" || !found.classes.empty()) return {};
  if (!found.annotation.ends_with(".mat")) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The labels of these images seem to be in {}, and Fovea reads no MATLAB files.",
                          displayName(found.annotation)),
              "Write them to a list of \"image_00001.jpg 77\" a line (for instance with scipy.io.loadmat) and import "
              "that, or take the images without classes: class_from=none.");
}

class FolderImporter : public ListImporter {
 public:
  std::string name() const override { return "folder"; }
  std::string title() const override { return "Images, a folder per class"; }
  Schema options() const override { return folderSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const ImageFolderOptions options = folderSchema().read(values);
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(source, FileKind::Image, rulesOf(options), look));
    FOVEA_CHECK(checkAnnotations(found, options));
    const bool annotated =
        found.annotations > 1 && found.annotations * 2 > found.files.size() && !options.ignoreAnnotations;
    const std::size_t annotations = found.annotations;
    const std::string first = displayName(found.annotation);
    auto folder = std::make_unique<FolderSource>(source, std::move(found), options.deep);
    if (annotated)
      folder->decide(
          {"the kind of this data",
           folder->classes().empty() ? "images without labels" : "a class per folder",
           fmt::format("{} of JSON, XML or MATLAB beside the images, such as {}, {} in no format that is known",
                       counted(static_cast<std::int64_t>(annotations), "file"), first, annotations == 1 ? "is" : "are"),
           {"ignore_annotations=true"},
           false});
    return std::unique_ptr<ListedSource>(std::move(folder));
  }
};

}  // namespace

std::shared_ptr<const Importer> folderImporter() {
  return std::make_shared<FolderImporter>();
}

}  // namespace fovea
