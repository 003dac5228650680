// Why: the one place that calls the image library, which is in a module that a build may lack: see image_abi.h.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/files/image_file.h"

namespace fovea {

Error cutOffImage(const ImageHeader& header);
Error wrongImageSize(const ImageHeader& header);

// Decodes like decodeImage(), except for PGM and PPM.
Result<Tensor> decodeWithLibrary(std::string_view content, const ImageHeader& header);
Status decodeWithLibrary(std::string_view content, const ImageHeader& header, const Shape& shape, std::uint8_t* target);

// Returns RGBA of all pixels of a PNG file, the upper 8 of 16 bits. Fails with Corrupt, Unsupported or OutOfMemory.
Result<std::vector<std::uint8_t>> decodeWithAlpha(std::string_view content);

// Decodes like decodeDeepImage().
Result<Tensor> decodeDeepWithLibrary(std::string_view content, const ImageHeader& header);

}  // namespace fovea
