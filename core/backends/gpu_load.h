// Why: how busy, full and warm a GPU is says whether a run uses it. NVIDIA's driver tells it through a library (NVML)
// that is loaded when it is first wanted, so that the same program runs where there is none.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// What one GPU says of itself now; what it does not say is missing.
struct GpuLoad {
  std::string name;
  std::optional<double> load{};  // fraction of the last moment in which it computed, 0 to 1
  std::uint64_t memoryBytes = 0;
  std::uint64_t memoryUsedBytes = 0;
  std::optional<int> temperature{};  // °C
  std::optional<double> watts{};
  std::optional<double> wattsLimit{};
};

// Thread-safety: use it from one thread at a time.
class GpuMonitor {
 public:
  // NotFound if there is no such library; Unsupported if it lacks a function or cannot start.
  static Result<std::unique_ptr<GpuMonitor>> open(const std::filesystem::path& library = "libnvidia-ml.so.1");
  ~GpuMonitor();
  GpuMonitor(const GpuMonitor&) = delete;
  GpuMonitor& operator=(const GpuMonitor&) = delete;

  // One entry per GPU, in the driver's order. A GPU that fell off the bus has only its name.
  std::vector<GpuLoad> read() const;

 private:
  struct Library;
  explicit GpuMonitor(std::unique_ptr<Library> library);
  std::unique_ptr<Library> library_;
};

}  // namespace fovea
