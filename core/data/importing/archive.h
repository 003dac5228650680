// Why: data sets are often distributed as one zip or tar file. It is read like the folder that it contains. Archives
// are untrusted: the unpacked size is limited, and no path can leave the folder.
// Members of zip files and uncompressed tar files are read from inside the archive, see stand_in.h. A compressed tar
// file is a single stream that can only be read from the beginning, so it is unpacked completely.
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

// Returns true for names of archives: ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".npz" (a zip file) and similar.
bool isArchiveName(std::string_view name);
// Returns true if this build reads archives of every kind.
bool canReadArchives();

// The files of an archive, or stand-ins for them, in a temporary folder that the destructor removes. Immutable.
class UnpackedArchive {
 public:
  // Creates the folder inside `scratch`. If the archive states its total size (zip, uncompressed tar), one that is too
  // large is refused before anything is written. `progress` (may be empty) reports the bytes examined a few times a
  // second. Fails with Corrupt, InvalidArgument (encrypted, too large), NoSpace, Unsupported (a build without
  // libarchive) or Cancelled.
  static Result<std::shared_ptr<const UnpackedArchive>> make(const std::filesystem::path& archive,
                                                             const std::filesystem::path& scratch,
                                                             const CancelToken& cancel,
                                                             const ArchiveLimits& limits = {},
                                                             const ProgressFunction& progress = {});

  // The same for the archives of a folder (see archivesOfFolder()): each is unpacked where it lies, and the other files
  // of the folder are linked. One that cannot be read is among the problems; if none can, fails as make().
  static Result<std::shared_ptr<const UnpackedArchive>> makeFolder(const std::filesystem::path& folder,
                                                                   const std::vector<std::filesystem::path>& archives,
                                                                   const std::filesystem::path& scratch,
                                                                   const CancelToken& cancel,
                                                                   const ArchiveLimits& limits = {},
                                                                   const ProgressFunction& progress = {});

  // The folder is named after the archive, without its file ending, or like the folder of archives.
  const std::filesystem::path& folder() const { return folder_; }
  // Returns true if members are read from inside the archive, so the disk holds no second copy of them.
  bool inPlace() const { return inPlace_; }
  // Entries that were left out: links, paths that leave the archive, repeated names.
  const std::vector<SkippedSample>& problems() const { return problems_; }
  // Returns `text` with paths of the folder replaced by paths in the archive: "set.zip/a/1.png".
  std::string told(std::string text) const;
  Error told(Error error) const;

 private:
  struct Part {
    std::filesystem::path archive;
    std::filesystem::path place;  // the folder in which it is unpacked
    std::filesystem::path told;   // its path for users
  };
  Status unpack(const ArchiveJob& job);
  Status keep(Result<std::unique_ptr<StandIns>> made);
  Status unpackParts(const std::vector<Part>& parts, const CancelToken& cancel, const ArchiveLimits& limits,
                     const ProgressFunction& progress);
  Status unpackInner(const CancelToken& cancel, const ArchiveLimits& limits, const ProgressFunction& progress);

  std::string archive_;  // the archive, or the folder of archives; absolute
  std::unique_ptr<StagingFolder> staging_;
  std::filesystem::path folder_;
  std::vector<std::unique_ptr<StandIns>> standIns_;  // destroyed before the folder is removed
  bool inPlace_ = true;
  std::size_t parts_ = 0;  // number of folders for parts
  std::vector<SkippedSample> problems_;
};

struct Recognition;
// Replaces such paths in the recognition of an archive's folder, and adds a warning about entries that were left out.
void tellArchived(const UnpackedArchive& archive, Recognition& found);

// Wraps `source`, which reads the folder of `archive`, so that its names are those in the archive.
std::unique_ptr<ImportSource> archivedSource(std::unique_ptr<ImportSource> source,
                                             std::shared_ptr<const UnpackedArchive> archive);

}  // namespace fovea
