// A folder per class, nested or not, with or without train, val and test folders; or pictures without classes.
#include "core/data/importers/image_item.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct FolderOptions {
  std::string classFrom = "path";
};

const TypedSchema<FolderOptions>& folderSchema() {
  static const auto schema = TypedSchema<FolderOptions>().field(
      &FolderOptions::classFrom,
      {.name = "class_from",
       .title = "Class from",
       .help = "Which folder around an image names its class.",
       .choices = {{"path", "All folders: animals/cat"}, {"first", "The outermost: animals"}}});
  return schema;
}

class FolderSource : public LabelledSource {
 public:
  using LabelledSource::LabelledSource;
  Result<LoadedItem> load(std::int64_t index) const override { return loadImageItem(path(index)); }
};

class FolderImporter : public ListImporter {
 public:
  std::string name() const override { return "folder"; }
  std::string title() const override { return "Images, a folder per class"; }
  Schema options() const override { return folderSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const ClassFolder from = folderSchema().read(values).classFrom == "first" ? ClassFolder::First : ClassFolder::Path;
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(source, FileKind::Image, from, look));
    return std::unique_ptr<ListedSource>(std::make_unique<FolderSource>(source, std::move(found)));
  }
};

}  // namespace

std::shared_ptr<const Importer> folderImporter() {
  return std::make_shared<FolderImporter>();
}

}  // namespace fovea
