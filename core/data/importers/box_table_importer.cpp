// Imports boxes from tables: one box a row, with the picture's name, the corners and the class (Open Images, RetinaNet,
// TensorFlow, SKU-110K), or with the box as a list of four numbers (Global Wheat Detection).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/table.h"
#include "core/data/importers/table_names.h"
#include "core/data/importers/table_rows.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickBoxRows = 20'000;
constexpr std::size_t kMaximumRows = 50'000'000;
constexpr std::size_t kLongestPath = 4096;
constexpr std::string_view kOnlyClass = "object";  // of boxes in a table without classes

struct BoxTableOptions : DetectionOptions {
  std::string baseFolder;
  std::string boxForm = "automatic";
};

const TypedSchema<BoxTableOptions>& boxTableSchema() {
  static const auto schema = withDetectionOptions(
      TypedSchema<BoxTableOptions>()
          .field(&BoxTableOptions::baseFolder, {.name = "base_folder",
                                                .title = "Base folder",
                                                .help = "Where names of images begin; empty looks around the table."})
          .field(&BoxTableOptions::boxForm, {.name = "box_form",
                                             .title = "Boxes in one column",
                                             .help = "What the last two of the four numbers of such a box are.",
                                             .choices = {{"automatic", "As the numbers suggest"},
                                                         {"sizes", "Its width and height"},
                                                         {"corners", "Its right and bottom"}}}));
  return schema;
}

// The indices of the columns that a box needs: image, class, left, top, then right and bottom, or width and height.
struct BoxColumns {
  std::array<int, 6> places{};
  bool sized = false;  // the last two are width and height
  // The box is a list of four numbers in the third column; the others are unused, and there may be no class.
  bool listed = false;
  std::array<int, 2> imageSize{-1, -1};  // width and height of the image, beside a listed box
};

using ColumnNames = std::array<std::vector<std::string_view>, 6>;

// Returns the index of a column for each group of names; nothing if one has none.
std::optional<std::array<int, 6>> placesOf(const ColumnNames& known, const std::vector<std::string_view>& names) {
  std::array<int, 6> places{};
  for (std::size_t i = 0; i < known.size(); ++i) {
    places[i] = columnNamed(names, known[i]);
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
  if (const auto places = placesOf(corners, names)) return BoxColumns{*places, false, false, {-1, -1}};
  if (const auto places = placesOf(sizes, names)) return BoxColumns{*places, true, false, {-1, -1}};
  const int image = columnNamed(names, images), box = columnNamed(names, {"bbox", "bounding_box", "box"});
  if (image < 0 || box < 0) return std::nullopt;
  return BoxColumns{{image, columnNamed(names, classes), box, -1, -1, -1},
                    false,
                    true,
                    {columnNamed(names, {"width"}), columnNamed(names, {"height"})}};
}

// Returns the four numbers of a box such as "[834.0, 222.0, 56.0, 36.0]"; nothing for other texts.
std::optional<std::array<std::string_view, 4>> listedBoxOf(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.size() < 2 || (cell.front() != '[' && cell.front() != '(') || (cell.back() != ']' && cell.back() != ')'))
    return std::nullopt;
  cell = cell.substr(1, cell.size() - 2);
  std::array<std::string_view, 4> numbers;
  for (std::string_view& number : numbers) {
    cell = trimmed(cell);
    const std::size_t end = std::min(cell.find_first_of(", "), cell.size());
    number = cell.substr(0, end);
    cell = trimmed(cell.substr(end));
    if (cell.starts_with(',')) cell.remove_prefix(1);
    if (!realNumber(number)) return std::nullopt;
  }
  return trimmed(cell).empty() ? std::optional(numbers) : std::nullopt;
}

// RetinaNet's tables have no header: path, left, top, right, bottom, class; all but the path are empty for an image
// without boxes. Those of SKU-110K (Goldman et al. 2019) add the image's width and height.
constexpr BoxColumns kBoxRow{{0, 5, 1, 2, 3, 4}, false, false, {-1, -1}};
// The tables of Make Sense have no header either: class, left, top, width, height, image, its width and height.
constexpr BoxColumns kSizedRow{{5, 0, 1, 2, 3, 4}, true, false, {-1, -1}};

bool isSizedRow(const std::vector<std::string_view>& fields) {
  constexpr std::size_t kFields = 8;
  const auto isNumber = [](std::string_view field) { return realNumber(field).has_value(); };
  return fields.size() == kFields && fileKindOf(fields[5]) == FileKind::Image && !fields[0].empty() &&
         !isNumber(fields[0]) && std::all_of(fields.begin() + 1, fields.begin() + 5, isNumber) && isNumber(fields[6]) &&
         isNumber(fields[7]);
}

bool isBoxRow(const std::vector<std::string_view>& fields) {
  const std::size_t count = kBoxRow.places.size();
  const bool sized = fields.size() == count + 2 && realNumber(fields[count]) && realNumber(fields[count + 1]);
  if ((fields.size() != count && !sized) || fileKindOf(fields[0]) != FileKind::Image) return false;
  const bool empty = std::all_of(fields.begin() + 1, fields.begin() + static_cast<std::ptrdiff_t>(count),
                                 [](std::string_view field) { return field.empty(); });
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
    listed_ = listed_ || (named && columns->listed);
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
    std::optional<ImportDecision> form;
    if (listed_) form = decideForm();
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
    if (form) source->addDecision(std::move(*form));
    if (std::ranges::count(classes_, kOnlyClass) > 0 && classes_.size() == 1 && listed_)
      source->addDecision(
          {"the class of a box", fmt::format("\"{}\" for all", kOnlyClass), "the table has no column of classes", {}});
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

  // Decides whether listed boxes end with their size or with their lower right corner, and completes the former.
  ImportDecision decideForm() {
    const bool told = options_.boxForm != "automatic";
    const bool corners = told ? options_.boxForm == "corners" : !endsBefore_ && reachesOut_;
    if (!corners) {
      highest_ = 0;
      for (auto& [image, entry] : images_)
        for (auto& [box, line] : entry.boxes) {
          box.right += box.left;
          box.bottom += box.top;
          highest_ = std::max({highest_, double{box.right}, double{box.bottom}});
        }
    }
    const char* because = endsBefore_   ? "the third is often smaller than the first, or the fourth than the second"
                          : reachesOut_ ? "as sizes, they would reach out of their images"
                                        : "nothing in the numbers tells";
    std::vector<std::string> alternatives{"box_form=sizes", "box_form=corners"};
    return {"the last two numbers of a box", corners ? "its right and bottom" : "its width and height", because,
            std::move(alternatives), told || endsBefore_ || reachesOut_};
  }

  // Returns the texts of image, class and four numbers of a row. Fails with Corrupt if fields are missing.
  static Result<std::array<std::string_view, 6>> valuesOf(const std::vector<std::string_view>& fields,
                                                          const BoxColumns& columns) {
    std::array<std::string_view, 6> values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (columns.places[i] < 0) continue;
      const auto column = static_cast<std::size_t>(columns.places[i]);
      if (column >= fields.size()) return fail(ErrorCode::Corrupt, fmt::format("it has only {} fields", fields.size()));
      values[i] = fields[column];
    }
    if (!columns.listed || values[2].empty()) return values;
    const auto box = listedBoxOf(values[2]);
    if (!box)
      return fail(ErrorCode::Corrupt,
                  fmt::format("\"{}\" is no list of four numbers", displayName(values[2].substr(0, 40))));
    std::copy(box->begin(), box->end(), values.begin() + 2);
    if (columns.places[1] < 0) values[1] = kOnlyClass;
    return values;
  }

  // Notes what a listed box says about its form.
  void lookAtForm(const float (&numbers)[4], const std::vector<std::string_view>& fields, const BoxColumns& columns) {
    endsBefore_ = endsBefore_ || numbers[2] <= numbers[0] || numbers[3] <= numbers[1];
    for (std::size_t i = 0; i < 2; ++i) {
      const auto column = static_cast<std::size_t>(columns.imageSize[i]);
      if (columns.imageSize[i] < 0 || column >= fields.size()) continue;
      const double size = realNumber(fields[column]).value_or(0);
      reachesOut_ = reachesOut_ || (size > 0 && numbers[i] + numbers[i + 2] > size);
    }
  }

  Status add(const std::vector<std::string_view>& fields, const BoxColumns& columns, const TableFile& file,
             const std::string& name, std::int64_t line) {
    FOVEA_TRY(const auto values, valuesOf(fields, columns));
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
    if (columns.listed) lookAtForm(corners, fields, columns);
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
  bool listed_ = false;      // boxes are lists of four numbers
  bool endsBefore_ = false;  // the last two numbers of any are no right and bottom
  bool reachesOut_ = false;  // the last two numbers of any are no width and height
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
    auto files = findTables(source, TableChoices{}, look);
    std::error_code code;
    // SKU-110K has its tables in a folder beside that of the images.
    if (!files.ok() && files.error().code == ErrorCode::Unsupported && fs::is_directory(source / "annotations", code))
      files = findTables(source / "annotations", TableChoices{}, look);
    if (!files.ok() && files.error().code == ErrorCode::Cancelled) return files.error();
    if (!files.ok()) return nothingFound("table of boxes", source);
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
