// Why: the most usual format of medical volumes; this reads the part of its header that a volume needs. Source: the
// NIfTI-1 and NIfTI-2 data formats (Cox et al. 2004, 2011), single files, plain or compressed with gzip.
#pragma once
#include <filesystem>

#include "core/data/importers/volume_file.h"

namespace fovea {

// Fails like readVolumeHeader().
Result<VolumeHeader> readNiftiHeader(const std::filesystem::path& path);

}  // namespace fovea
