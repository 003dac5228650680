// Imports volumes: with masks of the same names in folders beside each other, in one folder per class, or
// alone; complete as f32 [C, D, H, W], or each slice as [C, H, W].
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/data/importers/files_beside.h"
#include "core/data/importers/folder_options.h"
#include "core/data/importers/image_pairs.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/volume_file.h"
#include "core/data/importers/volume_groups.h"
#include "core/data/importers/volume_masks.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct VolumeOptions : FolderOptions {
  std::string form = "volumes";
  std::string scale = "deviation";
  std::string places = "refuse";
  std::string labels = "automatic";  // how the values of masks become labels; see meaningOf()
};

const TypedSchema<VolumeOptions>& volumeSchema() {
  static const auto schema =
      withFolderOptions(TypedSchema<VolumeOptions>())
          .field(&VolumeOptions::form, {.name = "form",
                                        .title = "Form",
                                        .help = "What one sample is.",
                                        .choices = {{"volumes", "A volume"}, {"slices", "A slice of a volume"}}})
          .field(&VolumeOptions::scale,
                 {.name = "scale",
                  .title = "Scale",
                  .help = "How the numbers of a volume are brought to a common scale.",
                  .choices = {{"deviation", "Mean 0, deviation 1"}, {"range", "0 to 1"}, {"keep", "As they are"}}})
          .field(&VolumeOptions::places,
                 {.name = "places",
                  .title = "Other places",
                  .help = "What becomes of volumes whose mask lies elsewhere in the scanner, as their headers say.",
                  .choices = {{"refuse", "Leave out"}, {"ignore", "Take voxel by voxel"}}})
          .field(&VolumeOptions::labels, maskValuesField());
  return schema;
}

PairWords volumeWords() {
  PairWords words;
  words.inputFolders = {"imagestr", "imagests", "images", "image", "img", "volumes", "ct", "mr"};
  words.targetFolders = {"labelstr", "labelsts", "labels", "label", "masks", "mask", "segmentations", "segmentation"};
  words.inputEndings = {"_0000", "_image", "_img", "_ct"};
  words.targetEndings = {"_mask", "_seg", "_segmentation", "_label", "_gt"};
  // LiTS: "volume-0", "segmentation-0"; KiTS: "imaging", "segmentation"; BTCV: "img0001", "label0001".
  words.inputBeginnings = {"volume", "imaging", "image", "img", "scan"};
  words.targetBeginnings = {"segmentation", "label", "mask"};
  return words;
}

void scaleNumbers(const std::string& scale, std::span<float> values) {
  if (scale == "keep" || values.empty()) return;
  double offset = 0;
  double factor = 1;
  if (scale == "range") {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    offset = *least;
    factor = *most > *least ? static_cast<double>(*most) - *least : 1;
  } else {
    double sum = 0;
    for (const float value : values) sum += value;
    offset = sum / static_cast<double>(values.size());
    double squares = 0;
    for (const float value : values) squares += (value - offset) * (value - offset);
    factor = std::sqrt(squares / static_cast<double>(values.size()));
    if (!(factor > 0)) factor = 1;
  }
  for (float& value : values) value = static_cast<float>((value - offset) / factor);
}

// Returns one slice along the depth: [C, D, H, W] to [C, H, W].
Result<Tensor> sliceOf(const Tensor& volume, std::int64_t place) {
  const Shape& shape = volume.shape();
  FOVEA_TRY(Tensor slice, Tensor::tryMake({volume.dtype(), Shape{shape[0], shape[2], shape[3]}}));
  const std::size_t plane = byteSize(volume.dtype()) * static_cast<std::size_t>(shape[2] * shape[3]);
  for (std::int64_t channel = 0; channel < shape[0]; ++channel)
    std::copy_n(
        static_cast<const std::byte*>(volume.raw()) + static_cast<std::size_t>(channel * shape[1] + place) * plane,
        plane, static_cast<std::byte*>(slice.raw()) + static_cast<std::size_t>(channel) * plane);
  return slice;
}

struct VolumeEntry {
  std::vector<fs::path> volumes;  // one per channel
  fs::path mask;                  // empty: none
  std::int32_t label = kNoLabel;
  std::optional<Split> split;
};

class VolumeSource : public ListedSource {
 public:
  VolumeSource(const fs::path& root, const VolumeOptions& options) : options_(options) {
    name_ = nameOfSource(root);
    noun_ = options.form == "slices" ? "slice" : "volume";
  }

  Status take(LabelledFiles found, const fs::path& root, Look look) {
    std::error_code code;
    const fs::path base = fs::is_directory(root, code) ? root : root.parent_path();
    classes_ = std::move(found.classes);
    remarks_ = std::move(found.remarks);
    for (ImportDecision& decision : found.decisions) decide(std::move(decision));
    complete_ = found.complete;
    task_ = classes_.empty() ? Task::Unlabelled : Task::Classification;
    for (const SkippedSample& problem : found.problems) skip(problem.source, 0, problem.reason);
    for (std::size_t i = 0; i < found.files.size(); ++i) {
      FOVEA_CHECK(look.check());
      add({{found.files.path(base, i)}, {}, found.labels[i], found.splits[i]});
    }
    return {};
  }

  Status take(const ImagePairs& pairs, const fs::path& root, Look look) {
    task_ = Task::Segmentation;
    complete_ = pairs.complete;
    for (const SkippedSample& problem : pairs.problems) skip(absoluteText(root / problem.source), 0, problem.reason);
    for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
      FOVEA_CHECK(look.check());
      add({{pairs.files.path(root, pairs.pairs[i].input)},
           pairs.files.path(root, pairs.pairs[i].target),
           kNoLabel,
           pairs.splits[i]});
    }
    return nameLabels(root, look);
  }

  Status take(VolumeGroups groups, const fs::path& root, Look look) {
    complete_ = groups.complete;
    for (SkippedSample& problem : groups.problems) skip(std::move(problem.source), 0, std::move(problem.reason));
    decisions_.push_back({"the channels",
                          fmt::format("{}", fmt::join(groups.channels, ", ")),
                          "the names of volumes that lie together end so",
                          {}});
    const bool masks = !groups.groups[0].mask.empty();
    task_ = masks ? Task::Segmentation : Task::Unlabelled;
    for (VolumeGroup& group : groups.groups) {
      FOVEA_CHECK(look.check());
      add({std::move(group.volumes), std::move(group.mask), kNoLabel, group.split});
    }
    return masks ? nameLabels(root, look) : Status();
  }

  void decide(ImportDecision decision) { decisions_.push_back(std::move(decision)); }

  std::int64_t size() const override { return std::ssize(items_); }
  ImportItem item(std::int64_t index) const override {
    const Item& item = items_[static_cast<std::size_t>(index)];
    const VolumeEntry& entry = entries_[item.entry];
    ImportItem known;
    known.source = absoluteText(entry.volumes[0]);
    known.sourceIndex = static_cast<std::uint64_t>(std::max<std::int64_t>(item.slice, 0));
    known.label = entry.label;
    known.split = entry.split;
    if (item.slice >= 0) known.group = known.source;
    if (!entry.mask.empty()) known.annotation = annotationOfFile(entry.mask);
    return known;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const Item& item = items_[static_cast<std::size_t>(index)];
    FOVEA_TRY(const auto whole, wholeVolume(item.entry));
    if (item.slice < 0) return *whole;
    LoadedItem slice;
    if (item.slice >= whole->input.shape()[1]) return fail(ErrorCode::Corrupt, "the volume has become shorter");
    FOVEA_TRY(slice.input, sliceOf(whole->input, item.slice));
    if (whole->target.defined()) {
      FOVEA_TRY(slice.target, sliceOf(whole->target, item.slice));
    }
    return slice;
  }

 private:
  struct Item {
    std::size_t entry;
    std::int64_t slice;  // -1: the whole volume
  };

  // Finds out what the values of the masks mean, and names the classes.
  Status nameLabels(const fs::path& root, Look look) {
    VolumeMaskLook seen;
    const std::size_t judged = std::min<std::size_t>(entries_.size(), look == Look::Quick ? 2 : entries_.size());
    for (std::size_t i = 0; i < judged; ++i) {
      FOVEA_CHECK(look.check());
      const auto mask = readVolume(entries_[i * entries_.size() / judged].mask);
      // A damaged mask is reported where its volume is read.
      if (mask.ok()) static_cast<void>(seen.add(*mask));
    }
    FOVEA_TRY(meaning_, meaningOfVolumes(seen, namesOfDecathlon(root), options_.labels));
    classes_ = meaning_.classes();
    decisions_.insert(decisions_.end(), meaning_.bytes.decisions.begin(), meaning_.bytes.decisions.end());
    return {};
  }

  // Checks that files of one sample have the same extents and, with places=refuse, the same position.
  Status fits(const fs::path& path, const VolumeHeader& other, const VolumeHeader& header) const {
    const std::string name = displayName(path.filename().string());
    if (other.width != header.width || other.height != header.height || other.depth != header.depth)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("it is {}×{}×{}, and {} is {}×{}×{}", header.width, header.height, header.depth, name,
                              other.width, other.height, other.depth));
    const double apart = distanceOfPlaces(header, other);
    if (options_.places == "refuse" && apart > 0.5 * smallestVoxelSide(header))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("it and {} lie {:.1f} mm apart as their headers say (their affines differ); resample one "
                              "of them first, or set places=ignore",
                              name, apart));
    return {};
  }

  void add(VolumeEntry entry) {
    const std::string place = absoluteText(entry.volumes[0]);
    const auto header = readVolumeHeader(entry.volumes[0]);
    if (!header.ok()) return skip(place, 0, header.error().message);
    std::vector<fs::path> others(entry.volumes.begin() + 1, entry.volumes.end());
    if (!entry.mask.empty()) others.push_back(entry.mask);
    for (const fs::path& path : others) {
      const auto other = readVolumeHeader(path);
      const Status fit = other.ok() ? fits(path, *other, *header) : Status(other.error());
      if (!fit.ok()) return skip(place, 0, fit.error().message);
    }
    const std::int64_t slices = options_.form == "slices" ? header->depth : 0;
    for (std::int64_t slice = 0; slice < slices; ++slice) items_.push_back({entries_.size(), slice});
    if (slices == 0) items_.push_back({entries_.size(), -1});
    entries_.push_back(std::move(entry));
  }

  // Reads all channels into one tensor: f32 [C, D, H, W].
  static Result<Tensor> readChannels(const std::vector<fs::path>& paths) {
    FOVEA_TRY(Tensor first, readVolume(paths[0]));
    if (paths.size() == 1) return first;
    const Shape& shape = first.shape();
    const auto channels = static_cast<std::int64_t>(paths.size()) * shape[0];
    FOVEA_TRY(Tensor all, Tensor::tryMake({DataType::Float32, Shape{channels, shape[1], shape[2], shape[3]}}));
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (i > 0) {
        FOVEA_TRY(first, readVolume(paths[i]));
      }
      if (first.elementCount() * static_cast<std::int64_t>(paths.size()) != all.elementCount())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} has another number of channels", displayName(paths[i].filename().string())));
      std::copy_n(first.data<float>(), first.elementCount(),
                  all.data<float>() + static_cast<std::int64_t>(i) * first.elementCount());
    }
    return all;
  }

  Result<std::shared_ptr<const LoadedItem>> readWhole(std::size_t index) const {
    const VolumeEntry& entry = entries_[index];
    auto item = std::make_shared<LoadedItem>();
    FOVEA_TRY(item->input, readChannels(entry.volumes));
    // Each file is scaled separately.
    const auto numbers = item->input.values<float>();
    const std::size_t ofFile = numbers.size() / entry.volumes.size();
    for (std::size_t i = 0; i < entry.volumes.size(); ++i)
      scaleNumbers(options_.scale, numbers.subspan(i * ofFile, ofFile));
    if (!entry.mask.empty()) {
      FOVEA_TRY(const Tensor mask, readVolume(entry.mask));
      FOVEA_TRY(item->target, labelsOfVolume(mask, meaning_));
      const Shape& shape = item->input.shape();
      if (item->target.shape().elementsFrom(1) != shape.elementsFrom(1) || item->target.shape()[3] != shape[3] ||
          item->target.shape()[2] != shape[2])
        return fail(ErrorCode::InvalidArgument, fmt::format("the volume is {}, and its mask {}", shape.toString(),
                                                            item->target.shape().toString()));
    }
    return std::shared_ptr<const LoadedItem>(std::move(item));
  }

  // Slices of one volume are requested one after the other, so the last volume is cached.
  Result<std::shared_ptr<const LoadedItem>> wholeVolume(std::size_t index) const {
    if (options_.form != "slices") return readWhole(index);
    const std::lock_guard lock(mutex_);
    if (!kept_ || keptIndex_ != index) {
      kept_.reset();
      FOVEA_TRY(kept_, readWhole(index));
      keptIndex_ = index;
    }
    return kept_;
  }

  const VolumeOptions options_;
  VolumeMaskMeaning meaning_;  // of the values of masks
  std::vector<VolumeEntry> entries_;
  std::vector<Item> items_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const LoadedItem> kept_;
  mutable std::size_t keptIndex_ = 0;
};

class VolumeImporter : public ListImporter {
 public:
  std::string name() const override { return "volumes"; }
  std::string title() const override { return "Volumes (NIfTI, MetaImage, NRRD)"; }
  Schema options() const override { return volumeSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const VolumeOptions options = volumeSchema().read(values);
    auto source = std::make_unique<VolumeSource>(path, options);
    auto groups = findVolumeGroups(path, look);
    const auto pairs = findImagePairs(path, volumeWords(), look, FileKind::Volume);
    LabelledFiles found;
    if (groups.ok()) {
      FOVEA_CHECK(source->take(std::move(groups).value(), path, look));
    } else if (pairs.ok()) {
      FOVEA_CHECK(source->take(*pairs, path, look));
    } else {
      FOVEA_TRY(found, findLabelledFiles(path, FileKind::Volume, rulesOf(options), look));
    }
    if (!options.ignoreAnnotations) {
      // Masks say more than files beside them.
      const bool masks = source->task() == Task::Segmentation;
      if (masks) found.classes = source->classes();
      found.lists.insert("dataset.json");
      FOVEA_TRY(auto beside, sayFilesBeside(path, found, FileKind::Volume, "volumes", look));
      if (beside && (masks || options.classFrom == "none")) beside->sure = true;
      if (beside) source->decide(std::move(*beside));
    }
    if (!groups.ok() && !pairs.ok()) {
      FOVEA_CHECK(source->take(std::move(found), path, look));
    }
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> volumeImporter() {
  return std::make_shared<VolumeImporter>();
}

}  // namespace fovea
