// Why: data.yaml states the names of YOLO's classes and the folders of its splits, in any of YAML's notations; a
// library parses it, and the result is bounded.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/store/sample.h"

namespace fovea {

struct YoloYaml {
  std::vector<std::string> names;
  std::int64_t count = -1;                            // "nc"; -1: absent
  std::int64_t keyPointNumbers = 0;                   // of an object, from "kpt_shape"; 0: it has no key points
  std::string path;                                   // root of the folders; may be a path of another machine
  std::map<Split, std::vector<std::string>> folders;  // folders, or lists of files
};

// Parses data.yaml. Fails with Corrupt (names the line) if it is not YAML; InvalidArgument (aliases, an unknown form of
// names, too many or too deep); Unsupported if this build has no YAML library.
Result<YoloYaml> readYoloYaml(std::string_view text);

}  // namespace fovea
