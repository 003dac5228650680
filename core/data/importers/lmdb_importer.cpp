// Imports databases of Caffe and DIGITS: LMDB folders of Datum messages, single or as train_db and val_db beside each
// other.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/files/image_file.h"
#include "core/data/importers/datum.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/lmdb_pages.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kQuickItems = 20'000;
constexpr std::uint64_t kMaximumItems = 1'000'000'000;
constexpr std::int64_t kMaximumLmdbLabel = 100'000;

struct LmdbOptions {
  std::string colourOrder = "bgr";
};

const TypedSchema<LmdbOptions>& lmdbSchema() {
  static const auto schema = TypedSchema<LmdbOptions>().field(
      &LmdbOptions::colourOrder, {.name = "colour_order",
                                  .title = "Colour order",
                                  .help = "The order of the channels of pixels that are not compressed.",
                                  .choices = {{"bgr", "Blue, green, red (Caffe)"}, {"rgb", "Red, green, blue"}}});
  return schema;
}

struct Database {
  fs::path file;
  std::optional<Split> split;
};

Result<std::vector<Database>> databasesOf(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  if (source.filename() == "data.mdb") return std::vector<Database>{{source, std::nullopt}};
  if (fs::is_regular_file(source / "data.mdb", code))
    return std::vector<Database>{{source / "data.mdb", splitInName(source.filename().string())}};
  std::vector<Database> databases;
  if (fs::is_directory(source, code)) {
    FOVEA_TRY(const FolderEntries entries, listFolder(source, scan));
    for (const std::string& name : entries.folders)
      if (fs::is_regular_file(source / name / "data.mdb", code))
        databases.push_back({source / name / "data.mdb", splitInName(name)});
  }
  if (databases.empty()) return nothingFound("LMDB database", source);
  return databases;
}

// The location of a message in a database file.
struct Message {
  const RandomFile* file;
  LmdbValue value;

  static Result<std::size_t> read(const void* context, std::uint64_t offset, std::span<std::uint8_t> target) {
    const auto* message = static_cast<const Message*>(context);
    const std::uint64_t left = message->value.bytes - std::min<std::uint64_t>(offset, message->value.bytes);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, target.size()));
    FOVEA_CHECK(message->file->read(message->value.offset + offset, target.first(count)));
    return count;
  }
  Result<Datum> datum() const { return readDatum(this, &Message::read, value.bytes); }
};

class LmdbSource : public ListedSource {
 public:
  LmdbSource(const fs::path& source, const LmdbOptions& options) : swap_(options.colourOrder == "bgr") {
    name_ = nameOfSource(source.filename() == "data.mdb" ? source.parent_path() : source);
  }

  Status nameClasses(const fs::path& folder) {
    std::error_code code;
    for (const fs::path& place : {folder, folder.parent_path()})
      if (classes_.empty() && fs::is_regular_file(place / "labels.txt", code)) {
        FOVEA_TRY(classes_, readNames(place / "labels.txt"));
      }
    named_ = !classes_.empty();
    return {};
  }

  Status add(const Database& database, Look look) {
    FOVEA_TRY(LmdbPages pages, readLmdb(database.file, look == Look::Quick ? kQuickItems : kMaximumItems));
    if (pages.entries > pages.values.size() && look == Look::Quick) complete_ = false;
    const auto number = static_cast<std::uint32_t>(files_.size());
    files_.push_back({pages.file, absoluteText(database.file), database.split});
    std::uint64_t place = 0;
    std::size_t bad = 0;
    for (const LmdbValue& value : pages.values) {
      const auto label = labelOf({pages.file.get(), value});
      if (label.ok()) {
        items_.push_back({value, number, place, *label});
      } else {
        ++bad;
        skip(files_[number].name, place, label.error().message);
      }
      ++place;
    }
    if (bad > 0 && bad == pages.values.size())
      return fail(ErrorCode::Unsupported, database.file.string() + " holds no messages of the kind \"Datum\".");
    return {};
  }

  void finish() {
    for (std::int64_t i = 0; !named_ && i <= highest_; ++i) classes_.push_back(std::to_string(i));
  }

  std::int64_t size() const override { return std::ssize(items_); }
  ImportItem item(std::int64_t index) const override {
    const Item& item = items_[static_cast<std::size_t>(index)];
    ImportItem known;
    known.source = files_[item.file].name;
    known.sourceIndex = item.place;
    known.label = item.label;
    known.split = files_[item.file].split;
    return known;
  }
  Result<LoadedItem> load(std::int64_t index) const override;

 private:
  struct Item {
    LmdbValue value;
    std::uint32_t file;
    std::uint64_t place;
    std::int32_t label;
  };
  struct File {
    std::shared_ptr<const RandomFile> file;
    std::string name;
    std::optional<Split> split;
  };

  Result<std::int32_t> labelOf(const Message& message) {
    FOVEA_TRY(const Datum datum, message.datum());
    if (datum.dataBytes == 0 && datum.floats == 0) return fail(ErrorCode::Corrupt, "this Datum holds no data");
    const std::int64_t limit = named_ ? std::ssize(classes_) : kMaximumLmdbLabel;
    if (datum.label < 0 || datum.label >= limit)
      return fail(ErrorCode::Corrupt, named_
                                          ? fmt::format("its label is {}, and there are {} classes", datum.label, limit)
                                          : fmt::format("its label is {}", datum.label));
    highest_ = std::max(highest_, datum.label);
    return static_cast<std::int32_t>(datum.label);
  }

  const bool swap_;
  bool named_ = false;
  std::int64_t highest_ = -1;
  std::vector<File> files_;
  std::vector<Item> items_;
};

// Reads float_data as f32 [C, H, W].
Result<Tensor> floatsOf(const Message& message, const Datum& datum, const Shape& shape) {
  FOVEA_TRY(Tensor input, Tensor::tryMake({DataType::Float32, shape}));
  float* values = input.data<float>();
  if (datum.packed) {
    FOVEA_CHECK(message.file->read(message.value.offset + datum.floatsAt,
                                   {reinterpret_cast<std::uint8_t*>(values), input.bytes()}));
    return input;
  }
  // Each number has a key byte in front.
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(datum.floats) * 5 - 1);
  if (datum.floatsAt + bytes.size() > message.value.bytes)
    return fail(ErrorCode::Corrupt, "the numbers of this Datum are not together");
  FOVEA_CHECK(message.file->read(message.value.offset + datum.floatsAt, bytes));
  for (std::size_t i = 0; i < datum.floats; ++i) std::memcpy(values + i, bytes.data() + 5 * i, 4);
  return input;
}

Result<LoadedItem> LmdbSource::load(std::int64_t index) const {
  const Item& item = items_[static_cast<std::size_t>(index)];
  const Message message{files_[item.file].file.get(), item.value};
  FOVEA_TRY(const Datum datum, message.datum());
  const auto bytes = datum.dataBytes;
  if (bytes > kMaximumImageFile) return fail(ErrorCode::InvalidArgument, "this Datum is larger than 256 MiB");
  if (datum.encoded) {
    std::string file(static_cast<std::size_t>(bytes), '\0');
    FOVEA_CHECK(message.file->read(item.value.offset + datum.dataAt,
                                   {reinterpret_cast<std::uint8_t*>(file.data()), file.size()}));
    return imageItemOf(std::move(file), "its image");
  }
  const std::int64_t extents[] = {datum.channels, datum.height, datum.width};
  const auto shape = Shape::make(extents);
  const auto count = bytes > 0 ? bytes : datum.floats;
  if (!shape.ok() || static_cast<std::uint64_t>(shape->elementCount()) != count || count * 4 > kMaximumImageFile * 4)
    return fail(ErrorCode::Corrupt, fmt::format("this Datum says it is {}×{}×{} and holds {} values", datum.channels,
                                                datum.height, datum.width, count));
  LoadedItem loaded;
  if (bytes == 0) {
    FOVEA_TRY(loaded.input, floatsOf(message, datum, *shape));
    return loaded;
  }
  FOVEA_TRY(loaded.input, Tensor::tryMake({DataType::UInt8, *shape}));
  FOVEA_CHECK(message.file->read(item.value.offset + datum.dataAt, loaded.input.values<std::uint8_t>()));
  if (swap_ && datum.channels == 3) {
    std::uint8_t* pixels = loaded.input.data<std::uint8_t>();
    std::swap_ranges(pixels, pixels + bytes / 3, pixels + 2 * (bytes / 3));
  }
  return loaded;
}

class LmdbImporter : public ListImporter {
 public:
  std::string name() const override { return "lmdb"; }
  std::string title() const override { return "Databases of Caffe and DIGITS (LMDB)"; }
  Schema options() const override { return lmdbSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(const auto databases, databasesOf(path, look.scan));
    auto source = std::make_unique<LmdbSource>(path, lmdbSchema().read(values));
    FOVEA_CHECK(source->nameClasses(databases[0].file.parent_path()));
    for (const Database& database : databases) FOVEA_CHECK(source->add(database, look));
    source->finish();
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> lmdbImporter() {
  return std::make_shared<LmdbImporter>();
}

}  // namespace fovea
