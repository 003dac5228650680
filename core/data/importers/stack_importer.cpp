// Imports stacks: each folder of slices (images of one size, ordered by name) is a volume u8 [C, D, H, W], or f32 where
// more than 8 bits are kept. The folder around it names its class, if there are several such folders.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/data/importers/deep_images.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct StackOptions {
  std::int64_t depth = 0;
  std::string deep = "ask";
};

const TypedSchema<StackOptions>& stackSchema() {
  static const auto schema =
      TypedSchema<StackOptions>()
          .field(&StackOptions::depth,
                 {.name = "depth",
                  .title = "Depth",
                  .help = "How many slices a volume has, evenly spread over its stack; 0 takes all.",
                  .minimum = 0,
                  .maximum = 4096})
          .field(&StackOptions::deep, deepField());
  return schema;
}

struct Stack {
  std::string folder;              // relative to the root
  std::vector<std::size_t> files;  // in the order of the slices
  std::int32_t label = kNoLabel;
  std::optional<Split> split;
};

// Returns "ill" for "ill/patient 3".
std::string classOf(const std::string& folder) {
  return std::string(parentOf(folder));
}

class StackSource : public ListedSource {
 public:
  StackSource(const fs::path& root, LabelledFiles found, const StackOptions& options)
      : root_(root), rootText_(absoluteText(root)), files_(std::move(found.files)), depth_(options.depth) {
    name_ = nameOfSource(root);
    noun_ = "stack";
    complete_ = found.complete;
    deep_ = options.deep;
    problems_ = std::move(found.problems);
    std::map<std::uint32_t, Stack> byFolder;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      Stack& stack = byFolder[files_.folderOf(i)];
      stack.split = found.splits[i];
      // In LabelledFiles, the volume's whole path is a class; here only the part before its last folder is.
      if (found.labels[i] != kNoLabel) stack.folder = found.classes[static_cast<std::size_t>(found.labels[i])];
      stack.files.push_back(i);
    }
    for (auto& [folder, stack] : byFolder) {
      std::sort(stack.files.begin(), stack.files.end(),
                [&](std::size_t a, std::size_t b) { return naturalLess(files_.name(a), files_.name(b)); });
      stacks_.push_back(std::move(stack));
    }
    nameClasses();
  }

  std::int64_t size() const override { return std::ssize(stacks_); }
  std::vector<ImportDecision> decisions() const override {
    std::vector<ImportDecision> all = ListedSource::decisions();  // asks about no stack, which is a folder
    const auto firstSlice = [this](std::int64_t i) {
      return files_.path(root_, stacks_[static_cast<std::size_t>(i)].files[0]);
    };
    if (deep_ != "ask") return all;
    if (auto asked = askDepth(size(), firstSlice)) all.push_back(std::move(*asked));
    return all;
  }
  ImportItem item(std::int64_t index) const override {
    const Stack& stack = stacks_[static_cast<std::size_t>(index)];
    ImportItem item;
    item.source = rootText_ + "/" + files_.folder(files_.folderOf(stack.files[0]));
    item.label = stack.label;
    item.split = stack.split;
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const Stack& stack = stacks_[static_cast<std::size_t>(index)];
    const auto slices = std::ssize(stack.files);
    const std::int64_t depth = depth_ > 0 ? depth_ : slices;
    std::vector<fs::path> paths;
    for (std::int64_t place = 0; place < depth; ++place)
      paths.push_back(
          files_.path(root_, stack.files[static_cast<std::size_t>((2 * place + 1) * slices / (2 * depth))]));
    FOVEA_TRY(const auto range, rangeOf(paths, deep_));
    LoadedItem item;
    Shape shape;
    for (std::int64_t place = 0; place < depth; ++place) {
      const fs::path& path = paths[static_cast<std::size_t>(place)];
      FOVEA_TRY(const Tensor slice, loadPixels(path, deep_, range));
      if (place == 0) {
        shape = slice.shape();
        const Shape whole{shape[0], depth, shape[1], shape[2]};
        if (static_cast<std::int64_t>(slice.bytes()) > kMaximumSampleBytes / depth)
          return fail(ErrorCode::InvalidArgument,
                      fmt::format("the volume would be {}, which is too large", whole.toString()));
        FOVEA_TRY(item.input, Tensor::tryMake({slice.dtype(), whole}));
      }
      if (!(slice.shape() == shape) || slice.dtype() != item.input.dtype())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("its slice {} is {}, and the first {}", displayName(path.filename().string()),
                                slice.shape().toString(), shape.toString()));
      const auto plane = static_cast<std::int64_t>(slice.bytes()) / shape[0];
      for (std::int64_t channel = 0; channel < shape[0]; ++channel)
        std::copy_n(static_cast<const std::byte*>(slice.raw()) + channel * plane, plane,
                    static_cast<std::byte*>(item.input.raw()) + (channel * depth + place) * plane);
    }
    return item;
  }

 private:
  void nameClasses() {
    for (const Stack& stack : stacks_)
      if (const std::string name = classOf(stack.folder); !name.empty()) classes_.push_back(name);
    std::sort(classes_.begin(), classes_.end(), naturalLess);
    classes_.erase(std::unique(classes_.begin(), classes_.end()), classes_.end());
    task_ = classes_.empty() ? Task::Unlabelled : Task::Classification;
    for (Stack& stack : stacks_)
      if (const auto found = std::find(classes_.begin(), classes_.end(), classOf(stack.folder));
          found != classes_.end())
        stack.label = static_cast<std::int32_t>(found - classes_.begin());
  }

  fs::path root_;
  std::string rootText_;
  FileList files_;
  std::int64_t depth_;
  std::vector<Stack> stacks_;
};

class StackImporter : public ListImporter {
 public:
  std::string name() const override { return "stacks"; }
  std::string title() const override { return "Volumes as stacks of slices, a folder per volume"; }
  Schema options() const override { return stackSchema().schema(); }

  // A folder of images is more often a class than a volume, so this never guesses.
  Status mayGuess(const fs::path& source, const SourceScan&) const override { return nothingFound("image", source); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    std::error_code code;
    if (!fs::is_directory(root, code)) return nothingFound("folder of slices", root);
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(root, FileKind::Image, ClassFolder::Path, look));
    return std::unique_ptr<ListedSource>(
        std::make_unique<StackSource>(root, std::move(found), stackSchema().read(values)));
  }
};

}  // namespace

std::shared_ptr<const Importer> stackImporter() {
  return std::make_shared<StackImporter>();
}

}  // namespace fovea
