// Imports boxes from tables: one box a row, with the picture's name, the corners and the class (Open Images, RetinaNet,
// TensorFlow).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/table.h"
#include "core/data/importers/table_rows.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickBoxRows = 20'000;
constexpr std::size_t kMaximumRows = 50'000'000;
constexpr std::size_t kLongestPath = 4096;

struct BoxTableOptions : DetectionOptions {
  std::string baseFolder;
};

const TypedSchema<BoxTableOptions>& boxTableSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<BoxTableOptions>().field(
      &BoxTableOptions::baseFolder, {.name = "base_folder",
                                     .title = "Base folder",
                                     .help = "Where names of images begin; empty looks around the table."}));
  return schema;
}

// The indices of the columns that a box needs: image, class, left, top, then right and bottom, or width and height.
struct BoxColumns {
  std::array<int, 6> places{};
  bool sized = false;  // the last two are width and height
};

using ColumnNames = std::array<std::vector<std::string_view>, 6>;

// Returns the index of a column for each group of names; nothing if one has none.
std::optional<std::array<int, 6>> placesOf(const ColumnNames& known, const std::vector<std::string_view>& names) {
  std::array<int, 6> places{};
  for (std::size_t i = 0; i < known.size(); ++i) {
    places[i] = -1;
    for (const std::string_view name : known[i])
      for (std::size_t k = 0; k < names.size() && places[i] < 0; ++k)
        if (lowerCase(names[k]) == name) places[i] = static_cast<int>(k);
    if (places[i] < 0) return std::nullopt;
  }
  return places;
}

std::optional<BoxColumns> boxColumnsOf(const std::vector<std::string_view>& names) {
  static const std::vector<std::string_view> images{"filename", "file_name", "image",      "path", "image_path",
                                                    "imageid",  "image_id",  "image_name", "img",  "file"};
  static const std::vector<std::string_view> classes{"class",      "label",    "labelname", "label_name",
                                                     "class_name", "category", "name"};
  static const ColumnNames corners{images,
                                   classes,
                                   {"xmin", "x_min", "x1", "left"},
                                   {"ymin", "y_min", "y1", "top"},
                                   {"xmax", "x_max", "x2", "right"},
                                   {"ymax", "y_max", "y2", "bottom"}};
  // "width" and "height" alone are those of the image.
  static const ColumnNames sizes{
      images, classes, {"bbox_x"}, {"bbox_y"}, {"bbox_width", "bbox_w"}, {"bbox_height", "bbox_h"}};
  if (const auto places = placesOf(corners, names)) return BoxColumns{*places, false};
  if (const auto places = placesOf(sizes, names)) return BoxColumns{*places, true};
  return std::nullopt;
}

// RetinaNet's tables have no header: path, left, top, right, bottom, class; all but the path are empty for an image
// without boxes.
constexpr BoxColumns kBoxRow{{0, 5, 1, 2, 3, 4}, false};
// Nor have those of Make Sense: class, left, top, width, height, image, its width and height.
constexpr BoxColumns kSizedRow{{5, 0, 1, 2, 3, 4}, true};

bool isSizedRow(const std::vector<std::string_view>& fields) {
  constexpr std::size_t kFields = 8;
  const auto isNumber = [](std::string_view field) { return realNumber(field).has_value(); };
  return fields.size() == kFields && fileKindOf(fields[5]) == FileKind::Image && !fields[0].empty() &&
         !isNumber(fields[0]) && std::all_of(fields.begin() + 1, fields.begin() + 5, isNumber) && isNumber(fields[6]) &&
         isNumber(fields[7]);
}

bool isBoxRow(const std::vector<std::string_view>& fields) {
  if (fields.size() != kBoxRow.places.size() || fileKindOf(fields[0]) != FileKind::Image) return false;
  const bool empty =
      std::all_of(fields.begin() + 1, fields.end(), [](std::string_view field) { return field.empty(); });
  const auto isBelow = [&](std::size_t low, std::size_t high) {
    const auto a = realNumber(fields[low]), b = realNumber(fields[high]);
    return a && b && *a < *b;
  };
  return empty || (isBelow(1, 3) && isBelow(2, 4) && !fields[5].empty());
}

class BoxTable {
 public:
  BoxTable(const fs::path& folder, const BoxTableOptions& options, Look look)
      : folder_(folder), options_(options), look_(look) {}

  // Reads a table; returns false if it holds no boxes.
  Result<bool> read(const TableFile& file) {
    FOVEA_TRY(const auto rows, TableRows::open(file.path, 0));
    std::vector<std::string_view> fields;
    FOVEA_TRY(bool more, rows->next(fields));
    auto columns = more ? boxColumnsOf(fields) : std::nullopt;
    const bool named = columns.has_value();
    if (!named && more && isBoxRow(fields)) columns = kBoxRow;
    if (!named && more && isSizedRow(fields)) columns = kSizedRow;
    if (!columns) return false;
    const std::string name = absoluteText(file.path);
    for (bool isFirst = true;; isFirst = false) {
      if (!isFirst || named) {
        FOVEA_TRY(more, rows->next(fields));
      }
      if (!more) return true;
      if (const auto image = static_cast<std::size_t>(columns->places[0]); isFirst && image < fields.size())
        below_ = folderOfImages(file.path, fields[image]);
      if (++rows_ % 1024 == 0) FOVEA_CHECK(look_.check());
      if (look_ == Look::Quick && rows_ > kQuickBoxRows) {
        complete_ = false;
        return true;
      }
      if (rows_ > kMaximumRows)
        return fail(ErrorCode::InvalidArgument, "These tables have more than 50,000,000 boxes.", "Divide them.");
      const auto added = add(fields, *columns, file, name, rows->line());
      if (!added.ok() && problems_.size() < kListedProblems)
        problems_.push_back({name, rows->line(), added.error().message});
    }
  }

  bool empty() const { return images_.empty(); }

  Result<std::unique_ptr<ListedSource>> source(const fs::path& path) {
    const bool shares = highest_ <= 1;
    FOVEA_TRY(const fs::path base, findBase());
    auto source = std::make_unique<DetectionSource>(
        path, base, shares ? DetectionSource::Unit::Shares : DetectionSource::Unit::Pixels, options_);
    for (const auto& [image, entry] : images_) {
      source->addImage(image + ending_, entry.split);
      for (const auto& [box, line] : entry.boxes) {
        FOVEA_TRY(const std::int32_t label, source->labelNamed(classes_[static_cast<std::size_t>(box.label)]));
        Box named = box;
        named.label = label;
        source->addBox(named, entry.file, line);
      }
    }
    source->finish();
    for (const Problem& problem : problems_) source->addProblem(problem.file, problem.line, problem.reason);
    if (!complete_) source->setIncomplete();
    source->sortClasses();
    source->addDecision({"the corners of the boxes",
                         shares ? "shares of width and height" : "pixels",
                         shares ? "none is larger than 1" : fmt::format("the largest is {}", highest_),
                         {}});
    return std::unique_ptr<ListedSource>(std::move(source));
  }

 private:
  struct Entry {
    std::optional<Split> split;
    std::string file;
    std::vector<std::pair<Box, std::int64_t>> boxes;
  };
  struct Problem {
    std::string file;
    std::int64_t line;
    std::string reason;
  };

  Status add(const std::vector<std::string_view>& fields, const BoxColumns& columns, const TableFile& file,
             const std::string& name, std::int64_t line) {
    std::array<std::string_view, 6> values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto column = static_cast<std::size_t>(columns.places[i]);
      if (column >= fields.size()) return fail(ErrorCode::Corrupt, fmt::format("it has only {} fields", fields.size()));
      values[i] = fields[column];
    }
    if (values[0].empty() || values[0].size() > kLongestPath || values[0].find('\0') != std::string_view::npos)
      return fail(ErrorCode::Corrupt, "it names no image");
    const auto [place, isNew] = images_.try_emplace(below_ + std::string(values[0]));
    if (isNew) {
      place->second.split = file.split;
      place->second.file = name;
    }
    // A picture without a box has a row with only its name.
    if (values[1].empty() && values[2].empty()) return {};
    float corners[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const auto number = realNumber(values[2 + i]);
      if (!number || std::abs(*number) > 1e6)
        return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is no corner", displayName(values[2 + i].substr(0, 40))));
      corners[i] = static_cast<float>(*number);
      if (i > 1 && columns.sized) corners[i] += corners[i - 2];
      highest_ = std::max(highest_, static_cast<double>(corners[i]));
    }
    if (values[1].empty()) return fail(ErrorCode::Corrupt, "it has no class");
    const auto [found, first] =
        labels_.try_emplace(std::string(values[1].substr(0, 100)), static_cast<std::int32_t>(classes_.size()));
    if (first) classes_.push_back(found->first);
    place->second.boxes.push_back({{corners[0], corners[1], corners[2], corners[3], found->second}, line});
    return {};
  }

  // Returns the folder of a table, relative to the source and with a slash, if the image is in it; else nothing.
  std::string folderOfImages(const fs::path& table, std::string_view image) const {
    const fs::path below = fs::absolute(table).parent_path().lexically_relative(folder_);
    if (!options_.baseFolder.empty() || below.empty() || below == "." || image.size() > kLongestPath) return {};
    return endingOfImage(folder_ / below / fs::path(image)) ? (below / "").string() : std::string();
  }

  // Returns the ending that the path of an image lacks; nothing if there is no such image.
  static std::optional<std::string> endingOfImage(const fs::path& path) {
    std::error_code code;
    for (const char* ending : {"", ".jpg", ".png", ".jpeg"})
      if (fs::is_regular_file(path.string() + ending, code)) return ending;
    return std::nullopt;
  }

  // Finds the folder of the first image, and the ending that the image names lack.
  Result<fs::path> findBase() {
    std::error_code code;
    std::vector<fs::path> places{folder_};
    for (const char* below : {"images", "train", "test", "JPEGImages", "img"}) places.push_back(folder_ / below);
    places.push_back(folder_.parent_path());
    places.push_back(folder_.parent_path() / "images");
    if (!options_.baseFolder.empty()) places = {fs::absolute(options_.baseFolder, code)};
    const std::string& first = images_.begin()->first;
    for (const fs::path& place : places)
      if (const auto ending = endingOfImage(place / first)) {
        ending_ = *ending;
        return place;
      }
    return fail(ErrorCode::NotFound,
                fmt::format("The table of boxes names the image {}, which is neither beside it nor in \"images\".",
                            displayName(first)),
                "Set base_folder.");
  }

  const fs::path folder_;
  const BoxTableOptions& options_;
  const Look look_;
  std::map<std::string, Entry> images_;
  std::vector<std::string> classes_;
  std::map<std::string, std::int32_t> labels_;
  std::vector<Problem> problems_;
  std::string below_;  // the folder of the images of the table that is being read, relative to `folder_`
  std::string ending_;
  double highest_ = 0;
  std::size_t rows_ = 0;
  bool complete_ = true;
};

class BoxTableImporter : public ListImporter {
 public:
  std::string name() const override { return "box_table"; }
  std::string title() const override { return "Boxes in a table (CSV)"; }
  Schema options() const override { return boxTableSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const BoxTableOptions options = boxTableSchema().read(values);
    const auto files = findTables(source, TableChoices{}, look);
    if (!files.ok() && files.error().code == ErrorCode::Cancelled) return files.error();
    if (!files.ok()) return nothingFound("table of boxes", source);
    std::error_code code;
    const fs::path whole = fs::absolute(source, code);
    BoxTable table(fs::is_directory(source, code) ? whole : whole.parent_path(), options, look);
    for (const TableFile& file : files->files) {
      const auto boxes = table.read(file);
      // A quick look leaves errors in a table to the importer of tables.
      if (!boxes.ok() && look == Look::Quick && boxes.error().code != ErrorCode::Cancelled)
        return nothingFound("table of boxes", source);
      if (!boxes.ok()) return boxes.error();
      if (!*boxes) return nothingFound("table of boxes", source);
    }
    if (table.empty()) return nothingFound("table of boxes", source);
    return table.source(source);
  }
};

}  // namespace

std::shared_ptr<const Importer> boxTableImporter() {
  return std::make_shared<BoxTableImporter>();
}

}  // namespace fovea
