// Why: archive formats list their entries differently; with this common form, entries are checked in one place.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "core/base/result.h"

namespace fovea {

// An entry as the archive lists it.
struct ArchiveMember {
  std::string name;  // as in the archive, with "/" between its parts
  bool folder = false;
  bool link = false;
  bool special = false;        // neither file, folder nor link
  std::uint64_t size = 0;      // of the content, in bytes
  std::int64_t modified = 0;   // seconds since 1970
  std::uint64_t number = 0;    // identifies the entry for its MemberReader
  std::uint64_t position = 0;  // progress through the archive, in bytes
};

using VisitMember = std::function<Status(const ArchiveMember&)>;

}  // namespace fovea
