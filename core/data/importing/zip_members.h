// Why: a zip file ends with a directory of its members, so each member can be read directly from the file.
// Format: PKWARE's APPNOTE 6.3. Members may be stored or deflated, also above 4 GB.
#pragma once
#include <filesystem>
#include <memory>

#include "core/data/files/stand_in.h"
#include "core/data/importing/archive_member.h"

namespace fovea {

// The members of a zip file. read() verifies the checksum of each. Immutable, thread-safe.
class ZipMembers : public MemberReader {
 public:
  // Fails with Unsupported if the file has no valid directory or uses another compression; or with NotFound,
  // PermissionDenied, InvalidArgument (encrypted).
  static Result<std::shared_ptr<const ZipMembers>> open(const std::filesystem::path& path);

  std::uint64_t entries() const { return entries_; }
  // Visits the entries in directory order until `visit` fails. Fails with Corrupt if the directory is damaged.
  Status forEach(const VisitMember& visit) const;

  Status read(std::uint64_t member, std::uint64_t size, const TakeBytes& take) const override;
  std::optional<std::uint64_t> stored(std::uint64_t member, std::uint64_t size) const override;
  const Descriptor& archive() const override { return file_; }

 private:
  struct Entry;
  ZipMembers() = default;
  Status findList();
  Result<Entry> entryAt(std::uint64_t place) const;
  Result<std::uint64_t> dataOf(const Entry& entry) const;

  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t size_ = 0;                  // of the file, in bytes
  std::uint64_t list_ = 0, listBytes_ = 0;  // offset and size of the directory
  std::uint64_t entries_ = 0;
  std::uint64_t shift_ = 0;  // added to all offsets: number of bytes before the archive
};

}  // namespace fovea
