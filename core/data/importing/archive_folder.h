// Why: archives are untrusted. The checks of their entries are in one place, for entries that are unpacked and for
// entries that are read inside the archive: paths stay in the folder, and the total size is limited.
#pragma once
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/files/stand_in.h"
#include "core/data/importing/archive_member.h"
#include "core/data/importing/import_source.h"

namespace fovea {

struct ArchiveLimits {
  std::uint64_t entries = 20'000'000;
  // The output is at most `ratio` times the size of the file plus `free` bytes, and must fit on the disk if unpacked.
  std::uint64_t ratio = 200;
  std::uint64_t free = std::uint64_t{1} << 30;
};

// An archive to examine, and the folder for its contents. The referenced objects must outlive the job.
struct ArchiveJob {
  const std::filesystem::path& file;
  const std::filesystem::path& folder;
  const CancelToken& cancel;
  const ArchiveLimits& limits;
  const ProgressFunction& progress;

  Status check() const;
};

// Processes the entries of an archive one after another into its folder. For use by one thread at a time.
class ArchiveFolder {
 public:
  explicit ArchiveFolder(const ArchiveJob& job) : job_(job) {}

  // Reads the file size and the free disk space; must be called first. Fails with NotFound or Io.
  Status measure();
  std::uint64_t fileBytes() const { return size_; }
  // Counts an entry with the size that the archive states; `what` is "looked at" or "unpacked". Fails with
  // InvalidArgument if there are too many entries or bytes, or with Cancelled.
  Status count(const ArchiveMember& member, std::string_view what);
  // Total size of all entries counted so far.
  std::uint64_t counted() const { return sum_; }
  // Counts written bytes. Fails with InvalidArgument if the total exceeds the limit, or with NoSpace.
  Status write(std::uint64_t bytes);
  // Fails with NoSpace if the disk cannot hold all entries counted so far.
  Status checkRoom() const;

  // Returns the path for an entry's file and creates its parent folders. The path is empty if no file is needed
  // (folders, clutter). Fails with InvalidArgument and the reason if the entry must be left out.
  Result<std::filesystem::path> placeOf(const ArchiveMember& member) const;
  // Creates a new file. Fails with InvalidArgument if it exists already.
  static Result<Descriptor> create(const std::filesystem::path& place);
  void leaveOut(const ArchiveMember& member, const std::string& reason, std::vector<SkippedSample>& problems) const;
  // Reports how much of the file was examined, a few times a second.
  void report(const char* stage, std::uint64_t position);

 private:
  Error tooMuch(std::string_view verb, const std::string& what) const;
  Error becomesTooMuch(std::string_view verb) const;
  Error noRoom(std::uint64_t needed) const;

  const ArchiveJob& job_;
  std::chrono::steady_clock::time_point reported_{};
  std::uint64_t size_ = 0, most_ = 0, space_ = 0, entries_ = 0, sum_ = 0, written_ = 0;
};

}  // namespace fovea
