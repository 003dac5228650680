// Why: failures of a device that no present GPU shows, and facts that no GPU reports, for tests of the emulation.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fovea::cuda::emulator {

struct RuntimeFaults {
  bool hangs = false;  // no work completes
  bool contextIsLost = false;
  bool cannotInstantiate = false;  // a recording cannot be instantiated
};
inline RuntimeFaults runtimeFaults;
inline std::size_t largestAllocation = std::numeric_limits<std::size_t>::max();
// Device and pinned memory in use.
inline std::size_t bytesAllocated = 0;
// Number of calls that a device that hangs would never have let return.
inline int endlessCalls = 0;
// Number of recordings that can be launched.
inline int liveRecordings = 0;
// Number of kernels, library calls and copies that streams have run.
inline std::uint64_t worksRun = 0;
// Number of pieces of work in the longest dependent chain of the last recording.
inline std::uint64_t longestChain = 0;
// A profiler's record of a piece of work: its times in thousands of nanoseconds of the emulated clock, and the range
// that the enqueuing thread had named.
struct Seen {
  std::uint64_t begin = 0, end = 0, doing = 0;
};
struct Profiler {
  bool isThere = false, watches = false;
  bool dropsRecords = false, refuses = false;  // faults
  std::uint64_t doing = 0;                     // 0: no named range
  std::vector<Seen> seen = {};
};
inline Profiler profiler;
// Number of allocations whose end was overwritten, checked when they are freed.
inline int overruns = 0;

}  // namespace fovea::cuda::emulator
