// Why: how busy the cores are, and how much memory and disk are left, says what a run waits for and what it will meet.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/backends/gpu_load.h"

namespace fovea {

struct MachineLoad {
  std::vector<double> cores;  // fraction of the time since the last reading in which each was busy; empty: not known
  std::uint64_t memoryBytes = 0;  // 0: not known
  std::uint64_t memoryFreeBytes = 0;
  std::uint64_t programBytes = 0;  // resident memory of this program
  std::uint64_t diskBytes = 0;     // of the file system of the project; 0: not known
  std::uint64_t diskFreeBytes = 0;
  std::vector<GpuLoad> gpus;
};

// Thread-safety: use it from one thread at a time. A reading takes well below a millisecond without a GPU.
class MachineMonitor {
 public:
  // `disk` is a folder on the file system to watch; empty: none. `root` stands before the system's paths and
  // `gpuLibrary` names NVML, both for tests.
  explicit MachineMonitor(std::filesystem::path disk, std::filesystem::path root = "/",
                          const std::filesystem::path& gpuLibrary = "libnvidia-ml.so.1");

  // The first reading says nothing of the cores.
  MachineLoad read();

 private:
  struct CoreTimes {
    std::uint64_t busy = 0;
    std::uint64_t all = 0;
  };
  std::vector<double> readCores();

  std::filesystem::path disk_;
  std::filesystem::path root_;
  std::vector<CoreTimes> before_;
  std::unique_ptr<GpuMonitor> gpus_;  // null: there are none
};

}  // namespace fovea
