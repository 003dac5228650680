// Why: what the machine offers: its name, the cores that this process may use, and its best rate of arithmetic.
#pragma once
#include <cstdint>
#include <string>

namespace fovea::cpu {

// From /proc/cpuinfo: "Intel(R) Xeon(R) Processor"; "Unknown processor" if it does not say.
std::string processorName();
// Physical cores within the process's affinity and the container's quota, or OMP_NUM_THREADS if a person set it. At
// least 1.
int usableThreads();

// Most multiply-adds a second × 2 in f32 on `threads` OpenMP threads, each at its registers only; the best of several
// short runs, about 50 ms in total.
double measureFmaRate(int threads);

}  // namespace fovea::cpu
