// A folder per class, nested or not, with or without train, val and test folders; or pictures without classes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/data/image_file.h"
#include "core/data/importers/folder_options.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kImagesToJudge = 16;
constexpr float kDeepest = 65535;

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
          .field(&ImageFolderOptions::deep,
                 {.name = "deep",
                  .title = "16 bits a value",
                  .help = "What becomes of images of 16 bits a value.",
                  .choices = {{"ask", "Ask where there are any"},
                              {"keep", "Numbers from 0 to 1, nothing is lost"},
                              {"range", "8 bits, from the darkest to the brightest of each image"},
                              {"top", "The upper 8 bits"}}});
  return schema;
}

// The values of an image of 16 bits as they are asked for.
Result<LoadedItem> deepItem(const std::string& content, const std::string& deep) {
  if (deep == "ask")
    return fail(ErrorCode::InvalidArgument,
                "it holds 16 bits a value; say what becomes of them with deep=keep, deep=range or deep=top");
  LoadedItem item;
  FOVEA_TRY(item.input, decodeDeepImage(content));
  const auto values = item.input.values<float>();
  if (deep == "keep") {
    for (float& value : values) value /= kDeepest;
    return item;
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const float offset = *least;
  const float range = std::max(1.0f, *most - offset);
  FOVEA_TRY(Tensor scaled, Tensor::tryMake({DataType::UInt8, item.input.shape()}));
  std::transform(values.begin(), values.end(), scaled.data<std::uint8_t>(),
                 [&](float value) { return static_cast<std::uint8_t>(std::lround((value - offset) * 255 / range)); });
  item.input = std::move(scaled);
  return item;
}

class FolderSource : public LabelledSource {
 public:
  FolderSource(const fs::path& root, LabelledFiles found, std::string deep)
      : LabelledSource(root, std::move(found)), deep_(std::move(deep)) {}
  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(LoadedItem item, loadImageItem(path(index)));
    if (deep_ == "top" || !isDeepImage(item.file)) return item;
    return deepItem(item.file, deep_);
  }
  void decide(ImportDecision decision) { decisions_.push_back(std::move(decision)); }

  // Asks where some of the images hold 16 bits a value.
  void judgeDepth() {
    if (deep_ != "ask") return;
    const std::int64_t step = std::max<std::int64_t>(1, size() / kImagesToJudge);
    for (std::int64_t i = 0; i < size(); i += step) {
      std::string start(34, '\0');
      std::ifstream(path(i), std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
      if (!isDeepImage(start)) continue;
      return decide({"the depth of the images",
                     "8 bits a value, scaled",
                     fmt::format("{} holds 16 bits a value", displayName(path(i).filename().string())),
                     {"deep=keep", "deep=range", "deep=top"},
                     false});
    }
  }

 private:
  const std::string deep_;
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
    folder->judgeDepth();
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
