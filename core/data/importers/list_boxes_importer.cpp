// Imports boxes that classification sets keep in lists beside the labels: CUB-200 (Wah et al. 2011), CelebA (Liu et al.
// 2015), FGVC Aircraft (Maji et al. 2013), GTSRB (Stallkamp et al. 2011) and Stanford Cars (Krause et al. 2013). These
// sets are imported with their classes unless the user asks for boxes, so this importer comes last.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/data/files/stand_in.h"
#include "core/data/importers/box_columns.h"
#include "core/data/importers/detection_source.h"
#include "core/data/importers/image_list_lines.h"
#include "core/data/importers/image_lists.h"
#include "core/data/importers/library.h"
#include "core/data/importers/stanford_cars.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kQuickListedBoxes = 5'000;
constexpr double kFarthestCorner = 1e6;
constexpr std::size_t kLongestHead = 4096;  // limit of a table's head, in bytes

struct ListBoxesOptions : DetectionOptions {
  std::string depth;
};

const TypedSchema<ListBoxesOptions>& listBoxesSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<ListBoxesOptions>().field(
      &ListBoxesOptions::depth,
      {.name = "class_depth",
       .title = "Depth of the classes",
       .help = "Which classes of aircraft: variant, family or manufacturer; empty for variant."}));
  return schema;
}

using Cells = std::vector<std::string_view>;

// Reads the lists of one set into a source. Each function handles one set and returns false if its lists are missing.
class ListBoxesReader {
 public:
  ListBoxesReader(const fs::path& root, const ImageLists& lists, Look look, DetectionSource& source)
      : root_(root), lists_(lists), look_(look), source_(source) {}

  Result<bool> readAny() {
    for (const auto read :
         {&ListBoxesReader::readBirdBoxes, &ListBoxesReader::readFaceBoxes, &ListBoxesReader::readAircraftBoxes,
          &ListBoxesReader::readCarBoxes, &ListBoxesReader::readSignBoxes}) {
      FOVEA_CHECK(look_.check());
      FOVEA_TRY(const bool found, (this->*read)());
      if (found) return true;
    }
    return false;
  }

 private:
  // Calls take(cells, line number) for the lines of a list. If take returns Corrupt, the line is left out and listed as
  // a problem.
  template <class Take>
  Status eachLine(const fs::path& list, const Take& take) {
    FOVEA_TRY(const std::string text, readTextFile(list, kMaximumImageList));
    const std::string file = list.lexically_relative(root_).string();
    TextLines lines(text);
    while (const auto line = lines.nextFilled()) {
      if (look_ == Look::Quick && static_cast<std::size_t>(source_.size()) >= kQuickListedBoxes) {
        source_.setIncomplete();
        break;
      }
      if (lines.number() % 1024 == 0) FOVEA_CHECK(look_.check());
      const Status taken = take(cellsOfBoxLine(*line), lines.number());
      if (taken.ok()) continue;
      if (taken.error().code != ErrorCode::Corrupt) return taken.error();
      source_.addProblem(file, lines.number(), taken.error().message);
    }
    source_.finish();
    return {};
  }

  // Returns four numbers from cell `first` on.
  static Result<std::array<float, 4>> cornersFrom(const Cells& cells, std::size_t first) {
    std::array<float, 4> corners{};
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto number = first + i < cells.size() ? realNumber(cells[first + i]) : std::nullopt;
      if (!number || std::abs(*number) > kFarthestCorner)
        return fail(ErrorCode::Corrupt, "four numbers of a box were expected");
      corners[i] = static_cast<float>(*number);
    }
    return corners;
  }

  // Adds an image, given by its path below the root, with one box of class `name`.
  Status addImage(const std::string& relative, std::optional<Split> split, const std::string& name, Box box,
                  const fs::path& list, std::int64_t line) {
    const fs::path normal = fs::path(relative).lexically_normal();
    if (normal.is_absolute() || normal.empty() || *normal.begin() == "..")
      return fail(ErrorCode::Corrupt, "the path of the image leaves its folder");
    std::error_code code;
    if (!fs::is_regular_file(root_ / normal, code))
      return fail(ErrorCode::Corrupt, fmt::format("there is no image {}", displayName(normal.string())));
    auto label = source_.labelNamed(name);
    if (!label.ok()) return label.error();
    box.label = *label;
    source_.addImage(normal.string(), split);
    source_.addBox(box, list.lexically_relative(root_).string(), line);
    return {};
  }

  void decide(const fs::path& list, const std::string& classes) {
    source_.addDecision({"the boxes",
                         "as " + displayName(list.filename().string()) + " says",
                         "these lists are known",
                         {"kind=folder"}});
    source_.addDecision({"the class of a box", classes, "the list of boxes names none", {}});
  }

  // Reads lines such as "7 60.0 27.0 325.0 304.0": the number of an image, left, top, width and height.
  Result<bool> readBirdBoxes() {
    const fs::path place = folderWithLists(root_, {"images.txt", "bounding_boxes.txt"}, look_);
    if (place.empty()) return false;
    std::unordered_map<std::string, std::string> paths;
    eachListLine(place / "images.txt", [&](std::string_view number, std::string_view path) {
      if (path.find('/') != std::string_view::npos) paths.emplace(number, path);
    });
    const fs::path list = place / "bounding_boxes.txt";
    const std::string base = (place / "images").lexically_relative(root_).string();
    FOVEA_CHECK(eachLine(list, [&](const Cells& cells, std::int64_t line) -> Status {
      FOVEA_TRY(const auto box, cornersFrom(cells, 1));
      const auto path = paths.find(std::string(cells[0]));
      if (path == paths.end()) return fail(ErrorCode::Corrupt, "images.txt has no image of that number");
      const std::string relative = base + "/" + path->second;
      return addImage(relative, lists_.splitOf(relative), path->second.substr(0, path->second.find('/')),
                      {box[0], box[1], box[0] + box[2], box[1] + box[3], 0}, list, line);
    }));
    decide(list, "the folder of its image");
    return true;
  }

  // Reads lines such as "000001.jpg 95 71 226 313": left, top, width and height in the original images, not in the
  // aligned and cropped ones.
  Result<bool> readFaceBoxes() {
    const fs::path list = listBeside(root_, "list_bbox_celeba", look_);
    if (list.empty()) return false;
    const auto splits = secondWords(listBeside(root_, "list_eval_partition", look_));
    std::optional<std::string> base;
    FOVEA_CHECK(eachLine(list, [&](const Cells& cells, std::int64_t line) -> Status {
      if (line <= 2 && fileKindOf(cells[0]) != FileKind::Image) return {};  // the number of lines, the names of columns
      FOVEA_TRY(const auto box, cornersFrom(cells, 1));
      const std::string name(cells[0]);
      if (!base) {
        FOVEA_TRY(base, foundFaces(name));
      }
      return addImage(base->empty() ? name : *base + "/" + name, splitOfPartition(splits, name), "face",
                      {box[0], box[1], box[0] + box[2], box[1] + box[3], 0}, list, line);
    }));
    decide(list, "all are \"face\"");
    return true;
  }

  Result<std::string> foundFaces(const std::string& name) const {
    std::error_code code;
    for (const char* base : {"img_celeba", "Img/img_celeba", "img_celeba/img_celeba", "Img/img_celeba/img_celeba"})
      if (fs::is_regular_file(root_ / base / name, code)) return std::string(base);
    return fail(ErrorCode::NotFound,
                "The boxes of CelebA are those of the images as they were found (\"In-The-Wild\"), which are not here.",
                "Put the folder img_celeba beside the lists.");
  }

  // Reads lines such as "0034309 3 144 998 431": left, top, right and bottom, counted from 1, the last pixel included.
  Result<bool> readAircraftBoxes() {
    fs::path place = folderWithLists(root_, {"images_box.txt", "images_variant_train.txt"}, look_);
    if (place.empty()) return false;
    const fs::path list = place / "images_box.txt";
    const std::string base = (place / "images").lexically_relative(root_).string();
    FOVEA_CHECK(eachLine(list, [&](const Cells& cells, std::int64_t line) -> Status {
      FOVEA_TRY(const auto box, cornersFrom(cells, 1));
      const std::string stem(cells[0]);
      const std::string* name = lists_.classOf(stem);
      if (!name) return fail(ErrorCode::Corrupt, "no list says the class of this image");
      std::error_code code;
      std::string relative = base + "/" + stem + ".jpg";
      if (!fs::is_regular_file(root_ / relative, code)) relative = base + "/" + stem + ".png";
      return addImage(relative, lists_.splitOf(relative), *name, {box[0] - 1, box[1] - 1, box[2], box[3], 0}, list,
                      line);
    }));
    decide(list, "as the lists of the classes say");
    return true;
  }

  // Reads MATLAB structures: left, top, right and bottom, counted from 1, the last pixel included.
  Result<bool> readCarBoxes() {
    const CarLists cars = readCarLists(root_);
    if (cars.images.empty()) return false;
    std::int64_t number = 0;
    for (const CarImage& car : cars.images) {
      if (++number % 1024 == 0) FOVEA_CHECK(look_.check());
      if (car.name.empty()) continue;
      // Kaggle nests each folder in one of the same name.
      const fs::path below = fs::path(car.relative).parent_path() / car.relative;
      std::error_code code;
      const std::string relative = fs::is_regular_file(root_ / below, code) ? below.string() : car.relative;
      const std::array<float, 4> box = cornersOfCar(car);
      const Status added = addImage(relative, car.split, car.name, {box[0] - 1, box[1] - 1, box[2], box[3], 0},
                                    cars.files.back(), number);
      if (added.ok()) continue;
      if (added.error().code != ErrorCode::Corrupt) return added.error();
      source_.addProblem(cars.files.back().lexically_relative(root_).string(), number, added.error().message);
    }
    source_.finish();
    source_.sortClasses();
    decide(cars.files.back(), "as the lists of the classes say");
    return true;
  }

  static std::array<float, 4> cornersOfCar(const CarImage& car) {
    std::array<float, 4> corners{};
    for (std::size_t i = 0; i < corners.size(); ++i)
      corners[i] = static_cast<float>(std::clamp(car.box[i], -kFarthestCorner, kFarthestCorner));
    return corners;
  }

  // Reads tables "Filename;Width;Height;Roi.X1;Roi.Y1;Roi.X2;Roi.Y2;ClassId", one per folder or as Kaggle has them.
  Result<bool> readSignBoxes() {
    const auto isTable = [](std::string_view name) { return endingOf(name) == ".csv"; };
    FOVEA_TRY(const FoundFiles found,
              findFiles(root_, isTable, look_.scan, look_ == Look::Quick ? kLookLimits : WalkLimits()));
    std::string first;
    for (std::size_t i = 0; i < found.files.size(); ++i) {
      FOVEA_TRY(const bool boxes, readSignTable(found.files.relative(i)));
      if (boxes && first.empty()) first = found.files.relative(i);
    }
    if (first.empty()) return false;
    source_.sortClasses();
    decide(first, "\"ClassId\" of its line");
    return true;
  }

  // Reads a table; returns false if it lacks the columns of signs.
  Result<bool> readSignTable(const std::string& relative) {
    const fs::path list = root_ / relative;
    const std::string start = beginningOfFile(list, kLongestHead);
    const auto columns = signColumnsOf(cellsOfBoxLine(TextLines(start).next().value_or("")));
    if (!columns) return false;
    const fs::path folder = fs::path(relative).parent_path();
    std::optional<Split> split = splitInName(stemOf(list.filename().string()));
    for (fs::path part = folder; !split && !part.empty(); part = part.parent_path())
      split = splitInName(part.filename().string());
    FOVEA_CHECK(eachLine(list, [&](const Cells& cells, std::int64_t line) -> Status {
      if (line == 1) return {};
      Cells values;
      for (const std::size_t column : *columns)
        values.push_back(column < cells.size() ? cells[column] : std::string_view());
      FOVEA_TRY(const auto box, cornersFrom(values, 0));
      const auto number = wholeNumber(values[4]);
      if (!number || *number < 0) return fail(ErrorCode::Corrupt, "the number of a class was expected");
      const std::string image = (folder / values[5]).string();
      Status added =
          addImage(image, split, fmt::format("{:05}", *number), {box[0], box[1], box[2], box[3], 0}, list, line);
      if (added.ok()) source_.groupLast(trackInName(image));
      return added;
    }));
    return true;
  }

  // Returns the columns of left, top, right, bottom, class and file.
  static std::optional<std::array<std::size_t, 6>> signColumnsOf(const Cells& head) {
    std::array<std::size_t, 6> columns{};
    std::size_t found = 0;
    for (const auto& names : {std::array{"roi.x1", ""},
                              {"roi.y1", ""},
                              {"roi.x2", ""},
                              {"roi.y2", ""},
                              {"classid", ""},
                              {"path", "filename"}}) {
      const auto column = std::find_if(head.begin(), head.end(), [&](std::string_view cell) {
        return !cell.empty() && std::count(names.begin(), names.end(), lowerCase(cell)) > 0;
      });
      if (column == head.end()) return std::nullopt;
      columns[found++] = static_cast<std::size_t>(column - head.begin());
    }
    return columns;
  }

  const fs::path root_;
  const ImageLists& lists_;
  const Look look_;
  DetectionSource& source_;
};

class ListBoxesImporter : public ListImporter {
 public:
  std::string name() const override { return "list_boxes"; }
  std::string title() const override { return "Boxes in lists (CUB-200, CelebA, FGVC Aircraft, GTSRB)"; }
  Schema options() const override { return listBoxesSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const ListBoxesOptions options = listBoxesSchema().read(values);
    std::error_code code;
    if (!fs::is_directory(path, code)) return nothingFound("list of boxes", path);
    FOVEA_TRY(const ImageLists lists, ImageLists::find(path, look, options.depth));
    auto source = std::make_unique<DetectionSource>(path, path, DetectionSource::Unit::Pixels, options);
    FOVEA_TRY(const bool found, ListBoxesReader(path, lists, look, *source).readAny());
    if (!found) return nothingFound("list of boxes", path);
    for (const ImportDecision& each : lists.decisions()) source->addDecision(each);
    if (source->size() == 0)
      return fail(ErrorCode::NotFound, "None of the images that the list of boxes names is there.",
                  "Put the images where the list expects them.");
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> listBoxesImporter() {
  return std::make_shared<ListBoxesImporter>();
}

}  // namespace fovea
