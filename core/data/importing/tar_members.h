// Why: the members of a tar file that is not compressed lie in it as they are, each behind a head of its own: once all
// heads were looked at, each member can be read where it lies.
#pragma once
#include <filesystem>
#include <memory>

#include "core/data/files/stand_in.h"
#include "core/data/importing/archive_member.h"

namespace fovea {

// The members of a tar file. libarchive reads the heads, in all forms of tar. Immutable, thread-safe.
class TarMembers : public MemberReader {
 public:
  // Unsupported where it is no such file, or compressed. NotFound, PermissionDenied, Io.
  static Result<std::shared_ptr<const TarMembers>> open(const std::filesystem::path& path);

  // Visits the entries in their order, until one fails. Corrupt where the file is damaged or cut off.
  Status forEach(const VisitMember& visit) const;

  Status read(std::uint64_t member, std::uint64_t size, const TakeBytes& take) const override;
  std::optional<std::uint64_t> stored(std::uint64_t member, std::uint64_t size) const override;
  const Descriptor& archive() const override { return file_; }

 private:
  TarMembers() = default;

  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t size_ = 0;  // of the file
};

}  // namespace fovea
