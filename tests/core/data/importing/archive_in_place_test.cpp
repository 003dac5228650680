// Members of zip and tar files are read where they lie: nothing of them is on the disk a second time.
#include <fmt/format.h>
#include <sys/stat.h>

#include "../archive_support.h"
#include "../importers/importer_support.h"
#include "core/data/files/random_file.h"
#include "core/data/files/stand_in.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/import_job.h"

#if defined(FOVEA_TEST_ARCHIVES)

namespace fovea::test {
namespace {

// Bytes that all files below a folder take on the disk.
std::uint64_t onDisk(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    struct stat info {};
    if (entry.is_regular_file() && ::stat(entry.path().c_str(), &info) == 0)
      bytes += static_cast<std::uint64_t>(info.st_blocks) * 512;
  }
  return bytes;
}

std::string noise(std::size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::string content(bytes, '\0');
  for (char& byte : content) byte = static_cast<char>(random());
  return content;
}

class ArchivesInPlace : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canReadArchives() || !canDecodeImages()) GTEST_SKIP() << "built without libarchive or OpenCV";
  }
  std::shared_ptr<const UnpackedArchive> opened(const std::string& name) {
    auto archive = UnpackedArchive::make(folder / name, folder / "scratch", {});
    EXPECT_TRUE(archive.ok()) << (archive.ok() ? "" : archive.error().text());
    return archive.ok() ? *archive : nullptr;
  }
  const TemporaryFolder folder;
};

constexpr ArchiveKind kInPlace[] = {ArchiveKind::Zip, ArchiveKind::ZipStored, ArchiveKind::Tar};

TEST_F(ArchivesInPlace, TakeNoRoomAndGiveTheSameBytes) {
  std::vector<ArchivedFile> entries;
  for (int i = 0; i < 40; ++i)
    entries.push_back({fmt::format("set/{}/{}.bin", i % 3, i), noise(static_cast<std::size_t>(i) * 700, 1u + i)});
  // A name that needs a head of its own in a tar file.
  const std::string deep = "set/" + std::string(120, 'a') + "/" + std::string(110, 'b') + ".bin";
  entries.push_back({deep, noise(5000, 99)});
  for (const ArchiveKind kind : kInPlace) {
    writeBytes(folder / "set.archive", packed(kind, entries));
    fs::rename(folder / "set.archive", folder / "set.zip");
    const auto archive = opened("set.zip");
    ASSERT_NE(archive, nullptr);
    EXPECT_TRUE(archive->inPlace());
    EXPECT_TRUE(archive->problems().empty());
    for (const ArchivedFile& each : entries) {
      const fs::path path = archive->folder() / each.name;
      EXPECT_EQ(fs::file_size(path), each.content.size());
      const auto whole = readSource(path, 1 << 20);
      ASSERT_TRUE(whole.ok()) << whole.error().text();
      EXPECT_EQ(*whole, each.content);
      EXPECT_EQ(beginningOfFile(path, 100), each.content.substr(0, 100));
      const auto random = RandomFile::open(path);
      ASSERT_TRUE(random.ok()) << random.error().text();
      ASSERT_EQ((*random)->size(), each.content.size());
      if (each.content.size() < 50) continue;
      std::string part(20, '\0');
      ASSERT_TRUE((*random)->read(30, {reinterpret_cast<std::uint8_t*>(part.data()), part.size()}).ok());
      EXPECT_EQ(part, each.content.substr(30, 20));
      EXPECT_FALSE((*random)->read(each.content.size() - 5, {reinterpret_cast<std::uint8_t*>(part.data()), 20}).ok())
          << "what follows in the archive is no part of it";
    }
    EXPECT_EQ(onDisk(archive->folder()), 0u) << static_cast<int>(kind);
    EXPECT_FALSE(readSource(archive->folder() / deep, 4999).ok()) << "larger than asked for";
  }
}

// What cannot be held in memory is unpacked when it is asked for, once; what lies there as it is is not.
TEST_F(ArchivesInPlace, LargeMembersThatAreCompressedAreUnpackedOnce) {
  const std::string large(std::size_t{17} << 20, 'x');
  for (const ArchiveKind kind : {ArchiveKind::Zip, ArchiveKind::ZipStored}) {
    writeBytes(folder / "set.zip", packed(kind, {{"a.bin", large}, {"b.bin", "small"}}));
    const auto archive = opened("set.zip");
    ASSERT_NE(archive, nullptr);
    const auto before = fs::last_write_time(archive->folder() / "a.bin");
    const auto part = openPart(archive->folder() / "a.bin");
    ASSERT_TRUE(part.ok()) << part.error().text();
    EXPECT_EQ(part->size, large.size());
    EXPECT_EQ(onDisk(archive->folder()) > 0, kind == ArchiveKind::Zip);
    ASSERT_TRUE(openWhole(archive->folder() / "a.bin").ok());
    EXPECT_EQ(*readSource(archive->folder() / "a.bin", large.size()), large);
    EXPECT_GE(onDisk(archive->folder()), large.size());
    EXPECT_EQ(fs::last_write_time(archive->folder() / "a.bin"), before);
    EXPECT_EQ(*readSource(archive->folder() / "b.bin", 100), "small");
  }
}

TEST_F(ArchivesInPlace, ADamagedMemberIsLeftOutAndNamed) {
  std::vector<ArchivedFile> entries;
  for (int i = 0; i < 6; ++i)
    entries.push_back({fmt::format("pets/{}/{}.png", i % 2 ? "cat" : "dog", i), greyPng(40, 30, 10 * i)});
  std::string bytes = packed(ArchiveKind::ZipStored, entries);
  const std::size_t place = bytes.find(entries[3].content);
  ASSERT_NE(place, std::string::npos);
  bytes[place + 50] ^= 1;
  writeBytes(folder / "pets.zip", bytes);
  const auto summary = runImport(**findImporter("folder"), folder / "set", folder / "pets.zip", {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 5);
  ASSERT_EQ(summary->skipped.size(), 1u);
  EXPECT_TRUE(summary->skipped[0].source.ends_with("pets.zip/pets/cat/3.png")) << summary->skipped[0].source;
  EXPECT_NE(summary->skipped[0].reason.find("damaged"), std::string::npos) << summary->skipped[0].reason;
}

// Every way in which importers read files.
TEST_F(ArchivesInPlace, ImportAsTheirFoldersDo) {
  std::vector<ArchivedFile> pairs, table, texts, masks;
  for (int i = 0; i < 8; ++i) {
    pairs.push_back({fmt::format("pairs/low/{}.png", i), greyPng(4, 4, 20 * i)});
    pairs.push_back({fmt::format("pairs/high/{}.png", i), greyPng(8, 8, 20 * i)});
    masks.push_back({fmt::format("organs/images/{}.png", i), greyPng(4, 4, 20 * i)});
    masks.push_back({fmt::format("organs/masks/{}.png", i), png(4, 4, std::string(8, '\0') + std::string(8, '\1'))});
    texts.push_back({fmt::format("texts/{}/{}.txt", i % 2 ? "good" : "bad", i),
                     fmt::format("This is the text of number {}, and it is of some length.", i)});
  }
  std::string rows = "a,b,label\n";
  for (int i = 0; i < 20; ++i) rows += fmt::format("{},{},{}\n", i * i % 7, 0.5 * (i % 5), i % 2 ? "yes" : "no");
  table.push_back({"table/rows.csv", rows});
  for (const auto& [name, entries] :
       {std::pair("pairs", pairs), std::pair("organs", masks), std::pair("texts", texts), std::pair("table", table)}) {
    for (const ArchivedFile& each : entries) writeBytes(folder / "plain" / each.name, each.content);
    const Recognition plain = recognised(folder / "plain" / name);
    for (const ArchiveKind kind : kInPlace) {
      const fs::path file = folder / fmt::format("{}.{}", name, kind == ArchiveKind::Tar ? "tar" : "zip");
      auto inside = entries;
      if (inside.size() == 1) inside[0].name = "rows.csv";  // tables are looked for in no folder below
      writeBytes(file, packed(kind, inside));
      const auto found = recogniseAny(file);
      ASSERT_TRUE(found.ok()) << found.error().text();
      EXPECT_EQ(found->importer, plain.importer) << name;
      EXPECT_EQ(found->samples, plain.samples) << name;
      const auto one = openSource(plain.importer, folder / "plain" / name);
      const auto other = openSource(plain.importer, file);
      ASSERT_TRUE(one && other);
      ASSERT_EQ(one->size(), other->size());
      for (std::int64_t i = 0; i < one->size(); ++i) {
        const LoadedItem a = loaded(*one, i), b = loaded(*other, i);
        EXPECT_EQ(one->item(i).label, other->item(i).label);
        EXPECT_EQ(contentHash(rawContent(pixelsOf(a)).bytes), contentHash(rawContent(pixelsOf(b)).bytes)) << name << i;
        if (a.target.defined()) {
          EXPECT_EQ(contentHash(rawContent(a.target).bytes), contentHash(rawContent(b.target).bytes)) << name << i;
        }
      }
    }
  }
}

// An archive is recognised by what it holds: a rare form of zip is unpacked as before.
TEST_F(ArchivesInPlace, WhatCannotBeReadInPlaceIsUnpacked) {
  std::string bytes = packed(ArchiveKind::Zip, {{"a/1.png", greyPng(4, 4, 1)}, {"b/2.png", greyPng(4, 4, 9)}});
  writeBytes(folder / "tail.zip", bytes + "something behind its end");
  writeBytes(folder / "small.tgz", packed(ArchiveKind::TarGz, {{"a/1.png", greyPng(4, 4, 1)}}));
  for (const char* name : {"tail.zip", "small.tgz"}) {
    const auto archive = opened(name);
    ASSERT_NE(archive, nullptr);
    EXPECT_FALSE(archive->inPlace());
    EXPECT_TRUE(readSource(archive->folder() / "a/1.png", 1000).ok());
  }
}

}  // namespace
}  // namespace fovea::test
#endif
