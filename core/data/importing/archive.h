// Why: data sets are handed around as one zip or tar file; it is read as the folder that it holds. What it asks for is
// not trusted: how much it may become is bounded, and no path leaves the folder.
// Members of a tar file that is not compressed, and of a zip file, are read where they lie, see stand_in.h. A
// compressed tar file is one stream that can only be read from its beginning: it is unpacked as a whole.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/data/files/stand_in.h"
#include "core/data/importing/archive_folder.h"
#include "core/data/importing/import_source.h"
#include "core/data/store/staging_folder.h"

namespace fovea {

// ".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst" and similar, and ".npz", which is a zip file.
bool isArchiveName(std::string_view name);
// Whether this build reads archives of every kind.
bool canReadArchives();

// The files of an archive in a folder of their own, or stand-ins for them; it goes away with this. Immutable.
class UnpackedArchive {
 public:
  // Makes the folder inside `scratch`. Where the archive says how much it holds (zip, tar without compression), it is
  // refused before anything is written. `progress` (may be empty) is told a few times a second how much of the file was
  // looked at. Corrupt, InvalidArgument (encrypted, too much), NoSpace, Unsupported (a build without libarchive),
  // Cancelled.
  static Result<std::shared_ptr<const UnpackedArchive>> make(const std::filesystem::path& archive,
                                                             const std::filesystem::path& scratch,
                                                             const CancelToken& cancel,
                                                             const ArchiveLimits& limits = {},
                                                             const ProgressFunction& progress = {});

  // The folder has the name of the archive without its ending.
  const std::filesystem::path& folder() const { return folder_; }
  // Whether its members are read where they lie, so that nothing of it is on the disk a second time.
  bool inPlace() const { return standIns_ != nullptr; }
  // Entries that were not taken: links, paths that leave the archive, names that came before.
  const std::vector<SkippedSample>& problems() const { return problems_; }
  // `text` with paths of the folder replaced by paths in the archive: "set.zip/a/1.png".
  std::string told(std::string text) const;
  Error told(Error error) const;

 private:
  std::string archive_;  // absolute
  std::unique_ptr<StagingFolder> staging_;
  std::filesystem::path folder_;
  std::unique_ptr<StandIns> standIns_;  // withdrawn before the folder is removed
  std::vector<SkippedSample> problems_;
};

struct Recognition;
// The same for the recognition of an archive's folder; adds a warning about entries that were left out.
void tellArchived(const UnpackedArchive& archive, Recognition& found);

// Wraps `source`, found in the folder of `archive`, so that its names are those in the archive.
std::unique_ptr<ImportSource> archivedSource(std::unique_ptr<ImportSource> source,
                                             std::shared_ptr<const UnpackedArchive> archive);

}  // namespace fovea
