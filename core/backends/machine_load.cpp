#include "core/backends/machine_load.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "core/base/memory.h"

namespace fovea {

MachineMonitor::MachineMonitor(std::filesystem::path disk, std::filesystem::path root,
                               const std::filesystem::path& gpuLibrary)
    : disk_(std::move(disk)), root_(std::move(root)) {
  if (auto opened = GpuMonitor::open(gpuLibrary); opened.ok()) gpus_ = std::move(*opened);
}

// Lines "cpu0 user nice system idle iowait irq softirq steal …" of /proc/stat, in ticks since the machine started.
std::vector<double> MachineMonitor::readCores() {
  std::ifstream file(root_ / "proc/stat");
  std::vector<CoreTimes> now;
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("cpu", 0) != 0 || line.size() < 4 || line[3] == ' ') continue;
    std::istringstream words(line);
    std::string name;
    words >> name;
    CoreTimes times;
    std::uint64_t ticks = 0;
    constexpr int kIdle = 3, kWaiting = 4, kColumns = 8;  // those after it are counted in "user" already
    for (int column = 0; column < kColumns && words >> ticks; ++column) {
      times.all += ticks;
      if (column != kIdle && column != kWaiting) times.busy += ticks;
    }
    now.push_back(times);
  }
  std::vector<double> loads;
  if (now.size() == before_.size())
    for (std::size_t i = 0; i < now.size(); ++i) {
      const std::uint64_t all = now[i].all - std::min(now[i].all, before_[i].all);
      const std::uint64_t busy = now[i].busy - std::min(now[i].busy, before_[i].busy);
      loads.push_back(all > 0 ? std::min(1.0, static_cast<double>(busy) / static_cast<double>(all)) : 0);
    }
  before_ = std::move(now);
  return loads;
}

MachineLoad MachineMonitor::read() {
  MachineLoad load;
  load.cores = readCores();
  const HostMemory memory = hostMemory(root_);
  load.memoryBytes = memory.totalBytes;
  load.memoryFreeBytes = memory.availableRam;
  std::uint64_t pages = 0;
  std::ifstream file(root_ / "proc/self/statm");
  if (file >> pages >> pages) load.programBytes = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::error_code code;
  if (!disk_.empty())
    if (const auto space = std::filesystem::space(disk_, code); !code) {
      load.diskBytes = space.capacity;
      load.diskFreeBytes = space.available;
    }
  if (gpus_) load.gpus = gpus_->read();
  return load;
}

}  // namespace fovea
