// An import that fails leaves nothing behind, whether the disk is full, the process is killed or writing is not
// permitted.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>

#include "core/data/importers/idx_importer.h"
#include "core/data/store/staging_folder.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

// Writes samples of 64 KB until that fails; 0 if it failed with NoSpace.
int writeUntilFull(const fs::path& target) {
  const Shape shape{1, 256, 256};
  const auto pixels = pixelsOf(1, shape);
  auto writer = DatasetWriter::create(target, {"big", "test", "", shape, {"a"}});
  if (!writer.ok()) return writer.error().code == ErrorCode::NoSpace ? 0 : 2;
  for (int i = 0; i < 4000; ++i) {
    const auto status = (*writer)->add(rawSample(shape, pixels, 0, Split::Train, "x", 0));
    if (!status.ok()) return status.error().code == ErrorCode::NoSpace ? 0 : 3;
  }
  return 4;
}

TEST(FullDisk, ALimitOnFileSizesLeavesNothing) {
  const TemporaryFolder folder;
  const int code = inChild([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{20 << 20, 20 << 20};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return writeUntilFull(folder / "set");
  });
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(folder.entries().empty());
}

TEST(FullDisk, AFullDiskLeavesNothing) {
  const TemporaryFolder folder;
  const int code = inChild([&] {
    // A small disk of the child's own, which vanishes with it.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=24m") != 0)
      return 77;
    const int written = writeUntilFull(folder / "set");
    return written != 0 ? written : folder.entries().empty() ? 0 : 5;
  });
  if (code == 77) GTEST_SKIP() << "this user may not mount a small disk";
  EXPECT_EQ(code, 0);
}

TEST(FullDisk, IsForeseenWhereTheSizeIsKnown) {
  const TemporaryFolder folder;
  const Shape shape{3, 1000, 1000};
  const auto writer = DatasetWriter::create(folder / "set", {"", "", "", shape, {}, 1000000000});
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error().code, ErrorCode::NoSpace);
  EXPECT_TRUE(contains(writer.error().text(), "MB"));
  EXPECT_TRUE(folder.entries().empty());
}

TEST(KilledImport, IsClearedAwayByTheNext) {
  const TemporaryFolder folder;
  for (int round = 0; round < 10; ++round) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(writeUntilFull(folder / "set"));
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_FALSE(fs::exists(folder / "set"));
  }
  makeDataset(folder / "set", {5, 0, 0});
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"set"});
  EXPECT_EQ(openDataset(folder / "set")->size(Split::Train), 5);
}

TEST(StagingFolder, DoesNotTouchAnImportThatIsStillRunning) {
  const TemporaryFolder folder;
  const auto first = StagingFolder::create(folder / "set").value();
  const auto second = StagingFolder::create(folder / "set").value();
  EXPECT_NE(first->path(), second->path());
  EXPECT_TRUE(fs::exists(first->path()));
  writeBytes(first->path() / "file", "x");
  EXPECT_TRUE(first->commit().ok());
  const auto late = second->commit();
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(readBytes(folder / "set/file"), "x");
}

TEST(StagingFolder, LeavesFoldersOfOthersAlone) {
  const TemporaryFolder folder;
  fs::create_directory(folder / ".set.importing-0");
  fs::create_directory(folder / ".other.importing-0");
  fs::create_directory(folder / "neighbour");
  makeDataset(folder / "set", {1, 0, 0});
  EXPECT_FALSE(fs::exists(folder / ".set.importing-0"));
  EXPECT_TRUE(fs::exists(folder / ".other.importing-0"));
  EXPECT_TRUE(fs::exists(folder / "neighbour"));
}

TEST(NoPermission, TheFolderIsNamed) {
  const TemporaryFolder folder;
  writeMnist(folder / "in", 20, 0);
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_exec);
  const int code = asOrdinaryUser(folder, [&] {
    const auto summary = runImport(*idxImporter(), folder / "closed/set", folder / "in", {}, {}, {});
    if (summary.ok()) return 2;
    if (summary.error().code != ErrorCode::PermissionDenied) return 3;
    return contains(summary.error().message, "closed") ? 0 : 4;
  });
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(fs::is_empty(folder / "closed"));
  fs::permissions(folder / "closed", fs::perms::owner_all);
}

}  // namespace
}  // namespace fovea::test
