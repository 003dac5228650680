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
  std::string file;
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
  bool urls = false;     // names of images are the last two parts of URLs: "train2017/000000000009.jpg"
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

// Returns true if the beginning of a file contains the names of a COCO annotation.
bool looksLikeCoco(const std::filesystem::path& path);

}  // namespace fovea
