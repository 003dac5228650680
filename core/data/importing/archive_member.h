// Why: the forms of archives differ in how they list what they hold; what becomes of an entry is decided once for all.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "core/base/result.h"

namespace fovea {

// An entry as the archive lists it.
struct ArchiveMember {
  std::string name;  // with "/" between its parts, as it is in the archive
  bool folder = false;
  bool link = false;
  bool special = false;        // neither file, folder nor link
  std::uint64_t size = 0;      // of what it holds
  std::int64_t modified = 0;   // seconds since 1970
  std::uint64_t number = 0;    // what its MemberReader calls it
  std::uint64_t position = 0;  // how far the look at the archive is, in its bytes
};

using VisitMember = std::function<Status(const ArchiveMember&)>;

}  // namespace fovea
