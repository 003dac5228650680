// Why: YOLO and KITTI both keep a text file beside every image; finding the pairs and walking the lines is the same.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/detection_source.h"

namespace fovea {

struct BoxTextFormat {
  // Whether a line is one of this format.
  std::function<bool(const std::vector<std::string_view>& words)> isLine;
  // Adds the boxes of a line; or says what is wrong with it.
  std::function<Status(const std::vector<std::string_view>& words, DetectionSource& source, const std::string& file,
                       std::int64_t line)>
      addLine;
  std::string what;  // for a person: "annotation of YOLO"
};

// Fills `source` with the images below `root` and the boxes of the text files of the same names. Images without a text
// file have no boxes. Unsupported when no text file has an image, or most first lines are not of the format.
Status readBoxTexts(const std::filesystem::path& root, const BoxTextFormat& format, Look look, DetectionSource& source);

}  // namespace fovea
