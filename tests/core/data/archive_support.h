// Why: tests of archives make zip and tar files of their own, where libarchive is there to write them.
#pragma once
#include <clocale>
#include <string>
#include <vector>

#if __has_include(<archive.h>)
#define FOVEA_TEST_ARCHIVES
#include <archive.h>
#include <archive_entry.h>

namespace fovea::test {

struct ArchivedFile {
  std::string name;
  std::string content;
  std::string link{};  // a symbolic link to this
};

enum class ArchiveKind { Zip, ZipStored, Tar, TarGz };

inline std::string packed(ArchiveKind kind, const std::vector<ArchivedFile>& entries) {
  // libarchive converts names by the locale.
  const locale_t names = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  const locale_t before = uselocale(names);
  std::string bytes(std::size_t{32} << 20, '\0');
  std::size_t used = 0;
  archive* writing = archive_write_new();
  if (kind == ArchiveKind::Zip || kind == ArchiveKind::ZipStored) {
    archive_write_set_format_zip(writing);
    archive_write_set_options(
        writing, kind == ArchiveKind::Zip ? "zip:hdrcharset=UTF-8" : "zip:hdrcharset=UTF-8,zip:compression=store");
  } else {
    archive_write_set_format_pax_restricted(writing);
  }
  if (kind == ArchiveKind::TarGz) archive_write_add_filter_gzip(writing);
  archive_write_open_memory(writing, bytes.data(), bytes.size(), &used);
  for (const ArchivedFile& each : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, each.name.c_str());
    archive_entry_set_filetype(entry, each.link.empty() ? AE_IFREG : AE_IFLNK);
    if (!each.link.empty()) archive_entry_set_symlink(entry, each.link.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, each.link.empty() ? std::ssize(each.content) : 0);
    archive_write_header(writing, entry);
    if (each.link.empty()) archive_write_data(writing, each.content.data(), each.content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writing);
  archive_write_free(writing);
  uselocale(before);
  freelocale(names);
  bytes.resize(used);
  return bytes;
}

}  // namespace fovea::test
#endif
