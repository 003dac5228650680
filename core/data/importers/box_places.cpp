#include "core/data/importers/box_places.h"

#include <algorithm>

#include "core/data/importers/table_names.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

using ColumnNames = std::array<std::vector<std::string_view>, 6>;

constexpr std::size_t kClassPlace = 1;

// Returns the index of a column for each group of names; nothing if one has none, but for the class.
std::optional<std::array<int, 6>> placesOf(const ColumnNames& known, const std::vector<std::string_view>& names) {
  std::array<int, 6> places{};
  for (std::size_t i = 0; i < known.size(); ++i) {
    places[i] = columnNamed(names, known[i]);
    if (places[i] < 0 && i != kClassPlace) return std::nullopt;
  }
  return places;
}

}  // namespace

std::optional<BoxPlaces> boxPlacesOf(const std::vector<std::string_view>& names) {
  static const std::vector<std::string_view> images{"filename", "file_name", "image",      "path", "image_path",
                                                    "imageid",  "image_id",  "image_name", "img",  "file",
                                                    "frame",    "patientid", "patient_id"};
  static const std::vector<std::string_view> classes{"class",     "label", "labelname",      "label_name", "class_name",
                                                     "category",  "name",  "annotation tag", "class_id",   "target",
                                                     "cell_type", "type",  "object"};
  static const ColumnNames corners{images,
                                   classes,
                                   {"xmin", "x_min", "x1", "left", "upper left corner x"},
                                   {"ymin", "y_min", "y1", "top", "upper left corner y"},
                                   {"xmax", "x_max", "x2", "right", "lower right corner x"},
                                   {"ymax", "y_max", "y2", "bottom", "lower right corner y"}};
  // "width" and "height" alone are those of the image.
  static const ColumnNames sizes{
      images, classes, {"bbox_x"}, {"bbox_y"}, {"bbox_width", "bbox_w"}, {"bbox_height", "bbox_h"}};
  static const ColumnNames plainSizes{images, classes, {"x"}, {"y"}, {"width", "w"}, {"height", "h"}};
  if (const auto places = placesOf(corners, names)) return BoxPlaces{*places};
  for (const ColumnNames* each : {&sizes, &plainSizes})
    if (const auto places = placesOf(*each, names)) return BoxPlaces{*places, true};
  const int image = columnNamed(names, images), box = columnNamed(names, {"bbox", "bounding_box", "box"});
  if (image < 0 || box < 0) return std::nullopt;
  return BoxPlaces{{image, columnNamed(names, classes), box, -1, -1, -1},
                   false,
                   true,
                   {columnNamed(names, {"width"}), columnNamed(names, {"height"})}};
}

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

}  // namespace fovea
