// Zip and tar files are read as the folders that they hold; what they ask for is bounded.
#include "core/data/importing/archive.h"

#include "../archive_support.h"
#include "core/data/importing/import_job.h"
#include "../importers/importer_support.h"

#if defined(FOVEA_TEST_ARCHIVES)

namespace fovea::test {
namespace {

std::vector<ArchivedFile> pictures() {
  std::vector<ArchivedFile> entries;
  for (int i = 0; i < 3; ++i)
    for (const char* name : {"cat", "dög"})
      entries.push_back({std::string("pets/") + name + "/" + std::to_string(i) + ".png",
                         greyPng(8, 6, 10 * i + static_cast<int>(name[0]))});
  entries.push_back({"__MACOSX/pets/cat/._0.png", "x"});
  return entries;
}

class Archives : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canReadArchives() || !canDecodeImages()) GTEST_SKIP() << "built without libarchive or OpenCV";
  }
  Result<std::shared_ptr<const UnpackedArchive>> unpack(const std::string& name, const ArchiveLimits& limits = {}) {
    return UnpackedArchive::make(folder / name, folder / "scratch", {}, limits);
  }
  std::ptrdiff_t leftIn(const fs::path& place) const {
    std::error_code code;
    return std::distance(fs::directory_iterator(place, code), fs::directory_iterator());
  }
  const TemporaryFolder folder;
};

TEST_F(Archives, AreReadAsTheFolderTheyHold) {
  for (const auto& [name, kind] : {std::pair("pets.zip", ArchiveKind::Zip), std::pair("pets.tar", ArchiveKind::Tar),
                                   std::pair("pets.TAR.GZ", ArchiveKind::TarGz)}) {
    writeBytes(folder / name, packed(kind, pictures()));
    const Recognition found = recognised(folder / name);
    EXPECT_EQ(found.importer, "folder") << name;
    EXPECT_EQ(found.name, "pets");
    EXPECT_EQ(found.classes, (std::vector<std::string>{"cat", "dög"})) << name;
    const fs::path target = folder / "sets" / name;
    const auto summary = runImport(**findImporter("folder"), target, folder / name, {}, {}, {});
    ASSERT_TRUE(summary.ok()) << summary.error().text();
    EXPECT_EQ(summary->samples, 6);
    const auto dataset = openDataset(target);
    const auto sample = dataset->sample(Split::Train, 0);
    ASSERT_TRUE(sample.ok());
    EXPECT_TRUE(sample->source.starts_with((folder / name).string() + "/")) << sample->source;
    const auto again = runImport(**findImporter("folder"), target, folder / name, {}, {}, {});
    ASSERT_TRUE(again.ok()) << again.error().text();
    EXPECT_EQ(again->samples, 0);
    EXPECT_TRUE(again->changes.all.empty());
  }
  EXPECT_EQ(leftIn(folder / "sets"), 3) << "what was unpacked is removed";
}

TEST_F(Archives, PathsThatLeaveAreNamedAndNotFollowed) {
  for (const auto kind : {ArchiveKind::Tar, ArchiveKind::Zip}) {
    auto entries = pictures();
    entries.push_back({"../outside.png", greyPng(4, 4, 1)});
    entries.push_back({"pets/../../outside.png", greyPng(4, 4, 1)});
    entries.push_back({"/tmp/fovea_outside.png", greyPng(4, 4, 1)});
    entries.push_back({"pets/link", "", "/etc"});
    entries.push_back({"pets/link/passwd", "x"});
    entries.push_back({"pets/cat/0.png", greyPng(4, 4, 1)});
    entries.push_back({"pets/cat/0.png/inner.png", greyPng(4, 4, 1)});
    writeBytes(folder / "bad.archive", packed(kind, entries));
    fs::rename(folder / "bad.archive", folder / "bad.tar");
    const auto unpacked = unpack("bad.tar");
    ASSERT_TRUE(unpacked.ok()) << unpacked.error().text();
    EXPECT_EQ((*unpacked)->problems().size(), 6u);
    for (const SkippedSample& each : (*unpacked)->problems()) EXPECT_FALSE(each.reason.empty());
    EXPECT_FALSE(fs::exists(folder / "outside.png"));
    EXPECT_FALSE(fs::exists(folder / "scratch/outside.png"));
    EXPECT_FALSE(fs::exists("/tmp/fovea_outside.png"));
    EXPECT_TRUE(fs::is_directory((*unpacked)->folder() / "pets/link")) << "a folder of its own, no link";
  }
}

TEST_F(Archives, BombsAreRefused) {
  writeBytes(folder / "bomb.zip", packed(ArchiveKind::Zip, {{"a.txt", std::string(20 << 20, 'a')}}));
  ArchiveLimits limits;
  limits.free = 1 << 20;
  const auto bomb = unpack("bomb.zip", limits);
  ASSERT_FALSE(bomb.ok());
  EXPECT_EQ(bomb.error().code, ErrorCode::InvalidArgument);
  EXPECT_NE(bomb.error().message.find("bytes"), std::string::npos);
  EXPECT_EQ(leftIn(folder / "scratch"), 0);
  ArchiveLimits few;
  few.entries = 2;
  writeBytes(folder / "many.tar", packed(ArchiveKind::Tar, pictures()));
  EXPECT_FALSE(unpack("many.tar", few).ok());
  EXPECT_TRUE(unpack("many.tar").ok());
}

// MNIST and CIFAR as they are handed around, also packed with their folder.
TEST_F(Archives, HoldFilesOfMnistAndCifar) {
  std::vector<ArchivedFile> mnist, cifar;
  for (const char* name : {"train", "t10k"}) {
    mnist.push_back({std::string("MNIST/raw/") + name + "-images-idx3-ubyte", idxImages(4, 4, 5)});
    mnist.push_back({std::string("MNIST/raw/") + name + "-labels-idx1-ubyte", idxLabels(4, 4)});
  }
  std::string batch;
  for (int i = 0; i < 4; ++i) batch += static_cast<char>(i % 2) + std::string(3072, static_cast<char>(20 * i));
  cifar.push_back({"cifar-10-batches-bin/data_batch_1.bin", batch});
  cifar.push_back({"cifar-10-batches-bin/test_batch.bin", batch});
  writeBytes(folder / "mnist.zip", packed(ArchiveKind::Zip, mnist));
  writeBytes(folder / "cifar-10-binary.tar.gz", packed(ArchiveKind::TarGz, cifar));
  for (const auto& [name, importer, samples] :
       {std::tuple("mnist.zip", "idx", 8), std::tuple("cifar-10-binary.tar.gz", "cifar", 8)}) {
    const Recognition found = recognised(folder / name);
    EXPECT_EQ(found.importer, importer) << name;
    EXPECT_EQ(found.samples, samples);
    ASSERT_FALSE(found.previews.empty());
    EXPECT_TRUE(found.previews[0].source.starts_with((folder / name).string() + "/")) << found.previews[0].source;
    const auto summary = runImport(**findImporter(importer), folder / "sets" / name, folder / name, {}, {}, {});
    ASSERT_TRUE(summary.ok()) << summary.error().text();
    EXPECT_GT(summary->samples, 0);
    EXPECT_TRUE(openDataset(folder / "sets" / name)->sample(Split::Train, 0)->source.find(".unpacked") ==
                std::string::npos);
  }
  EXPECT_EQ(leftIn(folder / "sets"), 2) << "what was unpacked is removed";
}

TEST_F(Archives, TellHowFarUnpackingIsAndStopAtOnce) {
  std::vector<ArchivedFile> entries;
  std::mt19937 random(3);
  for (int i = 0; i < 4; ++i) {
    std::string content(std::size_t{4} << 20, '\0');
    for (char& byte : content) byte = static_cast<char>(random());
    entries.push_back({"set/" + std::to_string(i) + ".bin", std::move(content)});
  }
  writeBytes(folder / "big.zip", packed(ArchiveKind::Zip, entries));
  std::vector<Progress> told;
  const auto tell = [&](const Progress& progress) { told.push_back(progress); };
  ASSERT_TRUE(UnpackedArchive::make(folder / "big.zip", folder / "scratch", {}, {}, tell).ok());
  ASSERT_FALSE(told.empty());
  EXPECT_GT(told[0].total, std::uint64_t{16} << 20);
  for (const Progress& each : told) EXPECT_LE(each.done, each.total);
  const CancelToken cancel;
  const auto stop = [&](const Progress&) { cancel.cancel(); };
  const auto stopped = UnpackedArchive::make(folder / "big.zip", folder / "scratch", cancel, {}, stop);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
  EXPECT_EQ(leftIn(folder / "scratch"), 0);
}

// Where the archive says how much it holds, nothing is written in vain.
TEST_F(Archives, SpaceIsLookedAtFirst) {
  std::vector<ArchivedFile> entries{{"set/a.txt", "first"}, {"set/zeros.bin", std::string(std::size_t{3} << 20, '\0')}};
  writeBytes(folder / "zeros.zip", packed(ArchiveKind::Zip, entries));
  writeBytes(folder / "zeros.tar", packed(ArchiveKind::Tar, entries));
  ArchiveLimits limits;
  limits.ratio = 0;
  limits.free = std::uint64_t{1} << 20;
  for (const char* name : {"zeros.zip", "zeros.tar"}) {
    int told = 0;  // told only while something is written
    const auto refused =
        UnpackedArchive::make(folder / name, folder / "scratch", {}, limits, [&](const Progress&) { ++told; });
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(told, 0) << name;
  }
}

TEST_F(Archives, DamagedOnesAreRefused) {
  const std::string whole = packed(ArchiveKind::TarGz, pictures());
  for (const std::size_t kept : {std::size_t{0}, std::size_t{10}, whole.size() / 2, whole.size() - 12}) {
    writeBytes(folder / "cut.tgz", whole.substr(0, kept));
    const auto unpacked = unpack("cut.tgz");
    EXPECT_TRUE(kept == 0 || !unpacked.ok()) << kept;
    EXPECT_FALSE(recogniseAny(folder / "cut.tgz").ok());
  }
  writeBytes(folder / "no.zip", "this is no archive");
  EXPECT_FALSE(recogniseAny(folder / "no.zip").ok());
}

TEST_F(Archives, SurviveMutations) {
  std::mt19937 random(7);
  for (const auto kind : {ArchiveKind::Zip, ArchiveKind::TarGz, ArchiveKind::Tar}) {
    const std::string whole = packed(kind, pictures());
    for (int i = 0; i < 300; ++i) {
      writeBytes(folder / "m.zip", mutated(whole, random));
      const auto unpacked = unpack("m.zip");
      EXPECT_TRUE(unpacked.ok() || !unpacked.error().message.empty());
    }
  }
  EXPECT_EQ(leftIn(folder / "scratch"), 0);
}

}  // namespace
}  // namespace fovea::test
#endif
