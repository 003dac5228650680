#include "core/data/importing/archive_unpacking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "core/data/importing/names.h"

#if defined(FOVEA_HAVE_ARCHIVE)
#include "core/data/importing/libarchive_member.h"
#endif

namespace fovea {

#if defined(FOVEA_HAVE_ARCHIVE)
namespace {

constexpr std::size_t kUnpackedBlock = std::size_t{1} << 20;

using ArchivePointer = std::unique_ptr<archive, int (*)(archive*)>;

class Unpacking {
 public:
  explicit Unpacking(const ArchiveJob& job) : job_(job), folder_(job) {}

  Status run(std::vector<SkippedSample>& problems) {
    const Utf8Names names;
    FOVEA_CHECK(folder_.measure());
    if (saysItsSize()) {
      FOVEA_CHECK(open());
      FOVEA_CHECK(checkSize());
    }
    ArchiveFolder counting(job_);
    FOVEA_CHECK(counting.measure());
    FOVEA_CHECK(open());
    for (;;) {
      archive_entry* entry = nullptr;
      const int code = ::archive_read_next_header(reading_.get(), &entry);
      if (code == ARCHIVE_EOF) return {};
      if (code < ARCHIVE_WARN) return damaged();
      if (::archive_entry_is_encrypted(entry))
        return fail(ErrorCode::InvalidArgument, job_.file.string() + " is encrypted.", "Unpack it yourself first.");
      ArchiveMember member = memberOf(entry);
      member.size = 0;  // a header may be wrong: the bytes written are counted instead
      FOVEA_CHECK(counting.count(member, "unpacked"));
      const auto place = folder_.placeOf(member);
      const auto file =
          place.ok() && !place->empty() ? ArchiveFolder::create(*place) : Result<Descriptor>(Descriptor());
      const Status taken = !place.ok() ? Status(place.error()) : !file.ok() ? Status(file.error()) : Status();
      if (!taken.ok()) {
        if (taken.error().code != ErrorCode::InvalidArgument) return taken;
        folder_.leaveOut(member, taken.error().message, problems);
      } else if (file->open()) {
        FOVEA_CHECK(write(*file, *place));
      }
    }
  }

 private:
  Status open() {
    reading_.reset(::archive_read_new());
    if (!reading_)
      return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + job_.file.string() + ".");
    for (const auto support :
         {::archive_read_support_format_zip, ::archive_read_support_format_tar, ::archive_read_support_filter_gzip,
          ::archive_read_support_filter_bzip2, ::archive_read_support_filter_xz, ::archive_read_support_filter_zstd})
      (void)support(reading_.get());
    if (::archive_read_open_filename(reading_.get(), job_.file.c_str(), kUnpackedBlock) != ARCHIVE_OK) return damaged();
    return {};
  }

  // Returns true if the total size is known without decompressing the archive.
  bool saysItsSize() const {
    const std::string name = lowerCase(job_.file.filename().string());
    return name.ends_with(".zip") || name.ends_with(".npz") || name.ends_with(".tar");
  }

  // Reads the headers of all entries. A header may be wrong; write() then detects the excess.
  Status checkSize() {
    for (;;) {
      archive_entry* entry = nullptr;
      if (::archive_read_next_header(reading_.get(), &entry) != ARCHIVE_OK) break;  // run() reports the error
      FOVEA_CHECK(folder_.count(memberOf(entry), "unpacked"));
    }
    return folder_.checkRoom();
  }

  Error damaged() const {
    const char* words = ::archive_error_string(reading_.get());
    return fail(ErrorCode::Corrupt,
                fmt::format("{} cannot be read: {}.", job_.file.string(), words ? words : "it is damaged"),
                "Fetch the file again.");
  }

  Status write(const Descriptor& file, const std::filesystem::path& place) {
    block_.resize(kUnpackedBlock);
    for (;;) {
      FOVEA_CHECK(job_.check());
      const la_ssize_t count = ::archive_read_data(reading_.get(), block_.data(), block_.size());
      if (count == 0) return {};
      if (count < 0) return damaged();
      const la_int64_t position = std::max<la_int64_t>(0, ::archive_filter_bytes(reading_.get(), -1));
      folder_.report("Unpacking the archive", static_cast<std::uint64_t>(position));
      FOVEA_CHECK(folder_.write(static_cast<std::uint64_t>(count)));
      if (!file.write({block_.data(), static_cast<std::size_t>(count)}))
        return systemError(errno, "Cannot write " + place.string());
    }
  }

  const ArchiveJob& job_;
  ArchiveFolder folder_;
  ArchivePointer reading_{nullptr, ::archive_read_free};
  std::string block_;
};

}  // namespace

bool canUnpackArchives() {
  return true;
}

Status unpackArchive(const ArchiveJob& job, std::vector<SkippedSample>& problems) {
  return Unpacking(job).run(problems);
}
#else
bool canUnpackArchives() {
  return false;
}

Status unpackArchive(const ArchiveJob& job, std::vector<SkippedSample>&) {
  return fail(ErrorCode::Unsupported,
              job.file.string() +
                  " is an archive of a kind that this build of Fovea cannot read: it was made without libarchive.",
              "Unpack it and import the folder, or install libarchive-dev and build again.");
}
#endif

}  // namespace fovea
