// Why: Stanford Cars keeps classes, boxes and splits of its images in arrays of structures in MATLAB files; the
// importers of class folders and of boxes both read them. Source: Krause, Stark, Deng, Fei-Fei, "3D Object
// Representations for Fine-Grained Categorization" (2013): devkit/README.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

struct CarImage {
  std::string relative;  // "cars_train/00001.jpg", "car_ims/000001.jpg"
  std::optional<Split> split;
  std::string name;             // class name; empty if the list states none
  std::array<double, 4> box{};  // left, top, right, bottom; pixels count from 1, and the last one is in the box
};

struct CarLists {
  std::vector<CarImage> images;
  std::vector<std::filesystem::path> files;  // the files that were read
  bool oneFolder = false;                    // all images lie in one folder, whose name is no class
};

// Reads the lists in `root` or its folder "devkit"; returns no images if there are none of the known form.
CarLists readCarLists(const std::filesystem::path& root);

}  // namespace fovea
