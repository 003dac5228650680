// Why: the members of an uncompressed tar file are stored in it unchanged, each after its header. Once all headers were
// read, each member can be read directly from the file.
#pragma once
#include <filesystem>
#include <memory>

#include "core/data/files/stand_in.h"
#include "core/data/importing/archive_member.h"

namespace fovea {

// The members of a tar file. libarchive reads the headers, for all tar formats. Immutable, thread-safe.
class TarMembers : public MemberReader {
 public:
  // Opens a file, which may itself be a member of an archive. Fails with Unsupported if it is no tar file or is
  // compressed, and as openPart().
  static Result<std::shared_ptr<const TarMembers>> open(const std::filesystem::path& path);

  // Visits the entries in order until `visit` fails. Fails with Corrupt if the file is damaged or truncated.
  Status forEach(const VisitMember& visit) const;

  Status read(std::uint64_t member, std::uint64_t size, const TakeBytes& take) const override;
  std::optional<std::uint64_t> stored(std::uint64_t member, std::uint64_t size) const override;
  const Descriptor& archive() const override { return file_; }

 private:
  TarMembers() = default;

  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t begin_ = 0, end_ = 0;  // offsets of the tar file in `file_`
};

}  // namespace fovea
