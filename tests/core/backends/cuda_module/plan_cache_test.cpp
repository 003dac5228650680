// The file of tuned plans: it is read back completely, stays small, and a damaged one only causes a message.
#include "core/backends/cuda/module/runtime/plan_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "core/backends/cuda/module/runtime/plan_versions.h"
#include "core/base/file.h"

namespace fovea::cuda {
namespace {

namespace fs = std::filesystem;

class PlanCacheTest : public ::testing::Test {
 protected:
  PlanCacheTest() {
    static int count = 0;
    folder_ = fs::temp_directory_path() / ("fovea_plans_" + std::to_string(getpid()) + "_" + std::to_string(++count));
    file_ = folder_ / "below" / "some.plans";
  }
  ~PlanCacheTest() override { fs::remove_all(folder_); }
  void write(const std::string& text) const {
    fs::create_directories(file_.parent_path());
    std::ofstream(file_) << text;
  }

  fs::path folder_, file_;
};

TEST_F(PlanCacheTest, RemembersOverPrograms) {
  PlanCache first(file_);
  EXPECT_EQ(first.find("a"), std::nullopt);
  ASSERT_TRUE(first.store("a", "eng1_k2=4").ok());
  ASSERT_TRUE(first.store("b", "eng2").ok());
  ASSERT_TRUE(first.store("a", "eng3").ok());
  PlanCache second(file_);
  EXPECT_EQ(second.find("a"), "eng3");
  EXPECT_EQ(second.find("b"), "eng2");
  EXPECT_EQ(second.find("c"), std::nullopt);
  EXPECT_TRUE(second.message().empty());
  EXPECT_EQ(readFile(file_, 1000).value(), "fovea cuda plans 1\nb eng2\na eng3\n");
}

TEST_F(PlanCacheTest, ForgetsTheOldest) {
  PlanCache cache(file_);
  write([] {
    std::string text = "fovea cuda plans 1\n";
    for (std::size_t i = 0; i < PlanCache::kMostEntries; ++i) text += "key" + std::to_string(i) + " plan\n";
    return text;
  }());
  ASSERT_TRUE(cache.store("new", "plan").ok());
  EXPECT_EQ(cache.find("key0"), std::nullopt);
  EXPECT_EQ(cache.find("key1"), "plan");
  EXPECT_EQ(PlanCache(file_).find("new"), "plan");
}

TEST_F(PlanCacheTest, TwoThatAreOpenKeepWhatTheOtherFinds) {
  PlanCache first(file_), second(file_);
  EXPECT_EQ(first.find("a"), std::nullopt);
  EXPECT_EQ(second.find("a"), std::nullopt);
  ASSERT_TRUE(first.store("a", "eng1").ok());
  ASSERT_TRUE(second.store("b", "eng2").ok());
  ASSERT_TRUE(first.store("c", "eng3").ok());
  PlanCache third(file_);
  EXPECT_EQ(third.find("a"), "eng1");
  EXPECT_EQ(third.find("b"), "eng2");
  EXPECT_EQ(third.find("c"), "eng3");
  EXPECT_EQ(first.find("b"), "eng2");  // read when it wrote its own
}

TEST_F(PlanCacheTest, ManyThatWriteAtOnceLoseNothing) {
  constexpr int kWriters = 4, kEntries = 12;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer)
    writers.emplace_back([&, writer] {
      PlanCache cache(file_);
      for (int i = 0; i < kEntries; ++i)
        EXPECT_TRUE(cache.store(std::to_string(writer) + "_" + std::to_string(i), "eng" + std::to_string(i)).ok());
    });
  for (std::thread& writer : writers) writer.join();
  PlanCache all(file_);
  for (int writer = 0; writer < kWriters; ++writer)
    for (int i = 0; i < kEntries; ++i)
      EXPECT_EQ(all.find(std::to_string(writer) + "_" + std::to_string(i)), "eng" + std::to_string(i));
}

TEST_F(PlanCacheTest, WritesLaterWhatAnotherKeptItFromWriting) {
  fs::create_directories(file_.parent_path());
  const int held = ::open((file_.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  PlanCache cache(file_);
  EXPECT_FALSE(cache.store("a", "eng1").ok());
  EXPECT_EQ(cache.find("a"), "eng1");
  ::close(held);
  ASSERT_TRUE(cache.store("b", "eng2").ok());
  EXPECT_EQ(PlanCache(file_).find("a"), "eng1");
}

TEST_F(PlanCacheTest, IgnoresABrokenFileAndSaysSo) {
  for (const std::string text :
       {"", "nonsense", "fovea cuda plans 2\na b\n", "fovea cuda plans 1\na b", "fovea cuda plans 1\nab\n",
        "fovea cuda plans 1\na b c\n", "fovea cuda plans 1\na \n", "fovea cuda plans 1\n\x01 b\n"}) {
    write(text);
    PlanCache cache(file_);
    EXPECT_EQ(cache.find("a"), std::nullopt) << text;
    EXPECT_NE(cache.message().find("are not used: line"), std::string::npos) << text << cache.message();
    ASSERT_TRUE(cache.store("a", "eng1").ok());
    EXPECT_EQ(PlanCache(file_).find("a"), "eng1") << text;
  }
}

TEST_F(PlanCacheTest, WorksWithoutAFile) {
  PlanCache none({});
  EXPECT_TRUE(none.store("a", "eng1").ok());
  EXPECT_EQ(none.find("a"), "eng1");
  EXPECT_FALSE(none.store("two words", "eng1").ok());
}

TEST_F(PlanCacheTest, SaysWhyItCannotBeWrittenAndRemembersAllTheSame) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "below") << "a file where the folder should be";
  PlanCache cache(file_);
  EXPECT_FALSE(cache.store("a", "eng1").ok());
  EXPECT_EQ(cache.find("a"), "eng1");
}

TEST(PlanCacheFile, NamesTheDeviceAndTheVersion) {
  ASSERT_EQ(setenv("XDG_CACHE_HOME", "/some/cache", 1), 0);
  EXPECT_EQ(planCacheFile("NVIDIA H200 (SXM)", 90, "cudnn91900_frontend13200_fovea0.1.0"),
            "/some/cache/fovea/cuda/NVIDIA-H200--SXM-_90_cudnn91900_frontend13200_fovea0.1.0.plans");
  ASSERT_EQ(unsetenv("XDG_CACHE_HOME"), 0);
}

TEST(PlanVersions, NameAllThatAPlanDependsOn) {
  const std::string versions = planVersions();
  for (const char* part : {"cudnn", "_frontend", "_fovea0.1.0"})
    EXPECT_NE(versions.find(part), std::string::npos) << versions;
}

}  // namespace
}  // namespace fovea::cuda
