// Why: reports the processor: its name, the cores that this process may use, and its peak arithmetic rate.
#pragma once
#include <cstdint>
#include <string>

namespace fovea::cpu {

// The processor's name in /proc/cpuinfo: "Intel(R) Xeon(R) Processor"; "Unknown processor" if there is none.
std::string processorName();
// Physical cores within the process's affinity and the container's quota, or OMP_NUM_THREADS if a person set it. At
// least 1, at most OMP_THREAD_LIMIT.
int usableThreads();
// Lets each parallel region of this thread have exactly that many threads, at most usableThreads(). oneDNN divides its
// work before it knows the size of a team, so a smaller one, as OMP_DYNAMIC permits, would leave parts undone.
void useThreads(int threads);

// Peak f32 multiply-adds per second × 2 on `threads` OpenMP threads that use only registers; the best of several short
// runs, about 50 ms in total.
double measureFmaRate(int threads);

}  // namespace fovea::cpu
