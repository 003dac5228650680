// Why: what a person can ask of any import, whatever the source.
#pragma once
#include <string>

#include "core/base/schema.h"
#include "core/data/files/image_fit.h"

namespace fovea {

struct ImportOptions {
  std::string name;
  double validationShare = 0.1;
  double testShare = 0;
  std::int64_t seed = 1;
  std::int64_t width = 0;  // 0: as they are
  std::int64_t height = 0;
  std::string fit = "squash";
  std::string colour = "keep";
  std::string storage = "automatic";
  std::int64_t quality = 90;
  std::int64_t minimumPerClass = 0;
  std::int64_t maximumPerClass = 0;  // 0: any number
  std::string duplicates = "keep";

  bool resizes() const { return width > 0; }
  FitMode fitMode() const;
};

const TypedSchema<ImportOptions>& sharedImportSchema();

// InvalidArgument for values that do not go together, Unsupported for what this build cannot do.
Status checkImportOptions(const ImportOptions& options);

}  // namespace fovea
