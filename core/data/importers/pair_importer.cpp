// Imports image-to-image data: inputs and targets of the same name in folders beside each other; or super-resolution,
// where a picture is the target and its reduced copy the input.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/data/files/image_file.h"
#include "core/data/files/image_fit.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/deep_images.h"
#include "core/data/importers/frame_folders.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/image_pairs.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kImageHeaderBytes = 128 << 10;
constexpr std::size_t kPairsToJudge = 60;
constexpr std::int64_t kMostTimes = 16;

struct PairOptions : FrameOptions {
  std::string inputs;
  std::string targets;
  std::int64_t scale = 0;
  std::string deep = "ask";
};

const TypedSchema<PairOptions>& pairSchema() {
  static const auto schema =
      withFrameOptions(TypedSchema<PairOptions>())
          .field(&PairOptions::inputs, {.name = "input_folder",
                                        .title = "Input folder",
                                        .help = "Name of the folders of inputs; empty knows \"input\" and its like."})
          .field(&PairOptions::targets,
                 {.name = "target_folder",
                  .title = "Target folder",
                  .help = "Name of the folders of targets; empty knows \"target\" and its like."})
          .field(&PairOptions::scale, {.name = "scale",
                                       .title = "Scale",
                                       .help = "Only pairs whose target is so many times larger; 0 takes all.",
                                       .minimum = 0,
                                       .maximum = 16})
          .field(&PairOptions::deep, deepField());
  return schema;
}

PairWords wordsOfPairs(const PairOptions& options) {
  PairWords words;
  words.inputFolders = {"input",    "inputs",  "low",   "lr",     "noisy",  "noise", "blur",
                        "blurry",   "blurred", "a",     "traina", "vala",   "testa", "before",
                        "degraded", "rain",    "rainy", "hazy",   "source", "grey",  "gray"};
  words.targetFolders = {"target", "targets", "high",   "hr",    "clean",  "sharp",       "b",
                         "trainb", "valb",    "testb",  "after", "gt",     "groundtruth", "ground_truth",
                         "norain", "clear",   "colour", "color", "output", "outputs"};
  words.inputEndings = {"x2", "x3", "x4", "x8", "_lr", "_input", "_noisy", "_low"};
  words.targetEndings = {"_hr", "_target", "_clean", "_high", "_gt"};
  words.inputInside = {"noisy", "blur", "blurry", "blurred", "hazy", "rainy", "lr"};
  words.targetInside = {"gt", "clean", "sharp", "hr"};
  words.weakFolders = words.inputFolders;
  words.weakFolders.insert(words.weakFolders.end(), words.targetFolders.begin(), words.targetFolders.end());
  for (const char* strong : {"input", "inputs", "lr", "target", "targets", "hr", "gt", "traina", "trainb", "testa",
                             "testb", "vala", "valb", "groundtruth", "ground_truth"})
    std::erase(words.weakFolders, strong);
  if (!options.inputs.empty()) words.inputFolders = {lowerCase(options.inputs)};
  if (!options.targets.empty()) words.targetFolders = {lowerCase(options.targets)};
  if (!options.inputs.empty() && !options.targets.empty()) words.weakFolders.clear();
  words.wordsInNames = true;
  return words;
}

class PairSource : public ListedSource {
 public:
  PairSource(const fs::path& root, ImagePairs pairs, const std::string& deep) : root_(root), pairs_(std::move(pairs)) {
    deep_ = deep;
    decisions_ = pairs_.decisions;
    name_ = nameOfSource(root);
    task_ = Task::ImageToImage;
    noun_ = "pair";
    complete_ = pairs_.complete;
    for (const SkippedSample& problem : pairs_.problems)
      skip(problem.source.starts_with('/') ? problem.source : absoluteText(root_ / problem.source), 0, problem.reason);
  }

  // Reads the sizes of some pairs, or of all if one common scale is needed.
  Status judge(const PairOptions& options, Look look) {
    if (pairs_.weakInput.size() == 1 || pairs_.doubtful)
      decisions_.push_back(
          {fmt::format("the folders \"{}\" and \"{}\"", pairs_.weakInput, pairs_.weakTarget),
           "inputs and targets of pairs",
           pairs_.doubtful ? "their files have the same numbers or beginnings, though they may as well be two classes"
                           : "their files have the same names, though they may as well be two classes",
           {fmt::format("input_folder={}; target_folder={}", pairs_.weakInput, pairs_.weakTarget), "kind=folder"},
           false});
    std::map<std::int64_t, std::size_t> scales;
    ImagePairs chosen = pairs_;
    chosen.pairs.clear();
    chosen.splits.clear();
    chosen.groups.clear();
    const std::size_t step = options.scale > 0 ? 1 : std::max<std::size_t>(1, pairs_.pairs.size() / kPairsToJudge);
    for (std::size_t i = 0; i < pairs_.pairs.size(); i += step) {
      FOVEA_CHECK(look.check());
      const std::int64_t scale = scaleOf(pairs_.pairs[i]);
      if (scale > 0) ++scales[scale];
      if (scale != options.scale) continue;
      chosen.pairs.push_back(pairs_.pairs[i]);
      chosen.splits.push_back(pairs_.splits[i]);
      if (!pairs_.groups.empty()) chosen.groups.push_back(pairs_.groups[i]);
    }
    if (options.scale > 0) {
      if (chosen.pairs.empty())
        return fail(ErrorCode::InvalidArgument, fmt::format("No target is {} times its input.", options.scale));
      pairs_ = std::move(chosen);
    } else if (scales.size() > 1) {
      std::vector<std::string> alternatives;
      for (const auto& [scale, count] : scales) alternatives.push_back(fmt::format("scale={}", scale));
      decisions_.push_back({"the scale of the pairs", "all of them together",
                            "targets are several times larger than their inputs, and not all by the same",
                            std::move(alternatives), false});
    }
    return {};
  }

  std::int64_t size() const override { return std::ssize(pairs_.pairs); }
  // Returns the decisions about the inputs, or else about the targets.
  std::vector<ImportDecision> decisions() const override {
    std::vector<ImportDecision> all = ListedSource::decisions();
    if (deep_ != "ask" || all.size() > decisions_.size()) return all;
    const auto target = [this](std::int64_t i) {
      return root_ / pairs_.files.relative(pairs_.pairs[static_cast<std::size_t>(i)].target);
    };
    if (auto asked = askDepth(size(), target)) all.push_back(std::move(*asked));
    return all;
  }
  ImportItem item(std::int64_t index) const override {
    ImportItem item;
    const auto i = static_cast<std::size_t>(index);
    item.source = absoluteText(root_ / pairs_.files.relative(pairs_.pairs[i].input));
    item.split = pairs_.splits[i];
    if (!pairs_.groups.empty()) item.group = pairs_.groups[i];
    item.annotation = annotationOfFile(root_ / pairs_.files.relative(pairs_.pairs[i].target));
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const ImagePair& pair = pairs_.pairs[static_cast<std::size_t>(index)];
    FOVEA_TRY(LoadedItem item, loadImageItem(root_ / pairs_.files.relative(pair.input)));
    const fs::path second = root_ / pairs_.files.relative(pair.target);
    FOVEA_TRY(const std::string content, readSource(second, kMaximumImageFile));
    FOVEA_TRY(const ImageSize size, sizeOf(item));
    auto both = pairWithDepth(std::move(item), content, deep_);
    if (!both.ok()) return both.error().within(displayName(second.filename().string()));
    item = std::move(both).value();
    const ImageSize target{item.target.shape()[1], item.target.shape()[2]};
    if (timesAs(size, target) == 0 && timesAs(target, size) == 0)
      return fail(
          ErrorCode::InvalidArgument,
          fmt::format("the input is {}×{}, and its target {} is {}×{}: one must be the other's size, or so many "
                      "times it",
                      size.width, size.height, displayName(pairs_.files.relative(pair.target)), target.width,
                      target.height));
    return item;
  }

 private:
  // Returns the integer factor from the first size to the second; 0 if there is none.
  static std::int64_t timesAs(const ImageSize& small, const ImageSize& large) {
    const std::int64_t times = large.width / std::max<std::int64_t>(1, small.width);
    return times > 0 && times <= kMostTimes && small.width * times == large.width &&
                   small.height * times == large.height
               ? times
               : 0;
  }
  // Returns an image's size from the first bytes of its file, or from all of it if those do not contain the size.
  std::optional<ImageSize> sizeOfFile(std::size_t file) const {
    const fs::path path = root_ / pairs_.files.relative(file);
    LoadedItem item;
    item.file = beginningOfFile(path, kImageHeaderBytes);
    if (const auto size = sizeOf(item); size.ok()) return *size;
    const auto whole = loadImageItem(path);
    if (!whole.ok()) return std::nullopt;
    const auto size = sizeOf(*whole);
    return size.ok() ? std::optional(*size) : std::nullopt;
  }
  // Returns the scale of a pair; 0 if unknown.
  std::int64_t scaleOf(const ImagePair& pair) const {
    const auto input = sizeOfFile(pair.input);
    const auto target = sizeOfFile(pair.target);
    return input && target ? timesAs(*input, *target) : 0;
  }

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
    const PairOptions options = pairSchema().read(values);
    FOVEA_TRY(ImagePairs pairs, findImagePairs(root, wordsOfPairs(options), look));
    FOVEA_CHECK(arrangeFrames(root, options, look, pairs));
    auto source = std::make_unique<PairSource>(root, std::move(pairs), options.deep);
    FOVEA_CHECK(source->judge(options, look));
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

struct EnlargeOptions {
  std::int64_t factor = 2;
  std::string deep = "ask";
};

const TypedSchema<EnlargeOptions>& enlargeSchema() {
  static const auto schema =
      TypedSchema<EnlargeOptions>()
          .field(&EnlargeOptions::factor, {.name = "factor",
                                           .title = "Factor",
                                           .help = "How many times smaller the input is than the picture.",
                                           .minimum = 2,
                                           .maximum = 16})
          .field(&EnlargeOptions::deep, deepField());
  return schema;
}

class EnlargeSource : public LabelledSource {
 public:
  EnlargeSource(const fs::path& root, LabelledFiles found, const EnlargeOptions& options)
      : LabelledSource(root, std::move(found)), factor_(options.factor) {
    deep_ = options.deep;
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
    FOVEA_TRY(const Tensor image, loadPixels(path(index), deep_));
    const std::int64_t height = image.shape()[1] / factor_;
    const std::int64_t width = image.shape()[2] / factor_;
    if (height < 1 || width < 1)
      return fail(ErrorCode::InvalidArgument, fmt::format("it is {}×{}, too small for a factor of {}", image.shape()[2],
                                                          image.shape()[1], factor_));
    LoadedItem item;
    FOVEA_TRY(item.target, corner(image, height * factor_, width * factor_));
    const bool numbers = image.dtype() == DataType::Float32;
    FOVEA_TRY(item.input, numbers ? reduceNumbers(item.target, factor_)
                                  : fitImage(item.target, Shape{image.shape()[0], height, width}));
    return item;
  }

 private:
  // Returns the upper left part of an image.
  static Result<Tensor> corner(const Tensor& image, std::int64_t height, std::int64_t width) {
    const Shape& shape = image.shape();
    if (shape[1] == height && shape[2] == width) return image;
    FOVEA_TRY(Tensor part, Tensor::tryMake({image.dtype(), Shape{shape[0], height, width}}));
    const auto size = static_cast<std::int64_t>(byteSize(image.dtype()));
    for (std::int64_t channel = 0; channel < shape[0]; ++channel)
      for (std::int64_t y = 0; y < height; ++y)
        std::copy_n(static_cast<const std::byte*>(image.raw()) + (channel * shape[1] + y) * shape[2] * size,
                    width * size, static_cast<std::byte*>(part.raw()) + (channel * height + y) * width * size);
    return part;
  }
  const std::int64_t factor_;
};

class EnlargeImporter : public ListImporter {
 public:
  std::string name() const override { return "super_resolution"; }
  std::string title() const override { return "Super-resolution from images"; }
  Schema options() const override { return enlargeSchema().schema(); }

  // Never guesses, since any folder of images would match.
  Status mayGuess(const fs::path& source, const SourceScan&) const override { return nothingFound("image", source); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(root, FileKind::Image, ClassFolder::Path, look));
    return std::unique_ptr<ListedSource>(
        std::make_unique<EnlargeSource>(root, std::move(found), enlargeSchema().read(values)));
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
