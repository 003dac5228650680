// Imports text lists: "path label" lines, with a base folder and names of the labels; lists for training, validation
// and testing beside each other.
#include "core/data/importers/attribute_list.h"
#include "core/data/importers/deep_images.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/library.h"
#include "core/data/importers/naming_files.h"
#include "core/data/importers/text_list.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

const TypedSchema<TextListChoices>& listSchema() {
  static const auto schema =
      TypedSchema<TextListChoices>()
          .field(&TextListChoices::baseFolder,
                 {.name = "base_folder",
                  .title = "Base folder",
                  .help = "Where the paths of the list begin; empty looks for the first ones around the list."})
          .field(
              &TextListChoices::labelsFile,
              {.name = "labels_file",
               .title = "Labels file",
               .help = "The names of the classes, one a line; empty takes labels.txt or classes.txt beside the list."})
          .field(&TextListChoices::labels,
                 {.name = "labels",
                  .title = "Labels of faces",
                  .help = "What CelebA's images are labelled with.",
                  .choices = {{"attributes", "Their attributes, several at once"}, {"identity", "Who is on them"}}})
          .field(&TextListChoices::ignoreAnnotations,
                 {.name = "ignore_annotations",
                  .title = "Ignore annotations",
                  .help = "Import files that the lists name without a label, though other tables name them too."})
          .field(&TextListChoices::deep, deepField());
  return schema;
}

class TextListSource : public ListedSource {
 public:
  TextListSource(const fs::path& source, TextList list, const std::string& deep) : list_(std::move(list)) {
    deep_ = deep;
    name_ = nameOfSource(source);
    classes_ = std::move(list_.classes);
    problems_ = std::move(list_.problems);
    decisions_ = std::move(list_.decisions);
    complete_ = list_.complete;
    base_ = absoluteText(list_.base);
    task_ = !list_.several.empty() ? Task::MultiLabel : classes_.empty() ? Task::Unlabelled : Task::Classification;
  }
  std::int64_t size() const override { return static_cast<std::int64_t>(list_.files.size()); }
  ImportItem item(std::int64_t index) const override {
    const auto i = static_cast<std::size_t>(index);
    ImportItem item;
    item.source = (fs::path(base_) / list_.files.relative(i)).lexically_normal().string();
    if (task_ == Task::Classification) item.label = list_.labels[i];
    item.split = list_.splits[i];
    if (task_ == Task::MultiLabel) item.annotation = annotationOfLabels(list_.several[i], classes_);
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(LoadedItem picture, loadImageItem(itemPath(index)));
    FOVEA_TRY(LoadedItem item, withDepth(std::move(picture), deep_));
    if (task_ == Task::MultiLabel) item.labels = list_.several[static_cast<std::size_t>(index)];
    return item;
  }

 private:
  fs::path itemPath(std::int64_t index) const {
    return fs::path(base_) / list_.files.relative(static_cast<std::size_t>(index));
  }
  TextList list_;
  std::string base_;
};

class TextListImporter : public ListImporter {
 public:
  std::string name() const override { return "list"; }
  std::string title() const override { return "Text lists of images"; }
  Schema options() const override { return listSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const TextListChoices choices = listSchema().read(values);
    FOVEA_TRY(auto attributes, readAttributeList(source, choices, look));
    if (attributes)
      return std::unique_ptr<ListedSource>(
          std::make_unique<TextListSource>(source, std::move(*attributes), choices.deep));
    FOVEA_TRY(TextList found, readTextLists(source, choices, look));
    if (found.classes.empty() && !choices.ignoreAnnotations) {
      FOVEA_TRY(auto question, askAboutLabels(source, found, look));
      if (question) found.decisions.push_back(std::move(*question));
    }
    return std::unique_ptr<ListedSource>(std::make_unique<TextListSource>(source, std::move(found), choices.deep));
  }

 private:
  // Returns the question about tables that name the files of lists without labels.
  static Result<std::optional<ImportDecision>> askAboutLabels(const fs::path& source, const TextList& list, Look look) {
    LabelledFiles files;
    files.lists = list.lists;
    const std::uint32_t folder = files.files.addFolder("");
    for (std::size_t i = 0; i < list.files.size(); ++i) {
      const std::string path = list.files.relative(i);
      files.files.add(folder, lastPartOf(path));
    }
    FOVEA_TRY(auto naming, askAboutNamingFiles(source, files, {FileKind::Image, "images", {"csv"}}, look));
    std::error_code code;
    if (naming || !fs::is_directory(source, code)) return naming;
    return askAboutOthers(source, list, look);
  }

  // Returns the question about images that lists without labels do not name, if there are many.
  static Result<std::optional<ImportDecision>> askAboutOthers(const fs::path& source, const TextList& list, Look look) {
    const auto isImage = [](std::string_view name) { return fileKindOf(name) == FileKind::Image; };
    FOVEA_TRY(const FoundFiles found,
              findFiles(source, isImage, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
    const std::size_t all = found.files.size(), named = list.files.size();
    if (all <= named || (all - named) * 10 < all) return std::optional<ImportDecision>();
    return std::optional(ImportDecision{
        "the images that no list names",
        "left out, " + counted(static_cast<std::int64_t>(all - named), "image"),
        "the lists have names alone, and no labels, so that they may say something else than which images are of use",
        {"ignore_annotations=true", "kind=folder"},
        false});
  }
};

}  // namespace

std::shared_ptr<const Importer> textListImporter() {
  return std::make_shared<TextListImporter>();
}

}  // namespace fovea
