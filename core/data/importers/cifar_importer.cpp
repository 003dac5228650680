// Imports the binary version of CIFAR-10 and CIFAR-100 (Krizhevsky 2009): records of one or two label bytes and 32×32
// pixels, red, then green, then blue.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/data/files/random_file.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kPixelBytes = 3 * 32 * 32;
constexpr std::uint64_t kMaximumImages = 100'000'000;

struct CifarOptions {
  std::string labels = "fine";
  std::string testFiles = "test";
};

const TypedSchema<CifarOptions>& cifarSchema() {
  static const auto schema =
      TypedSchema<CifarOptions>()
          .field(&CifarOptions::labels, {.name = "labels",
                                         .title = "Labels",
                                         .help = "Which labels of CIFAR-100 are the classes.",
                                         .choices = {{"fine", "100 classes"}, {"coarse", "20 superclasses"}}})
          .field(&CifarOptions::testFiles,
                 {.name = "test_files",
                  .title = "Test files",
                  .help = "What becomes of the images that come in a file of their own for testing.",
                  .choices = {
                      {"test", "Keep for testing"}, {"validation", "Use for validation"}, {"leave_out", "Leave out"}}});
  return schema;
}

struct CifarFiles {
  bool hundred = false;
  fs::path folder;
  std::vector<std::pair<std::string, bool>> names;  // file name, and whether it is for testing
};

Result<CifarFiles> cifarFiles(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  CifarFiles found;
  found.folder = source;
  std::vector<std::string> names;
  if (!fs::is_directory(source, code)) {
    found.folder = source.parent_path();
    names.push_back(source.filename().string());
  } else {
    for (const char* inside : {"cifar-10-batches-bin", "cifar-100-binary"})
      if (fs::is_directory(source / inside, code)) found.folder = source / inside;
    FOVEA_TRY(FolderEntries entries, listFolder(found.folder, scan));
    names = std::move(entries.files);
  }
  const bool named = fs::exists(found.folder / "fine_label_names.txt", code);
  for (const std::string& name : names) {
    const bool ten = endingOf(name) == ".bin" && (name.starts_with("data_batch") || name.starts_with("test_batch"));
    const bool hundred = name == "train.bin" || name == "test.bin";
    const std::uint64_t size = ten || hundred ? fs::file_size(found.folder / name, code) : 0;
    if (!ten && !(hundred && (named || (size > 0 && size % (kPixelBytes + 2) == 0)))) continue;
    found.hundred = hundred;
    found.names.emplace_back(name, name.starts_with("test"));
  }
  if (found.names.empty() && std::find(names.begin(), names.end(), "data_batch_1") != names.end())
    return fail(ErrorCode::InvalidArgument, found.folder.string() + " holds the Python version of CIFAR.",
                "Take the binary version, whose files end with \".bin\".");
  if (found.names.empty()) return nothingFound("CIFAR file", source);
  return found;
}

class CifarSource : public ListedSource {
 public:
  Status open(const fs::path& source, const CifarFiles& files, const CifarOptions& options) {
    const std::string folder = nameOfSource(files.folder);
    const bool archive = folder.starts_with("cifar-");
    name_ = archive ? (files.hundred ? "CIFAR-100" : "CIFAR-10") : nameOfSource(source);
    labelBytes_ = files.hundred ? 2 : 1;
    labelAt_ = files.hundred && options.labels == "fine" ? 1 : 0;
    FOVEA_CHECK(nameClasses(files, options));
    for (const auto& [name, test] : files.names) {
      if (test && options.testFiles == "leave_out") continue;
      FOVEA_CHECK(addFile(files.folder / name, test, options));
    }
    if (items_.empty() && problems_.empty())
      return fail(ErrorCode::Corrupt, files.folder.string() + " holds no image of CIFAR.");
    return {};
  }

  std::int64_t size() const override { return std::ssize(items_); }

  ImportItem item(std::int64_t index) const override {
    const Item& item = items_[static_cast<std::size_t>(index)];
    ImportItem known;
    known.source = absoluteText(files_[item.file]->path());
    known.sourceIndex = item.place;
    known.label = item.label;
    if (item.test) known.split = testSplit_;
    return known;
  }

  Result<LoadedItem> load(std::int64_t index) const override {
    const Item& item = items_[static_cast<std::size_t>(index)];
    LoadedItem loaded;
    FOVEA_TRY(loaded.input, Tensor::tryMake({DataType::UInt8, Shape{3, 32, 32}}));
    FOVEA_CHECK(files_[item.file]->read(item.place * (labelBytes_ + kPixelBytes) + labelBytes_,
                                        loaded.input.values<std::uint8_t>()));
    return loaded;
  }

 private:
  struct Item {
    std::uint8_t file;
    std::uint8_t label;
    bool test;
    std::uint32_t place;
  };

  Status nameClasses(const CifarFiles& files, const CifarOptions& options) {
    std::error_code code;
    const bool fine = options.labels == "fine";
    const char* names = !files.hundred ? "batches.meta.txt" : fine ? "fine_label_names.txt" : "coarse_label_names.txt";
    const std::size_t count = !files.hundred ? 10 : fine ? 100 : 20;
    if (fs::exists(files.folder / names, code)) {
      FOVEA_TRY(classes_, readNames(files.folder / names));
      if (classes_.size() == count) return {};
      remarks_.push_back(
          fmt::format("{} holds {} names and not {}: numbers stand for the classes.", names, classes_.size(), count));
      classes_.clear();
    }
    static constexpr std::array kTen = {"airplane", "automobile", "bird",  "cat",  "deer",
                                        "dog",      "frog",       "horse", "ship", "truck"};
    for (std::size_t i = 0; i < count; ++i) classes_.push_back(files.hundred ? std::to_string(i) : kTen[i]);
    return {};
  }

  Status addFile(const fs::path& path, bool test, const CifarOptions& options) {
    FOVEA_TRY(const auto file, RandomFile::open(path));
    const std::uint64_t record = labelBytes_ + kPixelBytes;
    if (file->size() % record != 0)
      return fail(ErrorCode::Corrupt,
                  fmt::format("{} has {} bytes, which is no multiple of {}, the size of a record.", path.string(),
                              file->size(), record),
                  "Fetch the file again.");
    const std::uint64_t count = file->size() / record;
    if (count > kMaximumImages) return fail(ErrorCode::Corrupt, path.string() + " is too large for CIFAR.");
    testSplit_ = options.testFiles == "validation" ? Split::Validation : Split::Test;
    const auto number = static_cast<std::uint8_t>(files_.size());
    files_.push_back(file);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint8_t label = 0;
      FOVEA_CHECK(file->read(i * record + labelAt_, {&label, 1}));
      if (label >= classes_.size())
        skip(absoluteText(path), i, fmt::format("its label is {}, and there are {} classes", label, classes_.size()));
      else
        items_.push_back({number, label, test, static_cast<std::uint32_t>(i)});
    }
    return {};
  }

  std::vector<std::shared_ptr<const RandomFile>> files_;
  std::vector<Item> items_;
  std::uint64_t labelBytes_ = 1;
  std::uint64_t labelAt_ = 0;
  Split testSplit_ = Split::Test;
};

class CifarImporter : public ListImporter {
 public:
  std::string name() const override { return "cifar"; }
  std::string title() const override { return "CIFAR-10 and CIFAR-100, binary"; }
  Schema options() const override { return cifarSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(const CifarFiles files, cifarFiles(path, look.scan));
    auto source = std::make_unique<CifarSource>();
    FOVEA_CHECK(source->open(path, files, cifarSchema().read(values)));
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> cifarImporter() {
  return std::make_shared<CifarImporter>();
}

}  // namespace fovea
