// Why: 3D Slicer and challenges about hearts keep volumes as NRRD: a text of "field: value", an empty line, and the
// numbers, or a text that names the file of the numbers (.nhdr). Source: the definition of NRRD, versions 1 to 5
// (Teem, Kindlmann).
#pragma once
#include <filesystem>

#include "core/data/importers/volume_file.h"

namespace fovea {

// Fails like readVolumeHeader().
Result<VolumeHeader> readNrrdHeader(const std::filesystem::path& path);

}  // namespace fovea
