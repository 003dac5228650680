// Why: a COCO annotation is one JSON file of up to a gigabyte; this reads it as a stream into flat arrays. Source: the
// data format of COCO (Lin et al. 2014), "instances", and of LVIS (Gupta et al. 2019), which has URLs for names.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importing/import_source.h"

namespace fovea {

struct CocoImage {
  std::int64_t id = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::string file;  // its name; of a URL, the last two parts: "train2017/000000000009.jpg"
};

struct CocoCategory {
  std::int64_t id = 0;
  std::string name;
  std::string above;  // its supercategory; empty if it states none
};

// One object. Its outlines are the numbers of `CocoFile::outlines` from `firstNumber` on.
struct CocoObject {
  std::int64_t image = 0;     // id of its image
  std::int64_t category = 0;  // id of its category
  double box[4] = {};         // left, top, width, height in pixels
  int boxNumbers = 0;         // 4 if the object has a box
  bool crowd = false;
  std::size_t firstNumber = 0;
  std::size_t numbers = 0;
};

struct CocoFile {
  std::vector<CocoImage> images;
  std::vector<CocoCategory> categories;
  std::vector<CocoObject> objects;
  // Each outline is its count of numbers, then x, y, x, y, …; a run-length mask is the negative of its count, then its
  // runs.
  std::vector<float> outlines;
  bool complete = true;  // false: the file has more than was read
};

struct CocoLimits {
  // Larger files are an error. With `quick`, reading stops here and takes only the categories from the file's end.
  std::uint64_t bytes = std::uint64_t{4} << 30;
  bool quick = false;
  bool outlines = false;  // whether to read outlines
};

// Reads an annotation. Fails with Unsupported for JSON of another kind (no "images" with "file_name" or "coco_url"),
// and with Corrupt; the message names the damaged byte.
Result<CocoFile> readCoco(const std::filesystem::path& path, const CocoLimits& limits);

// Makes pixels of boxes and outlines that are shares of the width and height, as some services write them: none of the
// numbers is above 1. Returns true if it did.
bool scaleShares(CocoFile& file);
// Removes the first folder from the name of each image. Returns false if a name has none, or if two would be the same.
bool dropFirstFolder(CocoFile& file);

// Returns true if the beginning of a file contains the names of a COCO annotation.
bool looksLikeCoco(const std::filesystem::path& path);

}  // namespace fovea
