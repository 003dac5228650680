// Why: the exports of all labelling tools become data sets in the same way: boxes, masks, or the classes of images, by
// one of the attributes that people filled in.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/data/importers/annotated_image.h"

namespace fovea {

struct AnnotatedOptions : DetectionOptions {
  std::string use = "automatic";
  std::string attribute;
};

const TypedSchema<AnnotatedOptions>& annotatedSchema();

// An annotation whose image was found.
struct FoundAnnotation {
  AnnotatedImage annotated;
  std::string image;  // path below the root
  std::string place;  // the annotation file
};

// Makes the data set of `found`. Decides, and reports, what is taken of the annotations and which attribute is the
// class. Fails with InvalidArgument if there is nothing to take, or if `attribute` names no attribute.
Result<std::unique_ptr<OutlineSource>> annotatedSource(const std::filesystem::path& root,
                                                       std::vector<FoundAnnotation> found,
                                                       const AnnotatedOptions& options);

}  // namespace fovea
