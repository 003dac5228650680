// Image to image: an input and a target of the same name in folders beside each other; or super-resolution, where a
// picture is the target and its reduction the input.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/image_fit.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/image_pairs.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct PairOptions {
  std::string inputs;
  std::string targets;
};

const TypedSchema<PairOptions>& pairSchema() {
  static const auto schema =
      TypedSchema<PairOptions>()
          .field(&PairOptions::inputs, {.name = "input_folder",
                                        .title = "Input folder",
                                        .help = "Name of the folders of inputs; empty knows \"input\" and its like."})
          .field(&PairOptions::targets,
                 {.name = "target_folder",
                  .title = "Target folder",
                  .help = "Name of the folders of targets; empty knows \"target\" and its like."});
  return schema;
}

PairWords wordsOf(const PairOptions& options) {
  PairWords words;
  words.inputFolders = {"input",    "inputs",  "low",   "lr",     "noisy",  "noise", "blur",
                        "blurry",   "blurred", "a",     "traina", "vala",   "testa", "before",
                        "degraded", "rain",    "rainy", "hazy",   "source", "grey",  "gray"};
  words.targetFolders = {"target", "targets", "high",   "hr",    "clean",  "sharp",       "b",
                         "trainb", "valb",    "testb",  "after", "gt",     "groundtruth", "ground_truth",
                         "norain", "clear",   "colour", "color", "output", "outputs"};
  words.inputEndings = {"x2", "x3", "x4", "x8", "_lr", "_input", "_noisy", "_low"};
  words.targetEndings = {"_hr", "_target", "_clean", "_high", "_gt"};
  if (!options.inputs.empty()) words.inputFolders = {lowerCase(options.inputs)};
  if (!options.targets.empty()) words.targetFolders = {lowerCase(options.targets)};
  return words;
}

class PairSource : public ListedSource {
 public:
  PairSource(const fs::path& root, ImagePairs pairs) : root_(root), pairs_(std::move(pairs)) {
    name_ = nameOfSource(root);
    task_ = Task::ImageToImage;
    noun_ = "pair";
    complete_ = pairs_.complete;
    for (const SkippedSample& problem : pairs_.problems)
      skip(problem.source.starts_with('/') ? problem.source : absoluteText(root_ / problem.source), 0, problem.reason);
  }
  std::int64_t size() const override { return std::ssize(pairs_.pairs); }
  ImportItem item(std::int64_t index) const override {
    ImportItem item;
    const auto i = static_cast<std::size_t>(index);
    item.source = absoluteText(root_ / pairs_.files.relative(pairs_.pairs[i].input));
    item.split = pairs_.splits[i];
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const ImagePair& pair = pairs_.pairs[static_cast<std::size_t>(index)];
    FOVEA_TRY(LoadedItem item, loadImageItem(root_ / pairs_.files.relative(pair.input)));
    FOVEA_TRY(item.target, loadPixels(root_ / pairs_.files.relative(pair.target)));
    return item;
  }

 private:
  fs::path root_;
  ImagePairs pairs_;
};

class PairImporter : public ListImporter {
 public:
  std::string name() const override { return "pairs"; }
  std::string title() const override { return "Pairs of images"; }
  Schema options() const override { return pairSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(ImagePairs pairs, findImagePairs(root, wordsOf(pairSchema().read(values)), look));
    return std::unique_ptr<ListedSource>(std::make_unique<PairSource>(root, std::move(pairs)));
  }
};

struct EnlargeOptions {
  std::int64_t factor = 2;
};

const TypedSchema<EnlargeOptions>& enlargeSchema() {
  static const auto schema = TypedSchema<EnlargeOptions>().field(
      &EnlargeOptions::factor, {.name = "factor",
                                .title = "Factor",
                                .help = "How many times smaller the input is than the picture.",
                                .minimum = 2,
                                .maximum = 16});
  return schema;
}

class EnlargeSource : public LabelledSource {
 public:
  EnlargeSource(const fs::path& root, LabelledFiles found, std::int64_t factor)
      : LabelledSource(root, std::move(found)), factor_(factor) {
    task_ = Task::ImageToImage;
    classes_.clear();
    remarks_.clear();
  }
  ImportItem item(std::int64_t index) const override {
    ImportItem item = LabelledSource::item(index);
    item.label = kNoLabel;
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(const Tensor image, loadPixels(path(index)));
    const std::int64_t height = image.shape()[1] / factor_;
    const std::int64_t width = image.shape()[2] / factor_;
    if (height < 1 || width < 1)
      return fail(ErrorCode::InvalidArgument, fmt::format("it is {}×{}, too small for a factor of {}", image.shape()[2],
                                                          image.shape()[1], factor_));
    LoadedItem item;
    FOVEA_TRY(item.target, corner(image, height * factor_, width * factor_));
    FOVEA_TRY(item.input, fitImage(item.target, Shape{image.shape()[0], height, width}));
    return item;
  }

 private:
  // The left upper part of an image.
  static Result<Tensor> corner(const Tensor& image, std::int64_t height, std::int64_t width) {
    const Shape& shape = image.shape();
    if (shape[1] == height && shape[2] == width) return image;
    FOVEA_TRY(Tensor part, Tensor::tryMake({DataType::UInt8, Shape{shape[0], height, width}}));
    for (std::int64_t channel = 0; channel < shape[0]; ++channel)
      for (std::int64_t y = 0; y < height; ++y)
        std::copy_n(image.data<std::uint8_t>() + (channel * shape[1] + y) * shape[2], width,
                    part.data<std::uint8_t>() + (channel * height + y) * width);
    return part;
  }
  const std::int64_t factor_;
};

class EnlargeImporter : public ListImporter {
 public:
  std::string name() const override { return "super_resolution"; }
  std::string title() const override { return "Super-resolution from images"; }
  Schema options() const override { return enlargeSchema().schema(); }

  // Any folder of images would do.
  bool guessed() const override { return false; }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(root, FileKind::Image, ClassFolder::Path, look));
    return std::unique_ptr<ListedSource>(
        std::make_unique<EnlargeSource>(root, std::move(found), enlargeSchema().read(values).factor));
  }
};

}  // namespace

std::shared_ptr<const Importer> pairImporter() {
  return std::make_shared<PairImporter>();
}

std::shared_ptr<const Importer> superResolutionImporter() {
  return std::make_shared<EnlargeImporter>();
}

}  // namespace fovea
