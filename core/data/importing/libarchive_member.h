// Why: one place converts an entry of libarchive to an ArchiveMember.
#pragma once
#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <clocale>

#include "core/data/importing/archive_member.h"

namespace fovea {

// Makes libarchive return names in UTF-8 whatever the program's locale is; changes the locale of this thread only.
class Utf8Names {
 public:
  Utf8Names() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_) before_ = ::uselocale(locale_);
  }
  ~Utf8Names() {
    if (!locale_) return;
    ::uselocale(before_);
    ::freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t before_{};
};

inline ArchiveMember memberOf(archive_entry* entry) {
  const char* name = ::archive_entry_pathname(entry);
  const auto type = ::archive_entry_filetype(entry);
  ArchiveMember member;
  member.name = name ? name : "";
  member.folder = type == AE_IFDIR;
  member.link = ::archive_entry_hardlink(entry) || type == AE_IFLNK;
  member.special = !member.link && type != AE_IFDIR && type != AE_IFREG;
  member.size = static_cast<std::uint64_t>(std::max<la_int64_t>(0, ::archive_entry_size(entry)));
  member.modified = ::archive_entry_mtime(entry);
  return member;
}

}  // namespace fovea
