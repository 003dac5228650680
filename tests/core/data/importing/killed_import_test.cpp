// An import that is killed, cancelled or runs out of disk: it goes on as if nothing had happened, or leaves nothing.
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>

#include "../import_support.h"

namespace fovea::test {
namespace {

constexpr ImportTuning kSmallPieces{2, 6000, 0.002};

// Items that take a little while, some of them bad, some of them twice.
MadeItems slowImages(std::size_t count) {
  MadeItems made = madeImages(count);
  for (std::size_t i = 0; i < count; i += 5) made.items[i].group = "group " + std::to_string(i % 40);
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    if (index % 23 == 7) return fail(ErrorCode::Corrupt, "It is bad.");
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index % 31 == 3 ? index / 2 : index), Shape{1, 8, 6});
    return item;
  };
  return made;
}

// Runs the import in a child and kills it after `delay`; whether it was done before that.
bool importAndKill(const MadeItems& made, const fs::path& target, std::chrono::microseconds delay) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(importMade(made, target, {}, kSmallPieces).ok() ? 0 : 1);
  std::this_thread::sleep_for(delay);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status)) {
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  return WIFEXITED(status);
}

TEST(KilledImport, GoesOnAsIfNothingHadHappened) {
  const TemporaryFolder folder;
  const MadeItems made = slowImages(800);
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_TRUE(importMade(made, folder / "whole", {}, kSmallPieces).ok());
  // How long a whole one takes on this machine, which others may load: the kills fall anywhere in it.
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
  const std::string expected = contentOf(*openDataset(folder / "whole"));
  Random random(11);
  int kills = 0;
  int continued = 0;
  for (int round = 0; kills < 50; ++round) {
    const fs::path target = folder / ("set " + std::to_string(round));
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (importAndKill(made, target, whole * random.below(1000) / 1000)) break;
      ++kills;
      const bool there = fs::exists(target / "dataset.json");
      if (there) {
        EXPECT_EQ(contentOf(*openDataset(target)), expected);
        break;
      }
    }
    if (!fs::exists(target)) {
      const auto summary = importMade(made, target, {}, kSmallPieces);
      ASSERT_TRUE(summary.ok()) << summary.error().text();
      continued += summary->continued;
    }
    EXPECT_EQ(contentOf(*openDataset(target)), expected) << round;
    fs::remove_all(target);
    EXPECT_EQ(folder.entries(), std::vector<std::string>{"whole"});
  }
  EXPECT_GT(continued, 3);
}

TEST(KilledImport, OfAnAdditionKeepsTheDataSet) {
  const TemporaryFolder folder;
  const MadeItems made = slowImages(400);
  MadeItems first = made;
  first.items.resize(150);
  ASSERT_TRUE(importMade(first, folder / "whole", {}, kSmallPieces).ok());
  fs::copy(folder / "whole", folder / "base");
  const std::string before = contentOf(*openDataset(folder / "base"));
  ASSERT_TRUE(importMade(made, folder / "whole", {}, kSmallPieces).ok());
  const std::string expected = contentOf(*openDataset(folder / "whole"));
  Random random(12);
  for (int round = 0; round < 8; ++round) {
    const fs::path target = folder / "set";
    fs::copy(folder / "base", target);
    for (int attempt = 0; attempt < 3; ++attempt) {
      if (importAndKill(made, target, std::chrono::microseconds(1000 + random.below(25000)))) break;
      const std::string now = contentOf(*openDataset(target));
      EXPECT_TRUE(now == before || now == expected);
      if (now == expected) break;
    }
    ASSERT_TRUE(importMade(made, target, {}, kSmallPieces).ok());
    EXPECT_EQ(contentOf(*openDataset(target)), expected);
    fs::remove_all(target);
    EXPECT_EQ(folder.entries().size(), 2u);
  }
}

TEST(KilledImport, OfOtherOptionsIsNotContinued) {
  const TemporaryFolder folder;
  const MadeItems made = slowImages(800);
  while (importAndKill(made, folder / "set", std::chrono::milliseconds(20))) fs::remove_all(folder / "set");
  const auto other = importMade(made, folder / "set", {{"seed", std::int64_t{7}}}, kSmallPieces);
  ASSERT_TRUE(other.ok()) << other.error().text();
  EXPECT_FALSE(other->continued);
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"set"});
}

TEST(KilledImport, WhoseFilesAreDamagedBeginsAnew) {
  const TemporaryFolder folder;
  const MadeItems made = slowImages(800);
  ASSERT_TRUE(importMade(made, folder / "whole").ok());
  const auto damage = [&folder] {
    int damaged = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
      if (entry.path().string().find("importing") != std::string::npos && entry.path().extension() == ".mdb") {
        fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
        ++damaged;
      }
    return damaged;
  };
  // The kill is to come after the first files and before the end, however fast the machine is.
  int damaged = 0;
  std::chrono::microseconds delay(30'000);
  for (int attempt = 0; damaged == 0 && attempt < 100; ++attempt) {
    if (importAndKill(made, folder / "set", delay)) {
      fs::remove_all(folder / "set");
      delay = delay * 2 / 3;
    } else {
      damaged = damage();
      delay = delay * 5 / 4;
    }
  }
  EXPECT_GT(damaged, 0);
  ASSERT_TRUE(importMade(made, folder / "set", {}, kSmallPieces).ok());
  EXPECT_EQ(contentOf(*openDataset(folder / "set")), contentOf(*openDataset(folder / "whole")));
}

TEST(CancelledImport, LeavesNothingWherever) {
  const TemporaryFolder folder;
  const MadeItems made = slowImages(300);
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const CancelToken cancel;
    std::thread other([&, delay = 500 + random.below(12000)] {
      std::this_thread::sleep_for(std::chrono::microseconds(delay));
      cancel.cancel();
    });
    const auto summary = importMade(made, folder / "set", {}, kSmallPieces, cancel);
    other.join();
    if (summary.ok()) fs::remove_all(folder / "set");
    EXPECT_TRUE(summary.ok() || summary.error().code == ErrorCode::Cancelled);
    EXPECT_TRUE(folder.entries().empty());
  }
}

// 0 if an import of many large images ended with NoSpace.
int importUntilFull(const fs::path& target) {
  const auto summary = importMade(madeImages(4000, Shape{1, 256, 256}), target, {}, {2, 4 << 20});
  if (summary.ok()) return 2;
  return summary.error().code == ErrorCode::NoSpace ? 0 : 3;
}

TEST(FullDisk, EndsAnImportWithoutATrace) {
  const TemporaryFolder folder;
  const int code = inChild([&] {
    // A small disk of the child's own, which vanishes with it.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=24m") != 0)
      return 77;
    const int written = importUntilFull(folder / "set");
    return written != 0 ? written : folder.entries().empty() ? 0 : 5;
  });
  if (code == 77) GTEST_SKIP() << "this user may not mount a small disk";
  EXPECT_EQ(code, 0);
}

TEST(FullDisk, ThatAnAdditionFillsKeepsTheDataSet) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(4000, Shape{1, 256, 256});
  MadeItems few = made;
  few.items.resize(50);
  const int code = inChild([&] {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=40m") != 0)
      return 77;
    if (!importMade(few, folder / "set").ok()) return 2;
    const std::string before = contentOf(*openDataset(folder / "set"));
    const auto more = importMade(made, folder / "set", {}, {2, 4 << 20});
    if (more.ok() || more.error().code != ErrorCode::NoSpace) return 3;
    if (contentOf(*openDataset(folder / "set")) != before) return 4;
    return folder.entries().size() == 1 ? 0 : 5;
  });
  if (code == 77) GTEST_SKIP() << "this user may not mount a small disk";
  EXPECT_EQ(code, 0);
}

}  // namespace
}  // namespace fovea::test
