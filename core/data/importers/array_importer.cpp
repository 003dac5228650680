// Arrays of NumPy: inputs and labels, of one split or several, as .npy files in a folder or together in a .npz file.
// Sources: the layouts of Keras' mnist.npz (x_train, y_train, x_test, y_test) and of MedMNIST (Yang et al. 2023:
// train_images, train_labels, val_images, …).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/data/importers/found_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/names.h"
#include "core/data/importers/npy_file.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMostTargets = 100'000'000;
constexpr std::size_t kMostWholeClasses = 1000;
constexpr std::size_t kMostRealClasses = 20;

struct ArrayOptions {
  std::string axes = "automatic";
  std::string target = "automatic";
};

const TypedSchema<ArrayOptions>& arraySchema() {
  static const auto schema =
      TypedSchema<ArrayOptions>()
          .field(&ArrayOptions::axes,
                 {.name = "axes",
                  .title = "Axes",
                  .help = "Where the channels of an input of three axes stand.",
                  .choices = {{"automatic", "Find out"}, {"channels_first", "First"}, {"channels_last", "Last"}}})
          .field(&ArrayOptions::target,
                 {.name = "target",
                  .title = "Target",
                  .help = "Whether the numbers to be learnt are classes or quantities.",
                  .choices = {{"automatic", "Find out"}, {"classes", "Classes"}, {"numbers", "Quantities"}}});
  return schema;
}

enum class Role { Input, Target, None };

// "X_train", "train_images", "y", "val_labels"
Role roleOf(const std::string& stem) {
  std::string word;
  for (const char c : lowerCase(stem) + "_") {
    if (c != '_' && c != '-' && c != '.') {
      word += c;
      continue;
    }
    for (const char* name : {"x", "data", "image", "images", "features", "feature", "input", "inputs"})
      if (word == name) return Role::Input;
    for (const char* name : {"y", "label", "labels", "target", "targets", "class", "classes"})
      if (word == name) return Role::Target;
    word.clear();
  }
  return Role::None;
}

// The arrays of one split.
struct Part {
  std::optional<Split> split;
  std::string inputName, targetName;
  std::optional<NpyFile> input, target;
  std::vector<double> targets;  // row by row
};

class ArraySource : public ListedSource {
 public:
  ArraySource(const fs::path& source, ArrayOptions options) : options_(std::move(options)) {
    std::error_code code;
    root_ = absoluteText(fs::is_directory(source, code) ? source : source.parent_path());
    name_ = nameOfSource(source);
    noun_ = "sample";
    keepsSplits_ = true;
  }

  Status open(const std::vector<std::string>& names, bool alone) {
    std::vector<std::string> others;
    for (const std::string& name : names) {
      const std::string stem(stemOf(name));
      Role role = roleOf(stem);
      if (role == Role::None && alone) role = Role::Input;
      Part* part = role == Role::None ? nullptr : partOf(splitInName(stem));
      const bool again = part && (role == Role::Input ? part->input : part->target);
      if (!part || again) {
        others.push_back(name);
        continue;
      }
      FOVEA_TRY(NpyFile array, NpyFile::open(root_ + "/" + name));
      (role == Role::Input ? part->inputName : part->targetName) = name;
      (role == Role::Input ? part->input : part->target) = std::move(array);
    }
    std::erase_if(parts_, [&](const Part& part) {
      if (!part.input) others.push_back(part.targetName);
      return !part.input;
    });
    if (parts_.empty()) return nothingFound("array of inputs", root_);
    for (const std::string& name : others)
      decisions_.push_back({"array " + displayName(name),
                            "left out",
                            "its name is none of an input (x, images, data) or a target (y, labels)",
                            {}});
    FOVEA_CHECK(matchTargets());
    FOVEA_CHECK(chooseAxes());
    return chooseTask();
  }

  std::int64_t size() const override { return size_; }
  ImportItem item(std::int64_t index) const override {
    const auto [part, row] = placeOf(index);
    ImportItem item;
    item.source = root_ + "/" + part.inputName;
    item.sourceIndex = static_cast<std::uint64_t>(row);
    item.split = part.split;
    if (task_ == Task::Classification) item.label = labels_[static_cast<std::size_t>(index)];
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const auto [part, row] = placeOf(index);
    LoadedItem item;
    FOVEA_TRY(item.input, inputOf(*part.input, row));
    if (task_ != Task::Regression) return item;
    const std::int64_t width = part.target->rowSize();
    FOVEA_TRY(item.target, Tensor::tryMake({DataType::Float32, Shape{width}}));
    for (std::int64_t i = 0; i < width; ++i) {
      const double value = part.targets[static_cast<std::size_t>(row * width + i)];
      if (!std::isfinite(value)) return fail(ErrorCode::Corrupt, "its target is no number");
      item.target.data<float>()[i] = static_cast<float>(value);
    }
    return item;
  }

 private:
  Part* partOf(std::optional<Split> split) {
    for (Part& part : parts_)
      if (part.split == split) return &part;
    parts_.push_back({});
    parts_.back().split = split;
    return &parts_.back();
  }
  std::pair<const Part&, std::int64_t> placeOf(std::int64_t index) const {
    std::size_t part = 0;
    while (index >= parts_[part].input->rows()) index -= parts_[part++].input->rows();
    return {parts_[part], index};
  }

  // Every input of a split has a target, or none has: what is without where others have one is left out.
  Status matchTargets() {
    const bool any =
        std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.target.has_value(); });
    std::erase_if(parts_, [&](const Part& part) {
      if (!any || part.target) return false;
      decisions_.push_back({"array " + displayName(part.inputName),
                            "left out",
                            "there is no array of its targets, and others have one",
                            {}});
      return true;
    });
    const std::vector<std::int64_t> shape(parts_[0].input->shape().begin() + 1, parts_[0].input->shape().end());
    for (Part& part : parts_) {
      if (!std::equal(shape.begin(), shape.end(), part.input->shape().begin() + 1, part.input->shape().end()))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("The rows of {} have another shape than those of {}.", displayName(part.inputName),
                                displayName(parts_[0].inputName)));
      size_ += part.input->rows();
      if (!part.target) continue;
      if (part.target->rows() != part.input->rows())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} has {} rows, and {} has {}.", displayName(part.inputName), part.input->rows(),
                                displayName(part.targetName), part.target->rows()));
      if (part.target->rowSize() != parts_[0].target->rowSize() ||
          part.target->rowSize() > kMostTargets / std::max<std::int64_t>(1, part.target->rows()))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("The rows of {} are of another length than others, or too many.",
                                displayName(part.targetName)));
      part.targets.resize(static_cast<std::size_t>(part.target->rows() * part.target->rowSize()));
      FOVEA_CHECK(part.target->read(0, part.targets));
    }
    return {};
  }

  Status chooseAxes() {
    shape_.assign(parts_[0].input->shape().begin() + 1, parts_[0].input->shape().end());
    bytes_ = std::all_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.input->isBytes(); });
    if (parts_[0].input->rowSize() < 1 || parts_[0].input->rowSize() > kMaximumSampleBytes / 4)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The rows of {} are empty or too large.", displayName(parts_[0].inputName)));
    if (shape_.empty()) shape_ = {1};
    if (shape_.size() == 2 && bytes_) shape_.insert(shape_.begin(), 1);
    if (parts_[0].input->shape().size() != 4) return {};
    const auto isChannels = [](std::int64_t extent) { return extent == 1 || extent == 3; };
    const bool first = isChannels(shape_[0]), last = isChannels(shape_[2]);
    last_ = options_.axes == "channels_last" || (options_.axes == "automatic" && last);
    if (options_.axes == "automatic" && first && last)
      decisions_.push_back({"the axes of the inputs",
                            "height, width, channels",
                            "both the first and the last axis are short",
                            {"axes=channels_last", "axes=channels_first"},
                            false});
    if (last_) shape_ = {shape_[2], shape_[0], shape_[1]};
    if (bytes_ && !isChannels(shape_[0])) bytes_ = false;  // no picture
    return {};
  }

  Status chooseTask() {
    task_ = Task::Unlabelled;
    if (!parts_[0].target) return {};
    const std::int64_t width = parts_[0].target->rowSize();
    task_ = Task::Regression;
    if (width > 1 && options_.target != "numbers" && isOneHot(width)) {
      decisions_.push_back({"the targets", "classes", "each row has a single one among zeros", {"target=numbers"}});
      return nameClasses(width);
    }
    if (width != 1 || options_.target == "numbers") return {};
    std::set<double> values;
    bool whole = true;
    for (const Part& part : parts_)
      for (const double value : part.targets) {
        whole = whole && value == std::floor(value) && std::abs(value) < 1e9;
        if (values.size() <= kMostWholeClasses) values.insert(value);
      }
    const bool real = parts_[0].target->isReal();
    const bool few = values.size() <= (real ? kMostRealClasses : kMostWholeClasses);
    const bool asked = options_.target == "classes";
    if (asked && !(whole && values.size() <= kMostWholeClasses))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds more than {} values or fractions, which are no classes.",
                              displayName(parts_[0].targetName), kMostWholeClasses));
    if (!asked && (real || !few))
      decisions_.push_back({"the targets",
                            whole && few ? "classes" : "quantities",
                            whole && few ? fmt::format("they have only {} whole values", values.size())
                            : whole      ? "they are whole numbers with very many values"
                                         : "they have fractions",
                            {"target=classes", "target=numbers"},
                            !whole || few});
    return whole && few ? nameClasses(1) : Status();
  }

  bool isOneHot(std::int64_t width) const {
    for (const Part& part : parts_)
      for (std::size_t i = 0; i < part.targets.size(); i += static_cast<std::size_t>(width)) {
        const auto begin = part.targets.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::count(begin, begin + width, 1.0) != 1 || std::count(begin, begin + width, 0.0) != width - 1)
          return false;
      }
    return true;
  }

  Status nameClasses(std::int64_t width) {
    task_ = Task::Classification;
    std::map<std::int64_t, std::int32_t> places;
    std::vector<std::int64_t> values;
    for (const Part& part : parts_)
      for (std::size_t i = 0; i < part.targets.size(); i += static_cast<std::size_t>(width)) {
        const auto begin = part.targets.begin() + static_cast<std::ptrdiff_t>(i);
        values.push_back(width == 1 ? static_cast<std::int64_t>(*begin) : std::find(begin, begin + width, 1.0) - begin);
        places[values.back()] = 0;
      }
    for (std::int64_t i = 0; width > 1 && i < width; ++i) places[i] = 0;
    for (auto& [value, place] : places) {
      place = static_cast<std::int32_t>(classes_.size());
      classes_.push_back(std::to_string(value));
    }
    for (const std::int64_t value : values) labels_.push_back(places[value]);
    return {};
  }

  Result<Tensor> inputOf(const NpyFile& array, std::int64_t row) const {
    const std::int64_t size = array.rowSize();
    Shape shape;
    if (shape_.size() == 3)
      shape = Shape{shape_[0], shape_[1], shape_[2]};
    else if (shape_.size() == 2)
      shape = Shape{1, shape_[0], shape_[1]};
    else if (shape_.size() == 4)
      shape = Shape{shape_[0], shape_[1], shape_[2], shape_[3]};
    else
      shape = Shape{size};
    FOVEA_TRY(Tensor input,
              Tensor::tryMake({bytes_ && shape.rank() == 3 ? DataType::UInt8 : DataType::Float32, shape}));
    const std::int64_t channels = last_ ? shape[0] : 1, plane = size / channels;
    const auto fill = [&](const auto& from, auto* to) {
      for (std::int64_t i = 0; i < plane; ++i)
        for (std::int64_t c = 0; c < channels; ++c)
          to[c * plane + i] =
              static_cast<std::remove_reference_t<decltype(*to)>>(from[static_cast<std::size_t>(i * channels + c)]);
    };
    if (input.dtype() == DataType::UInt8) {
      std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
      FOVEA_CHECK(array.readBytes(row, bytes));
      fill(bytes, input.data<std::uint8_t>());
      return input;
    }
    std::vector<double> values(static_cast<std::size_t>(size));
    FOVEA_CHECK(array.read(row, values));
    if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
      return fail(ErrorCode::Corrupt, "it holds values that are no numbers");
    fill(values, input.data<float>());
    return input;
  }

  const ArrayOptions options_;
  std::string root_;
  std::vector<Part> parts_;
  std::vector<std::int64_t> shape_;  // of an input, channels first
  bool bytes_ = false;
  bool last_ = false;  // the channels stand last in the file
  std::int64_t size_ = 0;
  std::vector<std::int32_t> labels_;
};

class ArrayImporter : public ListImporter {
 public:
  std::string name() const override { return "arrays"; }
  std::string title() const override { return "Arrays of NumPy (.npy, .npz)"; }
  Schema options() const override { return arraySchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    std::error_code code;
    std::vector<std::string> names;
    const bool isFolder = fs::is_directory(path, code);
    if (isFolder) {
      FOVEA_TRY(const FolderEntries entries, listFolder(path, look.scan));
      for (const std::string& name : entries.files)
        if (endingOf(name) == ".npy") names.push_back(name);
    } else if (endingOf(path.filename().string()) == ".npy") {
      names.push_back(path.filename().string());
    }
    const bool named = std::any_of(names.begin(), names.end(), [](const std::string& name) {
      return roleOf(std::string(stemOf(name))) == Role::Input;
    });
    if (names.empty() || (isFolder && !named && names.size() > 1)) return nothingFound("array of NumPy", path);
    auto source = std::make_unique<ArraySource>(path, arraySchema().read(values));
    FOVEA_CHECK(source->open(names, names.size() == 1));
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> arrayImporter() {
  return std::make_shared<ArrayImporter>();
}

}  // namespace fovea
