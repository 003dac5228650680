#include "core/base/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

namespace fovea {
namespace {
namespace fs = std::filesystem;

// Smaller requests are not checked: reading the free memory would take longer than touching their pages.
constexpr std::uint64_t kLargeRequest = std::uint64_t{16} << 20;

struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* reclaimable;  // entry of memory.stat for pages that the kernel can reclaim
};
constexpr GroupFiles kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file"};

// Reads a number; nullopt if the file is missing or contains "max".
std::optional<std::uint64_t> numberIn(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

std::uint64_t entryOf(const fs::path& path, const std::string& wanted) {
  std::ifstream file(path);
  std::string name;
  std::uint64_t number = 0;
  while (file >> name >> number)
    if (name == wanted) return number;
  return 0;
}

// Limits `memory` to what one control group leaves.
void narrow(HostMemory& memory, const fs::path& group, const GroupFiles& files) {
  const auto limit = numberIn(group / files.limit);
  const auto usage = numberIn(group / files.usage);
  if (!limit || !usage) return;
  const std::uint64_t dropped = std::min(*usage, entryOf(group / "memory.stat", files.reclaimable));
  const std::uint64_t used = *usage - dropped;
  memory.totalBytes = std::min(memory.totalBytes, *limit);
  const std::uint64_t left = *limit > used ? *limit - used : 0;
  memory.availableBytes = std::min(memory.availableBytes, left);
  memory.availableRam = std::min(memory.availableRam, left);
}

// Applies the group `name` and all its parents. A container may show only its own part of the tree, so groups without
// files are skipped.
void narrowByGroups(HostMemory& memory, const fs::path& tree, const std::string& name, const GroupFiles& files) {
  fs::path group = fs::path(name).relative_path();
  for (; !group.empty(); group = group.parent_path()) narrow(memory, tree / group, files);
  narrow(memory, tree, files);
}

}  // namespace

HostMemory hostMemory(const fs::path& root) {
  HostMemory memory;
  std::ifstream file(root / "proc/meminfo");
  std::string name, unit;
  std::uint64_t kilobytes = 0;
  while (file >> name >> kilobytes) {
    std::getline(file, unit);
    if (name == "MemTotal:") memory.totalBytes = kilobytes * 1024;
    if (name == "MemAvailable:") memory.availableRam = kilobytes * 1024;
    if (name == "MemAvailable:" || name == "SwapFree:") memory.availableBytes += kilobytes * 1024;
  }
  const fs::path tree = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // "0::/user.slice" or "4:memory:/docker/3f"
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    if (controllers == ",,") narrowByGroups(memory, tree, line.substr(second + 1), kVersion2);
    if (controllers.find(",memory,") != std::string::npos)
      narrowByGroups(memory, tree / "memory", line.substr(second + 1), kVersion1);
  }
  return memory;
}

Status checkMemory(std::uint64_t bytes, const std::string& what) {
  if (bytes < kLargeRequest) return {};
  const HostMemory memory = hostMemory();
  if (memory.totalBytes == 0 || bytes <= memory.availableBytes) return {};
  return tooLittleMemory(bytes, what);
}

Error tooLittleMemory(std::uint64_t bytes, const std::string& what) {
  const HostMemory memory = hostMemory();
  std::string message = "There is not enough memory for " + memoryWords(bytes);
  if (!what.empty()) message += " (" + what + ")";
  if (memory.totalBytes > 0) message += ": " + memoryWords(memory.availableBytes) + " are free";
  return fail(ErrorCode::OutOfMemory, message + ".",
              "Close other programs, or make the network, the batch or the samples smaller.");
}

std::string memoryWords(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size >= 0x1p40) return fmt::format("{:.1f} TiB", size / 0x1p40);
  if (size >= 0x1p30) return fmt::format("{:.1f} GiB", size / 0x1p30);
  if (size >= 0x1p20) return fmt::format("{:.1f} MiB", size / 0x1p20);
  return fmt::format("{} bytes", bytes);
}

}  // namespace fovea
