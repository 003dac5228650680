// Imports segmentation data: images and masks of the same names, in folders beside each other or in one; masks by
// index, with a palette, black and white, or by colour.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/importers/ade_masks.h"
#include "core/data/importers/deep_images.h"
#include "core/data/importers/frame_folders.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/image_pairs.h"
#include "core/data/importers/library.h"
#include "core/data/importers/mask_file.h"
#include "core/data/importers/mask_names.h"
#include "core/data/importers/pair_doubts.h"
#include "core/data/importers/split_names.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumAdeList = std::uint64_t{1} << 20;
constexpr std::size_t kMasksToJudge = 500;
constexpr std::size_t kMasksToJudgeQuickly = 16;

struct MaskOptions : FrameOptions {
  std::string images;
  std::string masks;
  std::string names;
  std::string colours;
  std::string labels = "automatic";
  std::string folderClasses = "ask";
  std::string withoutMask = "ask";
  std::string deep = "ask";
};

const TypedSchema<MaskOptions>& maskSchema() {
  static const auto schema =
      withFrameOptions(TypedSchema<MaskOptions>())
          .field(&MaskOptions::images, {.name = "image_folder",
                                        .title = "Image folder",
                                        .help = "Name of the folders of images; empty knows \"images\" and its like."})
          .field(&MaskOptions::masks, {.name = "mask_folder",
                                       .title = "Mask folder",
                                       .help = "Name of the folders of masks; empty knows \"masks\" and its like."})
          .field(&MaskOptions::names, {.name = "class_names",
                                       .title = "Class names",
                                       .help = "In the order of the labels, separated by commas; empty takes a list "
                                               "beside the folders, or numbers. \"numbers\" takes numbers, "
                                               "\"cityscapes\" and \"voc\" the names of these sets."})
          .field(
              &MaskOptions::colours,
              {.name = "colour_list",
               .title = "Colour list",
               .help = "A file that says which colour is which class, \"name, r, g, b\" a line; empty looks for one."})
          .field(&MaskOptions::labels, maskValuesField())
          .field(&MaskOptions::folderClasses,
                 {.name = "folder_classes",
                  .title = "Folders as classes",
                  .help = "Whether folders that each hold images and their masks may be the classes of these images.",
                  .choices = {{"ask", "Ask where there are any"}, {"ignore", "They are no classes"}}})
          .field(&MaskOptions::withoutMask, {.name = "without_mask",
                                             .title = "Images without a mask",
                                             .help = "What becomes of images without a mask.",
                                             .choices = {{"ask", "Ask where there are many"},
                                                         {"leave_out", "Leave them out"},
                                                         {"background", "Nothing is marked in them: background"}}})
          .field(&MaskOptions::deep, deepField());
  return schema;
}

// Classes of Cityscapes (Cordts et al. 2016), by label id.
const std::vector<std::string> kCityscapesClasses = {"unlabeled",  "ego vehicle",   "rectification border",
                                                     "out of roi", "static",        "dynamic",
                                                     "ground",     "road",          "sidewalk",
                                                     "parking",    "rail track",    "building",
                                                     "wall",       "fence",         "guard rail",
                                                     "bridge",     "tunnel",        "pole",
                                                     "polegroup",  "traffic light", "traffic sign",
                                                     "vegetation", "terrain",       "sky",
                                                     "person",     "rider",         "car",
                                                     "truck",      "bus",           "caravan",
                                                     "trailer",    "train",         "motorcycle",
                                                     "bicycle"};

// Reads the names in the list of ADE20K (Zhou et al. 2017): lines of "Idx Ratio Train Val Name"; label 0 is everything
// else.
Result<std::vector<std::string>> readAdeNames(const fs::path& list) {
  FOVEA_TRY(const std::string text, readTextFile(list, kMaximumAdeList));
  std::vector<std::string> names{"other"};
  TextLines lines(text);
  while (const auto line = lines.nextFilled()) {
    const auto words = wordsOf(*line, 5);
    if (words.size() < 5 || wholeNumber(words[0]) != std::ssize(names)) continue;
    const std::string_view rest(words[4].data(),
                                static_cast<std::size_t>(line->data() + line->size() - words[4].data()));
    names.push_back(displayName(trimmed(rest.substr(0, rest.find(',')))));
  }
  return names;
}

const std::vector<std::string> kVocClasses = {
    "background", "aeroplane", "bicycle",     "bird",  "boat",        "bottle", "bus",
    "car",        "cat",       "chair",       "cow",   "diningtable", "dog",    "horse",
    "motorbike",  "person",    "pottedplant", "sheep", "sofa",        "train",  "tvmonitor"};

constexpr std::size_t kRoad = 7;  // number of the class in Cityscapes

// Returns the names that the option gives; empty for none and for numbers.
std::vector<std::string> maskNamesOf(const MaskOptions& options) {
  if (options.names == "numbers") return {};
  if (options.names == "cityscapes") return kCityscapesClasses;
  if (options.names == "voc") return kVocClasses;
  return splitList(options.names);
}

class MaskSource : public ListedSource {
 public:
  MaskSource(const fs::path& root, ImagePairs pairs) : root_(root), pairs_(std::move(pairs)) {
    name_ = nameOfSource(root);
    task_ = Task::Segmentation;
    complete_ = pairs_.complete;
    for (const SkippedSample& problem : pairs_.problems)
      skip(problem.source.starts_with('/') ? problem.source : absoluteText(root_ / problem.source), 0, problem.reason);
  }

  Status learn(const MaskOptions& options, Look look) {
    deep_ = options.deep;
    MaskLook seen;
    seen.ofFilms = areOfFilms();
    const std::size_t wanted = look == Look::Quick ? kMasksToJudgeQuickly : kMasksToJudge;
    const std::size_t count = std::min(pairs_.pairs.size(), wanted);
    std::vector<fs::path> judged;
    for (std::size_t i = 0; i < count; ++i) judged.push_back(target(i * pairs_.pairs.size() / count));
    if (isFullAdeMask(judged[0].filename().string())) {
      FOVEA_TRY(ade_, learnAdeClasses(judged, pairs_.pairs.size(), look));
      decisions_ = pairs_.decisions;
      decisions_.insert(decisions_.end(), ade_->decisions.begin(), ade_->decisions.end());
      classes_ = ade_->classes;
      return {};
    }
    for (const fs::path& path : judged) {
      MaskFormat format;
      const auto mask = readMaskFile(path, &format);
      if (mask.ok()) FOVEA_CHECK(seen.add(*mask, format));
    }
    std::vector<std::string> names = maskNamesOf(options);
    const fs::path colours = options.colours.empty() ? besides({"class_dict.csv", "labelmap.txt", "label_colors.txt",
                                                                "label_colours.txt", "colormap.txt", "colors.txt"})
                                                     : fs::path(options.colours);
    const bool numbers = options.names == "numbers";
    if (names.empty() && !numbers) {
      const fs::path list = besides({"classes.txt", "class_names.txt", "labels.txt"});
      if (!list.empty()) {
        FOVEA_TRY(names, readNames(list));
      } else {
        FOVEA_TRY(names, namesOfSplits(root_, {"_classes.csv"}, readMaskNames, look));
      }
    }
    if (names.empty() && !numbers && colours.empty() && seen.coloured == 0 && !seen.palettesDiffer) {
      FOVEA_TRY(names, knownNames(seen));
    }
    FOVEA_TRY(meaning_, meaningOf(seen, colours, names, options.labels));
    decisions_ = pairs_.decisions;
    decisions_.insert(decisions_.end(), meaning_.decisions.begin(), meaning_.decisions.end());
    classes_ = meaning_.classes;
    return {};
  }

  std::int64_t size() const override { return std::ssize(pairs_.pairs); }
  ImportItem item(std::int64_t index) const override {
    ImportItem item;
    const auto i = static_cast<std::size_t>(index);
    item.source = absoluteText(root_ / pairs_.files.relative(pairs_.pairs[i].input));
    item.split = pairs_.splits[i];
    if (!pairs_.groups.empty()) item.group = pairs_.groups[i];
    item.annotation = hasTarget(i) ? annotationOfFile(target(i)) : annotationOfText("background");
    for (const std::size_t other : pairs_.pairs[i].others)
      item.annotation = annotationOfText(fmt::format(
          "{}{}", item.annotation.toString(), annotationOfFile(root_ / pairs_.files.relative(other)).toString()));
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const auto i = static_cast<std::size_t>(index);
    FOVEA_TRY(LoadedItem item, loadImageItem(root_ / pairs_.files.relative(pairs_.pairs[i].input)));
    FOVEA_TRY(const ImageSize size, sizeOf(item));
    if (hasTarget(i)) {
      FOVEA_TRY(item.target, labelsIn(target(i), size));
    } else {
      FOVEA_TRY(item.target, Tensor::tryMake({DataType::UInt8, Shape{1, size.height, size.width}}));
      std::ranges::fill(item.target.values<std::uint8_t>(), std::uint8_t{0});
    }
    for (const std::size_t other : pairs_.pairs[i].others) {
      FOVEA_TRY(const Tensor more, labelsIn(root_ / pairs_.files.relative(other), size));
      putTogether(more, item.target);
    }
    return withDepth(std::move(item), deep_);
  }

  // Takes the images without a mask, in which nothing is marked.
  void takeUnmarked() {
    for (const AloneInput& input : pairs_.alone) {
      pairs_.pairs.push_back({input.file, kNoTarget, {}});
      pairs_.splits.push_back(splitOfFolders(pairs_.files.folder(pairs_.files.folderOf(input.file))));
      if (!pairs_.groups.empty()) pairs_.groups.emplace_back();
    }
    if (!pairs_.alone.empty())
      decisions_.push_back({"the images without a mask",
                            fmt::format("background, {}", grouped(std::ssize(pairs_.alone))),
                            "nothing is marked in them, as was said",
                            {"without_mask=leave_out"}});
  }

 private:
  static constexpr std::size_t kNoTarget = static_cast<std::size_t>(-1);
  bool hasTarget(std::size_t pair) const { return pairs_.pairs[pair].target != kNoTarget; }

  // Returns the labels of a mask, which must have the size of its image.
  Result<Tensor> labelsIn(const fs::path& file, const ImageSize& size) const {
    MaskFormat format;
    FOVEA_TRY(const Tensor mask, readMaskFile(file, &format));
    if (mask.shape()[1] != size.height || mask.shape()[2] != size.width)
      return fail(ErrorCode::InvalidArgument, fmt::format("the image is {}×{}, and its mask {}×{}", size.width,
                                                          size.height, mask.shape()[2], mask.shape()[1]));
    return ade_ ? adeLabelsOf(mask, *ade_) : labelsOf(mask, format, meaning_);
  }

  // Adds the pixels that a further mask of the same image labels as anything but background.
  static void putTogether(const Tensor& more, Tensor& labels) {
    const std::uint8_t* from = more.data<std::uint8_t>();
    std::uint8_t* to = labels.data<std::uint8_t>();
    for (std::int64_t i = 0; i < labels.elementCount(); ++i)
      if (from[i] != 0) to[i] = from[i];
  }

  // Returns true if the images lie in several folders, in each under numbers with zeros in front, as frames of films
  // do.
  bool areOfFilms() const {
    constexpr std::size_t kFewestFilms = 2, kFewestFrames = 2, kFewestDigits = 4;
    std::map<std::uint32_t, std::size_t> frames;
    for (const ImagePair& pair : pairs_.pairs) {
      const std::string_view stem = stemOf(pairs_.files.name(pair.input));
      const bool counts = stem.size() >= kFewestDigits && stem.starts_with('0');
      if (!counts || stem.find_first_not_of("0123456789") != std::string_view::npos) return false;
      ++frames[pairs_.files.folderOf(pair.input)];
    }
    const auto several = std::ranges::count_if(frames, [](const auto& each) { return each.second >= kFewestFrames; });
    return frames.size() >= kFewestFilms && static_cast<std::size_t>(several) * 2 > frames.size();
  }

  // Returns the class names of well-known sets where the masks fit them, and decides so; empty: numbers.
  Result<std::vector<std::string>> knownNames(const MaskLook& seen) {
    const fs::path ade = besides({"objectInfo150.txt"});
    std::vector<std::string> names;
    if (!ade.empty()) {
      FOVEA_TRY(names, readAdeNames(ade));
      if (highestOf(seen) >= std::ssize(names)) names.clear();
      return names;
    }
    const std::string first = pairs_.files.relative(pairs_.pairs[0].target);
    const std::string example = displayName(lastPartOf(first));
    if (first.find("SegmentationClass") != std::string::npos && highestOf(seen) < std::ssize(kVocClasses)) {
      const bool fits = isVocId(stemOf(lastPartOf(first)));
      decideNames(
          "PASCAL VOC", "voc",
          fits ? fmt::format("masks in SegmentationClass are called as there, such as {}", example)
               : fmt::format("they lie in SegmentationClass, as there, but are called otherwise, such as {}", example),
          fits);
      return kVocClasses;
    }
    if (!first.ends_with("_labelIds.png") || highestOf(seen) >= std::ssize(kCityscapesClasses)) return names;
    const bool fits = hasMuchRoad(seen);
    decideNames("Cityscapes", "cityscapes",
                fits ? fmt::format("masks are called as there, such as {}, and {} is frequent, as road is there",
                                   example, kRoad)
                     : fmt::format("masks are called as there, such as {}, but {}, which is road there, is rare",
                                   example, kRoad),
                fits);
    return kCityscapesClasses;
  }

  void decideNames(std::string_view set, std::string_view option, std::string because, bool fits) {
    std::vector<std::string> alternatives{"class_names=numbers"};
    if (!fits) alternatives.push_back(fmt::format("class_names={}", option));
    pairs_.decisions.push_back({"the names of the classes", fmt::format("those of {}", set), std::move(because),
                                std::move(alternatives), fits});
  }

  // Returns the highest value that is not ignored.
  static std::ptrdiff_t highestOf(const MaskLook& seen) {
    std::ptrdiff_t highest = 0;
    for (int value = 0; value < kIgnoredPixel; ++value)
      if (seen.grey.counts[static_cast<std::size_t>(value)] > 0) highest = value;
    return highest;
  }

  // Returns true for names such as "2007_000032".
  static bool isVocId(std::string_view stem) {
    constexpr std::string_view kForm = "dddd_dddddd";
    if (stem.size() == 6) return wholeNumber(stem).has_value();  // as in VOC2007
    if (stem.size() != kForm.size()) return false;
    for (std::size_t i = 0; i < stem.size(); ++i)
      if ((kForm[i] == '_') != (stem[i] == '_') || (stem[i] != '_' && (stem[i] < '0' || stem[i] > '9'))) return false;
    return true;
  }

  // Returns true if road takes the part of the pixels that it takes in streets.
  static bool hasMuchRoad(const MaskLook& seen) {
    constexpr double kLeastShare = 0.05;
    double all = 0;
    for (const auto count : seen.grey.counts) all += static_cast<double>(count);
    return static_cast<double>(seen.grey.counts[kRoad]) > kLeastShare * all;
  }

  fs::path target(std::size_t pair) const { return root_ / pairs_.files.relative(pairs_.pairs[pair].target); }
  fs::path besides(std::initializer_list<const char*> names) const {
    std::error_code code;
    for (const char* name : names)
      if (fs::is_regular_file(root_ / name, code)) return root_ / name;
    return {};
  }

  fs::path root_;
  ImagePairs pairs_;
  MaskMeaning meaning_;
  std::optional<AdeClasses> ade_;  // used instead of `meaning_`
};

class MaskImporter : public ListImporter {
 public:
  std::string name() const override { return "masks"; }
  std::string title() const override { return "Images with masks"; }
  Schema options() const override { return maskSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    const MaskOptions options = maskSchema().read(values);
    PairWords words = maskPairWords(options.images, options.masks);
    words.aloneAllowed = options.withoutMask == "background";
    FOVEA_TRY(ImagePairs pairs, findImagePairs(root, words, look));
    FOVEA_CHECK(arrangeFrames(root, options, look, pairs));
    sayWhatIsDoubtful(options, pairs);
    if (options.withoutMask == "ask" && options.masks.empty()) askAboutUnmarked(pairs);
    auto source = std::make_unique<MaskSource>(root, std::move(pairs));
    FOVEA_CHECK(source->learn(options, look));
    if (words.aloneAllowed) source->takeUnmarked();
    return std::unique_ptr<ListedSource>(std::move(source));
  }

 private:
  // Returns how many images without a mask lie beside those with one, in the same split. Further masks of an image
  // ("01L_2ndHO" beside "01L") and a test without masks do not count.
  static std::size_t countUnmarked(const ImagePairs& pairs) {
    const auto folderOf = [&](std::size_t file) { return pairs.files.folder(pairs.files.folderOf(file)); };
    std::set<std::string> places, stems;
    std::set<std::optional<Split>> splits;
    for (const ImagePair& pair : pairs.pairs) {
      places.insert(folderOf(pair.input));
      places.emplace(parentOf(folderOf(pair.input)));
      stems.insert(lowerCase(stemOf(pairs.files.name(pair.input))));
      splits.insert(splitOfFolders(folderOf(pair.input)));
    }
    const auto counts = [&](const AloneInput& input) {
      const std::string folder = folderOf(input.file), stem = lowerCase(stemOf(pairs.files.name(input.file)));
      const bool beside = places.contains(folder) || places.contains(std::string(parentOf(folder)));
      const auto before = stems.upper_bound(stem);
      const std::string whole = before == stems.begin() ? std::string() : *std::prev(before);
      const bool further = !whole.empty() && stem.starts_with(whole) && stem.size() > whole.size() &&
                           (std::string_view("_-. ").find(stem[whole.size()]) != std::string_view::npos);
      return beside && !further && splits.contains(splitOfFolders(folder));
    };
    return static_cast<std::size_t>(std::ranges::count_if(pairs.alone, counts));
  }

  // Asks about images without a mask if they are as many as those with one: nothing may be marked in them.
  static void askAboutUnmarked(ImagePairs& pairs) {
    const std::size_t unmarked = countUnmarked(pairs);
    const auto asked = [](const ImportDecision& each) { return each.what == "the masks" && !each.sure; };
    if (unmarked < pairs.pairs.size() || std::ranges::any_of(pairs.decisions, asked)) return;
    pairs.decisions.push_back(
        {"the images without a mask",
         fmt::format("left out, {}", grouped(static_cast<std::int64_t>(unmarked))),
         fmt::format("only {} have a mask, so that nothing may be marked in the others",
                     counted(std::ssize(pairs.pairs), "image")),
         {"without_mask=background", "without_mask=leave_out", std::string(kKindOption) + "folder"},
         false});
  }

  static void sayWhatIsDoubtful(const MaskOptions& options, ImagePairs& pairs) {
    const auto several = std::ranges::count_if(pairs.pairs, [](const ImagePair& pair) { return !pair.others.empty(); });
    if (several > 0)
      pairs.decisions.push_back(
          {"the masks of an image",
           "put together",
           fmt::format("{} have several in the folder beside theirs, one for each object", counted(several, "image")),
           {}});
    // Images without a mask are no masks of others.
    if (options.masks.empty() && options.withoutMask != "background")
      if (auto question = askAboutOtherTargets(pairs, "mask_folder")) pairs.decisions.push_back(std::move(*question));
    if (options.folderClasses != "ask") return;
    if (auto question = askAboutClassesOfPairs(pairs, "folder_classes=ignore")) {
      // One question about the folders is enough.
      std::erase_if(pairs.decisions,
                    [](const ImportDecision& each) { return each.what == kFramesOfFolder && !each.sure; });
      pairs.decisions.push_back(std::move(*question));
    }
  }
};

}  // namespace

std::shared_ptr<const Importer> maskImporter() {
  return std::make_shared<MaskImporter>();
}

}  // namespace fovea
