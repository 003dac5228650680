// Neither exceptions nor a lack of memory end the program: both become error messages.
#include "core/base/guarded.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/memory.h"

namespace fovea {
namespace {
namespace fs = std::filesystem;

TEST(GuardedTest, PassesOnWhatTheWorkReturns) {
  EXPECT_EQ(*guarded([] { return 3; }), 3);
  EXPECT_EQ(*guarded([]() -> Result<int> { return 4; }), 4);
  EXPECT_EQ(guarded([]() -> Result<int> { return fail(ErrorCode::NotFound, "No."); }).error().message, "No.");
  int called = 0;
  const Status status = guarded([&] { ++called; });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(called, 1);
}

TEST(GuardedTest, EveryExceptionBecomesAnError) {
  const auto errorOf = [](auto thrown) { return guarded([&] { throw thrown; }).error(); };
  EXPECT_EQ(errorOf(std::bad_alloc()).code, ErrorCode::OutOfMemory);
  EXPECT_EQ(errorOf(std::length_error("vector")).code, ErrorCode::OutOfMemory);
  EXPECT_EQ(
      errorOf(OutOfMemory(tooLittleMemory(7, "a toy"))).message.find("There is not enough memory for 7 bytes (a toy)"),
      0u);
  EXPECT_EQ(errorOf(std::system_error(ENOSPC, std::generic_category())).code, ErrorCode::NoSpace);
  EXPECT_NE(errorOf(std::runtime_error("a riddle")).message.find("a riddle"), std::string::npos);
  EXPECT_EQ(errorOf(42).code, ErrorCode::Internal);
  EXPECT_FALSE(errorOf(42).message.empty());
}

TEST(GuardedTest, AVectorBeyondTheAddressSpaceIsAnError) {
  volatile std::size_t count = std::size_t{1} << 62;
  const auto made = guarded([&] { return std::vector<float>(count); });
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, ErrorCode::OutOfMemory);
}

TEST(GuardedTest, AThreadThatFailsLeavesItsError) {
  Status status;
  std::thread([&] { status = guarded([] { throw std::bad_alloc(); }); }).join();
  EXPECT_EQ(status.error().code, ErrorCode::OutOfMemory);
}

TEST(MemoryTest, MoreThanThereIsIsRefusedWithItsSize) {
  ASSERT_GT(hostMemory().totalBytes, 0u);
  EXPECT_LE(hostMemory().availableBytes, hostMemory().totalBytes * 4) << "free swap counts";
  EXPECT_TRUE(checkMemory(1000).ok());
  EXPECT_TRUE(checkMemory(std::uint64_t{16} << 20).ok());
  const Status status = checkMemory(std::uint64_t{3} << 50, "all books");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::OutOfMemory);
  EXPECT_EQ(status.error().message.find("There is not enough memory for 3072.0 TiB (all books): "), 0u)
      << status.error().message;
  EXPECT_FALSE(status.error().advice.empty());
}

// A fake system, described by its files.
class FakeSystem : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("fovea-memory-" + std::to_string(::getpid()));
    write("proc/meminfo",
          "MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\nSwapFree:  1000000 "
          "kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const fs::path& name, const std::string& content) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << content;
  }
  fs::path root_;
};

TEST_F(FakeSystem, WithoutLimitsAllThatIsAvailableCounts) {
  EXPECT_EQ(hostMemory(root_).totalBytes, 16000000ull * 1024);
  EXPECT_EQ(hostMemory(root_).availableBytes, 9000000ull * 1024);
  EXPECT_EQ(hostMemory(root_).availableRam, 8000000ull * 1024);
  EXPECT_EQ(hostMemory(root_ / "nowhere").totalBytes, 0u);
}

TEST_F(FakeSystem, TheTightestGroupOfVersion2Counts) {
  write("proc/self/cgroup", "0::/user.slice/session\n");
  write("sys/fs/cgroup/user.slice/session/memory.max", "max\n");
  write("sys/fs/cgroup/user.slice/session/memory.current", "500000\n");
  EXPECT_EQ(hostMemory(root_).availableBytes, 9000000ull * 1024) << "\"max\" is no limit";
  write("sys/fs/cgroup/user.slice/memory.max", "4000000000\n");
  write("sys/fs/cgroup/user.slice/memory.current", "3000000000\n");
  write("sys/fs/cgroup/user.slice/memory.stat", "anon 2000000000\ninactive_file 400000000\n");
  EXPECT_EQ(hostMemory(root_).totalBytes, 4000000000u);
  EXPECT_EQ(hostMemory(root_).availableBytes, 1400000000u);
  EXPECT_EQ(hostMemory(root_).availableRam, 1400000000u);
}

TEST_F(FakeSystem, AContainerOfVersion1SeesOnlyItsOwnGroup) {
  write("proc/self/cgroup", "9:name=systemd:/docker/3f\n4:cpu,memory:/docker/3f\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "1200000000\n");
  EXPECT_EQ(hostMemory(root_).availableBytes, 0u) << "more than the limit is used: nothing is left";
}

}  // namespace
}  // namespace fovea
