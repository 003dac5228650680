// Why: some tables hold the files of their pictures themselves; those are read one at a time, when they are asked for.
#pragma once
#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace fovea {

// Thread-safe.
class PictureColumn {
 public:
  virtual ~PictureColumn() = default;
  // The bytes of the picture's file in a row, from 0. Corrupt where there is none or the table is damaged.
  virtual Result<std::string> picture(std::int64_t row) const = 0;
};

}  // namespace fovea
