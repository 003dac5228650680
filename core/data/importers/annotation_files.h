// Why: labelling tools write JSON, lines of JSON, or tables with JSON in their cells; this finds such files below a
// folder and reads each in the form of its tool.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importers/annotated_image.h"

namespace fovea {

struct ReadAnnotations {
  std::string name;  // relative to the root
  AnnotationFile file;
};

struct FoundAnnotations {
  const AnnotationForm* form = nullptr;
  std::vector<ReadAnnotations> files;   // all of that form
  std::vector<std::string> otherForms;  // files in the forms of other tools, which are not read
  std::vector<SkippedSample> problems;
  bool complete = true;
};

// Reads the annotations below `root`, or only the file `only` of it. The first file in the form of a tool decides the
// form. Fails with Unsupported if there is none, or with Cancelled.
Result<FoundAnnotations> findAnnotationFiles(const std::filesystem::path& root, const std::string& only, Look look);

}  // namespace fovea
