#include "core/backends/device_team.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace fovea {
namespace {

constexpr std::size_t kMostDevices = 64;

std::string_view withoutSpaces(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

std::string kindOf(const std::string& name) {
  return name.substr(0, name.find(':'));
}

// Returns the unique name of a device: "cuda" is "cuda:0", and the processor has no number.
std::string canonical(std::string_view name) {
  if (name == "cuda") return "cuda:0";
  return name == "cpu:0" ? "cpu" : std::string(name);
}

// A launcher may show each process one GPU of its own, which all of them call cuda:0.
bool seesOneGpu() {
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return visible && *visible && std::string_view(visible).find(',') == std::string_view::npos;
}

}  // namespace

Result<std::vector<std::string>> deviceNames(std::string_view list) {
  std::vector<std::string> names;
  for (std::string_view rest = list;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = withoutSpaces(rest.substr(0, comma));
    if (name.empty())
      return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" names no device.", list),
                  "Write for example cpu, cuda:0, or cuda:0,cuda:1 for two together.");
    names.push_back(canonical(name));
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
    if (names.size() == kMostDevices)
      return fail(ErrorCode::InvalidArgument, fmt::format("A run computes on at most {} devices.", kMostDevices));
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (kindOf(names[i]) != kindOf(names[0]))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("A run cannot compute on {} and {} together.", names[0], names[i]),
                  "Name devices of one kind.");
    if (names[i] != "cpu" && std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                                 names.begin() + static_cast<std::ptrdiff_t>(i))
      return fail(ErrorCode::InvalidArgument, fmt::format("{} is named twice.", names[i]),
                  "Name each device once; only the processor can be divided among several ranks.");
  }
  return names;
}

Result<std::string> deviceOfRank(std::string_view list, const RankEnvironment& environment) {
  FOVEA_TRY(const std::vector<std::string> names, deviceNames(list));
  const auto here = static_cast<std::size_t>(environment.onThisMachine);
  if (here > names.size() && names.front().find(':') != std::string::npos && !seesOneGpu())
    return fail(ErrorCode::InvalidArgument, fmt::format("{} ranks of one machine cannot share {}.", here, list),
                "Name a device for each rank, such as cuda:0,cuda:1, or start fewer ranks; only the processor can be "
                "divided among several ranks.");
  return names[static_cast<std::size_t>(environment.rankHere) % names.size()];
}

bool shareDevices(std::string_view one, std::string_view other) {
  if (one == other) return true;
  const auto mine = deviceNames(one), theirs = deviceNames(other);
  if (!mine.ok() || !theirs.ok()) return false;
  return std::any_of(mine->begin(), mine->end(), [&](const std::string& name) {
    return std::find(theirs->begin(), theirs->end(), name) != theirs->end();
  });
}

Result<DeviceTeam> openDevices(const BackendRegistry& backends, std::string_view list) {
  FOVEA_TRY(const std::vector<std::string> names, deviceNames(list));
  std::vector<std::shared_ptr<Device>> devices;
  for (const std::string& name : names) {
    FOVEA_TRY(devices.emplace_back(), backends.open(name));
  }
  return DeviceTeam(std::move(devices));
}

}  // namespace fovea
