// Why: data.yaml says the names of YOLO's classes and where its splits lie, in any of the ways in which YAML can be
// written; a library reads it, and what it reads is bounded.
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
  std::int64_t count = -1;                            // "nc"; -1: not said
  std::string path;                                   // where the folders begin; may be of another machine
  std::map<Split, std::vector<std::string>> folders;  // or lists of files
};

// Corrupt with the line where it is no YAML; InvalidArgument (aliases, names of another form, too many or too deep);
// Unsupported where this build has no library for YAML.
Result<YoloYaml> readYoloYaml(std::string_view text);

}  // namespace fovea
