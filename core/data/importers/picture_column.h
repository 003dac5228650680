// Why: some tables contain their image files; these are read one at a time, on demand.
#pragma once
#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace fovea {

// Thread-safe.
class PictureColumn {
 public:
  virtual ~PictureColumn() = default;
  // Returns the bytes of the image file in a row, from 0. Fails with Corrupt if there is none or the table is damaged.
  virtual Result<std::string> picture(std::int64_t row) const = 0;
};

}  // namespace fovea
