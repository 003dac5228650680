// Why: the XML of CVAT holds the shapes of all images or frames in attributes; they are read apart from what becomes of
// them.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/outline_source.h"
#include "core/data/importers/xml_tree.h"

namespace fovea {

struct CvatProblem {
  std::int64_t line = 0;
  std::string reason;
};

// An image with its shapes; of a video a frame, whose image is found by its number.
struct CvatImage {
  std::string name;  // as the annotation writes it; empty of a frame
  std::int64_t frame = -1;
  std::int64_t line = 0;
  std::optional<Split> split;
  ImageSize size;
  std::vector<ObjectArea> areas;
};

struct CvatFile {
  std::vector<CvatImage> images;
  bool video = false;         // tracks through the frames of a video
  std::int64_t boxes = 0;     // shapes by kind
  std::int64_t outlines = 0;  // polygons, ellipses and masks
  std::vector<CvatProblem> problems;
};

// Of the element "annotations", in "CVAT for images" and "CVAT for video" 1.1. InvalidArgument for more than 10 million
// shapes.
Result<CvatFile> readCvat(const XmlElement& annotations);

}  // namespace fovea
