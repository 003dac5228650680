// Why: the options of every import, whatever its source.
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
  std::int64_t width = 0;  // 0: sizes are kept
  std::int64_t height = 0;
  std::string fit = "squash";
  std::string colour = "keep";
  std::string storage = "automatic";
  std::int64_t quality = 90;
  std::int64_t minimumPerClass = 0;
  std::int64_t maximumPerClass = 0;  // 0: unlimited
  std::string duplicates = "keep";

  bool resizes() const { return width > 0; }
  FitMode fitMode() const;
};

const TypedSchema<ImportOptions>& sharedImportSchema();

// Fails with InvalidArgument for values that contradict each other, and with Unsupported for options that need a
// library that this build lacks.
Status checkImportOptions(const ImportOptions& options);

}  // namespace fovea
