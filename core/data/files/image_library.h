// Why: the one place that calls the image library, which a build may lack.
#pragma once
#include "core/data/files/image_file.h"

namespace fovea {

Error cutOffImage(const ImageHeader& header);
Error wrongImageSize(const ImageHeader& header);

// Decodes like decodeImage(), except for PGM and PPM.
Result<Tensor> decodeWithLibrary(std::string_view content, const ImageHeader& header);
Status decodeWithLibrary(std::string_view content, const ImageHeader& header, const Shape& shape, std::uint8_t* target);

// Decodes like decodeDeepImage().
Result<Tensor> decodeDeepWithLibrary(std::string_view content, const ImageHeader& header);

}  // namespace fovea
