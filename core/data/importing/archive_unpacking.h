// Why: a compressed tar file, and a zip file of a rare form, can only be read from beginning to end; it is unpacked.
#pragma once
#include <vector>

#include "core/data/importing/archive_folder.h"

namespace fovea {

// Whether this build does: it needs libarchive.
bool canUnpackArchives();
// Writes all files of the archive into its folder. Corrupt, InvalidArgument (encrypted, too much), NoSpace,
// Unsupported, Cancelled.
Status unpackArchive(const ArchiveJob& job, std::vector<SkippedSample>& problems);

}  // namespace fovea
