#include "core/data/importers/array_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/data/importers/array_inputs.h"
#include "core/data/importers/array_parts.h"
#include "core/data/importers/array_targets.h"
#include "core/data/importers/emnist.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/mask_arrays.h"
#include "core/data/importers/mat_file.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMostTargets = 100'000'000;
constexpr std::size_t kMostWholeClasses = 1000;
constexpr std::size_t kMostRealClasses = 20;
constexpr std::size_t kMostNamed = 20;
constexpr std::int64_t kSmallestFlatSide = 16;  // smallest side of pictures stored as flat rows
constexpr std::int64_t kMostMappedLabels = 256;
constexpr std::int64_t kMostMappedCodes = 4;  // a label and its character codes

class ArraySource : public ListedSource {
 public:
  ArraySource(const fs::path& source, ArrayOptions options) : options_(std::move(options)) {
    std::error_code code;
    root_ = absoluteText(fs::is_directory(source, code) ? source : source.parent_path());
    name_ = nameOfSource(source);
    noun_ = "sample";
  }

  // Reports that images beside the arrays are left out; asks if most files are images, or as many as there are samples.
  Status tellImages(const fs::path& source, Look look) {
    std::error_code code;
    if (!fs::is_directory(source, code)) return {};
    FOVEA_TRY(const FolderEntries entries, listFolder(source, look.scan));
    const auto isImage = [](std::string_view name) { return fileKindOf(name) == FileKind::Image; };
    const auto beside = std::count_if(entries.files.begin(), entries.files.end(), isImage);
    FOVEA_TRY(const FoundFiles below, findFiles(source, isImage, look.scan, kLookLimits));
    const auto images = std::int64_t(below.files.size());
    if (images == 0) return {};
    const bool few = beside <= std::ssize(entries.files) / 2 && (beside == images || images * 2 < size());
    decisions_.push_back({"the kind of this data",
                          fmt::format("arrays; {} left out", counted(images, "image")),
                          "both lie in the folder",
                          {"kind=folder", "inputs=" + std::string(lastPartOf(parts_.front().inputName))},
                          few || !options_.inputs.empty()});
    return {};
  }

  Status open(std::vector<FoundArray> arrays, Look look) {
    std::vector<FoundArray> others;
    for (FoundArray& found : arrays) {
      if (found.role == ArrayRole::None || !found.array) {
        others.push_back(std::move(found));
        continue;
      }
      ArrayPart& part = *partOf(found.split, found.together);
      const bool input = found.role == ArrayRole::Input;
      if (!found.className.empty()) fileClasses_.push_back(found.className);
      if (input ? part.input : part.target) {
        found.refused = "another array has its role";
        others.push_back(std::move(found));
        continue;
      }
      (input ? part.file : part.targetFile) = found.file;
      (input ? part.inputName : part.targetName) = found.title;
      (input ? part.input : part.target) = std::move(found.array);
    }
    std::erase_if(parts_, [&](const ArrayPart& part) {
      if (!part.input)
        decisions_.push_back({"array " + part.targetName, "left out", "there is no array of its inputs", {}});
      return !part.input;
    });
    FOVEA_CHECK(takeMapping(others));
    leaveOut(others);
    if (parts_.empty()) return nothingFound("array of inputs", root_);
    FOVEA_CHECK(chooseSamples());
    FOVEA_CHECK(matchTargets());
    FOVEA_CHECK(chooseAxes());
    FOVEA_CHECK(chooseTask(look));
    nameByMapping();
    nameByFiles();
    tellDigits();
    return {};
  }

  std::int64_t size() const override { return size_; }
  ImportItem item(std::int64_t index) const override {
    const auto [part, row] = placeOf(index);
    ImportItem item;
    item.source = part.file;
    item.sourceIndex = static_cast<std::uint64_t>(row);
    item.split = part.split;
    if (task_ == Task::Classification) item.label = labels_[static_cast<std::size_t>(index)];
    if (part.target && task_ != Task::Classification) item.annotation = annotationOfRow(part, row);
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const auto [part, row] = placeOf(index);
    LoadedItem item;
    FOVEA_TRY(item.input, inputs_.read(*part.input, row));
    if (task_ == Task::Segmentation) {
      FOVEA_TRY(item.target, maskOf(part, row, item.input.shape(), meaning_));
    }
    if (task_ == Task::ImageToImage) {
      FOVEA_TRY(item.target, images_.read(*part.target, row));
    }
    if (task_ == Task::Regression) {
      FOVEA_TRY(item.target, targetsOfRow(part, row));
    }
    return item;
  }

 private:
  ArrayPart* partOf(std::optional<Split> split, const std::string& together) {
    for (ArrayPart& part : parts_)
      if (part.split == split && part.together == together) return &part;
    parts_.push_back({});
    parts_.back().split = split;
    parts_.back().together = together;
    return &parts_.back();
  }
  // Reports the arrays that are left out; names only the first of very many.
  void leaveOut(const std::vector<FoundArray>& arrays) {
    for (std::size_t i = 0; i < std::min(kMostNamed, arrays.size()); ++i)
      decisions_.push_back({"array " + arrays[i].title,
                            "left out",
                            arrays[i].refused.empty()
                                ? "its name is not one of an input (x, images, data) or a target (y, labels)"
                                : arrays[i].refused,
                            {}});
    if (arrays.size() > kMostNamed)
      decisions_.push_back(
          {fmt::format("{} further arrays", grouped(static_cast<std::int64_t>(arrays.size() - kMostNamed))),
           "left out",
           "their names are not those of inputs or targets, or they cannot be read",
           {}});
  }

  // Takes the EMNIST mapping out of `others`: an array of labels and the characters that they represent.
  Status takeMapping(std::vector<FoundArray>& others) {
    const auto isMapping = [](const FoundArray& found) {
      return found.array && found.title.ends_with("mapping") && found.array->rows() <= kMostMappedLabels &&
             found.array->rowSize() >= 2 && found.array->rowSize() <= kMostMappedCodes;
    };
    const auto found = std::find_if(others.begin(), others.end(), isMapping);
    if (found == others.end()) return {};
    const auto another = std::find_if(found + 1, others.end(), isMapping);
    if (another != others.end())
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("These are several sets, whose labels differ: {} and {}.", found->title, another->title),
                  "Open one of the files.");
    const auto width = static_cast<std::size_t>(found->array->rowSize());
    std::vector<double> values(static_cast<std::size_t>(found->array->rows()) * width);
    FOVEA_CHECK(found->array->read(0, values));
    EmnistMapping mapping;
    for (std::size_t i = 0; i < values.size(); i += width) {
      std::vector<std::int64_t> codes;
      for (std::size_t k = 0; k < width; ++k)
        codes.push_back(std::abs(values[i + k]) < kMostMappedLabels ? static_cast<std::int64_t>(values[i + k]) : -1);
      std::string name = emnistNameOf({codes.begin() + 1, codes.end()});
      if (codes[0] < 0 || name.empty() || !mapping.emplace(codes[0], std::move(name)).second) return {};
    }
    mapping_ = std::move(mapping);
    mappingName_ = found->title;
    others.erase(found);
    return {};
  }

  // Names the classes by the mapping if it covers all of them.
  void nameByMapping() {
    if (task_ != Task::Classification) return;
    std::vector<std::string> names;
    for (const std::string& each : classes_) {
      const auto number = wholeNumber(each);
      const auto name = number ? mapping_.find(*number) : mapping_.end();
      if (name == mapping_.end()) return;
      names.push_back(name->second);
    }
    classes_ = std::move(names);
    decisions_.push_back(mappedClasses(classes_.size(), mappingName_));
  }

  // Names the classes by their files, if each holds one. Asks about it, unless the rows are pictures and the files have
  // different numbers of them: other files may be inputs that belong together.
  void nameByFiles() {
    if (task_ != Task::Classification || fileClasses_.size() != classes_.size()) return;
    classes_ = fileClasses_;
    const bool alike = std::ranges::all_of(
        parts_, [&](const ArrayPart& part) { return part.input->rows() == parts_[0].input->rows(); });
    const bool pictures = inputs_.bytes && inputs_.shape.size() == 3;
    decisions_.push_back({"the files",
                          fmt::format("a class each ({}, …)", classes_[0]),
                          alike || !pictures
                              ? "their rows have one shape, though they may also be several inputs, or a "
                                "sample each"
                              : "their rows are pictures of one shape, and their names say nothing else",
                          {"files=classes"},
                          (!alike && pictures) || options_.files == "classes"});
  }

  // Applies the feature shape option; without it, rows with a square number of bytes are pictures.
  Status chooseFlatShape() {
    const std::int64_t size = parts_[0].input->rowSize();
    if (!options_.featureShape.empty()) {
      std::int64_t elements = 1;
      for (const std::int64_t extent : options_.featureShape) elements *= extent;
      if (elements != size)
        return fail(ErrorCode::InvalidArgument, fmt::format("A sample has {} numbers, and the feature shape has {}.",
                                                            grouped(size), grouped(elements)));
      inputs_.shape = options_.featureShape;
      if (inputs_.shape.size() == 2) inputs_.shape.insert(inputs_.shape.begin(), 1);
    } else {
      const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(size)) + 0.5);
      if (!inputs_.bytes || side < kSmallestFlatSide || side * side != size) return {};
      inputs_.shape = {1, side, side};
      decisions_.push_back({"the rows of " + parts_[0].inputName,
                            fmt::format("grey pictures of {0}×{0} pixels", side),
                            fmt::format("they are {} whole numbers from 0 to 255", grouped(size)),
                            {fmt::format("feature_shape={}", size)}});
    }
    if (inputs_.shape.size() != 3 || inputs_.shape[0] != 1 || inputs_.shape[1] != inputs_.shape[2] || !inputs_.bytes)
      return {};
    const std::string file = fs::path(parts_[0].file).filename().string();
    const bool emnist = !mapping_.empty() || emnistSetOf(file);
    inputs_.swapped = turnsPictures(options_.orientation, emnist, decisions_);
    if (!emnist && options_.orientation == "automatic" && endingOf(file) == ".mat")
      decisions_.push_back({"the pictures",
                            "taken row by row",
                            "MATLAB stores pictures by columns, and their orientation cannot be told",
                            {"orientation=as_stored", "orientation=swapped"},
                            false});
    return {};
  }

  // Decides which axis of MATLAB arrays counts the samples, and whether each file is one sample.
  Status chooseSamples() {
    FOVEA_CHECK(chooseFirstAxis());
    for (ArrayPart& part : parts_) {
      turnColumns(part, &part == parts_.data());
      if (!part.target || options_.target == "numbers" || options_.target == "images") continue;
      MaskArray masks = asMasks(part.target, *part.input);
      part.target = std::move(masks.array);
      part.maskClasses = masks.classes;
    }
    std::map<std::optional<Split>, int> files;
    for (const ArrayPart& part : parts_) ++files[part.split];
    const bool several = std::any_of(files.begin(), files.end(), [](const auto& split) { return split.second > 1; });
    const ArrayPart& first = parts_[0];
    const bool masks = first.target && areMasks(*first.input, *first.target) && holdLabels(*first.target);
    bool whole = options_.samples == "file";
    if (options_.samples == "automatic" && several && masks) {
      whole = true;
      const bool planes = first.input->shape().size() == 2;
      decisions_.push_back({"the samples",
                            "a sample of each file",
                            planes ? "each file holds one plane and its labels"
                                   : "there are several files, and each has a label for every value",
                            {"samples=file", "samples=first"},
                            planes});
    }
    wholeFiles_ = whole;
    for (ArrayPart& part : parts_) {
      if (!whole) break;
      part.input = wholeArray(part.input);
      if (part.target) part.target = wholeArray(part.target);
    }
    return {};
  }

  // Series of frames may count the frames before the samples, as in Moving MNIST (Srivastava et al. 2015).
  Status chooseFirstAxis() {
    const bool told = options_.samples == "second";
    const bool columns = std::dynamic_pointer_cast<const ColumnArray>(parts_[0].input) != nullptr;
    for (ArrayPart& part : parts_) {
      const auto& shape = part.input->shape();
      if (told && (shape.size() < 2 || shape[0] < 1 || shape[1] < 1 || columns))
        return fail(ErrorCode::InvalidArgument, fmt::format("{} has no second axis of samples.", part.inputName));
      if (told) part.input = alongSecondAxis(part.input);
    }
    const auto shape = parts_[0].input->shape();
    const auto isChannels = [](std::int64_t extent) { return extent >= 1 && extent <= 4; };
    if (options_.samples != "automatic" || columns || parts_[0].target || shape.size() < 4 || isChannels(shape[1]) ||
        (shape.size() == 4 && isChannels(shape[3])))
      return {};
    decisions_.push_back({"the samples of " + parts_[0].inputName,
                          "along the first axis, which has " + grouped(shape[0]),
                          fmt::format("the first axis counts them as a rule, and the second, which has {}, the frames "
                                      "or channels of each",
                                      grouped(shape[1])),
                          {"samples=first", "samples=second"},
                          shape[0] > shape[1]});
    return {};
  }

  void turnColumns(ArrayPart& part, bool tell) {
    const auto input = std::dynamic_pointer_cast<const ColumnArray>(part.input);
    const auto target = std::dynamic_pointer_cast<const ColumnArray>(part.target);
    if (!input || options_.samples == "file") return;
    const auto& axes = input->axes();
    const std::int64_t targets = target ? target->rows() * target->rowSize() : -1;
    const bool vector = target && std::count(target->axes().begin(), target->axes().end(), targets) > 0;
    const bool first = vector && axes.front() == targets, last = vector && axes.back() == targets;
    const bool matches = first != last;
    const bool useLast =
        options_.samples == "last" || (options_.samples == "automatic" && (matches ? last : axes.size() > 2));
    if (options_.samples == "automatic" && tell)
      decisions_.push_back({"the samples of " + part.inputName,
                            fmt::format("along the {} axis, which has {}", useLast ? "last" : "first",
                                        grouped(useLast ? axes.back() : axes.front())),
                            matches ? fmt::format("there are as many targets")
                                    : "arrays of pictures are kept so as a rule, and tables the other way",
                            {"samples=first", "samples=last"},
                            matches});
    part.input = input->withRows(useLast ? axes.size() - 1 : 0);
    if (!target) return;
    // A row or column vector is a list of labels; otherwise the samples are along the first axis.
    const auto longest = std::max_element(target->axes().begin(), target->axes().end()) - target->axes().begin();
    part.target = target->withRows(vector ? static_cast<std::size_t>(longest) : 0);
  }

  // Reports the meaning of label 10 in SVHN, which its files do not state.
  void tellDigits() {
    const std::vector<std::int64_t> digits = {3, 32, 32};
    if (task_ != Task::Classification || inputs_.shape != digits || classes_.size() != 10) return;
    if (classes_.front() != "1" || classes_.back() != "10") return;
    decisions_.push_back(
        {"the class 10", "kept as \"10\"", "the house numbers of SVHN look so, whose label 10 is the digit 0", {}});
  }
  std::pair<const ArrayPart&, std::int64_t> placeOf(std::int64_t index) const {
    std::size_t part = 0;
    while (index >= parts_[part].input->rows()) index -= parts_[part++].input->rows();
    return {parts_[part], index};
  }

  // Either all inputs have a target or none has one: if some have, inputs without a target are left out.
  Status matchTargets() {
    const bool any =
        std::any_of(parts_.begin(), parts_.end(), [](const ArrayPart& part) { return part.target != nullptr; });
    std::erase_if(parts_, [&](const ArrayPart& part) {
      if (!any || part.target) return false;
      decisions_.push_back(
          {"array " + part.inputName, "left out", "there is no array of its targets, and others have one", {}});
      return true;
    });
    const ArrayPart& first = parts_[0];
    areImages_ = first.target && options_.target == "images";
    if (areImages_) {
      FOVEA_TRY(images_, imagesOfTargets(parts_));
    }
    masks_ = first.target && first.target->shape().size() > 2 && options_.target != "numbers" && !areImages_ &&
             areMasks(*first.input, *first.target) && holdLabels(*first.target);
    const std::vector<std::int64_t> shape(parts_[0].input->shape().begin() + 1, parts_[0].input->shape().end());
    for (ArrayPart& part : parts_) {
      const auto& own = part.input->shape();
      const bool sameAxes = own.size() == shape.size() + 1;
      if (!sameAxes || (!wholeFiles_ && !std::equal(shape.begin(), shape.end(), own.begin() + 1)))
        return fail(ErrorCode::InvalidArgument, fmt::format("The rows of {} have another shape than those of {}.",
                                                            part.inputName, parts_[0].inputName));
      size_ += part.input->rows();
      if (!part.target) continue;
      if (masks_ && !areMasks(*part.input, *part.target))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("The shapes of {} and {} do not fit each other.", part.inputName, part.targetName));
      if (part.target->rows() != part.input->rows())
        return fail(ErrorCode::InvalidArgument, fmt::format("{} has {} rows, and {} has {}.", part.inputName,
                                                            part.input->rows(), part.targetName, part.target->rows()));
      if (masks_ || areImages_) continue;
      if (part.target->rowSize() != parts_[0].target->rowSize() ||
          part.target->rowSize() > kMostTargets / std::max<std::int64_t>(1, part.target->rows()))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("The rows of {} are of another length than others, or too many.", part.targetName));
      part.targets.resize(static_cast<std::size_t>(part.target->rows() * part.target->rowSize()));
      FOVEA_CHECK(part.target->read(0, part.targets));
    }
    return {};
  }

  Status chooseAxes() {
    inputs_.shape.assign(parts_[0].input->shape().begin() + 1, parts_[0].input->shape().end());
    inputs_.bytes =
        std::all_of(parts_.begin(), parts_.end(), [](const ArrayPart& part) { return part.input->isBytes(); });
    if (parts_[0].input->rowSize() < 1 || parts_[0].input->rowSize() > kMaximumSampleBytes / 4)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The rows of {} are empty or too large.", parts_[0].inputName));
    const std::size_t axes = parts_[0].input->shape().size();
    inputs_.plain = areImages_ ? axes == 3 : masks_ && parts_[0].target->shape().size() == axes;
    if (inputs_.plain && axes <= 4) return {};
    if (inputs_.plain)
      return fail(ErrorCode::Unsupported, "Volumes of several channels with masks for each are not read.");
    if (inputs_.shape.empty()) inputs_.shape = {1};
    if (inputs_.shape.size() == 1) return chooseFlatShape();
    if (inputs_.shape.size() == 2 && inputs_.bytes) inputs_.shape.insert(inputs_.shape.begin(), 1);
    if (axes < 4 || axes > 5) return {};
    if (options_.axes == "none" && axes > 4)
      return fail(ErrorCode::InvalidArgument, "Inputs of four axes have channels.", "Choose other axes.");
    if (auto question = inputs_.chooseChannels(options_.axes, masks_ ? parts_[0].target.get() : nullptr))
      decisions_.push_back(std::move(*question));
    return {};
  }

  Status chooseTask(Look look) {
    task_ = Task::Unlabelled;
    if (!parts_[0].target) return {};
    if (masks_) return nameLabels(look);
    task_ = areImages_ ? Task::ImageToImage : Task::Regression;
    if (areImages_) return {};
    const std::int64_t width = parts_[0].target->rowSize();
    if (width > 1 && options_.target != "numbers" && areOneHot(parts_)) {
      decisions_.push_back({"the targets", "classes", "each row has a single one among zeros", {"target=numbers"}});
      return nameClasses();
    }
    if (width != 1 && options_.target == "automatic") decisions_.push_back(decisionAboutQuantities(parts_));
    if (width != 1 || options_.target == "numbers") return {};
    std::set<double> values;
    bool whole = true;
    for (const ArrayPart& part : parts_)
      for (const double value : part.targets) {
        whole = whole && value == std::floor(value) && std::abs(value) < 1e9;
        if (values.size() <= kMostWholeClasses) values.insert(value);
      }
    const bool real = parts_[0].target->isReal();
    const bool few = values.size() <= (real ? kMostRealClasses : kMostWholeClasses);
    const bool asked = options_.target == "classes";
    if (asked && !(whole && values.size() <= kMostWholeClasses))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds more than {} values or fractions, which are no classes.", parts_[0].targetName,
                              kMostWholeClasses));
    if (!asked && (real || !few))
      decisions_.push_back({"the targets",
                            whole && few ? "classes" : "quantities",
                            whole && few ? fmt::format("they have only {} whole values", values.size())
                            : whole      ? "they are whole numbers with very many values"
                                         : "they have fractions",
                            {"target=classes", "target=numbers"},
                            !whole || few});
    return whole && few ? nameClasses() : Status();
  }

  Status nameClasses() {
    task_ = Task::Classification;
    ArrayClasses found = classesOf(parts_);
    classes_ = std::move(found.names);
    labels_ = std::move(found.labels);
    return {};
  }

  Status nameLabels(Look look) {
    task_ = Task::Segmentation;
    FOVEA_TRY(meaning_, meaningOfMasks(parts_, options_.labels, look));
    classes_ = meaning_.classes;
    decisions_.push_back({"the targets",
                          fmt::format("masks of {} classes", classes_.size()),
                          "there is one for every value of the inputs",
                          {"target=images", "target=numbers"}});
    decisions_.insert(decisions_.end(), meaning_.decisions.begin(), meaning_.decisions.end());
    return {};
  }

  const ArrayOptions options_;
  std::string root_;
  std::vector<ArrayPart> parts_;
  ArrayInputs inputs_;
  ArrayInputs images_;       // of targets that are images
  bool areImages_ = false;   // the targets are
  MaskMeaning meaning_;      // of the values of masks
  bool masks_ = false;       // the targets are a label for each pixel
  bool wholeFiles_ = false;  // each file is one sample with a size of its own
  std::int64_t size_ = 0;
  std::vector<std::int32_t> labels_;
  EmnistMapping mapping_;  // empty if there is none
  std::string mappingName_;
  std::vector<std::string> fileClasses_;  // the classes of files that hold one each
};

}  // namespace

Result<std::unique_ptr<ListedSource>> openArrays(const fs::path& path, ArrayOptions options,
                                                 std::vector<FoundArray> arrays, Look look) {
  auto source = std::make_unique<ArraySource>(path, std::move(options));
  FOVEA_CHECK(source->open(std::move(arrays), look));
  FOVEA_CHECK(source->tellImages(path, look));
  return std::unique_ptr<ListedSource>(std::move(source));
}

}  // namespace fovea
