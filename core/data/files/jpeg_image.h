// Why: training with random crops needs a part of each photograph, and the JPEG library can skip most of the work on
// the rest; the general image library always decodes the whole image. Unusual files (four colours, rotated by the
// camera, lossless) are left to the general library.
#pragma once
#include "core/data/files/image_file.h"

namespace fovea {

// True if decodeJpeg() reads the file: JPEG of 8 bits, grey or in three colours, upright. False where the build has no
// JPEG library.
bool isPlainJpeg(const ImageHeader& header);

// Decodes a part of the image with exactly the pixels of the whole, into memory of u8 [C, part.height, part.width] with
// C = header.components. `part` must lie inside the image (asserted). Fails with Corrupt or OutOfMemory.
Status decodeJpeg(std::string_view content, const ImageHeader& header, const ImagePart& part, std::uint8_t* target);

}  // namespace fovea
