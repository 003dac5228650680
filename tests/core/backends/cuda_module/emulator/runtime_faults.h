// Why: what a device may do that no GPU here shows, and what no GPU would tell of: tests of the emulation ask for it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fovea::cuda::emulator {

struct RuntimeFaults {
  bool hangs = false;  // nothing that is waited for is ever done
  bool contextIsLost = false;
  bool cannotInstantiate = false;  // a recording cannot be made ready to run
};
inline RuntimeFaults runtimeFaults;
inline std::size_t largestAllocation = std::numeric_limits<std::size_t>::max();
// Of device and pinned memory, at present.
inline std::size_t bytesAllocated = 0;
// Kernels, calls of libraries and copies that streams have run.
inline std::uint64_t worksRun = 0;
// Of the last recording: how many pieces of work stand in the longest chain of those that wait for each other.
inline std::uint64_t longestChain = 0;
// What a profiler sees of a piece of work: when it ran, in thousands of nanoseconds by the emulation's clock, and what
// the thread that enqueued it had said it was doing.
struct Seen {
  std::uint64_t begin = 0, end = 0, doing = 0;
};
struct Profiler {
  bool isThere = false, watches = false;
  bool dropsRecords = false, refuses = false;  // faults
  std::uint64_t doing = 0;                     // 0: nothing that was named
  std::vector<Seen> seen = {};
};
inline Profiler profiler;
// Pieces of memory behind whose end something was written, by the time they were freed.
inline int overruns = 0;

}  // namespace fovea::cuda::emulator
