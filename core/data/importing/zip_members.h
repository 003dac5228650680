// Why: a zip file has a list of what it holds at its end, so that each member can be read where it lies.
// Format: PKWARE's APPNOTE 6.3; members that are stored or deflated, also above 4 GB.
#pragma once
#include <filesystem>
#include <memory>

#include "core/data/files/stand_in.h"
#include "core/data/importing/archive_member.h"

namespace fovea {

// The members of a zip file. Each is checked against its checksum when it is read. Immutable, thread-safe.
class ZipMembers : public MemberReader {
 public:
  // Unsupported where it has no such list, or holds something that is packed otherwise. NotFound, PermissionDenied,
  // InvalidArgument (encrypted).
  static Result<std::shared_ptr<const ZipMembers>> open(const std::filesystem::path& path);

  std::uint64_t entries() const { return entries_; }
  // Visits the entries in the order of the list, until one fails. Unsupported where the list itself is damaged.
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
  std::uint64_t size_ = 0;                  // of the file
  std::uint64_t list_ = 0, listBytes_ = 0;  // where the list is
  std::uint64_t entries_ = 0;
  std::uint64_t shift_ = 0;  // of all places: what was put before the archive
};

}  // namespace fovea
