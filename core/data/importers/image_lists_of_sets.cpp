// Reads lists whose form only one image set has: CUB-200, FGVC Aircraft, DTD, GTSRB, Stanford Cars and Dogs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/data/importers/image_list_lines.h"
#include "core/data/importers/image_lists.h"
#include "core/data/importers/mat_records.h"
#include "core/data/importers/stanford_cars.h"

namespace fovea {
namespace fs = std::filesystem;

// Reads a list per split and depth. A line has a picture's name without ending, then its class, maybe with blanks.
Status ImageLists::readAircraft(const fs::path& root, Look look, const std::string& depth) {
  const fs::path place = classes_.empty()
                             ? folderWithLists(root, {"images_variant_train.txt", "images_variant_test.txt"}, look)
                             : fs::path();
  if (place.empty()) {
    if (depth.empty()) return {};
    return fail(ErrorCode::InvalidArgument, "No lists with classes of several depths lie beside these images.",
                "Leave class_depth empty.");
  }
  std::vector<std::string> others;
  for (const std::string each : {"variant", "family", "manufacturer"})
    if (each != (depth.empty() ? "variant" : depth) && isListFile(place / fmt::format("images_{}_train.txt", each)))
      others.push_back("class_depth=" + each);
  const std::string chosen = depth.empty() ? "variant" : depth;
  for (const Split split : {Split::Train, Split::Validation, Split::Test}) {
    const char* name = split == Split::Train ? "train" : split == Split::Validation ? "val" : "test";
    const fs::path list = place / fmt::format("images_{}_{}.txt", chosen, name);
    if (!isListFile(list) && split == Split::Train)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("There is no list images_{}_train.txt beside these images.", displayName(chosen)),
                  "Choose variant, family or manufacturer.");
    eachListLine(list, [&](std::string_view picture, std::string_view label) {
      if (label.empty()) return;
      classes_.emplace(picture, displayName(label.substr(0, 200)));
      splits_.emplace("images/" + std::string(picture), split);
    });
  }
  for (const char* kind : {"variant_", "family_", "manufacturer_", ""})
    for (const char* name : {"train", "val", "test", "trainval"})
      noteRead(root, place / fmt::format("images_{}{}.txt", kind, name));
  noteRead(root, place / "images_box.txt");
  if (isListFile(place / "images_box.txt")) others.push_back("kind=list_boxes");
  classDecisions_.push_back({"the class of an image", fmt::format("its {}", displayName(chosen)),
                             fmt::format("images_{}_train.txt names it, as in FGVC Aircraft", displayName(chosen)),
                             std::move(others)});
  decisions_.push_back({"the splits",
                        fmt::format("as images_{}_train.txt, …_val.txt and …_test.txt say", chosen),
                        "the lists name the images",
                        {"splits=none"}});
  return {};
}

// Recognises GTSRB, where thirty consecutive images show one sign from an approaching car: "00003_00017.png" is the
// 18th image of the fourth sign. Kaggle puts the number of the class first.
void ImageLists::findTracks(const fs::path& root) {
  for (const char* place : {"Final_Training/Images", "GTSRB/Final_Training/Images", "Training", "Images", "."})
    for (int sign = 0;; ++sign) {
      // The table of a sign repeats the class that its folder names.
      const fs::path list = (root / place / fmt::format("{0:05}/GT-{0:05}.csv", sign)).lexically_normal();
      if (!isListFile(list)) break;
      noteRead(root, list);
      tracks_ = true;
    }
  for (const char* place : {"Train/0", "train/0", "0"})
    tracks_ = tracks_ || isListFile(root / place / "00000_00000_00000.png");
  if (tracks_) classDecisions_.push_back(tracksStayTogether());
}

std::string ImageLists::trackOf(const std::string& relative) const {
  return tracks_ ? trackInName(relative) : std::string();
}

// Reads the classes of the test pictures, which are in one folder; the other pictures are in class folders named by
// numbers of five digits.
void ImageLists::readSigns(const fs::path& root) {
  findTracks(root);
  if (!classes_.empty()) return;
  for (const char* place : {"Final_Test/Images", "Images", "."}) {
    const fs::path list = (root / place / "GT-final_test.csv").lexically_normal();
    if (!isListFile(list)) continue;
    const auto text = readTextFile(list, kMaximumImageList);
    if (!text.ok()) return;
    TextLines lines(*text);
    while (const auto line = lines.nextFilled()) {
      const std::size_t first = line->find(';'), last = line->rfind(';');
      if (first == std::string_view::npos || first == last) continue;
      if (const auto number = wholeNumber(trimmed(line->substr(last + 1))); number && *number >= 0)
        classes_.emplace(stemOf(line->substr(0, first)), fmt::format("{:05}", *number));
    }
    if (classes_.empty()) return;
    noteRead(root, list);
    classDecisions_.push_back({"the classes of the test images",
                               "as GT-final_test.csv says",
                               "it names the images, as in GTSRB",
                               {"leave_out=Final_Test", "kind=list_boxes"}});
    return;
  }
}

// Reads two lists: the paths of the numbered pictures, and whether each number trains (1) or tests (0).
bool ImageLists::readBirds(const fs::path& root, Look look) {
  const fs::path place = folderWithLists(root, {"images.txt", "train_test_split.txt"}, look);
  if (place.empty()) return false;
  std::unordered_map<std::string, Split> byNumber;
  eachListLine(place / "train_test_split.txt", [&](std::string_view number, std::string_view trains) {
    if (trains == "1" || trains == "0") byNumber.emplace(number, trains == "1" ? Split::Train : Split::Test);
  });
  eachListLine(place / "images.txt", [&](std::string_view number, std::string_view path) {
    const auto split = byNumber.find(std::string(number));
    if (split != byNumber.end() && path.find('/') != std::string_view::npos)
      splits_.emplace(pictureKeyOf(path), split->second);
  });
  if (splits_.empty()) return false;
  std::string boxes;
  if (isListFile(place / "bounding_boxes.txt")) boxes = "; the boxes of the birds are left out";
  for (const char* name : {"images.txt", "train_test_split.txt", "image_class_labels.txt", "bounding_boxes.txt"})
    noteRead(root, place / name);
  decisions_.push_back({"the splits",
                        "as train_test_split.txt says" + boxes,
                        "images.txt gives the images their numbers, as in CUB-200",
                        {"splits=none"}});
  if (!boxes.empty()) decisions_.back().alternatives.push_back("kind=list_boxes");
  return true;
}

// Reads the first of ten ways to divide the pictures, which is the usual one.
bool ImageLists::readTextures(const fs::path& root, Look look) {
  fs::path place = folderWithLists(root, {"labels/train1.txt", "labels/val1.txt", "labels/test1.txt"}, look);
  if (place.empty()) return false;
  place /= "labels";
  if (!readSplitList(root, place / "train1.txt", Split::Train)) return false;
  readSplitList(root, place / "val1.txt", Split::Validation);
  readSplitList(root, place / "test1.txt", Split::Test);
  constexpr int kWays = 10;
  for (int way = 2; way <= kWays; ++way)
    for (const char* name : {"train", "val", "test"}) noteRead(root, place / fmt::format("{}{}.txt", name, way));
  noteRead(root, place / "labels_joint_anno.txt");
  decisions_.push_back({"the splits",
                        "as labels/train1.txt, val1.txt and test1.txt say",
                        "they are the first of several ways to divide the images, as in DTD",
                        {"splits=none"}});
  return true;
}

// Reads the class of each image from MATLAB structures.
void ImageLists::readCars(const fs::path& root) {
  if (!classes_.empty()) return;
  const CarLists cars = readCarLists(root);
  for (const CarImage& car : cars.images) {
    if (car.name.empty()) continue;
    classes_.emplace(pictureKeyOf(car.relative), car.name);
    if (cars.oneFolder && car.split) splits_.emplace(pictureKeyOf(car.relative), *car.split);
  }
  if (classes_.empty()) return;
  everyClass_ = cars.oneFolder;
  for (const fs::path& file : cars.files) noteRead(root, file);
  const std::string list = displayName(cars.files.back().filename().string());
  classDecisions_.push_back({"the class of an image",
                             fmt::format("as {} says", list),
                             "it names the images, as in Stanford Cars",
                             {"class_from=none", "kind=list_boxes"}});
  if (!splits_.empty())
    decisions_.push_back(
        {"the splits", fmt::format("as {} says", list), "it names the images, as in Stanford Cars", {"splits=none"}});
}

// Reads the images of each split from MATLAB cells.
bool ImageLists::readDogs(const fs::path& root, Look look) {
  const fs::path place = folderWithLists(root, {"train_list.mat", "test_list.mat"}, look);
  if (place.empty()) return false;
  for (const auto& [name, split] :
       {std::pair("train_list.mat", Split::Train), std::pair("test_list.mat", Split::Test)}) {
    const auto files = findMatRecords(place / name, "file_list");
    const std::size_t before = splits_.size();
    for (std::size_t i = 0; files && i < files->size(); ++i)
      if (const auto& path = files->at(i, 0).text; path && path->find('/') != std::string::npos)
        splits_.emplace(pictureKeyOf(*path), split);
    if (splits_.size() > before) continue;
    splits_.clear();
    return false;
  }
  for (const char* name : {"train_list.mat", "test_list.mat", "file_list.mat"}) noteRead(root, place / name);
  decisions_.push_back({"the splits",
                        "as train_list.mat and test_list.mat say",
                        "the lists name files of these folders",
                        {"splits=none"}});
  return true;
}

}  // namespace fovea
