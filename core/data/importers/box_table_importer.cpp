// Imports boxes from tables: one box a row, with the picture's name, the corners and the class (Open Images, RetinaNet,
// TensorFlow, SKU-110K; LISA, Mogelmose et al. 2012; VinBigData, Nguyen et al. 2022; RSNA's pneumonia, Shih et al.
// 2019), or with the box as a list of four numbers (Global Wheat Detection). Where the columns have no names, their
// order is found out (MIO-TCD, Luo et al. 2018; Udacity's driving data).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/data/importers/box_columns.h"
#include "core/data/importers/box_places.h"
#include "core/data/importers/detection_source.h"
#include "core/data/importers/found_files.h"
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
constexpr std::string_view kOnlyClass = "object";  // of boxes in a table without classes
constexpr std::size_t kLongestBoxName = 100;
constexpr std::size_t kRowsToGuess = 300;
constexpr std::size_t kMostColumnsToGuess = 32;
constexpr std::size_t kRowsWithImages = 3;  // first rows that must name an image
constexpr std::size_t kMostFoldersOfImages = 16;

struct BoxTableOptions : DetectionOptions {
  std::string baseFolder;
  std::string boxForm = "automatic";
  std::string columns;
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
                                                         {"corners", "Its right and bottom"}}})
          .field(&BoxTableOptions::columns,
                 {.name = "columns",
                  .title = "Columns",
                  .help = "What the columns beside that of the image mean if they have no names, for instance \"left "
                          "top right bottom class\" or \"class left top width height\"; - is a column of no use. "
                          "Empty: found out."}));
  return schema;
}

// The meaning of the columns of a table: each has a place, or they stand in an order beside the column of the images.
struct RowForm {
  BoxPlaces places{};  // if there is an order, only that of the image
  std::optional<BoxColumns> order{};
  bool named = false;  // the first row has the names of the columns

  bool hasClass() const { return order ? order->hasClass() : places.places[1] >= 0; }
};

struct RowOfBox {
  std::string image;
  std::string name;          // of the class
  std::optional<Box> box{};  // none: the row names an image without boxes; the label is not set
  bool counts = true;
  bool marked = false;  // without a box: there is something in its place, such as the class "No finding"
};

class BoxTable {
 public:
  BoxTable(const fs::path& folder, const BoxTableOptions& options, Look look)
      : folder_(folder), options_(options), look_(look) {}

  // Reads a table; returns false if it holds no boxes.
  Result<bool> read(const TableFile& file) {
    FOVEA_TRY(const auto rows, TableRows::open(file.path, 0));
    std::vector<std::string_view> fields;
    FOVEA_TRY(bool more, rows->next(fields));
    std::optional<RowForm> form;
    if (more) {
      FOVEA_TRY(form, formOf(file.path, fields));
    }
    if (!form) return false;
    listed_ = listed_ || form->places.listed;
    classless_ = classless_ || !form->hasClass();
    const std::string name = absoluteText(file.path);
    for (bool isFirst = true;; isFirst = false) {
      if (!isFirst || form->named) {
        FOVEA_TRY(more, rows->next(fields));
      }
      if (!more) return true;
      if (const auto image = static_cast<std::size_t>(form->places.places[0]); isFirst && image < fields.size())
        below_ = folderOfImages(file.path, fields[image]);
      if (++rows_ % 1024 == 0) FOVEA_CHECK(look_.check());
      if (look_ == Look::Quick && rows_ > kQuickBoxRows) {
        complete_ = false;
        return true;
      }
      if (rows_ > kMaximumRows)
        return fail(ErrorCode::InvalidArgument, "These tables have more than 50,000,000 boxes.", "Divide them.");
      const auto added = add(fields, *form, file, name, rows->line());
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
    if (order_) source->addDecision(std::move(*order_));
    if (leftOut_) source->addDecision(std::move(*leftOut_));
    if (withoutCorners_ > 0)
      source->addDecision({"the rows without corners",
                           fmt::format("{}, on which there is nothing else", counted(withoutCorners_, "image")),
                           "their corners are empty",
                           {"without_boxes=leave_out"}});
    if (classless_ && classes_.size() == 1)
      source->addDecision(
          {"the class of a box", fmt::format("all are \"{}\"", classes_[0]), "the table has no column of classes", {}});
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

  static Error tooShort(const std::vector<std::string_view>& fields) {
    return fail(ErrorCode::Corrupt, fmt::format("it has only {} fields", fields.size()));
  }

  // Returns the texts of image, class and four numbers of a row. Fails with Corrupt if fields are missing.
  static Result<std::array<std::string_view, 6>> valuesOf(const std::vector<std::string_view>& fields,
                                                          const BoxPlaces& columns) {
    std::array<std::string_view, 6> values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (columns.places[i] < 0) continue;
      const auto column = static_cast<std::size_t>(columns.places[i]);
      if (column >= fields.size()) return tooShort(fields);
      values[i] = fields[column];
    }
    if (!columns.listed || values[2].empty()) return values;
    const auto box = listedBoxOf(values[2]);
    if (!box)
      return fail(ErrorCode::Corrupt,
                  fmt::format("\"{}\" is no list of four numbers", displayName(values[2].substr(0, 40))));
    std::copy(box->begin(), box->end(), values.begin() + 2);
    return values;
  }

  // Notes what a listed box says about its form.
  void lookAtForm(const float (&numbers)[4], const std::vector<std::string_view>& fields, const BoxPlaces& columns) {
    endsBefore_ = endsBefore_ || numbers[2] <= numbers[0] || numbers[3] <= numbers[1];
    for (std::size_t i = 0; i < 2; ++i) {
      const auto column = static_cast<std::size_t>(columns.imageSize[i]);
      if (columns.imageSize[i] < 0 || column >= fields.size()) continue;
      const double size = realNumber(fields[column]).value_or(0);
      reachesOut_ = reachesOut_ || (size > 0 && numbers[i] + numbers[i + 2] > size);
    }
  }

  // Reads a row whose columns have places. Fails with Corrupt.
  Result<RowOfBox> placedRow(const std::vector<std::string_view>& fields, const BoxPlaces& columns) {
    FOVEA_TRY(const auto values, valuesOf(fields, columns));
    RowOfBox row{.image = std::string(values[0]), .name = std::string(values[1])};
    if (std::all_of(values.begin() + 2, values.end(), [](std::string_view value) { return value.empty(); })) {
      row.marked = !values[1].empty();
      return row;
    }
    float corners[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const auto number = realNumber(values[2 + i]);
      if (!number || std::abs(*number) > 1e6)
        return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is no corner", displayName(values[2 + i].substr(0, 40))));
      corners[i] = static_cast<float>(*number);
      if (i > 1 && columns.sized) corners[i] += corners[i - 2];
    }
    if (columns.listed) lookAtForm(corners, fields, columns);
    if (columns.places[1] < 0) row.name = kOnlyClass;
    if (row.name.empty()) return fail(ErrorCode::Corrupt, "it has no class");
    row.box = Box{corners[0], corners[1], corners[2], corners[3], 0};
    return row;
  }

  // Reads a row whose columns beside that of the image stand in an order. Fails with Corrupt.
  static Result<RowOfBox> orderedRow(const std::vector<std::string_view>& fields, std::size_t image,
                                     const BoxColumns& order) {
    if (image >= fields.size()) return tooShort(fields);
    const auto cells = cellsBeside(fields, image);
    RowOfBox row{.image = std::string(fields[image]), .name = {}};
    if (order.isWithoutBox(cells)) {
      row.marked = std::ranges::any_of(cells, [](std::string_view cell) { return !cell.empty(); });
      return row;
    }
    FOVEA_TRY(BoxOfLine line, order.read(cells));
    row.name = std::move(line.name);
    row.box = line.box;
    row.counts = line.counts;
    return row;
  }

  Status add(const std::vector<std::string_view>& fields, const RowForm& form, const TableFile& file,
             const std::string& name, std::int64_t line) {
    FOVEA_TRY(const RowOfBox row, form.order
                                      ? orderedRow(fields, static_cast<std::size_t>(form.places.places[0]), *form.order)
                                      : placedRow(fields, form.places));
    if (row.image.empty() || row.image.size() > kLongestPath || row.image.find('\0') != std::string::npos)
      return fail(ErrorCode::Corrupt, "it names no image");
    const auto [place, isNew] = images_.try_emplace(below_ + row.image);
    if (isNew) {
      place->second.split = file.split;
      place->second.file = name;
    }
    if (!row.box) {
      withoutCorners_ += isNew && row.marked;
      return {};
    }
    if (!row.counts) {
      leftOut_ = form.order->leftOut(++uncounted_);
      return {};
    }
    Box box = *row.box;
    for (const float corner : {box.left, box.top, box.right, box.bottom}) highest_ = std::max(highest_, double{corner});
    const auto [found, first] =
        labels_.try_emplace(row.name.substr(0, kLongestBoxName), static_cast<std::int32_t>(classes_.size()));
    if (first) classes_.push_back(found->first);
    box.label = found->second;
    place->second.boxes.emplace_back(box, line);
    return {};
  }

  // Returns the image that a cell names; nothing if it names none.
  std::optional<fs::path> imageOfCell(const std::vector<fs::path>& bases, const std::string& cell) const {
    if (cell.empty() || cell.size() > kLongestPath || cell.find('\0') != std::string::npos) return std::nullopt;
    for (const fs::path& base : bases)
      if (const auto ending = endingOfImage(base / cell)) return fs::path((base / cell).string() + *ending);
    return std::nullopt;
  }

  // Returns the form of a table that begins with the row `first`; nothing if it holds no boxes.
  Result<std::optional<RowForm>> formOf(const fs::path& path, const std::vector<std::string_view>& first) {
    const auto of = [](const BoxPlaces& places, bool named) {
      return std::optional(RowForm{.places = places, .named = named});
    };
    if (const auto places = boxPlacesOf(first)) return of(*places, true);
    if (options_.columns.empty() && isBoxRow(first)) return of(kBoxRow, false);
    if (options_.columns.empty() && isSizedRow(first)) return of(kSizedRow, false);
    return findOrder(path);
  }

  // Finds the form of a table without names: one column names images, and the others hold boxes inside of them in an
  // order that a person states, or in one that explains them. Returns nothing if there is none.
  Result<std::optional<RowForm>> findOrder(const fs::path& path) {
    FOVEA_TRY(const auto rows, TableRows::open(path, 0));
    std::vector<std::vector<std::string>> first;
    for (std::vector<std::string_view> fields; first.size() < kRowsToGuess;) {
      FOVEA_TRY(const bool more, rows->next(fields));
      if (!more || fields.size() > kMostColumnsToGuess) break;
      first.emplace_back(fields.begin(), fields.end());
    }
    const std::vector<fs::path> bases = basesOfImages();
    const auto image = imageColumn(bases, first);
    if (!image) return std::optional<RowForm>();
    RowForm form;
    form.places.places[0] = static_cast<int>(*image);
    if (!options_.columns.empty()) {
      FOVEA_TRY(form.order, BoxColumns::parse(options_.columns));
      return std::optional(std::move(form));
    }
    std::map<std::string, ImageSize> sizes;
    std::vector<JudgedLine> lines;
    for (const auto& row : first) {
      if (row.size() != first[0].size()) continue;
      const auto [size, isNew] = sizes.try_emplace(row[*image]);
      if (const auto file = isNew ? imageOfCell(bases, row[*image]) : std::nullopt)
        if (const auto measured = sizeOfImageFile(*file); measured.ok()) size->second = *measured;
      lines.push_back({cellsBeside(row, *image), size->second});
    }
    auto guess = guessBoxColumns(lines);
    if (!guess) return std::optional<RowForm>();
    order_ = guess->decision("the order of the columns beside that of the image");
    if (!order_->sure) order_->alternatives.emplace_back("kind=csv");
    form.order = std::move(guess->columns);
    return std::optional(std::move(form));
  }

  // Returns the fields of a row but for that of the image.
  template <class Fields>
  static std::vector<std::string_view> cellsBeside(const Fields& row, std::size_t image) {
    std::vector<std::string_view> cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (i != image) cells.push_back(trimmed(row[i]));
    return cells;
  }

  // Returns the column whose first values name images; nothing if there is none.
  std::optional<std::size_t> imageColumn(const std::vector<fs::path>& bases,
                                         const std::vector<std::vector<std::string>>& rows) const {
    const std::size_t count = std::min(rows.size(), kRowsWithImages);
    for (std::size_t i = 0; count > 0 && i < rows[0].size(); ++i)
      if (std::all_of(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count),
                      [&](const auto& row) { return i < row.size() && imageOfCell(bases, row[i]); }))
        return i;
    return std::nullopt;
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

  // Returns the folders in which names of images may begin, the usual ones first.
  std::vector<fs::path> basesOfImages() const {
    std::error_code code;
    if (!options_.baseFolder.empty()) return {fs::absolute(options_.baseFolder, code)};
    std::vector<fs::path> places{folder_};
    for (const char* below : {"images", "train", "test", "JPEGImages", "img"}) places.push_back(folder_ / below);
    places.push_back(folder_.parent_path());
    places.push_back(folder_.parent_path() / "images");
    const auto entries = listFolder(folder_, look_.scan);
    for (std::size_t i = 0; entries.ok() && i < std::min(entries->folders.size(), kMostFoldersOfImages); ++i)
      places.push_back(folder_ / entries->folders[i]);
    return places;
  }

  // Finds the folder of the first image, and the ending that the image names lack.
  Result<fs::path> findBase() {
    const std::string& first = images_.begin()->first;
    for (const fs::path& place : basesOfImages())
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
  std::optional<ImportDecision> order_;  // of columns without names
  std::optional<ImportDecision> leftOut_;  // boxes that are marked not to count
  std::int64_t uncounted_ = 0;             // such boxes
  std::int64_t withoutCorners_ = 0;        // images with a class that says that there is nothing
  bool classless_ = false;                 // a table has no column of classes
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
