// Imports images that hold an input and its target side by side, as pix2pix (Isola et al. 2017) and data sets made for
// it keep them: facades, maps, edges2shoes.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/files/image_file.h"
#include "core/data/importers/deep_images.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct SideOptions {
  std::string input = "ask";
  std::string deep = "ask";
};

const TypedSchema<SideOptions>& sideSchema() {
  static const auto schema =
      TypedSchema<SideOptions>()
          .field(&SideOptions::input,
                 {.name = "input_half",
                  .title = "Input",
                  .help = "Which half of an image is the input; the other one is the target.",
                  .choices = {{"ask", "Ask"}, {"left", "The left half"}, {"right", "The right half"}}})
          .field(&SideOptions::deep, deepField());
  return schema;
}

// Copies the left or the right half of an image [C, H, W].
Result<Tensor> halfOf(const Tensor& image, bool left) {
  const Shape& shape = image.shape();
  const std::int64_t width = shape[2] / 2, rows = shape[0] * shape[1];
  FOVEA_TRY(Tensor half, Tensor::tryMake({image.dtype(), {shape[0], shape[1], width}}));
  const auto row = static_cast<std::size_t>(width) * byteSize(image.dtype());
  const auto* from = static_cast<const std::byte*>(image.raw()) + (left ? 0 : row);
  auto* to = static_cast<std::byte*>(half.raw());
  for (std::int64_t i = 0; i < rows; ++i, from += 2 * row, to += row) std::copy_n(from, row, to);
  return half;
}

class SideBySideSource : public ListedSource {
 public:
  SideBySideSource(const fs::path& root, FoundFiles found, const SideOptions& options)
      : root_(root), left_(options.input != "right"), files_(std::move(found.files)) {
    name_ = nameOfSource(root);
    task_ = Task::ImageToImage;
    noun_ = "pair";
    complete_ = found.complete;
    deep_ = options.deep;
    problems_ = std::move(found.problems);
    if (options.input == "ask")
      decisions_.push_back({"the halves of an image",
                            "the left one is the input, and the right one its target",
                            "nothing says which is which",
                            {"input_half=left", "input_half=right"},
                            false});
  }

  std::int64_t size() const override { return static_cast<std::int64_t>(files_.size()); }
  ImportItem item(std::int64_t index) const override {
    const auto i = static_cast<std::size_t>(index);
    ImportItem item;
    item.source = absoluteText(files_.path(root_, i));
    item.split = splitOfFolders(files_.folder(files_.folderOf(i)));
    // Another half is another sample of the same file.
    item.annotation = annotationOfText(left_ ? "left" : "right");
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(LoadedItem item, loadImageItem(files_.path(root_, static_cast<std::size_t>(index))));
    FOVEA_TRY(item, withDepth(std::move(item), deep_));
    FOVEA_TRY(const Tensor whole, item.file.empty() ? Result<Tensor>(item.input) : decodeImage(item.file));
    const std::int64_t width = whole.shape()[2];
    if (width % 2 != 0)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("its width of {} pixels cannot be divided into two halves", width));
    LoadedItem halves;
    FOVEA_TRY(halves.input, halfOf(whole, left_));
    FOVEA_TRY(halves.target, halfOf(whole, !left_));
    return halves;
  }

 private:
  fs::path root_;
  bool left_;
  FileList files_;
};

class SideBySideImporter : public ListImporter {
 public:
  std::string name() const override { return "side_by_side"; }
  std::string title() const override { return "Pairs side by side (pix2pix)"; }
  Schema options() const override { return sideSchema().schema(); }
  // The folders of images ask for it.
  Status mayGuess(const fs::path& source, const SourceScan&) const override { return nothingFound("image", source); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const SideOptions options = sideSchema().read(values);
    std::error_code code;
    if (!fs::is_directory(source, code)) return nothingFound("image", source);
    const auto isImage = [](std::string_view name) { return fileKindOf(name) == FileKind::Image; };
    FOVEA_TRY(FoundFiles found,
              findFiles(source, isImage, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
    if (found.files.empty()) return nothingFound("image", source);
    return std::unique_ptr<ListedSource>(std::make_unique<SideBySideSource>(source, std::move(found), options));
  }
};

}  // namespace

std::shared_ptr<const Importer> sideBySideImporter() {
  return std::make_shared<SideBySideImporter>();
}

}  // namespace fovea
