// Why: a training that crops its photographs needs a part of each, and the library of JPEG files can leave out most of
// the work on the rest; the library of image formats, which asks it for the whole, cannot. Files of unusual kinds (four
// colours, turned by the camera, lossless) are left to the latter.
#pragma once
#include "core/data/files/image_file.h"

namespace fovea {

// Whether decodeJpeg() reads a file: JPEG of 8 bits, grey or in three colours, upright. False where the build has no
// library for JPEG.
bool isPlainJpeg(const ImageHeader& header);

// A part of the image, as in the whole but for rounding nowhere: into memory of u8 [C, part.height, part.width], C
// being header.components. `part` lies inside the image (asserted). Corrupt, OutOfMemory.
Status decodeJpeg(std::string_view content, const ImageHeader& header, const ImagePart& part, std::uint8_t* target);

}  // namespace fovea
