// Load of cores, memory, disk and GPUs, read from fake system files and a fake NVIDIA library.
#include "core/backends/machine_load.h"

#include <gtest/gtest.h>

#include <stdlib.h>

#include <fstream>

namespace fovea::test {
namespace {

namespace fs = std::filesystem;

// Fake system files, removed by the destructor.
class Root {
 public:
  Root() {
    std::string name = fs::temp_directory_path() / "machine-load-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~Root() { fs::remove_all(path_); }
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

TEST(MachineLoad, CoresAreBusyForAFractionOfTheTimeSinceTheLastReading) {
  const Root root;
  const fs::path stat = root.path() / "proc/stat";
  write(stat, "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 100 0 50 800 50 0 0 0 0 0\ncpu1 0 0 0 1000 0 0 0 0 0 0\nintr 1 2 3\n");
  MachineMonitor monitor({}, root.path(), "no-such-library.so");
  EXPECT_TRUE(monitor.read().cores.empty()) << "nothing to compare with yet";
  write(stat, "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 130 0 70 830 70 0 0 0 0 0\ncpu1 0 0 0 1100 0 0 0 0 0 0\nintr 1 2 3\n");
  const MachineLoad load = monitor.read();
  ASSERT_EQ(load.cores.size(), 2u);
  EXPECT_DOUBLE_EQ(load.cores[0], 0.5) << "50 of 100 ticks; waiting for a disk is not busy";
  EXPECT_EQ(load.cores[1], 0);
  EXPECT_TRUE(load.gpus.empty());
  // A core that was taken offline, and empty files.
  write(stat, "cpu  9\ncpu0 131 0 70 830 70 0 0 0 0 0\n");
  EXPECT_TRUE(monitor.read().cores.empty());
  write(stat, "");
  EXPECT_TRUE(monitor.read().cores.empty());
}

TEST(MachineLoad, ThisMachineSaysItsMemoryAndDisk) {
  MachineMonitor monitor("/tmp");
  const MachineLoad load = monitor.read();
  EXPECT_GT(load.memoryBytes, load.memoryFreeBytes);
  EXPECT_GT(load.programBytes, std::uint64_t{1} << 20);
  EXPECT_GT(load.diskBytes, 0u);
  EXPECT_LE(load.diskFreeBytes, load.diskBytes);
  EXPECT_EQ(MachineMonitor("/nonexistent/folder").read().diskBytes, 0u);
}

TEST(MachineLoad, FreeSwapIsNoFreeMemory) {
  const Root root;
  write(root.path() / "proc/meminfo",
        "MemTotal: 16000 kB\nMemFree: 1000 kB\nMemAvailable: 6000 kB\nSwapFree: 16000 kB\n");
  const MachineLoad load = MachineMonitor({}, root.path(), "no-such-library.so").read();
  EXPECT_EQ(load.memoryBytes, 16000u * 1024);
  EXPECT_EQ(load.memoryFreeBytes, 6000u * 1024);
}

TEST(GpuLoad, IsWhatTheDriversLibrarySays) {
  auto opened = GpuMonitor::open(FOVEA_FAKE_NVML);
  ASSERT_TRUE(opened.ok()) << opened.error().text();
  const std::vector<GpuLoad> gpus = (*opened)->read();
  ASSERT_EQ(gpus.size(), 2u);
  EXPECT_EQ(gpus[0].name, "Imagined H200");
  EXPECT_DOUBLE_EQ(gpus[0].load.value(), 0.61);
  EXPECT_EQ(gpus[0].memoryBytes, 1000u);
  EXPECT_EQ(gpus[0].memoryUsedBytes, 250u);
  EXPECT_EQ(gpus[0].temperature, 54);
  EXPECT_DOUBLE_EQ(gpus[0].watts.value(), 312.5);
  EXPECT_FALSE(gpus[0].wattsLimit) << "this library lacks the function";
  EXPECT_EQ(gpus[1].name, "GPU 1") << "it is lost";
  EXPECT_FALSE(gpus[1].load);
  EXPECT_EQ(MachineMonitor({}, "/", FOVEA_FAKE_NVML).read().gpus.size(), 2u);
}

TEST(GpuLoad, WhatIsNotThereIsSaid) {
  auto missing = GpuMonitor::open("no-such-library.so");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
  auto other = GpuMonitor::open("libm.so.6");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::Unsupported);
}

}  // namespace
}  // namespace fovea::test
