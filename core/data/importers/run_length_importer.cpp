// Imports masks from tables in which a row holds the runs of one class or object: "start length start length …",
// counted from 1, as the contests of Kaggle have them (Airbus ships, Severstal steel, clouds, Carvana).
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/data/importers/deep_images.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/library.h"
#include "core/data/importers/named_pictures.h"
#include "core/data/importers/outline_source.h"
#include "core/data/importers/polygon_mask.h"
#include "core/data/importers/table.h"
#include "core/data/importers/table_names.h"
#include "core/data/importers/table_rows.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickRunRows = 20'000;
constexpr std::size_t kMostRunRows = 20'000'000;
constexpr std::size_t kMostRuns = 500'000'000;  // of all rows
constexpr std::size_t kRunRowsToJudge = 200;
constexpr std::size_t kMostRunClasses = OutlineSource::kMostMaskClasses;
constexpr std::string_view kRunBackground = "background";
constexpr std::string_view kRunObject = "object";  // the class of all rows of a table without classes

struct RunLengthOptions {
  std::string order = "automatic";
  std::string deep = "ask";
};

const TypedSchema<RunLengthOptions>& runLengthSchema() {
  static const auto schema =
      TypedSchema<RunLengthOptions>()
          .field(&RunLengthOptions::order, {.name = "order",
                                            .title = "Order of the pixels",
                                            .help = "Whether runs go down the columns or along the rows of an image.",
                                            .choices = {{"automatic", "Find out"},
                                                        {"columns", "Down the columns, as Kaggle has it"},
                                                        {"rows", "Along the rows"}}})
          .field(&RunLengthOptions::deep, deepField());
  return schema;
}

struct Run {
  std::uint32_t start = 0;  // from 0
  std::uint32_t length = 0;
};

// Returns true for an empty cell and for what stands for no mask.
bool isNoMask(std::string_view cell) {
  const std::string lower = lowerCase(trimmed(cell));
  return lower.empty() || lower == "-1" || lower == "nan" || lower == "none";
}

// Appends the runs of a cell: pairs of whole numbers, the first of which rise. Returns false for another form, and then
// leaves `runs` as it was.
bool appendRuns(std::string_view cell, std::vector<Run>& runs) {
  const std::size_t before = runs.size();
  std::uint64_t end = 1;
  const auto number = [&]() -> std::optional<std::uint64_t> {
    cell = trimmed(cell);
    const std::size_t length = std::min(cell.find_first_of(" \t"), cell.size());
    const auto value = wholeNumber(cell.substr(0, length));
    cell.remove_prefix(length);
    if (!value || *value < 1 || *value > std::int64_t{0xffffffff}) return std::nullopt;
    return static_cast<std::uint64_t>(*value);
  };
  while (!trimmed(cell).empty()) {
    const auto start = number();
    const auto length = start ? number() : std::nullopt;
    if (!length || *start < end) {
      runs.resize(before);
      return false;
    }
    end = *start + *length;
    runs.push_back({static_cast<std::uint32_t>(*start - 1), static_cast<std::uint32_t>(*length)});
  }
  return runs.size() > before;
}

// The columns of a table of runs.
struct RunColumns {
  int image = -1;
  int runs = -1;
  int label = -1;       // -1: none
  bool joined = false;  // `image` also holds the class: "0011165.jpg_Fish"
  bool kaggle = false;  // the name of the column says that runs go down the columns
};

std::optional<RunColumns> runColumnsOf(const std::vector<std::string_view>& head) {
  RunColumns columns;
  columns.runs = columnNamed(head, {"encodedpixels", "encoded_pixels", "rle_mask", "rle", "rle_masks", "mask_rle",
                                    "segmentation", "annotation"});
  if (columns.runs < 0) return std::nullopt;
  const std::string name = lowerCase(head[static_cast<std::size_t>(columns.runs)]);
  columns.kaggle = name.starts_with("encoded") || name.find("rle") != std::string::npos;
  columns.image = columnNamed(head, {"imageid", "image_id", "image", "img", "filename", "file_name", "file", "id"});
  columns.label = columnNamed(head, {"classid", "class_id", "class", "label", "category", "cell_type"});
  const int joined = columnNamed(head, {"image_label", "imageid_classid", "image_class"});
  if (columns.image < 0 && joined >= 0) {
    columns.image = joined;
    columns.joined = true;
  }
  return columns.image >= 0 ? std::optional(columns) : std::nullopt;
}

class RunLengthSource : public ListedSource {
 public:
  RunLengthSource(const fs::path& source, std::shared_ptr<const NamedPictures> pictures,
                  const RunLengthOptions& options)
      : pictures_(std::move(pictures)), options_(options) {
    name_ = nameOfSource(source);
    task_ = Task::Segmentation;
    deep_ = options.deep;
  }

  // Reads a table; returns false if it holds no runs.
  Result<bool> read(const TableFile& file, Look look) {
    FOVEA_TRY(const auto rows, TableRows::open(file.path, 0));
    std::vector<std::string_view> fields;
    FOVEA_TRY(bool more, rows->next(fields));
    const auto columns = more ? runColumnsOf(fields) : std::nullopt;
    if (!columns) return false;
    FOVEA_TRY(const bool holds, holdsRuns(file.path, *columns));
    if (!holds) return false;
    kaggle_ = kaggle_ || columns->kaggle;
    classed_ = classed_ || columns->label >= 0 || columns->joined;
    for (;;) {
      FOVEA_TRY(more, rows->next(fields));
      if (!more) return true;
      if (++rows_ % 1024 == 0) FOVEA_CHECK(look.check());
      if (look == Look::Quick && rows_ > kQuickRunRows) {
        complete_ = false;
        return true;
      }
      if (rows_ > kMostRunRows || runs_.size() > kMostRuns)
        return fail(ErrorCode::InvalidArgument, "These tables hold too many runs.", "Divide them.");
      const Status added = add(fields, *columns, file);
      if (!added.ok() && problems_.size() < kListedProblems)
        skip(absoluteText(file.path), static_cast<std::uint64_t>(rows->line()),
             fmt::format("line {}: {}", rows->line(), added.error().message));
    }
  }

  // Adds what was decided about the tables. Must be called after the last one.
  Status finish(std::vector<ImportDecision> decided) {
    decisions_ = std::move(decided);
    std::vector<std::string> names = std::move(classes_);
    std::vector<std::size_t> order(names.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return naturalLess(names[a], names[b]); });
    std::vector<std::uint8_t> moved(names.size());
    classes_ = {std::string(kRunBackground)};
    for (const std::size_t i : order) {
      moved[i] = static_cast<std::uint8_t>(classes_.size());
      classes_.push_back(names[i]);
    }
    if (classes_.size() > kMostRunClasses)
      return fail(ErrorCode::Unsupported,
                  fmt::format("Masks can hold {} classes, and there are {}.", kMostRunClasses, classes_.size()));
    for (Image& image : images_)
      for (Mask& mask : image.masks) mask.label = moved[mask.label];
    decide();
    return {};
  }

  std::int64_t size() const override { return std::ssize(images_); }
  ImportItem item(std::int64_t index) const override {
    const Image& image = images_[static_cast<std::size_t>(index)];
    ImportItem item;
    item.source = absoluteText(pictures_->root() / image.path);
    item.split = image.split;
    std::string text;
    for (const Mask& mask : image.masks) {
      text += fmt::format("{}\n", classes_[mask.label]);
      text.append(reinterpret_cast<const char*>(runs_.data() + mask.first), mask.count * sizeof(Run));
    }
    item.annotation = annotationOfText(text);
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const Image& image = images_[static_cast<std::size_t>(index)];
    FOVEA_TRY(LoadedItem item, loadImageItem(pictures_->root() / image.path));
    FOVEA_TRY(const ImageSize size, sizeOf(item));
    FOVEA_TRY(item.target, Tensor::tryMake({DataType::UInt8, Shape{1, size.height, size.width}}));
    std::ranges::fill(item.target.values<std::uint8_t>(), std::uint8_t{0});
    for (const Mask& mask : image.masks)
      for (std::size_t i = mask.first; i < mask.first + mask.count; ++i)
        FOVEA_CHECK(fill(runs_[i], mask.label, size, item.target));
    return withDepth(std::move(item), deep_);
  }

 private:
  struct Mask {
    std::uint8_t label = 0;
    std::size_t first = 0;  // index of its first run
    std::size_t count = 0;
  };
  struct Image {
    std::string path;  // below the root of the pictures
    std::optional<Split> split;
    std::vector<Mask> masks;
  };

  // Returns true if most filled cells among the first ones are runs.
  static Result<bool> holdsRuns(const fs::path& file, const RunColumns& columns) {
    FOVEA_TRY(const auto rows, TableRows::open(file, 0));
    std::vector<std::string_view> fields;
    FOVEA_TRY(bool more, rows->next(fields));
    std::vector<Run> runs;
    std::size_t seen = 0, right = 0;
    for (std::size_t i = 0; more && i < kRunRowsToJudge; ++i) {
      FOVEA_TRY(more, rows->next(fields));
      const auto column = static_cast<std::size_t>(columns.runs);
      if (!more || column >= fields.size() || isNoMask(fields[column])) continue;
      ++seen;
      right += appendRuns(fields[column], runs);
    }
    return right * 2 > seen;
  }

  Status add(const std::vector<std::string_view>& fields, const RunColumns& columns, const TableFile& file) {
    const auto at = [&](int column) {
      return column >= 0 && static_cast<std::size_t>(column) < fields.size()
                 ? trimmed(fields[static_cast<std::size_t>(column)])
                 : std::string_view();
    };
    std::string_view name = at(columns.image), label = at(columns.label);
    if (columns.joined) {
      const std::size_t mark = std::min(name.rfind('_'), name.size());
      label = name.substr(std::min(mark + 1, name.size()));
      name = name.substr(0, mark);
    }
    if (name.empty()) return fail(ErrorCode::Corrupt, "it names no image");
    FOVEA_TRY(Image* const image, imageNamed(name, file.split));
    if (isNoMask(at(columns.runs))) return {};
    const std::size_t first = runs_.size();
    if (!appendRuns(at(columns.runs), runs_))
      return fail(ErrorCode::Corrupt, "it holds no pairs of rising starts and of lengths");
    if (classed_ && label.empty()) return fail(ErrorCode::Corrupt, "it has no class");
    FOVEA_TRY(const std::uint8_t place,
              labelNamed(classed_ ? displayName(label.substr(0, 100)) : std::string(kRunObject)));
    image->masks.push_back({place, first, runs_.size() - first});
    return {};
  }

  Result<Image*> imageNamed(std::string_view name, std::optional<Split> split) {
    const auto known = places_.find(std::string(name));
    if (known != places_.end()) return &images_[known->second];
    FOVEA_TRY(std::string path, pictures_->find(name, split));
    places_.emplace(name, images_.size());
    images_.push_back({std::move(path), split, {}});
    return &images_.back();
  }

  Result<std::uint8_t> labelNamed(const std::string& name) {
    const auto found = std::find(classes_.begin(), classes_.end(), name);
    if (found == classes_.end() && classes_.size() >= kMostRunClasses)
      return fail(ErrorCode::Corrupt, fmt::format("there are more than {} classes", kMostRunClasses));
    const auto place = static_cast<std::uint8_t>(found - classes_.begin());
    if (found == classes_.end()) classes_.push_back(name);
    return place;
  }

  // Sets the pixels of a run. Fails with Corrupt if it ends beyond the image.
  Status fill(const Run& run, std::uint8_t label, const ImageSize& size, Tensor& mask) const {
    const std::int64_t end = std::int64_t{run.start} + run.length;
    if (end > size.width * size.height)
      return fail(ErrorCode::Corrupt,
                  fmt::format("a run ends at pixel {}, and the image has {}", end, size.width * size.height));
    if (columns_)
      fillColumns(run.start, end, label, mask);
    else
      std::fill_n(mask.data<std::uint8_t>() + run.start, run.length, label);
    return {};
  }

  void decide() {
    const bool told = options_.order != "automatic";
    columns_ = told ? options_.order == "columns" : true;
    if (!told)
      decisions_.push_back({"the order of the pixels",
                            "down the columns",
                            kaggle_ ? "so most contests of Kaggle have it"
                                    : "most contests of Kaggle have it so, and some go along the rows",
                            {"order=columns", "order=rows"},
                            kaggle_});
    const std::int64_t others = static_cast<std::int64_t>(pictures_->size()) - std::ssize(images_);
    if (others > 0 && complete_)
      decisions_.push_back({"images that the table does not name",
                            fmt::format("left out, {}", grouped(others)),
                            "nothing says whether there is anything on them",
                            {}});
  }

  const std::shared_ptr<const NamedPictures> pictures_;
  const RunLengthOptions options_;
  std::vector<Image> images_;
  std::vector<Run> runs_;
  std::unordered_map<std::string, std::size_t> places_;  // index of an image by its name in the table
  std::size_t rows_ = 0;
  bool kaggle_ = false, classed_ = false, columns_ = true;
};

class RunLengthImporter : public ListImporter {
 public:
  std::string name() const override { return "run_lengths"; }
  std::string title() const override { return "Masks as run lengths in a table"; }
  Schema options() const override { return runLengthSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const RunLengthOptions options = runLengthSchema().read(values);
    const auto files = findTables(source, TableChoices{}, look);
    if (!files.ok() && files.error().code == ErrorCode::Cancelled) return files.error();
    if (!files.ok()) return nothingFound("table of run lengths", source);
    std::error_code code;
    const fs::path whole = fs::absolute(source, code);
    FOVEA_TRY(auto pictures, NamedPictures::of(fs::is_directory(source, code) ? whole : whole.parent_path(),
                                               look == Look::Quick ? kLookLimits : WalkLimits{}, look.scan));
    if (!pictures) return nothingFound("image", source);
    auto masks = std::make_unique<RunLengthSource>(source, std::move(pictures), options);
    bool any = false;
    for (const TableFile& file : files->files) {
      const auto read = masks->read(file, look);
      // A quick look leaves errors in a table to the importer of tables.
      if (!read.ok() && look == Look::Quick && read.error().code != ErrorCode::Cancelled)
        return nothingFound("table of run lengths", source);
      if (!read.ok()) return read.error();
      any = any || *read;
    }
    if (!any || masks->size() == 0) return nothingFound("table of run lengths", source);
    FOVEA_CHECK(masks->finish(files->decisions));
    return std::unique_ptr<ListedSource>(std::move(masks));
  }
};

}  // namespace

std::shared_ptr<const Importer> runLengthImporter() {
  return std::make_shared<RunLengthImporter>();
}

}  // namespace fovea
