// Why: annotation tools keep the bitmap of an object inside of their JSON, as a PNG in base64; this makes it an area.
#pragma once
#include <string_view>

#include "core/data/importers/outline_source.h"

namespace fovea {

// Decodes a bitmap whose top left pixel is at `left`, `top` of the image. `packed` means that the PNG is compressed
// once more with zlib, as Supervisely stores it. The object is where the PNG is opaque; a PNG without alpha shows it
// where it is not black. Fails with Corrupt, Unsupported or InvalidArgument (too large).
Result<ObjectArea> areaOfStoredBitmap(std::string_view base64, bool packed, std::int64_t left, std::int64_t top);

}  // namespace fovea
