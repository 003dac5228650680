// Why: compressed tar files and zip files of a rare form can only be read from beginning to end, so they are unpacked.
#pragma once
#include <vector>

#include "core/data/importing/archive_folder.h"

namespace fovea {

// Returns true if this build can unpack archives, which needs libarchive.
bool canUnpackArchives();
// Writes all files of the archive into its folder. Fails with Corrupt, InvalidArgument (encrypted, too large), NoSpace,
// Unsupported or Cancelled.
Status unpackArchive(const ArchiveJob& job, std::vector<SkippedSample>& problems);

}  // namespace fovea
