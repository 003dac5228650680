// Why: ITK and many challenges (LUNA16, PROMISE12) keep volumes as MetaImage: a text of "Key = value", and the numbers
// behind it (.mha) or in a file of their own (.mhd). Source: ITK's description of MetaIO.
#pragma once
#include <filesystem>

#include "core/data/importers/volume_file.h"

namespace fovea {

// Fails like readVolumeHeader().
Result<VolumeHeader> readMetaImageHeader(const std::filesystem::path& path);

}  // namespace fovea
