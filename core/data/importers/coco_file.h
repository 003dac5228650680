// Why: annotations of COCO are one JSON file of up to a gigabyte; it is read as a stream into flat arrays.
// Source: the data format of COCO (Lin et al. 2014), "instances".
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
};

// One object. Its outlines are numbers of `CocoFile::outlines` from `firstNumber` on.
struct CocoObject {
  std::int64_t image = 0;     // id
  std::int64_t category = 0;  // id
  double box[4] = {};         // left, top, width, height in pixels
  int boxNumbers = 0;         // 4 where there is a box
  bool crowd = false;
  std::size_t firstNumber = 0;
  std::size_t numbers = 0;
};

struct CocoFile {
  std::vector<CocoImage> images;
  std::vector<CocoCategory> categories;
  std::vector<CocoObject> objects;
  // Each outline is its count of numbers, then x, y, x, y, …; a run-length mask is minus its count, then its runs.
  std::vector<float> outlines;
  bool complete = true;  // false: more than was asked for
};

struct CocoLimits {
  std::uint64_t bytes = std::uint64_t{4} << 30;  // more is an error, or the end when `quick`
  bool quick = false;
  bool outlines = false;  // whether they are wanted
};

// Unsupported when it is JSON of another kind (no "images" with "file_name"), Corrupt with the byte where it is
// damaged.
Result<CocoFile> readCoco(const std::filesystem::path& path, const CocoLimits& limits);

// Whether the beginning of a file looks like annotations of COCO, by the names in it.
bool looksLikeCoco(const std::filesystem::path& path);

}  // namespace fovea
