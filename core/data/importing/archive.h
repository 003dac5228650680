// Why: data sets are distributed as one zip or tar file, which is read as the folder that it holds. Archives are not
// trusted: their unpacked size is bounded, and no path may leave the folder.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/data/importing/import_source.h"
#include "core/data/store/staging_folder.h"

namespace fovea {

// ".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst" and similar, and ".npz", which is a zip file.
bool isArchiveName(std::string_view name);
// True if this build reads archives.
bool canReadArchives();

struct ArchiveLimits {
  std::uint64_t entries = 20'000'000;
  // The unpacked content is at most `ratio` times the file plus `free` bytes, and must fit on the disk.
  std::uint64_t ratio = 200;
  std::uint64_t free = std::uint64_t{1} << 30;
};

// The files of an archive in a temporary folder, which the destructor removes. Immutable.
class UnpackedArchive {
 public:
  // Makes the folder inside `scratch`. Where the archive states its unpacked size (zip, tar without compression) and
  // the disk has no room, this fails before anything is written. `progress` (may be empty) is called a few times a
  // second with the bytes of the file read so far. Fails with Corrupt, InvalidArgument (encrypted, too large), NoSpace,
  // Unsupported (a build without libarchive) or Cancelled.
  static Result<std::shared_ptr<const UnpackedArchive>> make(const std::filesystem::path& archive,
                                                             const std::filesystem::path& scratch,
                                                             const CancelToken& cancel,
                                                             const ArchiveLimits& limits = {},
                                                             const ProgressFunction& progress = {});

  // The folder has the name of the archive without its ending.
  const std::filesystem::path& folder() const { return folder_; }
  // Entries that were not unpacked: links, paths that leave the archive, repeated names.
  const std::vector<SkippedSample>& problems() const { return problems_; }
  // `text` with paths of the folder replaced by paths in the archive: "set.zip/a/1.png".
  std::string told(std::string text) const;
  Error told(Error error) const;

 private:
  std::string archive_;  // absolute
  std::unique_ptr<StagingFolder> staging_;
  std::filesystem::path folder_;
  std::vector<SkippedSample> problems_;
};

struct Recognition;
// The same for the recognition of an archive's folder; adds a warning about entries that were left out.
void tellArchived(const UnpackedArchive& archive, Recognition& found);

// Wraps `source`, found in the folder of `archive`, so that its names are those in the archive.
std::unique_ptr<ImportSource> archivedSource(std::unique_ptr<ImportSource> source,
                                             std::shared_ptr<const UnpackedArchive> archive);

}  // namespace fovea
