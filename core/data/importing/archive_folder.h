// Why: an archive is not trusted. What may become of its entries is judged once here, for those that are unpacked and
// for those that are read where they lie: paths stay in their folder, and there are bounds to what comes out.
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
  // What comes out is at most `ratio` times the file and `free` bytes more, and what is unpacked fits on the disk.
  std::uint64_t ratio = 200;
  std::uint64_t free = std::uint64_t{1} << 30;
};

// An archive that is looked through, and the folder for what it holds. All outlive it.
struct ArchiveJob {
  const std::filesystem::path& file;
  const std::filesystem::path& folder;
  const CancelToken& cancel;
  const ArchiveLimits& limits;
  const ProgressFunction& progress;

  Status check() const;
};

// The folder of an archive while its entries are taken, one after the other. One thread at a time.
class ArchiveFolder {
 public:
  explicit ArchiveFolder(const ArchiveJob& job) : job_(job) {}

  // Looks at the sizes of file and disk; before all else. NotFound, Io.
  Status measure();
  std::uint64_t fileBytes() const { return size_; }
  // Counts an entry that is `looked at` or `unpacked`, as the archive announces it. InvalidArgument where they become
  // too many or too much, Cancelled.
  Status count(const ArchiveMember& member, std::string_view what);
  // The bytes of all entries counted so far.
  std::uint64_t counted() const { return sum_; }
  // Counts bytes that were written. InvalidArgument where they become too much, NoSpace.
  Status write(std::uint64_t bytes);
  // NoSpace where all that was counted cannot be written.
  Status checkRoom() const;

  // Where the file of an entry belongs; the folders above it are made. Empty where nothing belongs there: a folder,
  // clutter. InvalidArgument where it is left out, and why.
  Result<std::filesystem::path> placeOf(const ArchiveMember& member) const;
  // A new file. InvalidArgument where it is there.
  static Result<Descriptor> create(const std::filesystem::path& place);
  void leaveOut(const ArchiveMember& member, const std::string& reason, std::vector<SkippedSample>& problems) const;
  // Tells how much of the file was looked at, a few times a second.
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
