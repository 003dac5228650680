// Why: the XML of CVAT stores the shapes of all images or frames in attributes; reading them is separate from
// converting them.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/annotated_image.h"
#include "core/data/importers/xml_tree.h"

namespace fovea {

struct CvatProblem {
  std::int64_t line = 0;
  std::string reason;
};

// An image with its shapes, or a video frame whose image is found by its number.
struct CvatImage {
  std::string name;  // as the annotation spells it; empty for a frame
  std::int64_t frame = -1;
  std::int64_t line = 0;
  std::optional<Split> split;
  ImageSize size;
  std::vector<ObjectArea> areas;
  std::vector<ChosenValue> tags;  // classes of the whole image
};

struct CvatFile {
  std::vector<CvatImage> images;
  bool video = false;         // true: the shapes are tracks through the frames of a video
  std::int64_t boxes = 0;     // number of boxes
  std::int64_t outlines = 0;  // number of polygons, ellipses and masks
  std::int64_t tags = 0;      // number of classes of whole images
  std::vector<CvatProblem> problems;
};

// Reads the element "annotations" of "CVAT for images" and "CVAT for video" 1.1. Fails with InvalidArgument for more
// than 10 million shapes.
Result<CvatFile> readCvat(const XmlElement& annotations);

}  // namespace fovea
