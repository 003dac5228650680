#include "core/data/importers/stanford_cars.h"

#include <cmath>

#include "core/data/importers/image_list_lines.h"
#include "core/data/importers/mat_records.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr double kMostCarClasses = 100'000;

// Returns the folders that may hold the lists.
std::vector<fs::path> placesOfCars(const fs::path& root) {
  return {root, root / "devkit", root / "devkit/devkit", root / "car_devkit/devkit"};
}

fs::path carFile(const fs::path& root, const char* name) {
  for (const fs::path& place : placesOfCars(root))
    if (isListFile(place / name)) return place / name;
  return {};
}

std::vector<std::string> carNames(const fs::path& file) {
  std::vector<std::string> names;
  const auto cells = findMatRecords(file, "class_names");
  for (std::size_t i = 0; cells && i < cells->size(); ++i)
    names.push_back(displayName(cells->at(i, 0).text.value_or("").substr(0, 200)));
  return names;
}

// Reads one list of images into `lists`. `folder` is the prefix of the images' names. Returns false for a list of
// another form.
bool readCarList(const fs::path& file, const std::string& folder, std::optional<Split> split,
                 const std::vector<std::string>& names, CarLists& lists) {
  const auto cars = file.empty() ? std::nullopt : findMatRecords(file, "annotations");
  if (!cars) return false;
  const auto image = cars->fieldNamed(folder.empty() ? "relative_im_path" : "fname");
  const auto label = cars->fieldNamed("class"), test = cars->fieldNamed("test");
  std::array<std::size_t, 4> corners{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto field = cars->fieldNamed(std::array{"bbox_x1", "bbox_y1", "bbox_x2", "bbox_y2"}[i]);
    if (!field) return false;
    corners[i] = *field;
  }
  if (!image) return false;
  for (std::size_t i = 0; i < cars->size(); ++i) {
    CarImage car;
    car.relative = folder + cars->at(i, *image).text.value_or("");
    car.split = split;
    if (test) car.split = cars->at(i, *test).number.value_or(0) != 0 ? Split::Test : Split::Train;
    for (std::size_t k = 0; k < corners.size(); ++k) car.box[k] = cars->at(i, corners[k]).number.value_or(0);
    // Classes are numbered from 1; without their names the numbers remain.
    const double number = label ? cars->at(i, *label).number.value_or(0) : 0;
    if (number >= 1 && number <= kMostCarClasses && number == std::floor(number)) {
      const auto place = static_cast<std::size_t>(number) - 1;
      car.name = place < names.size() && !names[place].empty() ? names[place] : std::to_string(place + 1);
    }
    lists.images.push_back(std::move(car));
  }
  lists.files.push_back(file);
  return true;
}

}  // namespace

CarLists readCarLists(const fs::path& root) {
  CarLists lists;
  const fs::path all = carFile(root, "cars_annos.mat"), train = carFile(root, "cars_train_annos.mat");
  if (all.empty() && train.empty()) return lists;
  const fs::path meta = carFile(root, "cars_meta.mat");
  std::vector<std::string> names = meta.empty() ? std::vector<std::string>() : carNames(meta);
  if (!names.empty()) lists.files.push_back(meta);
  // In copies of the set, the images may have other names than in the list of all images.
  std::error_code code;
  if (!all.empty() && fs::is_directory(root / "car_ims", code)) {
    if (names.empty()) names = carNames(all);
    lists.oneFolder = readCarList(all, "", std::nullopt, names, lists);
    if (lists.oneFolder) return lists;
  }
  readCarList(train, "cars_train/", Split::Train, names, lists);
  const fs::path labelled = carFile(root, "cars_test_annos_withlabels.mat");
  if (!readCarList(labelled, "cars_test/", Split::Test, names, lists))
    readCarList(carFile(root, "cars_test_annos.mat"), "cars_test/", Split::Test, names, lists);
  return lists;
}

}  // namespace fovea
