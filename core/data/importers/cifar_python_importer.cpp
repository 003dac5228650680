// Imports the Python version of CIFAR-10 and CIFAR-100 (Krizhevsky 2009): pickles of a dictionary with rows of 32×32
// pixels, red, then green, then blue, and a list of labels.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/files/random_file.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/pickle_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kCifarRowBytes = 3 * 32 * 32;

struct PickleOptions {
  std::string labels = "fine";
};

const TypedSchema<PickleOptions>& pickleSchema() {
  static const auto schema = TypedSchema<PickleOptions>().field(
      &PickleOptions::labels, {.name = "labels",
                               .title = "Labels",
                               .help = "Which labels of CIFAR-100 are the classes.",
                               .choices = {{"fine", "100 classes"}, {"coarse", "20 superclasses"}}});
  return schema;
}

class PickledCifarSource : public ListedSource {
 public:
  explicit PickledCifarSource(bool fine) : fine_(fine) {}

  Status open(const fs::path& folder, const std::vector<std::string>& names, const std::string& meta, bool hundred) {
    name_ = hundred ? "CIFAR-100" : "CIFAR-10";
    const std::string labels = !hundred ? "labels" : fine_ ? "fine_labels" : "coarse_labels";
    const std::string classNames = !hundred ? "label_names" : fine_ ? "fine_label_names" : "coarse_label_names";
    if (!meta.empty()) {
      FOVEA_TRY(const PickledTable table, readPickledTable(folder / meta));
      if (const auto found = table.texts.find(classNames); found != table.texts.end()) classes_ = found->second;
    }
    for (const std::string& name : names) FOVEA_CHECK(addFile(folder / name, labels));
    std::int32_t highest = -1;
    for (const Item& item : items_) highest = std::max(highest, item.label);
    if (highest >= std::ssize(classes_) && !classes_.empty())
      remarks_.push_back(fmt::format("There are labels up to {}, and {} names: numbers stand for the classes.", highest,
                                     classes_.size()));
    if (highest < std::ssize(classes_)) return {};
    classes_.clear();
    for (std::int32_t i = 0; i <= highest; ++i) classes_.push_back(std::to_string(i));
    return {};
  }

  std::int64_t size() const override { return std::ssize(items_); }
  ImportItem item(std::int64_t index) const override {
    const Item& item = items_[static_cast<std::size_t>(index)];
    ImportItem known;
    known.source = absoluteText(files_[item.file].file->path());
    known.sourceIndex = item.row;
    known.label = item.label;
    if (files_[item.file].test) known.split = Split::Test;
    return known;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const Item& item = items_[static_cast<std::size_t>(index)];
    const File& file = files_[item.file];
    LoadedItem loaded;
    FOVEA_TRY(loaded.input, Tensor::tryMake({DataType::UInt8, Shape{3, 32, 32}}));
    const auto pixels = loaded.input.values<std::uint8_t>();
    if (!file.array.fortranOrder) {
      FOVEA_CHECK(file.file->read(file.array.begin + std::uint64_t{item.row} * kCifarRowBytes, pixels));
      return loaded;
    }
    const auto rows = static_cast<std::uint64_t>(file.array.rows);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      FOVEA_CHECK(file.file->read(file.array.begin + i * rows + item.row, pixels.subspan(i, 1)));
    return loaded;
  }

 private:
  struct File {
    std::shared_ptr<const RandomFile> file;
    PickledTable::Array array;
    bool test;
  };
  struct Item {
    std::uint32_t file;
    std::uint32_t row;
    std::int32_t label;
  };

  Status addFile(const fs::path& path, const std::string& labels) {
    FOVEA_TRY(const PickledTable table, readPickledTable(path));
    const std::string name = displayName(path.filename().string());
    const auto array = table.arrays.find("data");
    const auto numbers = table.numbers.find(labels);
    if (array == table.arrays.end() || array->second.columns != kCifarRowBytes || numbers == table.numbers.end())
      return fail(ErrorCode::Corrupt, fmt::format("{} holds no pictures of 32×32 with a list \"{}\".", name, labels),
                  "Fetch the file again.");
    if (static_cast<std::int64_t>(numbers->second.size()) != array->second.rows)
      return fail(ErrorCode::Corrupt,
                  fmt::format("{} holds {} pictures and {} labels.", name, array->second.rows, numbers->second.size()));
    FOVEA_TRY(auto file, RandomFile::open(path));
    files_.push_back({std::move(file), array->second, name.starts_with("test")});
    for (std::size_t row = 0; row < numbers->second.size(); ++row) {
      const std::int64_t label = numbers->second[row];
      if (label < 0 || label >= 1000)
        skip(absoluteText(path), row, fmt::format("its label is {}", label));
      else
        items_.push_back({static_cast<std::uint32_t>(files_.size() - 1), static_cast<std::uint32_t>(row),
                          static_cast<std::int32_t>(label)});
    }
    return {};
  }

  const bool fine_;
  std::vector<File> files_;
  std::vector<Item> items_;
};

class PickledCifarImporter : public ListImporter {
 public:
  std::string name() const override { return "cifar_python"; }
  std::string title() const override { return "CIFAR-10 and CIFAR-100, the Python version"; }
  Schema options() const override { return pickleSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    std::error_code code;
    if (!fs::is_directory(path, code)) return nothingFound("folder of CIFAR's pickles", path);
    fs::path folder = path;
    for (const char* inside : {"cifar-10-batches-py", "cifar-100-python"})
      if (fs::is_directory(path / inside, code)) folder = path / inside;
    FOVEA_TRY(const FolderEntries entries, listFolder(folder, look.scan));
    std::vector<std::string> ten, hundred;
    std::string meta;
    for (const std::string& name : entries.files) {
      const bool batch = name == "test_batch" || (name.starts_with("data_batch_") && endingOf(name).empty());
      if (batch) ten.push_back(name);
      if (name == "train" || name == "test") hundred.push_back(name);
      if (name == "meta" || name == "batches.meta") meta = name;
    }
    if (ten.empty() && (hundred.empty() || meta != "meta")) return nothingFound("pickle of CIFAR", path);
    auto source = std::make_unique<PickledCifarSource>(pickleSchema().read(values).labels == "fine");
    FOVEA_CHECK(source->open(folder, ten.empty() ? hundred : ten, meta, ten.empty()));
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> cifarPythonImporter() {
  return std::make_shared<PickledCifarImporter>();
}

}  // namespace fovea
