// Why: public data sets are often downloaded as several archives beside lists: the images of each split, the
// annotations, one archive a class. A folder of them is read as if they were unpacked where they lie.
#pragma once
#include <filesystem>
#include <vector>

#include "core/data/importing/source_scan.h"

namespace fovea {

// Most .npz files that make up one data set; of more, each is a sample.
inline constexpr std::size_t kMostArrayArchives = 16;

// Returns the archives in a folder and in the folders in it, if they make up at least half of its bytes and all images,
// sounds and films are in them; or else up to 16 .npz files that make up as much of a folder without folders, such as
// "train-imgs.npz" and "train-labels.npz"; else nothing. Fails as SourceScan::folder().
Result<std::vector<std::filesystem::path>> archivesOfFolder(const std::filesystem::path& folder,
                                                            const SourceScan& scan);

// Moves the content of `unpacked`, which is then empty, to `place`/NAME; if it is one folder alone, to `place` itself,
// as file managers do. Folders that are there already are filled. Returns the files that stay because one of their name
// is there, relative to `unpacked`. Fails with Io.
Result<std::vector<std::filesystem::path>> moveUnpacked(const std::filesystem::path& unpacked,
                                                        const std::filesystem::path& place, const std::string& name);

}  // namespace fovea
